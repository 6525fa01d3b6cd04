//! Terms of a profile's own, from the file to the score: what a file may say and what is wrong with it, inheritance,
//! tweaks, explanation, both formats.

mod common;

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use common::{TEMPER, write_file};
use temperament::board::{Color, Position};
use temperament::eval::explain::Explanation;
use temperament::eval::{Evaluator, SquareSums, Values, evaluate};
use temperament::profile::numbers::{Number, numbers, rewrite};
use temperament::profile::{Format, Library, LoadError, Origin, Profile, Source, Tweaks, write};
use temperament::search::bench;
use temperament::tune::{Pattern, Variables, Wishes};

const EVERYTHING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/profiles/everything.toml");

const KNIGHTS: &str =
    "[[term]]\nname = \"knights.on_rim\"\ncount = \"own.knights & rim\"\nvalue = [-12, -8]\n";

fn temper(args: &[&str]) -> Output {
    Command::new(TEMPER).args(args).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn parse(format: Format, text: &str) -> Result<Profile, Vec<String>> {
    let source = Source::new("x", format, text);
    let parsed = Library::of(Vec::new()).parse(&source, &Origin::Text);
    let told = |faults: Vec<_>| faults.iter().map(ToString::to_string).collect();
    parsed.map(|(profile, _)| profile).map_err(told)
}

fn faults(text: &str) -> Vec<String> {
    parse(Format::Toml, &format!("name = \"x\"\n{text}")).unwrap_err()
}

fn loaded(path: &Path, tweaks: &str) -> Result<Profile, LoadError> {
    let library = Library::of(Vec::new()).with_tweaks(Tweaks::new("Tweak", [tweaks]));
    library.load(path.to_str().unwrap()).map(|(profile, _)| profile)
}

/// What a term gives White and Black in a position, in the middlegame.
fn given(values: &Values, key: &str, fen: &str) -> [i32; 2] {
    let weights = temperament::eval::Weights::new("x", values);
    let explanation = Explanation::new(&weights, &Position::from_fen(fen).unwrap());
    let row = explanation.rows.iter().find(|row| row.entry.key() == key);
    let row = row.unwrap_or_else(|| panic!("no row {key}"));
    [row.white.mg(), row.black.mg()]
}

/// Knights on a3 and h6 for White, on a6 for Black.
const RIM: &str = "4k3/8/n6N/8/8/N7/8/4K3 w - - 0 1";

#[test]
fn terms_are_counted_and_explained() {
    let profile = parse(Format::Toml, &format!("name = \"x\"\n{KNIGHTS}")).unwrap();
    assert_eq!(given(&profile.values, "term.knights.on_rim", RIM), [-24, -12]);
    let text = "name = \"x\"\n[let]\nrim_knights = \"own.knights & rim\"\n\
                [[define]]\nname = \"ahead_of(set: squares)\"\nis = \"north(set)\"\n\
                [[term]]\nname = \"a\"\ncount = \"ahead_of(rim_knights)\"\nby_rank = [0, 1, 2, 3, 4, 5, 6, 7]\n\
                [[term]]\nname = \"b\"\nlet = { far = \"rank(sq) > 4\" }\nwhen = \"far\"\neach = \"own.knights\"\nvalue = 10\n\
                [[term]]\nname = \"c\"\ncount = \"own.knights\"\ntable = [1, 2]\n";
    let values = parse(Format::Toml, text).unwrap().values;
    // One rank ahead of ranks 3 and 6; of Black's third rank.
    assert_eq!(given(&values, "term.a", RIM), [3 + 6, 3]);
    assert_eq!(given(&values, "term.b", RIM), [10, 0]);
    assert_eq!(
        given(&values, "term.c", RIM),
        [2, 2],
        "two numbers are two entries, and the last goes on"
    );
}

#[test]
fn play_agrees_with_the_explanation() {
    let profile = Library::new(vec![]).load(EVERYTHING).unwrap().0;
    assert!(profile.values.own_entries().len() >= 6);
    // Once beside all keys, once beside none.
    let mut alone = profile.values.clone();
    let first = alone.own_entries()[0].place;
    alone.scores[..first].fill([0, 0]);
    for values in [&profile.values, &alone] {
        let weights = Arc::new(temperament::eval::Weights::new("x", values));
        let mut evaluator = Evaluator::new(Arc::clone(&weights));
        let mut counted = 0;
        for position in bench::positions() {
            for mv in position.legal_moves() {
                let position = position.after(mv);
                let sums = SquareSums::new(&weights, &position);
                let explained = Explanation::new(&weights, &position);
                assert_eq!(
                    evaluator.evaluate(&position, &sums),
                    explained.eval(),
                    "{position}"
                );
                assert_eq!(evaluate(&weights, &position), explained.eval(), "{position}");
                let own = explained
                    .rows
                    .iter()
                    .filter(|row| row.entry.section.name == "term");
                counted += own
                    .filter(|row| row.difference() != temperament::eval::S::ZERO)
                    .count();
            }
        }
        assert!(counted > 500, "{counted}");
    }
}

#[test]
fn faults_tell_where_in_the_text_they_are() {
    let text = "[[term]]\nname = \"a\"\ncount = \"own.nights & rim\"\nvalue = 1\n\
                [[term]]\nname = \"b\"\ncount = \"\"\"\nown.pawns\n  & ritm\"\"\"\nvalue = 1\n\
                [[term]]\nname = \"c\"\ncount = 'own.pawns &'\nvalue = 1\n";
    let told = faults(text);
    assert_eq!(told.len(), 3, "{told:#?}");
    for (told, (place, name)) in told
        .iter()
        .zip([("x:4:", "nights"), ("x:10:5:", "ritm"), ("x:14:", "")])
    {
        assert!(told.starts_with(place) && told.contains(name), "{told}");
    }
    assert!(told[0].contains("did you mean"), "{}", told[0]);
    let ron = "(\n    name: \"x\",\n    term: [\n        (name: \"a\", count: \"own.nights\", value: 1),\n    ],\n)";
    let told = parse(Format::Ron, ron).unwrap_err();
    let column = ron.lines().nth(3).unwrap().find("own.nights").unwrap() + 1;
    assert!(
        told.len() == 1
            && (told[0].starts_with(&format!("x:4:{column}:"))
                || told[0].starts_with(&format!("x:4:{}:", column + 4))),
        "{told:?}"
    );
}

#[test]
fn what_a_term_says_is_checked() {
    for (text, expected) in [
        ("[term]\na = 1", "`term` is a list of tables"),
        ("term = [1]", "a `term` is a table"),
        (
            "[[term]]\ncount = \"own.pawns\"\nvalue = 1",
            "a term has a `name`",
        ),
        ("[[term]]\nname = \"a\"\ncount = \"own.pawns\"", "has no value"),
        (
            "[[term]]\nname = \"a\"\ncount = 3\nvalue = 1",
            "takes a text in quotes",
        ),
        (
            "[[term]]\nname = \"a\"\nconut = \"own.pawns\"\nvalue = 1",
            "did you mean `count`?",
        ),
        (
            "[[term]]\nname = \"a\"\ncount = \"own.pawns\"\nvalue = 1\ntable = [1]",
            "cannot stand beside",
        ),
        (
            "[[term]]\nname = \"a\"\ncount = \"own.pawns\"\nvalue = 40000",
            "out of bounds",
        ),
        (
            "[[term]]\nname = \"a\"\ncount = \"own.pawns\"\ntable = 4",
            "has a list as its `table`",
        ),
        (
            "[[term]]\nname = \"a\"\ncount = \"own.pawns\"\ntable = []",
            "1 to 128 entries",
        ),
        (
            "[[term]]\nname = \"a\"\ncount = \"own.pawns\"\nby_rank = [1, 2, 3]",
            "8 entries",
        ),
        (
            "[[term]]\nname = \"A b\"\ncount = \"own.pawns\"\nvalue = 1",
            "small letters",
        ),
        (
            "[[term]]\nname = \"pawns.isolated\"\ncount = \"own.pawns\"\nvalue = 1",
            "is built in",
        ),
        (
            "[[term]]\nname = \"pawns\"\ncount = \"own.pawns\"\nvalue = 1",
            "is built in",
        ),
        (
            "[[term]]\nname = \"a\"\nwhen = \"1 == 1\"\nvalue = 1\n[[term]]\nname = \"a\"\nwhen = \"1 == 1\"\nvalue = 1",
            "duplicate key",
        ),
        ("[[define]]\nname = \"f\"", "a `name` and an `is`"),
        ("[let]\na = 3", "takes a text in quotes"),
        ("[scale]\n\"term.a\" = 2", "no term `term.a` to scale"),
        ("reset = [\"term.a\"]", "no term `term.a` to reset"),
        ("[[terms]]\nname = \"a\"", "did you mean `term`"),
    ] {
        let told = faults(text);
        assert!(
            told.iter().any(|line| line.contains(expected)),
            "{text}: {told:#?}"
        );
    }
    // Many large values of large counts.
    let term =
        |n: usize| format!("[[term]]\nname = \"t{n}\"\neach = \"board\"\ncount = \"1000\"\nvalue = 30000\n");
    let told = faults(&term(0));
    assert!(told[0].contains("could come to more than"), "{told:?}");
}

#[test]
fn a_child_changes_resets_and_weighs_the_terms_of_its_parent() {
    let parent = format!(
        "name = \"parent\"\n{KNIGHTS}[[term]]\nname = \"pawns.count\"\ncount = \"own.pawns\"\nvalue = 5\n\
         [[term]]\nname = \"knights.any\"\ncount = \"own.knights\"\ntable = [0, 7, 9]\n"
    );
    write_file("own-family", "parent.toml", &parent);
    let child = |name: &str, text: &str| {
        let text = format!("name = \"{name}\"\nextends = \"parent.toml\"\n{text}");
        write_file("own-family", &format!("{name}.toml"), &text)
    };
    let rim = |text: &str, tweaks: &str| {
        let path = child("child", text);
        let profile = loaded(&path, tweaks).unwrap_or_else(|e| panic!("{text}: {e}"));
        given(&profile.values, "term.knights.on_rim", RIM)[0]
    };
    assert_eq!(rim("", ""), -24);
    // Its values alone, one stage alone, what it counts alone.
    assert_eq!(rim("[[term]]\nname = \"knights.on_rim\"\nvalue = -1", ""), -2);
    assert_eq!(
        rim("[[term]]\nname = \"knights.on_rim\"\nvalue = { eg = 3 }", ""),
        -24
    );
    assert_eq!(
        rim(
            "[[term]]\nname = \"knights.on_rim\"\ncount = \"own.knights & h6\"",
            ""
        ),
        -12
    );
    assert_eq!(
        rim("[[term]]\nname = \"knights.on_rim\"\nwhen = \"1 == 2\"", ""),
        0
    );
    assert_eq!(rim("[scale]\n\"term.knights.on_rim\" = 0", ""), 0);
    assert_eq!(rim("[scale]\nterm = 2", ""), -48);
    assert_eq!(rim("[scale]\nterm.knights.on_rim = 3", ""), -72);
    assert_eq!(rim("", "term.knights.on_rim=-5"), -10);
    assert_eq!(rim("", "term.knights.on_rim.mg=-5"), -10);
    assert_eq!(rim("", "term.knights.on_rim.eg=-5"), -24);
    assert_eq!(rim("", "term.*=2x"), -48);
    assert_eq!(rim("", "term.knights=2x;term.*.on_rim=3x"), -144);
    // A term that is reset is gone; another keeps its values though its place is another.
    let profile = loaded(
        &child("child", "reset = [\"term.knights.on_rim\"]"),
        "term.knights.any.2=11",
    )
    .unwrap();
    let names: Vec<&str> = profile.values.own_entries().iter().map(|e| e.decl.name).collect();
    assert_eq!(names, ["pawns.count", "knights.any"]);
    assert_eq!(given(&profile.values, "term.knights.any", RIM), [11, 7]);
    // A mistake that a child makes of its parent's term is one of the file where it stands.
    let broken = child("broken", "[let]\nx = \"own.pawn\"");
    let told = loaded(&broken, "").unwrap_err().to_string();
    assert!(told.contains("broken.toml:4:"), "{told}");
    let misspelt = child("misspelt", "[[term]]\nname = \"knights.on_rum\"\nvalue = 3");
    let told = loaded(&misspelt, "").unwrap_err().to_string();
    assert!(
        told.contains("misspelt.toml:4:") && told.contains("did you mean `term.knights.on_rim`?"),
        "{told}"
    );
    let told = loaded(&child("child", ""), "term.knights.on_rum=1")
        .unwrap_err()
        .to_string();
    assert!(told.contains("did you mean `term.knights.on_rim`?"), "{told}");
}

#[test]
fn both_formats_say_the_same() {
    let profile = Library::new(vec![]).load(EVERYTHING).unwrap().0;
    let toml = write::write(&profile, Format::Toml);
    let ron = write::write(&profile, Format::Ron);
    let mut split = format!("{toml}\n[scale]\nterm.pawns = {{ own = [1.5, 1], their = 0 }}\n");
    let read = |format, text: &str| parse(format, text).unwrap_or_else(|e| panic!("{e:#?}\n{text}"));
    for text in [&toml, &split.clone()] {
        let profile = read(Format::Toml, text);
        let ron = read(Format::Ron, &write::write(&profile, Format::Ron));
        let toml = read(Format::Toml, &write::write(&profile, Format::Toml));
        assert_eq!(ron.values.id(), profile.values.id());
        assert_eq!(toml.values, profile.values);
        assert_eq!(ron.values, profile.values);
    }
    assert_eq!(read(Format::Ron, &ron).values.id(), profile.values.id());
    // White space is no part of what an expression says; what it counts is.
    split = toml.replace("own.knights & rim", "own.knights   &  rim");
    assert_ne!(split, toml);
    assert_eq!(read(Format::Toml, &split).values.id(), profile.values.id());
    split = toml.replace("own.knights & rim", "own.knights & ~rim");
    assert_ne!(read(Format::Toml, &split).values.id(), profile.values.id());
}

#[test]
fn own_terms_are_seen_from_the_command_line() {
    let a = write_file(
        "own-cli",
        "a.toml",
        &format!("name = \"a\"\nextends = \"otter\"\n{KNIGHTS}"),
    );
    let b = KNIGHTS.replace("& rim", "& ~rim").replace("-12", "-13");
    let b = write_file(
        "own-cli",
        "b.toml",
        &format!("name = \"b\"\nextends = \"otter\"\n{b}"),
    );
    let [a, b] = [&a, &b].map(|path| path.to_str().unwrap());
    let drawn = stdout(&temper(&[
        "eval",
        "--profile",
        a,
        "--show-term",
        "knights.on_rim",
        RIM,
    ]));
    assert!(drawn.contains(" 6  n   .   .   .   .   .   .  [N]"), "{drawn}");
    assert!(
        drawn.contains("count: 2 squares") && drawn.contains("count: 1 square\n"),
        "{drawn}"
    );
    let wrong = temper(&["eval", "--profile", a, "--show-term", "knights.on_rum", RIM]);
    assert!(!wrong.status.success());
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean `knights.on_rim`?"));
    let json = stdout(&temper(&["eval", "--profile", a, "--json", RIM]));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["terms"]["term.knights.on_rim"]["white"][0], -24);
    let both = stdout(&temper(&["eval", "--profile", a, "--profile", "otter", RIM]));
    assert!(both.contains("term.knights.on_rim"), "{both}");
    let checked = stdout(&temper(&["profile", "check", a]));
    assert!(
        checked.contains("term.knights.on_rim:") && checked.contains(" positions"),
        "{checked}"
    );
    let typical = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/profiles/typical.toml");
    let checked = stdout(&temper(&["profile", "check", typical]));
    let is_native = cfg!(all(feature = "native", target_arch = "x86_64"));
    let told = checked.contains("an evaluation, as machine code\n");
    assert_eq!(told, is_native, "{checked}");
    let differs = temper(&["profile", "diff", a, b]);
    let differs = String::from_utf8_lossy(&differs.stdout).into_owned();
    assert!(
        differs.contains("count own.knights & rim -> count own.knights & ~rim"),
        "{differs}"
    );
    assert!(differs.contains("[-12, -8] -> [-13, -8]"), "{differs}");
    let flat = stdout(&temper(&["profile", "show", a, "--flat"]));
    let flat = write_file("own-cli", "flat.toml", &flat);
    let same = temper(&["profile", "diff", a, flat.to_str().unwrap()]);
    assert!(same.status.success(), "{same:?}");
    let spsa = stdout(&temper(&["profile", "spsa", a, "--only", "term.*"]));
    assert!(spsa.starts_with("term.knights.on_rim, int, -12,"), "{spsa}");
    let origins = stdout(&temper(&["profile", "show", "--origins", a]));
    assert!(origins.contains("term.knights.on_rim"), "{origins}");
}

#[test]
fn colours_are_alike() {
    let profile = Library::new(vec![]).load(EVERYTHING).unwrap().0;
    let weights = profile.compile();
    for position in bench::positions() {
        let explanation = Explanation::new(&weights, &position);
        let mirrored = Explanation::new(&weights, &mirror(&position));
        for (row, other) in explanation.rows.iter().zip(&mirrored.rows) {
            if row.entry.section.name == "term" {
                assert_eq!((row.white, row.black), (other.black, other.white), "{position}");
            }
        }
    }
}

/// The position with colours exchanged, top to bottom.
fn mirror(position: &Position) -> Position {
    let fen = position.fen(false);
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let other = |c: char| match c.is_ascii_uppercase() {
            true => c.to_ascii_lowercase(),
            false => c.to_ascii_uppercase(),
        };
        text.chars().map(other).collect()
    };
    let board: Vec<&str> = fields[0].split('/').rev().collect();
    let stm = if position.stm() == Color::White { "b" } else { "w" };
    let ep = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let text = format!("{} {stm} {} {ep} 0 1", swap(&board.join("/")), swap(fields[2]));
    Position::from_fen(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn values_are_variables_with_places_in_the_file() {
    let toml = "name = \"x\"\n[pawns]\nisolated = -7\n[[term]]\nname = \"a\"\ncount = \"own.pawns & b2..g7\"\n\
                value = [-12, -8] # two\n[[term]]\nname = \"b\"\ncount = \"own.knights\"\ntable = [0, 9]\n\
                [[term]]\nname = \"c\"\ncount = \"own.pawns\"\nby_rank = { start = 1, step = 2 }\n";
    let ron = "(name: \"x\", pawns: (isolated: -7), term: [\n\
               (name: \"a\", count: \"own.pawns & b2..g7\", value: [-12, -8]), // two\n\
               (name: \"b\", count: \"own.knights\", table: [0, 9]),\n\
               (name: \"c\", count: \"own.pawns\", by_rank: (start: 1, step: 2)),\n])";
    for (format, text) in [(Format::Toml, toml), (Format::Ron, ron)] {
        let source = Source::new("x", format, text);
        let (profile, _) = Library::of(Vec::new()).parse(&source, &Origin::Text).unwrap();
        let found = numbers(&source, &profile).unwrap();
        let of_terms = |number: &&Number| number.key.starts_with("term.");
        let values: Vec<i32> = found.iter().filter(of_terms).map(|number| number.value).collect();
        assert_eq!(values, [-12, -8, 0, 9, 1, 2], "{format:?}");
        let effects: Vec<usize> = found.iter().filter(of_terms).map(|n| n.effects.len()).collect();
        // The step counts in both stages of all ranks but the first.
        assert_eq!(effects, [1, 1, 2, 2, 16, 14], "{format:?}");
        let wishes = Wishes {
            only: vec![Pattern::new("term.*", profile.values.own_entries()).unwrap()],
            ..Wishes::default()
        };
        let variables = Variables::new(&found, &profile.values, &wishes).unwrap();
        assert_eq!(variables.all.len(), 6);
        let new: Vec<i32> = found.iter().map(|number| number.value + 1).collect();
        let written = rewrite(&source, &found, &new).unwrap();
        let expected = text
            .replace("-7", "-6")
            .replace("[-12, -8]", "[-11, -7]")
            .replace("[0, 9]", "[1, 10]");
        let expected = expected
            .replace("1, step = 2", "2, step = 3")
            .replace("1, step: 2", "2, step: 3");
        assert_eq!(written, expected, "{format:?}");
    }
    assert!(Pattern::new("term.x", &[]).is_err());
}

#[test]
fn line_ends_and_comments_of_a_file_stay() {
    let text = "name = \"x\"\r\n\r\n[[term]]   # one\r\nname = \"a\"\r\ncount = \"\"\"\r\nown.pawns\r\n  & ritm\"\"\"\r\n\
                value = [ 1,2 ] # two\r\n";
    let path = write_file("own-crlf", "x.toml", text);
    let path = path.to_str().unwrap();
    let wrong = temper(&["profile", "check", path]);
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(
        said.contains("x.toml:7:5\n") && said.contains("did you mean `rim`?"),
        "{said}"
    );
    std::fs::write(path, text.replace("ritm", "rim")).unwrap();
    stdout(&temper(&["profile", "fmt", path]));
    let formatted = text
        .replace("ritm", "rim")
        .replace("]]   #", "]]  #")
        .replace("[ 1,2 ] #", "[1, 2]  #");
    assert_eq!(std::fs::read_to_string(path).unwrap(), formatted);
}

#[test]
fn a_profile_that_would_cost_too_much_is_refused() {
    let told = |text: &str, expected: &str| {
        let told = faults(text);
        assert!(told.iter().any(|line| line.contains(expected)), "{told:#?}");
    };
    let term = |n: usize, count: &str| format!("[[term]]\nname = \"t{n}\"\ncount = \"{count}\"\nvalue = 1\n");
    let many = |terms: usize, count: &str| (0..terms).map(|n| term(n, count)).collect::<String>();
    told(&many(65, "own.pawns"), "too many terms: 65, at most 64");
    told(
        &term(
            0,
            "sum(a in board, sum(b in board, sum(c in board, size(between(a, b) & line(b, c)))))",
        ),
        "the term costs too much",
    );
    told(
        &many(20, "sum(a in board, sum(b in board, distance(a, b)))"),
        "cost too much",
    );
    told(
        &term(0, &format!("own.pawns{}", " & rim".repeat(400))),
        "the text is too long",
    );
    told(
        &term(0, &format!("{}1{}", "(".repeat(100), ")".repeat(100))),
        "nested too deeply",
    );
    let doubled: String = (1..40)
        .map(|n| format!("d{n} = \"d{} | north(d{})\"\n", n - 1, n - 1))
        .collect();
    told(
        &format!("[let]\nd0 = \"own.pawns\"\n{doubled}{}", term(0, "d39")),
        "too large",
    );
}
