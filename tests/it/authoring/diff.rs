//! `temper profile diff`.

use serde_json::{Value, json};

use super::Folder;

const BASE: &str = "name = \"base\"\n[material]\npawn = 100\nknight = [300, 310]\n[pawns]\nisolated = -10\n";

fn json_of(folder: &Folder, args: &[&str]) -> (i32, Value) {
    let done = folder.profile(&[&["diff", "--json"], args].concat());
    (done.code, serde_json::from_str(&done.stdout).expect(&done.stdout))
}

#[test]
fn profiles_with_equal_evaluation_have_no_difference() {
    let folder = Folder::new("diff-same", &[("a.toml", BASE)]);
    folder.write(
        "b.ron",
        "( // the same\n name: \"other\", description: \"x\", pawns: (isolated: [-10, -10, -10, -10]), \
         material: (knight: (mg: 300, eg: 310), pawn: 100, queen: 0))",
    );
    let done = folder.profile(&["diff", "a.toml", "b.ron"]);
    assert_eq!(done.code, 0);
    assert!(done.stdout.starts_with("a.toml and b.ron evaluate alike (id "), "{done:?}");
    let (code, record) = json_of(&folder, &["a.toml", "b.ron"]);
    assert_eq!((code, &record["same"], &record["changes"]), (0, &json!(true), &json!([])));
    assert_eq!(record["a"]["id"], record["b"]["id"]);
}

#[test]
fn entries_are_described_with_both_values() {
    let folder = Folder::new("diff-words", &[("a.toml", BASE)]);
    folder.write(
        "b.toml",
        "name = \"b\"\nextends = \"a.toml\"\n[phase]\nmodel = \"simplified\"\n[material]\nknight.eg = 320\n\
         [pawns]\nisolated = [-10, -10, [-10, -12], -10, -10, -10, -10, -10]\nadvance = { step = 2 }\n\
         [king_attack]\ndivisor = 50\n[draw]\nvalue = \"loss\"\n",
    );
    let done = folder.profile(&["diff", "a.toml", "b.toml"]);
    assert_eq!(done.code, 1);
    for line in [
        "phase.model                \"none\" -> \"simplified\"",
        "material.knight        [300, 310] -> [300, 320]",
        "pawns.isolated, the c-file         -10 -> [-10, -12]",
        "pawns.advance, rank 8                0 -> 14",
        "king_attack.divisor                100 -> 50",
        "draw.value                           0 -> \"loss\"",
    ] {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(done.stdout.lines().any(|l| words(l) == words(line)), "{line}: {}", done.stdout);
    }
    assert!(done.stdout.ends_with("\n6 keys differ\n"), "{}", done.stdout);
    let (code, record) = json_of(&folder, &["a.toml", "b.toml"]);
    assert_eq!(code, 1);
    assert_eq!(
        record["changes"][2],
        json!({ "key": "pawns.isolated", "entries": [{ "entry": "the c-file", "a": [-10, -10], "b": [-10, -12] }] })
    );
    assert_eq!(record["changes"][4], json!({ "key": "king_attack.divisor", "a": 100.0, "b": 50.0 }));
}

#[test]
fn side_factors_are_shown_next_to_the_numbers() {
    let folder = Folder::new("diff-sides", &[("a.toml", BASE)]);
    folder.write(
        "b.toml",
        "name = \"b\"\nextends = \"a.toml\"\n[material]\npawn = 110\n[scale]\n\"material.pawn\" = { their = 1.5 }\n",
    );
    let text = folder.profile(&["diff", "a.toml", "b.toml"]).stdout;
    assert!(text.contains("material.pawn         100 -> 110\n"), "{text}");
    assert!(text.contains("material.pawn, times    1 -> own 1, their 1.5\n"), "{text}");
    assert!(text.ends_with("\n1 key differs\n"), "{text}");
    let origins = folder.ok(&["show", "b.toml", "--origins"]);
    assert!(origins.contains("b.toml:4, x own 1, their 1.5 by b.toml:6\n"), "{origins}");
    let (_, record) = json_of(&folder, &["a.toml", "b.toml"]);
    assert_eq!(record["changes"][1]["factors"]["b"]["their"], json!([1.5, 1.5]));
}

#[test]
fn factors_are_printed_without_binary_fractions() {
    let factor = "\n[scale]\npawns = { their = 1.3 }\n";
    let folder = Folder::new("diff-fractions", &[("a.toml", BASE)]);
    folder.write("b.toml", &format!("name = \"b\"\nextends = \"a.toml\"{factor}"));
    folder.write("c.toml", &format!("name = \"c\"\nextends = \"b.toml\"{factor}"));
    let text = folder.profile(&["diff", "b.toml", "c.toml"]).stdout;
    assert!(text.contains("pawns.isolated, times  own 1, their 1.3 -> own 1, their 1.69\n"), "{text}");
    assert!(folder.ok(&["show", "c.toml", "--flat"]).contains("their = [1.69, 1.69]"));
    folder.write("flat.toml", &folder.ok(&["show", "c.toml", "--flat"]));
    assert_eq!(folder.profile(&["diff", "c.toml", "flat.toml"]).code, 0);
}

#[test]
fn factors_that_no_longer_differ_by_side_are_part_of_the_values() {
    let folder = Folder::new("diff-zero", &[("a.toml", BASE)]);
    folder.write(
        "b.toml",
        "name = \"b\"\nextends = \"a.toml\"\n[scale]\npawns = { their = 1.3 }\nmaterial = { own = [2, 3], their = [2, 4] }\n",
    );
    folder.write(
        "c.toml",
        "name = \"c\"\nextends = \"b.toml\"\n[material]\nknight.eg = 305\n[scale]\npawns = 0\n",
    );
    folder.write("flat.toml", &folder.ok(&["show", "c.toml", "--flat"]));
    let done = folder.profile(&["diff", "c.toml", "flat.toml"]);
    assert_eq!(done.code, 0, "{}", done.stdout);
    assert!(folder.ok(&["show", "flat.toml"]).contains("\nknight = [600, 305]\n"));
}

#[test]
fn a_section_that_changes_as_a_whole_has_one_line() {
    let folder = Folder::new("diff-sections", &[("a.toml", "name = \"a\"\nextends = \"fabchess\"\n")]);
    folder.write(
        "b.toml",
        "name = \"b\"\nextends = \"a.toml\"\nreset = [\"rooks\"]\n[material]\npawn = [100, 150]\n\
         [scale]\nmobility = 1.35\npsqt = { mg = 1.2 }\nking_attack = 0.7\nking = { their = 1.5 }\n",
    );
    let text = folder.profile(&["diff", "a.toml", "b.toml"]).stdout;
    for line in [
        "psqt.*, times 1 -> [1.2, 1]",
        "mobility.*, times 1 -> 1.35",
        "king_attack.*, times 1 -> 0.7",
        "king.*, times 1 -> own 1, their 1.5",
        "rooks.* 4 keys -> absent",
        "material.pawn [111, 184] -> [100, 150]",
    ] {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.lines().any(|l| words(l) == line), "{line}: {text}");
    }
    assert!(!text.contains("mobility.knight") && !text.contains("rooks.open_file"), "{text}");
    // One key of a section changes otherwise: every key is listed.
    folder.write("c.toml", "name = \"c\"\nextends = \"b.toml\"\n[mobility]\nknight = 3\n");
    let text = folder.profile(&["diff", "a.toml", "c.toml"]).stdout;
    assert!(text.contains("\nmobility.bishop, ") && !text.contains("mobility.*"), "{text}");
}

#[test]
fn difference_boards_are_drawn_from_whites_side() {
    let folder = Folder::new("diff-board", &[("a.toml", "name = \"a\"\nextends = \"simplified\"\n")]);
    let flat = folder.ok(&["show", "a.toml", "--flat"]);
    // Change the whole second rank of the knight, and b1.
    let old = "[-40, -20,   0,   5,   5,   0, -20, -40],  # 2\n  [-50, -40,";
    assert_eq!(flat.matches(old).count(), 1);
    folder
        .write("b.toml", &flat.replace(old, "[-41, -21,  -1,   4,   4,  -1, -21, -41],  # 2\n  [-50,  60,"));
    let done = folder.profile(&["diff", "a.toml", "b.toml"]);
    let board = "\npsqt.knight, both stages: b - a (9 of 64 squares differ)\n    \
                 8     .     .     .     .     .     .     .     .\n    \
                 7     .     .     .     .     .     .     .     .\n    \
                 6     .     .     .     .     .     .     .     .\n    \
                 5     .     .     .     .     .     .     .     .\n    \
                 4     .     .     .     .     .     .     .     .\n    \
                 3     .     .     .     .     .     .     .     .\n    \
                 2    -1    -1    -1    -1    -1    -1    -1    -1\n    \
                 1     .  +100     .     .     .     .     .     .\n          \
                 a     b     c     d     e     f     g     h\n";
    assert!(done.stdout.contains(board), "{}", done.stdout);
}

#[test]
fn positions_are_ranked_by_disagreement_and_list_its_terms() {
    let folder = Folder::new("diff-fens", &[("a.toml", BASE)]);
    folder.write("b.toml", "name = \"b\"\nextends = \"a.toml\"\n[material]\nknight = [350, 310]\n");
    let fens = [
        "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/PP6/1N2K3 w - - 0 1",
        "1n2k1n1/pp6/8/8/8/8/8/4K3 w - -",
    ];
    folder.write("fens.epd", &fens.join("\n"));
    let (code, record) = json_of(&folder, &["a.toml", "b.toml", "--fens", "fens.epd"]);
    assert_eq!(code, 1);
    // The scale of the screen is that of the first profile, also for the second: only the knights differ.
    let positions = record["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 2, "positions with equal evaluations are omitted: {positions:?}");
    for (found, (fen, a, b)) in positions.iter().zip([(fens[2], -800.0, -900.0), (fens[1], 500.0, 550.0)]) {
        let shown = |name: &str| found[name].as_f64().unwrap();
        assert_eq!(found["fen"], fen);
        assert!((shown("b") / shown("a") - b / a).abs() < 0.005, "{found}");
        let terms = found["terms"].as_object().unwrap();
        let knight = terms["material.knight"].as_f64().unwrap();
        assert!(terms.len() == 1 && (knight - (shown("b") - shown("a"))).abs() <= 1.0, "{found}");
    }
    let (_, one) = json_of(&folder, &["a.toml", "b.toml", "--fens", "fens.epd", "--top", "1"]);
    assert_eq!(one["positions"].as_array().unwrap().len(), 1);
    let text = folder.profile(&["diff", "a.toml", "b.toml", "--fens", "fens.epd"]).stdout;
    let line = text.lines().find(|line| line.ends_with(fens[2])).unwrap();
    let numbers: Vec<i32> = line.split_whitespace().map_while(|word| word.parse().ok()).collect();
    assert!(matches!(numbers[..], [by, a, b] if by == b - a && by < 0), "{text}");
    assert!(text.contains("    material.knight -"), "{text}");
}

#[test]
fn errors_have_their_own_exit_code() {
    let folder = Folder::new("diff-trouble", &[("a.toml", BASE), ("bad.toml", "name = \"bad\"\nx = 1\n")]);
    folder.write("fens.epd", "startpos\nno position\n");
    for (args, why) in [
        (["diff", "a.toml", "nothing"].as_slice(), "no profile is called `nothing`"),
        (&["diff", "a.toml", "bad.toml"], "unknown key `x`"),
        (&["diff", "a.toml", "a.toml", "--fens", "none.epd"], "none.epd"),
        (&["diff", "a.toml", "a.toml", "--fens", "fens.epd"], "error: line 2: "),
        (&["diff", "a.toml", "a.toml", "--top", "3"], "--fens"),
    ] {
        let done = folder.profile(args);
        assert_eq!(done.code, 2, "{args:?}");
        assert!(done.stderr.contains(why), "{args:?}: {}", done.stderr);
    }
}
