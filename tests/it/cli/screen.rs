//! The default view of `temper eval`, and explanations of keys.

use std::fs;
use std::sync::LazyLock;

use temperament_engine::eval::keys::topic::Topic;
use temperament_engine::eval::keys::{Kind, entries};

use super::{FEN, path, stderr, stdout, temper};
use crate::common::page::self_contained;
use crate::common::{GOOD_PROFILE, everything, write_file};

/// Nodes of a search whose result does not matter.
const SHORT: &str = "20k";
/// Nodes that find what a test asks for.
const LONGER: &str = "200k";

/// Twenty positions from the opening to the ending.
const POSITIONS: [&str; 20] = [
    "startpos",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
    "r1bq1rk1/pp2bppp/2n2n2/3p4/3N4/2N1B1P1/PP2PPBP/R2Q1RK1 b - - 3 11",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN1BN2/PP2QPPP/R2R2K1 w - - 0 14",
    "r1b2rk1/2q1bppp/p2ppn2/1pn5/3NPP2/P1N1B3/1PP1B1PP/R3QRK1 w - - 1 13",
    "2kr3r/ppp2ppp/2n1bq2/2b5/8/2NP1N2/PPP1BPPP/R1BQ1RK1 w - - 4 11",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "6k1/pp3pp1/2p4p/8/3PR3/2P3P1/PP3P1P/2r3K1 w - - 0 30",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/4k3/3p4/3P4/3BK3/8/5n2 w - - 0 60",
    "8/8/8/8/8/4k3/4p3/4K3 b - - 0 80",
    "8/8/8/4k3/8/8/8/4K2R w - - 0 1",
    "1q4k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 30",
    "3r2k1/p4ppp/1p2b3/2p5/2P1B3/1P4P1/P4P1P/3R2K1 w - - 0 25",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 3 6",
    "r1b1k2r/pppp1ppp/8/4P3/1bB2q2/2N2N2/PP3PPP/R2QK2R w KQkq - 0 12",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
];

#[test]
fn twenty_positions_fit_the_screen() {
    for profile in ["temperament", "fabchess", "otter", everything()] {
        for fen in POSITIONS {
            let output = temper(&["eval", "--profile", profile, "--nodes", SHORT, fen], "");
            let text = stdout(&output);
            assert!(output.status.success() && text.lines().count() <= 39, "{profile}, {fen}:\n{text}");
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{profile}, {fen}:\n{text}");
            let verdicts = ["about equal", "slightly better", "better", "winning", " mates in "];
            assert!(verdicts.iter().any(|verdict| text.contains(verdict)), "{text}");
        }
    }
}

/// An opening with the default number of nodes.
static OPENING: LazyLock<String> = LazyLock::new(|| {
    stdout(&temper(&["eval", "r1bq1rk1/pp2bppp/2n1pn2/8/2BP4/2N2N2/PP3PPP/R1BQ1RK1 w - - 0 10"], ""))
});

/// Numbers at the start of the line that ends with or contains these words.
fn numbers(text: &str, words: &str) -> Vec<f64> {
    let line = text.lines().find(|line| line.contains(words)).expect(text);
    line.split_whitespace().map_while(|word| word.parse().ok()).collect()
}

#[test]
fn the_screen_shows_score_groups_and_rows_in_pawns() {
    let file = write_file("cli-screen", "plain.toml", GOOD_PROFILE);
    let text = stdout(&temper(&["eval", "--profile", path(&file), "--nodes", SHORT, FEN], ""));
    // 210 units: 260 for White, 50 for Black; only the middlegame number counts.
    let lead = text.split_once(" % (+").and_then(|(_, rest)| rest.split_once("): winning")).expect(&text).0;
    let lead: f64 = lead.parse().unwrap();
    assert!(text.contains("Black to move"), "{text}");
    for words in ["MATERIAL", "White has a knight and a pawn more"] {
        let shown = numbers(&text, words);
        for (shown, units) in shown.iter().zip([210.0, 260.0, 50.0]) {
            assert!((shown - lead * units / 210.0).abs() < 0.011, "{text}");
        }
    }
    assert!(!text.contains(" mg "), "{text}");
}

#[test]
fn rows_name_what_they_count_for_both_sides() {
    let text = &*OPENING;
    let row = |words: &str| text.lines().any(|line| line.ends_with(words));
    assert!(row("  White's pawns are split by 2 gaps (Black: 1)"), "{text}");
    assert!(row("  Black's bishops have 5 useful squares (White's: 9)"), "{text}");
    assert!(text.contains("Also in the sum: ") && text.contains("right to move +"), "{text}");
    // Such a phrase speaks of the other side's pieces: so does what is in brackets.
    let fen = "r1bqkb1r/ppp2ppp/8/3pn3/2NPN3/8/PPP2PPP/R1BQKB1R w KQkq - 0 9";
    let text = stdout(&temper(&["eval", "--nodes", LONGER, fen], ""));
    let rows = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(rows.contains("White's knights on c4 and e4 are attacked by a pawn (Black: e5)"), "{text}");
}

#[test]
fn the_verdict_of_a_search_comes_first_if_it_is_another_one() {
    // The queen on f5 is attacked by a knight that comes to d4.
    let text = stdout(&temper(
        &["eval", "--nodes", LONGER, "2br3k/2pqb2r/p1n1n3/P3PQ2/1pB5/5N2/1P1N1PPP/R3R1K1 b - - 0 1"],
        "",
    ));
    let [search, not_ahead] =
        ["A search says Black ", "without looking ahead: White "].map(|words| text.find(words).expect(words));
    assert!(search < not_ahead, "{text}");
    assert!(
        text.contains("   after 1...Ncd4 ... ") && text.contains("the rows are those after the line"),
        "{text}"
    );
    // The knight on f1 is pinned, and its only guard is attacked after Bc3.
    let text =
        stdout(&temper(&["eval", "--nodes", LONGER, "5rk1/p5pp/8/8/2Pbp3/1P4P1/7P/4RN1K b - - 0 1"], ""));
    assert!(text.contains("only 1...Bc3; otherwise: "), "{text}");
    let text = stdout(&temper(&["eval", "--nodes", LONGER, "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1"], ""));
    assert!(text.contains("White mates in 1"), "{text}");
}

#[test]
fn rows_name_the_pieces_that_stand_well_or_badly() {
    let text = &*OPENING;
    let rows = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(rows.contains("Black's bishops stand on poor squares, above all c8: -"), "{text}");
    // After a line, the rows are those of the position after its last move.
    let fen = "2br3k/2pqb2r/p1n1n3/P3PQ2/1pB5/5N2/1P1N1PPP/R3R1K1 b - - 0 1";
    let text = stdout(&temper(&["eval", "--nodes", LONGER, fen], ""));
    assert!(text.contains("the rows are those after the line"), "{text}");
    let line = text.lines().find(|line| line.contains("    1.")).unwrap();
    let last = line.split(' ').next_back().unwrap();
    let label = text.lines().find(|line| line.contains("   after 1.")).unwrap();
    assert!(label.contains(&format!("{last} (")), "{text}");
    let fen = "r1b1k2r/1pp2ppp/p2b4/5q2/2BPp3/P7/1PQP1PPP/R1B2RK1 b kq - 0 1";
    let text = stdout(&temper(&["eval", "--nodes", LONGER, fen], ""));
    let rows = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(rows.contains("White's pawns on d2 and d4 are doubled, isolated or backward: -"), "{text}");
}

#[test]
fn the_end_of_a_game_is_named() {
    for (fen, words) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "Black is checkmated"),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "Black is stalemated: a draw"),
    ] {
        let text = stdout(&temper(&["eval", "--nodes", SHORT, fen], ""));
        assert!(text.contains(words) && !text.contains("is better"), "{text}");
    }
}

#[test]
fn groups_sum_to_the_score() {
    for fen in POSITIONS {
        let text = stdout(&temper(&["eval", "--profile", "fabchess", "--nodes", SHORT, fen], ""));
        let is_number = |c: char| c.is_ascii_digit() || " +-.".contains(c);
        let groups = text.lines().filter(|line| {
            let title = line.trim_start_matches(is_number);
            title.len() > 3 && title.chars().take(4).all(|c| c.is_ascii_uppercase())
        });
        let first = |line: &str| line.split_whitespace().next().unwrap().parse::<f64>().unwrap();
        let notes = text.lines().skip_while(|line| {
            !["Nearly equal: ", "Also in the sum: "].iter().any(|heading| line.starts_with(heading))
        });
        let notes: Vec<&str> = notes
            .take_while(|line| !["In pawns", "The rows are scaled"].iter().any(|end| line.starts_with(end)))
            .collect();
        let small: f64 = notes.join(" ").split([' ', ',']).filter_map(|word| word.parse::<f64>().ok()).sum();
        let sum: f64 = groups.map(first).sum::<f64>() + small;
        // The rows of a position after a line have its score at their head.
        let head = text.lines().find(|line| line.starts_with("    +/-")).unwrap_or_default();
        let own = || {
            text.lines().find(|line| {
                line.contains(" % (")
                    && !["otherwise: ", "earch says "].iter().any(|other| line.contains(other))
            })
        };
        let text_of_score = if head.contains('(') { head } else { own().unwrap_or_default() };
        let score = text_of_score
            .split_once('(')
            .map_or(0.0, |(_, rest)| rest.split(')').next().unwrap().parse().unwrap());
        assert!((sum - score).abs() < 0.08, "{sum} {score}\n{text}");
    }
}

#[test]
fn every_key_with_values_has_a_topic() {
    for entry in entries().filter(|entry| matches!(entry.decl.kind, Kind::Values(..))) {
        assert_ne!(Topic::of(&entry), Topic::Custom, "{}", entry.key());
    }
}

#[test]
fn a_key_is_explained_with_an_example() {
    let text = stdout(&temper(&["profile", "explain", "pawns.isolated", "--profile", "fabchess"], ""));
    for words in ["### `pawns.isolated`", "In fabchess: [", "Example: ", " 8 ", "In pawns: White "] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let wrong = temper(&["profile", "explain", "pawns.isolatd"], "");
    assert!(stderr(&wrong).contains("did you mean `pawns.isolated`?"), "{wrong:?}");
    let section = temper(&["profile", "explain", "pawns"], "");
    assert!(stderr(&section).contains("`temper profile reference pawns.` lists its keys"), "{section:?}");
    let some = stdout(&temper(&["profile", "reference", "isolated"], ""));
    assert!(
        some.starts_with("### `pawns.isolated`") && some.contains("### `pawns.doubled_isolated`"),
        "{some}"
    );
    assert!(!temper(&["profile", "reference", "nonsense"], "").status.success());
}

#[test]
fn keys_of_every_kind_have_an_example() {
    let keys =
        ["king.mop_up.edge", "winnable.always", "psqt.rook", "threats.hanging", "drawish.by_pawn_count"];
    for key in keys {
        let text = stdout(&temper(&["profile", "explain", key], ""));
        assert!(text.contains("Example: "), "{key}: {text}");
    }
}

#[test]
fn a_page_shows_the_squares_of_each_term() {
    let page = write_file("cli-html", "page.html", "");
    let fen = "r3k2r/pp1q1ppp/2n1p3/3pP3/3P4/2P2N2/P4PPP/R2QK2R w KQkq - 0 12";
    let run = |force: &[&str]| {
        temper(&[&["eval", "--html", path(&page), "--nodes", SHORT], force, &[fen]].concat(), "")
    };
    assert!(stderr(&run(&[])).contains("page.html exists; --force overwrites it"));
    let output = run(&["--force"]);
    assert!(output.status.success() && stdout(&output).is_empty(), "{output:?}");
    let text = fs::read_to_string(&page).unwrap();
    let tags = self_contained(&text);
    // The position has an isolated pawn of White and backward pawns.
    let (_, isolated) = text.split_once("Squares of pawns.isolated").expect("a board for the isolated pawn");
    let board = isolated.split("</svg>").next().unwrap();
    assert!(board.contains("class=\"counted a\" x=\"0\" y=\"6\""), "{board}");
    // Each piece but the kings has a worth.
    let cells = tags.iter().filter(|tag| tag.contains("class=\"cell ") && !tag.contains("class=\"cell none"));
    assert_eq!(cells.count(), 24 - 2);
    for wrong in
        [&["--all"][..], &["--json"], &["--nodes", "0"], &["--profile", "otter", "--profile", "rustic"]]
    {
        let output = temper(&[&["eval", "--html", path(&page), "--force"], wrong].concat(), "");
        assert!(!output.status.success(), "{wrong:?}");
    }
}
