//! `temper match --style`.

use std::fs;
use std::process::Command;

use crate::common::{TEMPER, write_file};
use serde_json::Value;
use temperament_matches::style::MEASURES;

/// Runs a match and returns its output from the heading of the style table on.
fn style(args: &[&str]) -> String {
    style_and_error(args).0
}

/// Like [`style`], with standard error.
fn style_and_error(args: &[&str]) -> (String, String) {
    let output = Command::new(TEMPER).arg("match").args(args).arg("--style").output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}: {error}", output.status);
    let text = String::from_utf8(output.stdout).unwrap();
    let start = text.find("Style of ").unwrap_or_else(|| panic!("no style in {text}"));
    (text[start..].to_owned(), error.into_owned())
}

/// The row of a measure.
fn row<'a>(table: &'a str, title: &str) -> &'a str {
    let found = table.lines().find(|line| line.starts_with(title));
    found.unwrap_or_else(|| panic!("no {title} in {table}"))
}

/// Rows marked as significant.
fn marked(table: &str) -> Vec<&str> {
    table.lines().filter(|line| line.ends_with('*')).collect()
}

const SHORT: [&str; 4] = ["--nodes", "300", "--max-moves", "40"];

#[test]
fn a_profile_against_itself_does_not_differ() {
    let args = [["fabchess", "fabchess", "--games", "8"].as_slice(), &SHORT].concat();
    let table = style(&args);
    assert!(table.starts_with("Style of A: fabchess (A), B: fabchess (B); pairs of games: 4\n"), "{table}");
    assert_eq!(marked(&table), [""; 0], "{table}");
    for measure in MEASURES {
        let row = row(&table, &measure.title);
        let values = &row[measure.title.len()..];
        assert!(
            values.contains("same games") || values.contains(" 0.00 ") || values.contains(" -  -"),
            "{row}"
        );
    }
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
}

#[test]
fn a_profile_that_likes_checks_less_than_pawns_differs() {
    // A counts only material; B also pawn advance.
    let a = write_file("style-differs", "a.toml", "name = \"a\"\n[material]\npawn = 100\nknight = 300\n");
    let b = "name = \"b\"\n[material]\npawn = 100\nknight = 300\n[pawns]\nadvance = { step = 60 }\n";
    let b = write_file("style-differs", "b.toml", b);
    let [a, b] = [&a, &b].map(|path| path.to_str().unwrap());
    let args = [[a, b, "--games", "24", "--quiet"].as_slice(), &SHORT].concat();
    let table = style(&args);
    let pawns = row(&table, "pawns into enemy half");
    assert!(pawns.ends_with('*') && pawns.contains(" +"), "{table}");
}

#[test]
fn a_finished_match_has_the_fingerprint_of_its_journal() {
    let journal = write_file("style-journal", "match.jsonl", "");
    fs::remove_file(&journal).unwrap();
    let journal = journal.to_str().unwrap();
    let args = [["fabchess", "simplified", "--games", "6", "--journal", journal].as_slice(), &SHORT].concat();
    let played = style(&[args.as_slice(), &["--concurrency", "2"]].concat());
    assert_eq!(style(&["--resume", journal]), played);
}

/// A profile that extends a shipped one with custom terms.
fn with_terms(test: &str, file: &str, terms: &str) -> String {
    let name = file.split('.').next().unwrap();
    let text = format!("name = \"{name}\"\nextends = \"simplified\"\n{terms}");
    write_file(test, file, &text).to_str().unwrap().to_owned()
}

/// Runs a match. Returns its style table and JSON.
fn style_and_json(test: &str, args: &[&str]) -> (String, Value) {
    let file = write_file(test, "style.json", "");
    let json = ["--json", file.to_str().unwrap(), "--force"];
    let table = style(&[args, &json].concat());
    let document: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    (table, document["style"].clone())
}

/// A measure of a side, `a` or `b`, without its key.
fn measured(style: &Value, side: &str, key: &str) -> Value {
    let measures = style[side]["measures"].as_array().unwrap();
    let found = measures.iter().find(|measure| measure["key"] == key);
    let mut found = found.unwrap_or_else(|| panic!("no {key} in {style}")).clone();
    for name in ["key", "title"] {
        found.as_object_mut().unwrap().remove(name);
    }
    found
}

/// Keys that are not in [`MEASURES`], and those of them with a difference.
fn custom_keys(style: &Value) -> [Vec<&str>; 2] {
    [&style["a"]["measures"], &style["differences"]].map(|list| {
        let keys = list.as_array().unwrap().iter().map(|m| m["key"].as_str().unwrap());
        keys.filter(|key| MEASURES.iter().all(|measure| measure.key != *key)).collect()
    })
}

/// Terms that count the same as built-in measures, with differently listed values.
const LIKE_BUILT_IN: &str = r#"
[[term]]
name = "passed"
count = "own.passed"
by_rank = [0, 5, 10, 20, 40, 70, 120, 0]
[[term]]
name = "passed_counted"
count = "size(own.passed)"
table = [0, 5, 8, 9, 10, 11, 12, 13, 14]
[[term]]
name = "passed_indexed"
each = "own.passed"
count = "1"
index = "distance(sq, own.king)"
table = [0, 3, 2, 1]
[[term]]
name = "any_passed"
count = "size(own.passed)"
table = [0, 5]
[[term]]
name = "doubled"
count = "own.doubled"
value = -5
[[term]]
name = "isolated"
count = "own.isolated"
value = 0
"#;

#[test]
fn custom_terms_equal_measures_with_the_same_counts() {
    let test = "style-own-terms";
    let file = with_terms(test, "mine.toml", LIKE_BUILT_IN);
    let args = [["simplified", &file, "--games", "8"].as_slice(), &SHORT].concat();
    let (table, json) = style_and_json(test, &args);
    let of_both = |key: &str| ["a", "b"].map(|side| measured(&json, side, key));
    for (custom, built_in) in [
        ("term.passed", "passed_pawns"),
        ("term.passed_counted", "passed_pawns"),
        ("term.passed_indexed", "passed_pawns"),
        ("term.doubled", "doubled_pawns"),
        ("term.isolated", "isolated_pawns"),
    ] {
        assert_eq!(of_both(custom), of_both(built_in), "{custom}");
        let numbers = |title: &str| row(&table, &format!("{title} "))[title.len()..].trim().to_owned();
        let title = MEASURES.iter().find(|m| m.key == built_in).unwrap().title.clone();
        let without_p = |row: String| row.split_whitespace().take(3).collect::<Vec<_>>().join(" ");
        assert_eq!(without_p(numbers(custom)), without_p(numbers(&title)), "{custom}");
    }
    let passed = of_both("term.passed");
    assert!(passed.iter().any(|m| m["value"].as_f64().unwrap() > 0.0), "{table}");
    // A table with entries 0 and 1 counts at most 1.
    for (any, all) in of_both("term.any_passed").iter().zip(&passed) {
        let [any, all] = [any, all].map(|m| m["value"].as_f64().unwrap());
        assert!(any <= all && any <= 1.0, "{table}");
    }
    let [keys, differences] = custom_keys(&json);
    assert_eq!(keys.len(), 6, "{keys:?}");
    assert_eq!(keys, differences);
    let tested = json["tested"].as_u64().unwrap() as usize;
    assert_eq!(tested, json["differences"].as_array().unwrap().len());
    assert!(table.contains(&format!("corrected for {tested} measures")), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
}

#[test]
fn shared_terms_have_one_row_and_namesakes_two() {
    let test = "style-own-both";
    let a = "[[term]]\nname = \"same\"\ncount = \"own.passed\"\nvalue = 3\n\
             [[term]]\nname = \"other\"\ncount = \"own.passed\"\nvalue = 3\n\
             [[term]]\nname = \"a_very_long_name_for_the_table.of_style\"\ncount = \"own.pawns\"\nvalue = 1\n";
    let b = "[[term]]\nname = \"other\"\ncount = \"own.isolated\"\nvalue = 3\n\
             [[term]]\nname = \"same\"\ncount = \"own.passed\"\nby_rank = [0, 1, 2, 3, 4, 5, 6, 0]\n\
             [[term]]\nname = \"b_only\"\ncount = \"own.doubled\"\nvalue = 1\n";
    let [a, b] = [("a.toml", a), ("b.toml", b)].map(|(file, terms)| with_terms(test, file, terms));
    let args = [[&a, &b, "--games", "4"].as_slice(), &SHORT].concat();
    let (table, json) = style_and_json(test, &args);
    let long = "term.a_very_long_name_for_the_table.of_style";
    let keys = ["term.same", "term.other", long, "term.other (B)", "term.b_only"];
    assert_eq!(custom_keys(&json)[0], keys);
    row(&table, "term.a_very_l…able.of_style ");
    assert_eq!(table.matches("\nterm.").count(), keys.len(), "{table}");
    for (custom, built_in) in [
        ("term.other", "passed_pawns"),
        ("term.other (B)", "isolated_pawns"),
        ("term.b_only", "doubled_pawns"),
    ] {
        for side in ["a", "b"] {
            assert_eq!(measured(&json, side, custom), measured(&json, side, built_in), "{custom}");
        }
    }
}

#[test]
fn a_journal_has_custom_terms_while_the_profile_is_unchanged() {
    let test = "style-own-journal";
    let file = with_terms(test, "mine.toml", LIKE_BUILT_IN);
    let journal = write_file(test, "match.jsonl", "");
    fs::remove_file(&journal).unwrap();
    let journal = journal.to_str().unwrap();
    let args = [[&file, "simplified", "--games", "4", "--journal", journal].as_slice(), &SHORT].concat();
    let played = style_and_json(test, &args);
    assert!(played.0.contains("\nterm.passed "), "{}", played.0);
    assert_eq!(style_and_json(test, &["--resume", journal]), played);
    let show = ["--resume", journal, "--show"];
    assert_eq!(style_and_json(test, &show), played);
    let page = write_file(test, "page.html", "");
    let page = page.to_str().unwrap();
    style(&[show.as_slice(), &["--report", page, "--force"]].concat());
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains(">term.passed_counted</text>"), "the page has no such row");
    assert_eq!(style_and_error(&show).1, "");
    with_terms(test, "mine.toml", "");
    let error = style_and_error(&show).1;
    assert!(
        error.starts_with("note: style measures of the custom terms of mine are left out: ")
            && error.lines().count() == 1,
        "{error}"
    );
    let (table, json) = style_and_json(test, &show);
    assert!(!table.contains("term."), "{table}");
    assert_eq!(custom_keys(&json), [vec![""; 0], vec![]]);
    assert_eq!(measured(&json, "a", "passed_pawns"), measured(&played.1, "a", "passed_pawns"));
}

#[test]
fn every_measure_is_defined_in_the_docs() {
    let docs = fs::read_to_string("docs/style.md").unwrap();
    // Skip the table of command line options.
    let is_measure = |line: &&str| line.starts_with("| `") && !line.starts_with("| `-");
    let rows: Vec<&str> = docs.lines().filter(is_measure).collect();
    let expected: Vec<String> =
        MEASURES.iter().map(|measure| format!("| `{}` | {} | ", measure.key, measure.title)).collect();
    for start in &expected {
        let count = rows.iter().filter(|row| row.starts_with(start.as_str())).count();
        assert_eq!(count, 1, "{start}");
    }
    assert_eq!(rows.len(), expected.len());
    let mut keys: Vec<&str> = MEASURES.iter().map(|measure| &*measure.key).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), MEASURES.len(), "duplicate key");
}

/// Runs `temper style`. Returns its output and error.
fn of_player(args: &[&str]) -> (String, String) {
    let output = Command::new(TEMPER).arg("style").args(args).output().unwrap();
    let [out, error] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (out, error)
}

#[test]
fn the_games_of_a_match_have_the_style_of_the_match() {
    let test = "style-of-games";
    let mine = with_terms(test, "mine.toml", LIKE_BUILT_IN);
    let openings = write_file(test, "openings.pgn", "1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n\n1. c4 *\n");
    let pgn = write_file(test, "games.pgn", "");
    let files = ["--openings", openings.to_str().unwrap(), "--pgn", pgn.to_str().unwrap()];
    let args = [["simplified", &mine, "--games", "6"].as_slice(), &SHORT, &files].concat();
    let (played, json) = style_and_json(test, &args);
    let player = [pgn.to_str().unwrap(), "--player", "MINE", "--profile", "simplified", "--profile", &mine];
    let (table, error) = of_player(&player);
    assert_eq!(error, "");
    assert!(table.trim_start().replace("B: MINE;", "B: mine;").starts_with(&played), "{played}\n{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let (text, _) = of_player(&[&player[..], &["--json"]].concat());
    let mut measured: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&measured["games"], &measured["pairs"]), (&6.into(), &3.into()));
    measured["style"]["b"]["name"] = "mine".into();
    assert_eq!(measured["style"], json);
    // Without pairs the unit is the game.
    let text = fs::read_to_string(&pgn).unwrap().replace("[Round \"", "[Round \"x");
    let single = write_file(test, "single.pgn", &text);
    let (table, _) = of_player(&[single.to_str().unwrap(), "--player", "mine"]);
    assert!(table.starts_with("\nStyle of A: simplified, B: mine; games: 6\n"), "{table}");
}

/// Games in which one player always plays the same.
fn games(number: usize) -> String {
    let game = |i: usize| {
        let (result, sides) =
            if i.is_multiple_of(2) { ("1-0", ["Ann", "Bob"]) } else { ("0-1", ["Bob", "Ann"]) };
        let moves = ["1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#", "1. f3 e5 2. g4 Qh4#"][i % 2];
        format!("[White \"{}\"]\n[Black \"{}\"]\n\n{moves} {result}\n\n", sides[0], sides[1])
    };
    (0..number).map(game).collect()
}

#[test]
fn a_player_is_compared_with_its_opponents_characters_and_others() {
    let faulty = "[White \"Ann\"]\n\n1. Ke3 *\n\n[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 *\n";
    let file = write_file("style-player", "games.pgn", &(games(6) + faulty));
    let file = file.to_str().unwrap();
    let (table, error) = of_player(&[file, "--player", "ann"]);
    assert!(
        error.contains("games.pgn:33: `Ke3` is not a legal move") && error.lines().count() == 1,
        "{error}"
    );
    assert!(table.contains("Style of A: Bob, B: ann; games: 6\n"), "{table}");
    assert!(table.contains("Left out: 1 game without a result"), "{table}");
    // 1/4 and 1/2 of Ann's moves are captures or checks; Bob has none.
    assert!(row(&table, "checks /100 moves").contains(" 37.5"), "{table}");
    assert!(table.contains("\nNearest character: "), "{table}");
    let (text, _) = of_player(&[file, "--player", "ann", "--json", "--against", "Attacker"]);
    let json: Value = serde_json::from_str(&text).unwrap();
    let shares = json["characters"].as_array().unwrap().iter().map(|one| one["share"].as_f64().unwrap());
    assert!((shares.sum::<f64>() - 1.0).abs() < 1e-9, "{json}");
    assert_eq!(json["against"]["name"], "attacker");
    let (table, _) = of_player(&[file, "--player", "ann", "--against", "bob"]);
    assert!(table.contains("Each minus its opponents. A: bob, B: ann\n"), "{table}");
    for (args, words) in [
        (&["--player", "Cid"][..], "no finished game has `Cid` as White or Black"),
        (&["--player", "ann", "--against", "atacker"], "did you mean `attacker`?"),
    ] {
        let (_, error) = of_player(&[&[file], args].concat());
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn skipped_plies_and_the_opening_do_not_count() {
    let file = write_file("style-skip", "games.pgn", &games(4));
    let file = file.to_str().unwrap();
    let length = |args: &[&str]| {
        let (text, _) = of_player(&[&[file, "--player", "Ann", "--json"], args].concat());
        let json: Value = serde_json::from_str(&text).unwrap();
        measured(&json["style"], "b", "game_length")["value"].as_f64().unwrap()
    };
    assert_eq!(length(&[]), 2.75);
    assert_eq!(length(&["--skip-plies", "2"]), 1.75);
}
