//! `temper match`.

mod books;
#[cfg(unix)]
mod engines;
mod levels;
mod outputs;
mod reports;
mod resume;
#[cfg(syzygy)]
mod syzygy;
mod terminal;
mod tournament;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{TEMPER, write_file};
use temperament_engine::board::{Ending, Game, Position, notation};

/// Settings for short games.
const SHORT: [&str; 4] = ["--nodes", "300", "--max-moves", "25"];

fn temper(args: &[&str]) -> Output {
    Command::new(TEMPER).arg("match").args(args).output().unwrap()
}

fn stdout(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}: {error}", output.status);
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Returns a path in the temporary folder of the test where no file exists.
fn fresh(test: &str, name: &str) -> PathBuf {
    let file = write_file(test, name, "");
    fs::remove_file(&file).unwrap();
    file
}

/// Removes the times of moves, which differ between runs.
fn without_times(text: &str) -> String {
    let is_time = |word: &&str| word.strip_suffix('s').is_some_and(|n| n.parse::<f64>().is_ok());
    // Where the lines of moves end depends on the length of the times.
    let moves = |block: &str| block.split_whitespace().filter(|w| !is_time(w)).collect::<Vec<_>>().join(" ");
    let block = |block: &str| if block.starts_with('[') { block.to_owned() } else { moves(block) };
    text.split("\n\n").map(block).collect::<Vec<_>>().join("\n\n")
}

/// Plays a match. Returns its output and PGN.
fn played(test: &str, args: &[&str]) -> (String, String) {
    let file = fresh(test, "games.pgn");
    let text = stdout(&temper(&[args, &["--pgn", path(&file)]].concat()));
    (text, fs::read_to_string(file).unwrap())
}

/// A game of a PGN file.
struct PgnGame {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    comments: Vec<String>,
}

impl PgnGame {
    fn tag(&self, name: &str) -> &str {
        let found = self.tags.iter().find(|(tag, _)| tag == name);
        &found.unwrap_or_else(|| panic!("no tag {name}")).1
    }

    /// Replays the moves.
    fn game(&self) -> Game {
        let mut game = Game::new(Position::from_fen(self.tag("FEN")).unwrap());
        for text in &self.moves {
            let mv = notation::parse_any(game.position(), text);
            assert!(mv.is_some_and(|mv| game.play(mv)), "{text} in {}", game.position());
        }
        game
    }
}

/// Parses a PGN file written by the program.
fn games(text: &str) -> Vec<PgnGame> {
    let blocks: Vec<&str> = text.split("\n\n").filter(|block| !block.trim().is_empty()).collect();
    let game = |block: &[&str]| {
        let [tags, moves] = block else { panic!("tags without moves") };
        let tag = |line: &str| {
            let (name, value) = line.trim_matches(['[', ']']).split_once(' ').unwrap();
            (name.to_owned(), value.trim_matches('"').to_owned())
        };
        let (mut words, mut comments) = (Vec::new(), Vec::new());
        for part in moves.replace('\n', " ").split('{') {
            let (comment, rest) = part.split_once('}').unwrap_or(("", part));
            if !comment.is_empty() {
                comments.push(comment.to_owned());
            }
            words.extend(rest.split_whitespace().map(str::to_owned));
        }
        let tags: Vec<(String, String)> = tags.lines().map(tag).collect();
        let result = words.pop();
        assert!(tags.contains(&("Result".to_owned(), result.unwrap())));
        words.retain(|word| !word.ends_with('.'));
        PgnGame { tags, moves: words, comments }
    };
    blocks.chunks(2).map(game).collect()
}

#[test]
fn any_concurrency_gives_the_same_games() {
    let args = [["fabchess", "simplified", "--games", "8"].as_slice(), &SHORT].concat();
    let run = |n: &str| played("match-same", &[args.as_slice(), &["--concurrency", n]].concat());
    let ((one, one_pgn), (three, three_pgn)) = (run("1"), run("3"));
    assert_eq!(without_times(&one_pgn), without_times(&three_pgn));
    assert_eq!(one.replace("1 at a time", "3 at a time"), three);
    assert_eq!(games(&one_pgn).len(), 8);
    let ends = ["Games: 8, Wins: ", "Ptnml(0-2): [", "Games ended by: "];
    assert!(ends.iter().all(|line| one.contains(&format!("\n{line}"))), "{one}");
}

#[test]
fn games_are_legal_and_complete_and_come_in_pairs_with_colours_reversed() {
    let (_, pgn) = played(
        "match-pgn",
        &["fabchess", "rustic", "--games", "4", "--nodes", "200", "--resign", "movecount=3,score=700"],
    );
    let games = games(&pgn);
    for pair in games.chunks(2) {
        let [first, second] = pair else { panic!("half a pair") };
        assert_eq!(first.tag("FEN"), second.tag("FEN"));
        assert_eq!((first.tag("White"), first.tag("Black")), ("fabchess", "rustic"));
        assert_eq!((second.tag("White"), second.tag("Black")), ("rustic", "fabchess"));
    }
    assert_ne!(games[0].tag("FEN"), games[2].tag("FEN"));
    assert_eq!(games[3].tag("Round"), "2.2");
    for pgn in &games {
        let game = pgn.game();
        assert_eq!(pgn.tag("PlyCount"), game.moves().len().to_string());
        assert_eq!(pgn.comments.len(), game.moves().len());
        for comment in &pgn.comments {
            let parts: Vec<&str> = comment.trim_end_matches(|c| c != 'n').split(' ').collect();
            assert!(comment.starts_with(['+', '-']) && parts.len() >= 3, "{comment}");
            assert!(comment.contains("s n="), "{comment}");
        }
        match (game.ending(), pgn.tag("Termination")) {
            (Some(Ending::Checkmate), "normal") => assert_ne!(pgn.tag("Result"), "1/2-1/2"),
            (Some(_), "normal") => assert_eq!(pgn.tag("Result"), "1/2-1/2"),
            (None, "adjudication") => assert!(pgn.comments.last().unwrap().ends_with(", adjudicated loss")),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_profile_against_itself_plays_the_same_game_twice() {
    let args = [["otter", "otter", "--games", "6"].as_slice(), &SHORT].concat();
    let (text, pgn) = played("match-null", &args);
    assert!(text.contains("\nResults of otter (B) vs otter (A) (nodes=300, "), "{text}");
    assert!(text.contains("\nPtnml(0-2): [0, 0, 3, 0, 0], "), "{text}");
    for pair in games(&pgn).chunks(2) {
        assert_eq!(pair[0].moves, pair[1].moves);
    }
}

#[test]
fn quiet_prints_only_the_result() {
    let longest = "\u{e9}".repeat(64);
    let args = ["otter", "rustic", "--games", "4", "--b-name", &longest];
    let args = [args.as_slice(), &SHORT].concat();
    let whole = stdout(&temper(&args));
    let quiet = stdout(&temper(&[args.as_slice(), &["--quiet"]].concat()));
    assert!(quiet.starts_with(&format!("Results of {longest} vs otter (nodes=300, ")), "{quiet}");
    assert!(whole.contains("\nGame 4 of 4: ") && whole.ends_with(&format!("\n\n{quiet}")), "{whole}");
}

#[test]
fn one_file_with_two_settings_is_compared() {
    let (text, pgn) = played(
        "match-tweaks",
        &[
            "simplified",
            "simplified",
            "--games",
            "2",
            "--depth",
            "3",
            "--a-set",
            "material.queen=0",
            "--b-limit",
            "nodes=400",
            "--b-name",
            "whole",
            "--max-moves",
            "12",
        ],
    );
    let game = &games(&pgn)[0];
    assert_eq!((game.tag("White"), game.tag("Black")), ("simplified", "whole"));
    assert_ne!(game.tag("WhiteProfileId"), game.tag("BlackProfileId"));
    assert_eq!((game.tag("WhiteLimit"), game.tag("BlackLimit")), ("depth=3", "nodes=400"));
    assert!(text.contains("Results of whole vs simplified (nodes=400 vs depth=3, "), "{text}");
}

#[test]
fn games_end_by_adjudication_when_asked() {
    let ended = |rule: &[&str]| {
        let args =
            [["fabchess", "otter", "--games", "2", "--depth", "1", "--quiet"].as_slice(), rule].concat();
        let text = stdout(&temper(&args));
        text.lines().last().unwrap().to_owned()
    };
    let draw = ended(&["--draw", "movenumber=1,movecount=2,score=30000"]);
    assert_eq!(draw, "Games ended by: adjudicated draw 2");
    assert_eq!(ended(&["--max-moves", "1"]), "Games ended by: limit of moves 2");
    // The side with the lower score resigns immediately.
    let lost = ended(&["--resign", "movecount=1,score=0"]);
    assert_eq!(lost, "Games ended by: adjudicated loss 2");
}

#[test]
fn an_sprt_ends_the_match_and_sets_the_exit_code() {
    let run = |elos: [&str; 2], more: &[&str]| {
        let [elo0, elo1] = elos;
        let test = ["--elo0", elo0, "--elo1", elo1, "--model", "logistic", "--quiet"];
        let args = ["fabchess", "fabchess", "--nodes", "500", "--a-limit", "nodes=40"];
        let output = temper(&[args.as_slice(), &test, more].concat());
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, stronger) = run(["0", "200"], &["--concurrency", "3"]);
    assert_eq!(code, Some(0), "{stronger}");
    assert!(stronger.contains("H1 accepted") && !stronger.contains("Interrupted"), "{stronger}");
    assert_eq!(run(["0", "200"], &["--concurrency", "1"]).1, stronger, "games still running are not counted");
    let (code, weaker) = run(["700", "900"], &["--games", "400"]);
    assert_eq!(code, Some(1), "{weaker}");
    assert!(weaker.contains("H0 accepted"), "{weaker}");
    let (code, open) = run(["0", "200"], &["--games", "2"]);
    assert_eq!(code, Some(3), "{open}");
    let bad = temper(&["fabchess", "otter", "--nodes", "9", "--elo0", "5", "--elo1", "0"]);
    assert_eq!(bad.status.code(), Some(2));
}

#[test]
fn clocks_are_recorded_in_the_pgn() {
    let (_, pgn) = played(
        "match-clock",
        &["rustic", "rustic4", "--games", "2", "--tc", "40/2+0.01", "--max-moves", "8"],
    );
    for game in games(&pgn) {
        assert_eq!(game.tag("TimeControl"), "40/2+0.01");
        assert_eq!(game.tag("WhiteLimit"), "tc=40/2+0.01");
    }
}

#[test]
fn openings_come_from_files_in_the_order_asked_for() {
    let pgn = write_file(
        "match-openings",
        "book.pgn",
        "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n[Event \"?\"]\n\n1. d4 {queen's} d5 2. c4 e6 3. Nc3 *\n",
    );
    let play = |args: &[&str]| {
        let args = [["fabchess", "otter", "--depth", "1", "--max-moves", "5"].as_slice(), args].concat();
        played("match-openings", &args)
    };
    let (_, text) = play(&["--games", "4", "--openings", path(&pgn), "--plies", "4"]);
    let file = fs::read_to_string(path(&pgn)).unwrap();
    assert!(file.starts_with("[Event"));
    assert!(!text.contains("FEN"), "openings are moves from the initial position");
    assert_eq!(
        text.matches("1. e4 {book} 1... e5 {book} 2. Nf3 {book} 2... Nc6 {book} 3. ").count(),
        2,
        "{text}"
    );
    assert_eq!(text.matches("1. d4 {book} 1... d5 {book} 2. c4 {book} 2... e6 {book} 3. ").count(), 2);
    let firsts = |args: &[&str]| -> Vec<String> {
        let (_, text) = play(args);
        games(&text).iter().map(|game| game.tag("FEN").to_owned()).collect()
    };
    let random = |seed| firsts(&["--games", "6", "--order", "random", "--seed", seed]);
    assert_eq!(random("7"), random("7"));
    assert_ne!(random("7"), random("8"));
    assert_ne!(random("7"), firsts(&["--games", "6"]));
}

#[test]
fn too_few_openings_give_a_warning() {
    let epd = write_file(
        "match-end",
        "two.epd",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1;\n\
         rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1;\n",
    );
    let args = ["fabchess", "otter", "--depth", "1", "--max-moves", "3", "--openings", path(&epd)];
    let warnings = |games: &str| {
        let output = temper(&[args.as_slice(), &["--games", games]].concat());
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(warnings("4"), "");
    assert!(warnings("6").contains("has 2 openings for 3 pairs"));
}

#[test]
fn chess960_is_played_by_its_own_rules() {
    let epd = write_file(
        "match-960",
        "frc.epd",
        "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w HBhb - id \"SP1\";\n1k5r/8/8/8/8/8/8/1K5R w Hh - hmvc 0;\n",
    );
    let (_, text) = played(
        "match-960",
        &[
            "fabchess",
            "otter",
            "--games",
            "4",
            "--nodes",
            "200",
            "--max-moves",
            "20",
            "--openings",
            path(&epd),
        ],
    );
    for game in games(&text) {
        assert_eq!(game.tag("Variant"), "Chess960");
        game.game();
    }
}

#[test]
fn invalid_matches_are_refused_before_any_game() {
    let taken = write_file("match-bad", "taken.pgn", "mine\n");
    let broken = write_file("match-bad", "broken.epd", "# a comment\nrnbqkbnr/8 w - -\n");
    let start = write_file("match-bad", "start.pgn", "[Event \"?\"]\n\n*\n");
    let long = "\u{e9}".repeat(65);
    for (args, part) in [
        (vec!["fabchess"], "<B>"),
        (vec!["fabchess", "simplify", "--nodes", "9"], "did you mean `simplified`?"),
        (vec!["fabchess", "otter", "--nodes", "9", "--games", "7"], "games are played in pairs"),
        (vec!["fabchess", "otter", "--nodes", "9", "--games", "1"], "from 2"),
        (vec!["fabchess", "otter", "--nodes", "0"], "expected a whole number of at least 1"),
        (vec!["fabchess", "otter", "--nodes", "9", "--depth", "3"], "cannot be used with"),
        (vec!["fabchess", "otter", "--tc", "8:x"], "expected a time control such as 8+0.08"),
        (vec!["fabchess", "otter", "--nodes", "9", "--b-limit", "tc=0"], "expected a time control"),
        (vec!["fabchess", "otter", "--nodes", "9", "--a-set", "pawns.isolatde=3"], "pawns.isolated"),
        (vec!["fabchess", "otter", "--nodes", "9", "--draw", "score=8"], "there is no movecount=N"),
        (
            vec!["fabchess", "otter", "--nodes", "9", "--draw", "movecount=0,score=8"],
            "movecount is 1 or more",
        ),
        (
            vec!["fabchess", "otter", "--nodes", "9", "--resign", "movecount=0,score=8"],
            "movecount is 1 or more",
        ),
        (vec!["fabchess", "otter", "--nodes", "9", "--plies", "4"], "--plies takes nothing"),
        (vec!["fabchess", "otter", "--nodes", "9", "--seed", "4"], "--order"),
        (vec!["fabchess", "otter", "--nodes", "9", "--b-name", " "], "a name must not be blank"),
        (vec!["fabchess", "otter", "--nodes", "9", "--b-name", &long], "at most 64 characters"),
        (vec!["fabchess", "otter", "--nodes", "9", "--a-name", "x\ny"], "not have control characters"),
        (vec!["fabchess", "otter", "--nodes", "9", "--openings", "balancd"], "`balanced`"),
        (vec!["fabchess", "otter", "--nodes", "9", "--openings", path(&broken)], "broken.epd:2: "),
        (vec!["fabchess", "otter", "--nodes", "9", "--openings", path(&start)], "initial position"),
        (vec!["fabchess", "otter", "--nodes", "9", "--hash", "0"], "at least 1"),
        (vec!["fabchess", "otter", "--nodes", "9", "--hash", "99999999"], "memory"),
        (vec!["fabchess", "otter", "--nodes", "9", "--pgn", path(&taken)], "--force overwrites it"),
    ] {
        let output = temper(&args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains(part), "{args:?}: {error}");
        let games = String::from_utf8(output.stdout).unwrap();
        assert!(!games.contains("Game 1"), "{games}");
    }
    assert_eq!(fs::read_to_string(taken).unwrap(), "mine\n");
}

#[test]
fn the_limit_is_20000_nodes_by_default() {
    let text = stdout(&temper(&["otter", "rustic", "--games", "2", "--max-moves", "1"]));
    assert!(text.contains("nodes=20000,"), "{text}");
    let text = stdout(&temper(&["otter", "rustic", "--games", "2", "--max-moves", "1", "--a-elo", "1000"]));
    assert!(text.contains("nodes=20000,") && text.contains("level=1000"), "{text}");
}

#[test]
fn a_clock_that_counts_nodes_gives_the_same_games_again() {
    let args = ["rustic", "fabchess", "--tc", "1+0.01@20", "--games", "2", "--max-moves", "30", "--quiet"];
    let [(_, first), (_, again)] = ["counted", "counted_again"].map(|test| played(test, &args));
    assert_eq!(first, again);
    // A side that spends the base time and increments has used all of its clock, and no more.
    for game in games(&first) {
        let seconds = |comment: &String| {
            let time = comment.split([' ', ',']).find_map(|word| word.strip_suffix('s'));
            time.unwrap().parse::<f64>().unwrap()
        };
        let white: f64 = game.comments.iter().step_by(2).map(seconds).sum();
        assert!((0.2..1.3).contains(&white), "{white}");
    }
    let refused = temper(&["rustic", "uci:none", "--tc", "1+0.01@20"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("for profiles"), "{refused:?}");
}
