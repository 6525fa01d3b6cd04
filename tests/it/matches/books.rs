//! Matches between players with the opening books of their profiles.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::{fresh, games, path, played, stdout, temper, without_times};
use crate::common::{TEMPER, write_file};

const PROFILE: &str = r#"
name = "mine"
extends = "temperament"
[book]
white = ["e4 e5 f4", "e4 c5 d4", "d4 d5 c4", "c4", "b4"]
black = ["e4 e5", "e4 c5", "d4 d5", "c4 e5", "b4 a5"]
variety = 20
"#;

/// A profile with a book, and a file of openings with the initial position.
fn files(test: &str) -> [PathBuf; 2] {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    [write_file(test, "mine.toml", PROFILE), write_file(test, "start.epd", start)]
}

/// Games of the profile against itself from the initial position.
fn twins(test: &str, more: &[&str]) -> (String, String) {
    let [mine, start] = files(test);
    let [mine, start] = [path(&mine), path(&start)];
    let args =
        [mine, mine, "--openings", start, "--games", "8", "--max-moves", "4", "--nodes", "50", "--quiet"];
    let (text, pgn) = played(test, &[&args[..], more].concat());
    (text, without_times(&pgn))
}

/// Which of the players have moves from their book.
fn with_book(pgn: &str) -> [bool; 2] {
    ["mine (A)", "mine (B)"].map(|name| {
        games(pgn).iter().any(|game| {
            let first = usize::from(game.tag("Black") == name);
            game.comments.iter().skip(first).step_by(2).any(|comment| comment == "own book")
        })
    })
}

#[test]
fn players_have_their_books_if_an_option_says_so() {
    for (options, wanted) in [
        (&[][..], [false, false]),
        (&["--own-book"], [true, true]),
        (&["--a-own-book"], [true, false]),
        (&["--b-own-book"], [false, true]),
    ] {
        assert_eq!(with_book(&twins("match-books", options).1), wanted, "{options:?}");
    }
    let [mine, start] = files("tournament-books");
    let pgn = fresh("tournament-books", "games.pgn");
    let options = ["--games", "2", "--max-moves", "2", "--nodes", "50", "--own-book-for", "2"];
    let files = ["--openings", path(&start), "--pgn", path(&pgn)];
    let args = [&["tournament", path(&mine), path(&mine)], &options[..], &files].concat();
    let text = stdout(&Command::new(TEMPER).args(args).output().unwrap());
    let has_book = |line: &&str| line.ends_with(", own book");
    let lines: Vec<&str> = text.lines().filter(has_book).collect();
    assert!(matches!(lines[..], [line] if line.starts_with("2: mine (2), ")), "{text}");
    let text = fs::read_to_string(pgn).unwrap();
    assert_eq!(text.matches("{own book}").count(), 3, "{text}");
}

#[test]
fn the_seed_decides_the_choices_and_concurrency_does_not() {
    let games = |more: &[&str]| twins("match-book-seed", &[&["--own-book"], more].concat()).1;
    let seven = games(&["--seed", "7", "--concurrency", "1"]);
    assert_eq!(seven, games(&["--seed", "7", "--concurrency", "3"]));
    assert_ne!(seven, games(&["--seed", "8"]));
    // Variety alone is chance too.
    let varied = |seed| games(&["--set", "book.white=[]", "--set", "book.black=[]", "--seed", seed]);
    assert_eq!(varied("7"), varied("7"));
    assert_ne!(varied("7"), varied("8"));
}

#[test]
fn a_match_with_books_is_resumed() {
    let [journal, pgn] = ["journal.jsonl", "again.pgn"].map(|name| fresh("match-book-resumed", name));
    let (text, games) = twins("match-book-resumed", &["--own-book", "--journal", path(&journal)]);
    let lines = fs::read_to_string(&journal).unwrap();
    assert!(lines.lines().next().unwrap().matches("\"own_book\":true").count() == 3, "{lines}");
    fs::write(&journal, lines.lines().take(4).collect::<Vec<_>>().join("\n") + "\n").unwrap();
    let resumed = stdout(&temper(&["--resume", path(&journal), "--pgn", path(&pgn), "--quiet"]));
    let result = |text: &str| text[text.find("Results of").unwrap()..].to_owned();
    assert_eq!(result(&resumed), result(&text));
    assert_eq!(without_times(&fs::read_to_string(&pgn).unwrap()), games);
}

#[test]
fn books_are_for_profiles() {
    for (args, part) in [
        (
            &["otter", "uci:stash", "--nodes", "9", "--own-book"][..],
            "takes option.OwnBook=true in its own text",
        ),
        (&["otter", "uci:stash", "--nodes", "9", "--b-own-book"], "--own-book is for profiles; `uci:stash`"),
        (&["otter", "rustic", "--nodes", "9", "--own-book", "--seed", "2"], "--seed has no effect"),
    ] {
        let output = temper(args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains(part), "{args:?}: {error}");
    }
}
