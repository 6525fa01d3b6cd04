//! The reports of a match: `--json` and `--report`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{fresh, path, stdout, temper};
use crate::common::page::self_contained;
use crate::common::write_file;

/// A match with short games, some of them decisive.
const MATCH: [&str; 10] = [
    "fabchess",
    "otter",
    "--games",
    "8",
    "--nodes",
    "300",
    "--resign",
    "movecount=2,score=400",
    "--max-moves",
    "40",
];

/// A name that breaks unescaped HTML, JavaScript and JSON.
const HOSTILE: &str = "</script><script>alert('x')</script>\"&<!-- {{data}}";

/// Parses a JSON file.
pub fn json(file: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// Checks that an object has exactly these fields.
pub fn assert_fields(value: &Value, fields: &str) {
    let mut found: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    let mut expected: Vec<&str> = fields.split_whitespace().collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

/// Returns a field that is a list.
pub fn list<'a>(value: &'a Value, field: &str) -> &'a Vec<Value> {
    value[field].as_array().unwrap_or_else(|| panic!("{field}: {value}"))
}

/// Removes fields that depend on the clock.
fn remove_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("seconds");
            fields.values_mut().for_each(remove_times);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_times),
        _ => {}
    }
}

/// JSON data embedded in a page.
fn embedded_json(page: &str) -> Value {
    let (_, after) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    serde_json::from_str(after.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn the_json_has_all_fields_and_is_consistent() {
    let file = fresh("report-json", "out.json");
    let args = ["--json", path(&file), "--elo0", "0", "--elo1", "5", "--quiet"];
    let output = temper(&[MATCH.as_slice(), &args].concat());
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = json(&file);
    assert_fields(
        &report,
        "format version program date command resumed options state games_planned contenders openings statistics \
         reasons course by_opening evaluation style changes telling games",
    );
    assert_eq!(report["format"], "temper match report");
    assert_eq!(report["state"], "finished");
    assert_eq!(report["resumed"], Value::Null);
    assert_fields(&report["style"], "pairs tested a b differences");
    let command: Vec<&str> = list(&report, "command").iter().filter_map(Value::as_str).collect();
    assert_eq!(command[..3], ["temper", "match", "fabchess"]);
    assert_eq!(report["options"]["options"]["max_moves"], 40);
    for contender in list(&report, "contenders") {
        assert_fields(contender, "letter name profile id limit hash_mib");
    }
    assert_fields(&report["openings"], "source count id chess960");
    let course = &report["course"];
    assert_fields(course, "half_points elo elo_low elo_high llr");
    for field in ["half_points", "elo", "elo_low", "elo_high", "llr"] {
        assert_eq!(list(course, field).len(), 4, "{field}");
    }
    assert_eq!(list(course, "elo_low")[0], Value::Null, "no interval after one pair");
    let half_points: u64 = list(course, "half_points").iter().filter_map(Value::as_u64).sum();
    let statistics = &report["statistics"];
    assert_eq!(statistics["points"].as_f64().unwrap() * 2.0, half_points as f64);
    assert_eq!(statistics["games"], 8);
    let games = list(&report, "games");
    assert_eq!(games.len(), 8);
    let mut reasons = 0;
    for game in games {
        assert_fields(game, "game round white opening result reason plies opening_plies a b");
        for side in ["a", "b"] {
            assert_fields(&game[side], "mean_cp mean_depth nodes seconds");
        }
    }
    for (reason, count) in report["reasons"].as_object().unwrap() {
        assert!(!reason.is_empty());
        reasons += count.as_u64().unwrap();
    }
    assert_eq!(reasons, 8);
    let openings = list(&report, "by_opening");
    assert_eq!(openings.len(), 4);
    assert_fields(&openings[0], "opening fen moves to_move wins draws losses");
    let first = &list(&report["evaluation"], "b")[0];
    assert_fields(first, "move games mean quartile1 median quartile3");
    assert_eq!((&first["move"], &first["games"]), (&1.into(), &8.into()));
    assert!(list(&report, "changes").len() > 10);
    let notable_games = list(&report, "telling");
    assert!(!notable_games.is_empty());
    for notable in notable_games {
        assert_fields(notable, "game why white result reason opening opening_plies fen moves");
        let game = &games[notable["game"].as_u64().unwrap() as usize - 1];
        assert_eq!(game["plies"], list(notable, "moves").len());
        assert_eq!((&game["result"], &game["white"]), (&notable["result"], &notable["white"]));
        for why in list(notable, "why") {
            assert_fields(why, "kind side size ply");
            assert!(why["ply"].as_u64() <= game["plies"].as_u64());
        }
        for step in list(notable, "moves") {
            assert_fields(step, "san uci fen by cp mate depth");
        }
    }
}

#[test]
fn a_page_is_self_contained_and_escapes_names() {
    let (file, data) = (fresh("report-page", "out.html"), fresh("report-page", "out.json"));
    let args = ["--report", path(&file), "--json", path(&data), "--b-name", HOSTILE];
    stdout(&temper(&[MATCH.as_slice(), &args].concat()));
    let page = fs::read_to_string(&file).unwrap();
    let tags = self_contained(&page);
    let count = |start: &str| tags.iter().filter(|tag| tag.starts_with(start)).count();
    assert_eq!(count("script"), 2);
    assert!(!page.contains("<script>alert"));
    let hrefs = tags.iter().filter_map(|tag| tag.split_once("href=\""));
    assert!(hrefs.clone().count() > 0);
    assert!(hrefs.clone().all(|(_, value)| value.starts_with(['#', '"'])));
    assert_eq!(embedded_json(&page), json(&data), "the page has the same data");
    assert_eq!(embedded_json(&page)["contenders"][1]["name"], HOSTILE);
    assert_eq!(count("article"), list(&json(&data), "telling").len());
    assert!(count("svg class=\"chart wide\"") >= 3);
    assert!(!page.contains("NaN") && !page.contains("undefined)"));
}

#[test]
fn a_finished_match_is_reported_later_without_playing() {
    let test = "report-resume";
    let [journal, now, later, page, later_page] =
        ["j.jsonl", "now.json", "later.json", "now.html", "later.html"].map(|name| fresh(test, name));
    let begin = ["--json", path(&now), "--report", path(&page), "--journal", path(&journal)];
    stdout(&temper(&[MATCH.as_slice(), &begin].concat()));
    let lines = fs::read_to_string(&journal).unwrap();
    let resume = ["--resume", path(&journal), "--json", path(&later), "--report", path(&later_page)];
    stdout(&temper(&resume));
    assert_eq!(fs::read_to_string(&journal).unwrap(), lines, "no games were played");
    let (mut first, mut second) = (json(&now), json(&later));
    assert_eq!(second["resumed"][1], "match");
    assert_eq!(second["resumed"][2], "--resume");
    second["resumed"] = Value::Null;
    for report in [&mut first, &mut second] {
        remove_times(report);
    }
    assert_eq!(first, second);
    let shown = |file: &Path| {
        let page = fs::read_to_string(file).unwrap();
        page.split_once("<script").unwrap().0.to_owned()
    };
    let resumed = shown(&later_page);
    let (before, after) = resumed.split_once("<p class=\"note\">Resumed with</p>").unwrap();
    let after = after.split_once("</pre>").unwrap().1;
    assert_eq!(shown(&page), format!("{before}{after}"));
}

#[test]
fn a_match_without_games_says_so() {
    let test = "report-empty";
    let [journal, page, data] = ["j.jsonl", "out.html", "out.json"].map(|name| fresh(test, name));
    stdout(&temper(&[MATCH.as_slice(), &["--journal", path(&journal)]].concat()));
    let lines = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, lines.split_inclusive('\n').next().unwrap()).unwrap();
    let show = ["--resume", path(&journal), "--show"];
    let output = temper(&[show.as_slice(), &["--report", path(&page), "--json", path(&data)]].concat());
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let page = fs::read_to_string(&page).unwrap();
    self_contained(&page);
    assert!(page.contains("<h2>Style</h2><p>No games yet.</p>"));
    assert!(!page.contains("class=\"chart"), "an empty chart");
    assert!(!page.contains("NaN") && !page.contains("inf,"));
    let data = json(&data);
    assert_eq!(data["statistics"]["elo"], Value::Null);
    assert_eq!(data["state"], "interrupted");
}

#[test]
fn files_are_overwritten_only_with_force() {
    let taken = write_file("report-files", "taken.json", "mine\n");
    let args = ["fabchess", "otter", "--games", "2", "--depth", "1", "--max-moves", "5"];
    let run = |more: &[&str]| temper(&[args.as_slice(), more].concat());
    let missing = taken.with_file_name("none").join("out.html");
    let folder = taken.parent().unwrap();
    for (more, part) in [
        (vec!["--json", path(&taken)], "--force overwrites it"),
        (vec!["--json", "x", "--report", "x"], "name the same file"),
        (vec!["--report", path(&missing)], "cannot write"),
        (vec!["--report", path(folder), "--force"], "is a folder"),
    ] {
        let output = run(&more);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(part), "{error}");
        assert!(output.stdout.is_empty(), "the error precedes any game");
    }
    assert_eq!(fs::read_to_string(&taken).unwrap(), "mine\n");
    stdout(&run(&["--json", path(&taken), "--force"]));
    assert_eq!(json(&taken)["games_planned"], 2);
    let names = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["taken.json"], "no temporary files remain");
}
