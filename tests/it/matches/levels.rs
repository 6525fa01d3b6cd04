//! Matches between players with a level, and their seeds.

use std::fs;
use std::process::Command;

use super::{fresh, games, path, played, stdout, temper, without_times};
use crate::common::{TEMPER, write_file};

/// A short match of a profile against itself.
const TWINS: [&str; 6] = ["temperament", "temperament", "--games", "2", "--max-moves", "12"];

fn tournament(args: &[&str]) -> String {
    stdout(&Command::new(TEMPER).arg("tournament").args(args).output().unwrap())
}

#[test]
fn levels_need_no_other_limit_and_tell_twins_apart() {
    let (text, pgn) = played("match-levels", &[&TWINS[..], &["--a-elo", "1000", "--b-elo", "1400"]].concat());
    for part in [
        "A: temperament (1000), profile temperament (id ",
        "), level=1400, hash",
        "Results of temperament (1400) vs temperament (1000) (level=1400 vs level=1000, ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let game = &games(&pgn)[0];
    assert_eq!((game.tag("White"), game.tag("WhiteLimit")), ("temperament (1000)", "level=1000"));
    // The level in a profile is the same as that of an option.
    let (_, of_key) = played(
        "match-levels-key",
        &[&TWINS[..], &["--a-set", "strength.elo=1000", "--b-set", "strength.elo=1400"]].concat(),
    );
    assert_eq!(without_times(&of_key), without_times(&pgn));
    // A number of nodes is a limit too.
    let nodes = ["otter", "temperament", "--games", "2", "--max-moves", "12", "--set", "strength.nodes=90"];
    assert!(stdout(&temper(&nodes)).contains("(nodes=90, "));
}

#[test]
fn the_most_specific_level_counts() {
    let args =
        ["--set", "strength.elo=600", "--elo", "1000", "--a-set", "strength.elo=1200", "--b-elo", "1400"];
    let text = stdout(&temper(&[&TWINS[..], &args].concat()));
    assert!(text.contains("(level=1400 vs level=1200, "), "{text}");
    let text = stdout(&temper(&[&TWINS[..], &args[..4]].concat()));
    assert!(
        text.contains("Results of temperament (1000) (B) vs temperament (1000) (A) (level=1000, "),
        "{text}"
    );
    // A limit besides the level is that of the games.
    let text = stdout(&temper(&[&TWINS[..], &["--elo", "2000", "--nodes", "50"]].concat()));
    assert!(text.contains("(nodes=50, "), "{text}");
}

#[test]
fn players_of_a_tournament_have_levels_of_their_own() {
    let players = ["temperament", "temperament", "otter", "temperament", "--games", "2", "--max-moves", "8"];
    let options = ["--elo-for", "2", "1000", "--elo-for", "otter", "1200", "--limit-for", "1", "nodes=50"];
    let text = tournament(&[&players[..], &options, &["--elo-for", "4", "1600"]].concat());
    for (start, limit) in [
        ("1: temperament, ", "nodes=50"),
        ("2: temperament (1000), ", "level=1000"),
        ("3: otter, ", "level=1200"),
        ("4: temperament (1600), ", "level=1600"),
    ] {
        let line = text.lines().find(|line| line.starts_with(start));
        assert!(line.is_some_and(|line| line.contains(limit)), "{start}: {text}");
    }
}

#[test]
fn a_match_of_levels_is_resumed_and_shown_without_its_profiles() {
    let mine = write_file(
        "match-level",
        "mine.toml",
        "name = \"mine\"\nextends = \"temperament\"\nstrength.elo = 1100\n",
    );
    let [journal, pgn] = ["journal.jsonl", "games.pgn"].map(|name| fresh("match-level", name));
    let options = ["--b-elo", "900", "--games", "4", "--max-moves", "12", "--concurrency", "1"];
    let files = ["--journal", path(&journal), "--pgn", path(&pgn)];
    let whole = stdout(&temper(&[&[path(&mine), "temperament"], &options[..], &files].concat()));
    let games = fs::read_to_string(&pgn).unwrap();
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text.lines().take(2).collect::<Vec<_>>().join("\n") + "\n").unwrap();
    let resume = ["--resume", path(&journal), "--pgn", path(&pgn), "--force"];
    let result = |text: &str| text[text.find("Results of").unwrap()..].to_owned();
    assert_eq!(result(&stdout(&temper(&resume))), result(&whole));
    assert_eq!(without_times(&fs::read_to_string(&pgn).unwrap()), without_times(&games));
    fs::remove_file(&mine).unwrap();
    let shown = stdout(&temper(&["--resume", path(&journal), "--show"]));
    assert_eq!(result(&shown), result(&whole));
    assert!(shown.contains("level=1100, hash"), "{shown}");
}

#[test]
fn the_seed_decides_the_games_of_players_with_a_level() {
    let games = |more: &[&str]| {
        let levels = ["--a-elo", "800", "--b-set", "strength.noise=200", "--b-limit", "nodes=50"];
        let (text, pgn) = played("match-seed", &[&TWINS[..], &levels, more].concat());
        (text, without_times(&pgn))
    };
    let (text, seven) = games(&["--seed", "7"]);
    assert!(text.contains(", sequential order (seed 7)\n"), "{text}");
    assert_eq!(seven, games(&["--seed", "7"]).1);
    assert_ne!(seven, games(&["--seed", "8"]).1);
    assert_eq!(games(&[]), games(&["--seed", "1"]));
    assert_ne!(seven, games(&[]).1);
}

#[test]
fn levels_that_cannot_be_played_are_errors() {
    for (args, part) in [
        (&["otter", "rustic", "--a-elo", "599"][..], "a level is a whole number from 600 to 2800"),
        (&["otter", "rustic", "--elo", "full"], "a level is a whole number from 600 to 2800"),
        (&["otter", "rustic", "--elo", "1000", "--a-limit", "level=1200"], "expected nodes=N"),
        (
            &["otter", "uci:stash", "--nodes", "9", "--b-elo", "1500"],
            "--b-elo is for profiles; `uci:stash` takes option.UCI_LimitStrength=true option.UCI_Elo=1500",
        ),
        (&["otter", "uci:stash", "--elo", "1500"], "--elo is for profiles; `uci:stash`"),
    ] {
        let output = temper(args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains(part), "{args:?}: {error}");
    }
}
