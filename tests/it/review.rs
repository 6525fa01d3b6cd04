//! `temper review`.

use std::fs;
use std::process::{Command, Output};

use crate::common::page::self_contained;
use crate::common::{TEMPER, write_file};
use temperament_coaching::review::chances::{game_accuracy, move_accuracy};
use temperament_engine::board::{Game, Position};
use temperament_engine::engine::Score;
use temperament_engine::engine::winning_chances;
use temperament_engine::eval::evaluate;
use temperament_engine::profile::Library;
use temperament_matches::arena::PgnReader;

/// Black lets itself be mated; tags, comments, NAGs, nested variations and clocks of another annotator.
const FULL: &str = "[Event \"Club\"]\n[White \"Ann \\\"A\\\" {x}\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n\
    {Before [the] game.} 1. e4 $1 {[%clk 0:10:00] good} e5 2. Qh5 Ke7?? ({or} 2... Nc6 (2... d6 $6 {(nested)} \
    3. Bc4) 3. Bc4 {a { b}) {after} ; rest of the line\n% escaped )\n3. Qxe5# $140 1-0\n\n";
/// Chess960, Windows line ends, and a mistake of White.
const CHESS960: &str = "[Event \"960\"]\r\n[Variant \"Chess960\"]\r\n[SetUp \"1\"]\r\n\
    [FEN \"4k2r/8/8/8/8/8/8/RK4Q1 w Ah - 0 1\"]\r\n\r\n1.Qh2 Rxh2 2. O-O-O Rh1 *\r\n\r\n";
const BROKEN: &str = "[Event \"Broken\"]\n\n1. e4 e5 2. Ke3 {x} (2. Nf3) *\n\n";

/// Runs a review of a text. Returns the output, and the files of `--out` and `--html`.
fn review(test: &str, text: &[u8], args: &[&str]) -> (Output, Vec<u8>, String) {
    let games = write_file(test, "games.pgn", "");
    fs::write(&games, text).unwrap();
    let [out, html] = ["out.pgn", "out.html"].map(|name| games.with_file_name(name));
    let files = [games.as_os_str(), "--out".as_ref(), out.as_os_str(), "--html".as_ref(), html.as_os_str()];
    let mut command = Command::new(TEMPER);
    let output =
        command.arg("review").args(files).args(["--force", "--nodes", "2000"]).args(args).output().unwrap();
    let read = |path| fs::read(path).unwrap_or_default();
    (output, read(out), String::from_utf8(read(html)).unwrap())
}

/// Whether `part` results from `whole` by leaving out bytes.
fn is_contained(part: &[u8], whole: &[u8]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|byte| rest.any(|other| other == byte))
}

fn games(text: &str) -> Vec<Game> {
    PgnReader::new(text, 1, None).filter_map(|game| Some(game.ok()?.game)).collect()
}

#[test]
fn mistakes_are_marked_and_nothing_is_lost() {
    let text = ["\u{feff}", FULL, BROKEN, CHESS960].concat();
    let (output, out, page) = review("review-full", text.as_bytes(), &[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("games.pgn:12: `Ke3` is not a legal move"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    let out = String::from_utf8(out).unwrap();
    assert!(is_contained(text.as_bytes(), out.as_bytes()), "{out}");
    assert!(out.contains(BROKEN), "{out}");
    for part in [
        "\u{feff}[Event \"Club\"]",
        "[Result \"1-0\"]\n[ReviewedBy \"temper ",
        // The move has a mark of its own, which stays the only one.
        "1. e4 $1 {[%clk 0:10:00] good} {[%eval ",
        "} 1... e5 {[%eval ",
        "2... Ke7?? {[%eval #1",
        ") ({or} 2... Nc6 (2... d6 $6 {(nested)} 3. Bc4) 3. Bc4 {a { b}) {after} ; rest of the line\n% escaped )\n3. Qxe5# \
         $140 1-0\n",
        "1.Qh2 $4 {[%eval ",
        "(1. ",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    // The number in the file, also after a game that cannot be read.
    assert!(page.contains("\"#game-3\"") && !page.contains("game-2"), "{page}");
    // What the game says about a move is on the page, without the clock.
    assert!(page.contains("1. e4") && page.contains("Comment in the game: good\""), "{page}");
    let blunder = out.split_once("Ke7??").unwrap().1;
    assert!(
        blunder.contains("Blunder (Black's winning chances ")
            && blunder.contains("2...Ke7 allows mate: 3.Qxe5#. 2...Nc6 prevents the mate."),
        "{out}"
    );
    let [before, after] = [&text, &out].map(|text| games(text));
    assert_eq!(before.len(), 2);
    for (before, after) in before.iter().zip(&after) {
        assert_eq!((before.start(), before.moves()), (after.start(), after.moves()));
    }
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    assert!(table.contains("  Bob  "), "{table}");
    let tags = self_contained(&page);
    assert_eq!(tags.iter().filter(|tag| tag.starts_with("article class=\"story\"")).count(), 2);
    assert!(page.contains("Ann \u{22}A\u{22} {x}") || page.contains("Ann &quot;A&quot; {x}"), "the name");
    assert!(page.contains("<h3>Turning points</h3>"), "no turning points");
}

#[test]
fn games_with_words_between_their_moves_are_reviewed() {
    let text = "[Event \"the \"big\" one\"]\n[White \"Ann\"]\n\n1. e4 ! e5 \u{b1} 2. Nf3 foo Nc6N 3. Bb5 bar a6 } 4. Ba4 1:0\n\n\
        [White \"Bob\"]\n\n1. f3 e5 2. g4 Qh4#0-1\n";
    let (output, out, _) = review("review-words", text.as_bytes(), &[]);
    assert!(output.status.success(), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    for part in [
        "games.pgn:1: note: the value of the tag Event is read",
        "games.pgn:4: note: `foo` is not a move and is ignored\n",
        "games.pgn:4: note: `}` closes nothing and is ignored\n",
    ] {
        assert!(error.contains(part), "{part}: {error}");
    }
    assert_eq!(error.lines().count(), 3, "{error}");
    let out = String::from_utf8(out).unwrap();
    assert!(is_contained(text.as_bytes(), out.as_bytes()), "{out}");
    let [before, after] = [text, &out].map(games);
    assert_eq!(before.iter().map(|game| game.moves().len()).collect::<Vec<_>>(), [7, 4]);
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before.moves(), after.moves(), "{out}");
    }
}

#[test]
fn latin_1_stays_latin_1() {
    let text = b"[White \"M\xfcller\"]\n\n1. f3 e5 {\xe9} 2. g4 Qh4# 0-1\n";
    let (output, out, page) = review("review-latin", text, &[]);
    assert!(output.status.success(), "{output:?}");
    assert!(is_contained(text, &out) && page.contains("M\u{fc}ller"));
    assert!(std::str::from_utf8(&out).is_err());
    // A byte order mark is no word.
    let (output, out, _) =
        review("review-latin", &[&b"\xef\xbb\xbf"[..], b"1. f3 e5 {\xe9} 2. g4 Qh4# 0-1\n"].concat(), &[]);
    assert!(output.status.success() && out.starts_with(b"\xef\xbb\xbf1. f3"), "{output:?}");
    let (output, ..) = review("review-utf16", b"\xff\xfe1\0.\0", &[]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("UTF-16"));
}

#[test]
fn a_review_continues_from_its_journal() {
    let test = "review-journal";
    let text = [FULL, CHESS960].concat();
    let journal = write_file(test, "journal.jsonl", "");
    let args = ["--journal", journal.to_str().unwrap()];
    let (_, whole, _) = review(test, text.as_bytes(), &[]);
    let (_, first, _) = review(test, text.as_bytes(), &args);
    assert!(first == whole, "a journal changes the result");
    let lines = fs::read_to_string(&journal).unwrap();
    assert_eq!(lines.lines().count(), 2);
    // Killed while the second game was written.
    let cut = lines.find('\n').unwrap() + 50;
    fs::write(&journal, &lines[..cut]).unwrap();
    let (_, again, _) = review(test, text.as_bytes(), &args);
    assert!(again == whole, "the continued review differs");
    assert_eq!(fs::read_to_string(&journal).unwrap(), lines);
    // Other limits are searched anew.
    review(test, text.as_bytes(), &[&args[..], &["--profile", "simplified"]].concat());
    assert_eq!(fs::read_to_string(&journal).unwrap().lines().count(), 4);
    fs::write(&journal, "something else\n").unwrap();
    let (output, ..) = review(test, text.as_bytes(), &args);
    assert!(String::from_utf8(output.stderr).unwrap().contains("journal.jsonl:1: this is not a journal"));
    assert_eq!(fs::read_to_string(&journal).unwrap(), "something else\n");
}

#[cfg(unix)]
#[test]
fn an_interrupted_review_leaves_valid_files() {
    let test = "review-interrupt";
    let slow =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 *\n";
    let text = [FULL, slow].concat();
    let games = write_file(test, "games.pgn", &text);
    let journal = games.with_file_name("journal.jsonl");
    let out = games.with_file_name("out.pgn");
    for path in [&journal, &out] {
        let _ = fs::remove_file(path);
    }
    let mut command = Command::new(TEMPER);
    command.arg("review").arg(&games).arg("--journal").arg(&journal).arg("--out").arg(&out);
    let child = command
        .args(["--nodes", "1000000000"])
        .stderr(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped());
    let child = child.spawn().unwrap();
    // The first position takes many minutes.
    while !journal.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    let [games, journal, written] = [&games, &journal, &out].map(|path| path.display().to_string());
    let command = format!(
        "interrupted; resume with: temper review {games} --journal {journal} --out {written} --nodes 1000000000 --force\n"
    );
    assert!(error.contains(&command), "{error}");
    assert_eq!(fs::read_to_string(&out).unwrap(), text);
}

#[test]
fn winning_chances_do_not_depend_on_the_unit_of_a_profile() {
    let shown = |text: &str| {
        let file = write_file("review-scale", "scaled.toml", text);
        let (profile, _) = Library::new(vec![]).load(file.to_str().unwrap()).unwrap();
        let without_knight =
            Position::from_fen("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
        let weights = profile.compile();
        weights.shown(evaluate(&weights, &without_knight), &without_knight)
    };
    let pieces =
        "name = \"scaled\"\n[material]\npawn = 100\nknight = 300\nbishop = 300\nrook = 500\nqueen = 900\n";
    let knight = shown(pieces);
    assert!((4.0..7.0).contains(&knight), "{knight}");
    for (pawn, tolerance) in [("pawn = 50", 0.01), ("pawn = 200", 0.01)] {
        assert!((shown(&pieces.replace("pawn = 100", pawn)) - knight).abs() < tolerance, "{pawn}");
    }
    let declared = |display: &str| shown(&format!("{pieces}[units]\ndisplay = {display}\n"));
    assert!((declared("150") - 2.0 * declared("300")).abs() < 1e-9);
}

#[test]
fn formulas() {
    let start = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
    assert_eq!(winning_chances(Score::Centipawns(0), &start), 50.0);
    assert_eq!([3, -3, 0].map(|moves| winning_chances(Score::Mate(moves), &start)), [100.0, 0.0, 0.0]);
    assert_eq!(move_accuracy(0.0), 100.0);
    // The curve of the page on accuracy, plus one point.
    assert!((move_accuracy(10.0) - 64.58).abs() < 0.05, "{}", move_accuracy(10.0));
    assert!((0.0..1.0).contains(&move_accuracy(100.0)));
    assert_eq!(game_accuracy(&[50.0], &[]), None);
    let even = game_accuracy(&[50.0; 5], &[(0, 90.0), (2, 90.0)]).unwrap();
    assert!((even - 90.0).abs() < 1e-9);
    // One bad move weighs more than its share.
    let white = [50.0, 50.0, 50.0, 50.0, 10.0];
    let uneven = game_accuracy(&white, &[(0, 100.0), (1, 100.0), (2, 100.0), (3, 20.0)]).unwrap();
    assert!(uneven < 60.0, "{uneven}");
}
