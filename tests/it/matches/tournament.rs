//! `temper tournament`.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use super::reports::{assert_fields, json, list};
use super::{PgnGame, fresh, games, path, stdout, without_times};
use crate::common::{TEMPER, write_file};

fn tournament(args: &[&str]) -> Output {
    Command::new(TEMPER).arg("tournament").args(args).output().unwrap()
}

fn half_points(game: &PgnGame) -> [usize; 2] {
    match game.tag("Result") {
        "1-0" => [2, 0],
        "0-1" => [0, 2],
        _ => [1, 1],
    }
}

/// The output from `Results of` on.
fn result(text: &str) -> &str {
    &text[text.find("Results of").unwrap()..]
}

#[test]
fn a_round_robin_has_the_same_table_with_any_concurrency_and_after_a_stop() {
    let pgn = fresh("tournament", "games.pgn");
    let journal = fresh("tournament", "journal.jsonl");
    let field = [
        "fabchess",
        "simplified",
        "otter",
        "--games",
        "4",
        "--nodes",
        "200",
        "--max-moves",
        "50",
        "--name-for",
        "3",
        "the otter",
        "--set-for",
        "simplified",
        "material.queen=500",
        "--limit-for",
        "1",
        "nodes=60",
    ];
    let one = stdout(&tournament(
        &[field.as_slice(), &["--concurrency", "1", "--pgn", path(&pgn), "--journal", path(&journal)]]
            .concat(),
    ));
    let two = stdout(&tournament(&[field.as_slice(), &["--concurrency", "2"]].concat()));
    assert_eq!(one.replace("1 at a time", "2 at a time"), two);
    let text = fs::read_to_string(&pgn).unwrap();
    let played = games(&text);
    assert_eq!(played.len(), 12);
    let mut points = [("fabchess", 0), ("simplified", 0), ("the otter", 0)];
    for game in &played {
        assert_eq!(game.tag("Event"), "Tournament of 3");
        for (color, half_points) in ["White", "Black"].into_iter().zip(half_points(game)) {
            let player = points.iter_mut().find(|(name, _)| *name == game.tag(color)).unwrap();
            player.1 += half_points;
            let nodes = if player.0 == "fabchess" { "nodes=60" } else { "nodes=200" };
            assert_eq!(game.tag(&format!("{color}Limit")), nodes);
        }
    }
    for (name, half_points) in points {
        let points = format!("{:.1}", half_points as f64 / 2.0);
        let is_row = |line: &str| line.contains(name) && line.contains(&format!(" {points}      8  "));
        assert!(one.lines().any(is_row), "{name} {points}: {one}");
    }
    assert_eq!(one.matches(" vs ").count(), 6 + 3, "one score per pair, one line per pairing");
    // Simulate a kill while the seventh game is being written.
    let lines: Vec<String> = fs::read_to_string(&journal).unwrap().lines().map(str::to_owned).collect();
    fs::write(&journal, lines[..7].join("\n") + "\n{\"game\":").unwrap();
    let again = stdout(&tournament(&["--resume", path(&journal), "--pgn", path(&pgn), "--force"]));
    assert_eq!(result(&again), result(&one));
    assert_eq!(without_times(&fs::read_to_string(&pgn).unwrap()), without_times(&text));
    let other = super::temper(&["--resume", path(&journal)]);
    let error = String::from_utf8(other.stderr).unwrap();
    assert!(
        error.contains("is the journal of a tournament: resume it with `temper tournament --resume"),
        "{error}"
    );
}

#[test]
fn a_journal_is_shown_without_playing_and_without_the_profiles() {
    let test = "tournament-show";
    let mine = write_file(test, "mine.toml", "name = \"mine\"\n[material]\nqueen = 900\n");
    let [journal, pgn] = ["journal.jsonl", "games.pgn"].map(|name| fresh(test, name));
    let field = [
        path(&mine),
        "otter",
        "rustic",
        "--games",
        "4",
        "--depth",
        "1",
        "--max-moves",
        "20",
        "--concurrency",
        "1",
    ];
    let played = stdout(&tournament(&[field.as_slice(), &["--journal", path(&journal), "--style"]].concat()));
    fs::remove_file(&mine).unwrap();
    let whole = fs::read_to_string(&journal).unwrap();
    let show = |more: &[&str]| {
        let output = tournament(&[["--resume", path(&journal), "--show"].as_slice(), more].concat());
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, text) = show(&["--style", "--pgn", path(&pgn)]);
    assert_eq!((code, result(&text)), (Some(0), result(&played)));
    assert!(text.contains("\n12 games resumed from the journal\n") && !text.contains("Game 1 "), "{text}");
    assert_eq!(games(&fs::read_to_string(&pgn).unwrap()).len(), 12);
    // The journal of a running tournament: seven games, the last one half a pair.
    fs::write(&journal, whole.split_inclusive('\n').take(8).collect::<String>()).unwrap();
    let (code, text) = show(&["--quiet"]);
    assert_eq!(code, Some(130), "{text}");
    assert!(text.starts_with("6 of 12 games count so far.\nResults of 3 players"), "{text}");
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), 8);
    let other = super::temper(&["--resume", path(&journal), "--show"]);
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn the_json_has_ranking_pairings_and_games_that_agree() {
    let test = "tournament-json";
    let [journal, now, later] = ["journal.jsonl", "now.json", "later.json"].map(|name| fresh(test, name));
    let args = [
        "fabchess",
        "otter",
        "rustic",
        "--games",
        "4",
        "--nodes",
        "100",
        "--max-moves",
        "40",
        "--resign",
        "movecount=2,score=300",
        "--quiet",
    ];
    let files = ["--journal", path(&journal), "--json", path(&now)];
    let printed = stdout(&tournament(&[args.as_slice(), &files].concat()));
    let report = json(&now);
    assert_fields(
        &report,
        "format version program date command resumed options state games_planned openings players ranking pairings \
         reasons games",
    );
    assert_eq!(report["format"], "temper tournament report");
    assert_eq!((&report["state"], &report["games_planned"]), (&"finished".into(), &12.into()));
    let players = list(&report, "players");
    for (number, player) in (1..).zip(players) {
        assert_fields(player, "number name profile id limit hash_mib");
        assert_eq!(player["number"], number);
    }
    let games = list(&report, "games");
    assert_eq!(games.len(), 12);
    let mut half_points = [0; 3];
    for game in games {
        assert_fields(game, "game round white black opening result reason plies opening_plies");
        let white = match game["result"].as_str() {
            Some("1-0") => 2,
            Some("0-1") => 0,
            _ => 1,
        };
        for (side, half) in [("white", white), ("black", 2 - white)] {
            half_points[game[side].as_u64().unwrap() as usize - 1] += half;
        }
    }
    let ranking = list(&report, "ranking");
    for (rank, row) in (1..).zip(ranking) {
        assert_fields(row, "rank player name elo elo_error elo_interval points games note");
        assert_eq!((&row["rank"], &row["games"]), (&rank.into(), &8.into()));
        let player = row["player"].as_u64().unwrap() as usize - 1;
        assert_eq!(row["name"], players[player]["name"]);
        assert_eq!(row["points"].as_f64().unwrap() * 2.0, f64::from(half_points[player]));
        assert_eq!(row["elo_interval"].is_null(), row["note"].is_string(), "{row}");
        let line = format!("\n{rank}  {}", row["name"].as_str().unwrap());
        assert!(printed.contains(&line), "{line}: {printed}");
    }
    let pairings = list(&report, "pairings");
    let met: Vec<String> = pairings.iter().map(|met| met["players"].to_string()).collect();
    assert_eq!(met.len(), 3);
    for both in ["[1,2]", "[1,3]", "[2,3]"] {
        assert!(met.iter().any(|met| met == both), "{met:?}");
    }
    let points = pairings.iter().filter(|met| met["players"][0] == 1);
    let points: f64 = points.map(|met| met["statistics"]["points"].as_f64().unwrap()).sum();
    assert_eq!(points * 2.0, f64::from(half_points[0]), "points are those of the first player");
    let show = ["--resume", path(&journal), "--show", "--json", path(&later)];
    stdout(&tournament(&show));
    let mut shown = json(&later);
    assert_eq!(shown["resumed"][1], "tournament");
    shown["resumed"] = Value::Null;
    assert_eq!(shown, report);
    let again = tournament(&show);
    assert_eq!(again.status.code(), Some(2));
    assert!(again.stdout.is_empty(), "refused before any output");
}

#[test]
fn in_a_gauntlet_the_first_meets_each_other() {
    let args = [
        "otter",
        "otter",
        "otter",
        "--format",
        "gauntlet",
        "--games",
        "2",
        "--depth",
        "1",
        "--max-moves",
        "4",
    ];
    let text = stdout(&tournament(&args));
    let last = &text[text.find("Pairings:").unwrap()..];
    assert!(
        last.starts_with(
            "Pairings:\n\
             otter (1) vs otter (2): 1.0 - 1.0 (+1 =0 -1, Elo 0.0), Ptnml(0-2): [0, 0, 1, 0, 0]\n\
             otter (1) vs otter (3): 1.0 - 1.0 (+1 =0 -1, Elo 0.0), Ptnml(0-2): [0, 0, 1, 0, 0]\n\
             Games ended by: "
        ),
        "{last}"
    );
    assert!(
        text.contains(
            "otter (2): no interval (the spread is unknown until two pairs of the same players differ"
        ),
        "{text}"
    );
    assert!(!text.contains("nan") && !text.contains("inf") && !text.contains("-0.0"), "{text}");
}

#[test]
fn options_for_unknown_players_are_refused() {
    let long = "x".repeat(65);
    for (args, part) in [
        (vec!["otter", "--nodes", "9"], "two players or more"),
        (vec!["otter", "rustic", "--nodes", "9", "--name-for", "1", &long], "at most 64 characters"),
        (vec!["otter", "rustic", "--nodes", "9", "--limit-for", "3", "nodes=5"], "their numbers are 1 to 2"),
        (
            vec!["otter", "otter", "--nodes", "9", "--name-for", "otter", "x"],
            "players 1 and 2 have this profile",
        ),
        (vec!["otter", "rustic", "--nodes", "9", "--limit-for", "2", "5"], "expected nodes=N"),
        (vec!["otter", "rustic", "--nodes", "9", "--set-for", "2", "materail.pawn=5"], "--set-for 2"),
        (
            vec![
                "otter",
                "rustic",
                "--nodes",
                "9",
                "--name-for",
                "1",
                "rustic (2)",
                "--name-for",
                "2",
                "rustic (2)",
                "--limit-for",
                "1",
            ],
            "2 values required",
        ),
        (vec!["otter", "otter", "otter (2)", "--nodes", "9"], "otter (2)"),
        (vec!["otter", "rustic", "--elo-for", "2", "1k"], "--elo-for 2 1k: a level is a whole number"),
        (vec!["otter", "rustic", "--elo-for", "2", "900", "--elo-for", "rustic", "950"], "is there twice"),
    ] {
        let output = tournament(&args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains(part), "{args:?}: {error}");
    }
}

#[test]
fn missing_endgame_tables_are_reported_before_any_game() {
    let args = ["otter", "rustic", "--nodes", "9", "--syzygy", "no-such-folder"];
    let output = super::temper(&args);
    let error = String::from_utf8(output.stderr).unwrap();
    let part = if cfg!(syzygy) { "no usable tables" } else { "this build has no support for Syzygy tables" };
    assert!(!output.status.success() && output.stdout.is_empty(), "{error}");
    assert!(error.contains("--syzygy no-such-folder") && error.contains(part), "{error}");
}
