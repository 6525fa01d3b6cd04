//! `temper play` with piped input and output.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{TEMPER, write_file};

/// Runs a game with `input`, which must end successfully, and returns its output.
fn play(args: &[&str], input: &str) -> String {
    let mut command = Command::new(TEMPER);
    let command = command.arg("play").args(args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the path of a file that does not exist.
fn new_file(test: &str) -> String {
    let file = write_file(test, "game.pgn", "");
    fs::remove_file(&file).unwrap();
    Path::to_str(&file).unwrap().to_owned()
}

#[test]
fn a_game_in_the_terminal_can_be_played_and_saved() {
    let file = new_file("play-saved");
    let script = format!(
        "help\ne5\ne4\nundo\nundo\nhint\nmoves\nfen\nflip\neval\nd4\nsave\nsave {}\nnew\nfen\nquit\n",
        file
    );
    let text = play(&["--nodes", "500"], &script);
    for part in [
        "`e5` is neither a legal move nor a command",
        "Temperament plays ",
        "There is no move of yours to take back.",
        "Hint: ",
        "Na3 Nc3 Nf3 Nh3 a3",
        "    h g f e d c b a",
        "searches of 500 nodes; ",
        "Also in the sum: ",
        "Which file?",
        "Goodbye.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(text.matches(start).count(), 2, "{text}");
    let pgn = fs::read_to_string(file).unwrap();
    assert!(pgn.contains("[Result \"*\"]") && pgn.contains("\n1. d4 ") && pgn.ends_with(" *\n"), "{pgn}");
}

/// The evaluation after the same search is the text of `temper eval`, except for the note below it.
#[test]
fn eval_searches_as_the_command_does_and_says_so() {
    let fen = "2br3k/2pqb2r/p1n1n3/P3PQ2/1pB5/5N2/1P1N1PPP/R3R1K1 b - - 0 1";
    let text = play(&["--nodes", "3000", "--side", "black", "--fen", fen], "eval\nquit\n");
    let output = Command::new(TEMPER).args(["eval", "--nodes", "3000", fen]).output().unwrap();
    let expected = String::from_utf8(output.stdout).unwrap();
    let (expected, _) = expected.rsplit_once(" (--all: ").unwrap();
    assert!(expected.contains("A search says Black "), "{expected}");
    let end = " (searches of 3000 nodes; `temper eval` makes longer ones)\n";
    assert!(text.contains(&format!("{expected}{end}")), "{text}\n{expected}");
}

#[test]
fn a_game_that_is_over_is_announced_and_saved_with_its_start() {
    let file = new_file("play-over");
    let fen = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    let script = format!("Ra8#\na1a2\nsave {file}\n");
    let text = play(&["--nodes", "100", "--fen", fen], &script);
    assert!(text.contains("1-0 (checkmate)") && text.contains("The game is over"), "{text}");
    assert!(text.trim_end().ends_with("Goodbye."), "the end of input ends the game: {text}");
    let pgn = fs::read_to_string(file).unwrap();
    assert!(pgn.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n")), "{pgn}");
    assert!(pgn.ends_with("\n1. Ra8# 1-0\n"), "{pgn}");
}

#[test]
fn the_engine_begins_when_the_player_has_black() {
    let text = play(&["--depth", "1", "--side", "black"], "undo\nquit\n");
    assert!(text.contains("Temperament plays ") && text.contains("Black to move."), "{text}");
    assert!(text.contains("There is no move of yours"), "{text}");
}

#[test]
fn moves_and_commands_are_read_as_people_type_them() {
    let fen = "4k3/8/8/4p3/8/5N2/8/4K2R w K - 0 1";
    for (typed, san) in [
        ("Nf3xe5", "e5"),
        ("Ne5", "e5"),
        ("E1G1", "O-O"),
        ("1. O-O!", "O-O"),
        ("1.Rh2", "Rh2"),
        ("RH2", "Rh2"),
    ] {
        let file = new_file("play-typed");
        let text = play(&["--depth", "1", "--fen", fen], &format!("{typed}\nSAVE {file}\nUNDO\nFEN\nQuit\n"));
        let pgn = fs::read_to_string(&file).unwrap();
        let first = pgn.lines().last().unwrap().split(' ').nth(1).unwrap();
        assert!(first.ends_with(san), "{typed}: {pgn}");
        assert!(text.contains(fen), "{typed}: {text}");
    }
    let text = play(&["--fen", "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"], "Nd2\n");
    assert!(text.contains("`Nd2` may be Nbd2 or Nfd2."), "{text}");
    let text = play(&["--fen", "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1"], "O-O\noo\n");
    assert!(text.contains("`O-O` is not a legal move because White is in check."), "{text}");
    assert!(text.contains("`oo` is not a legal move because White is in check."), "{text}");
    let text = play(&["--fen", "7k/P7/8/8/8/8/8/4K3 w - - 0 1"], "a8\n");
    assert!(text.contains("`a8`: which piece? a8=Q+, a8=R+, a8=B, a8=N\n"), "{text}");
}

#[test]
fn mate_scores_name_the_winning_side() {
    let fen = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";
    let text = play(&["--depth", "10", "--fen", fen], "hint\n");
    assert!(text.contains("White mates in 2, depth "), "{text}");
    let text = play(&["--depth", "10", "--fen", fen, "--side", "black"], "");
    assert!(text.contains("  White mates in 2, depth "), "{text}");
}

#[test]
fn scores_name_their_point_of_view() {
    // White is a queen up, for either side to move and either side of the player.
    for stm in ["w", "b"] {
        let fen = format!("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {stm} KQkq - 0 1");
        for side in ["white", "black"] {
            let text = play(&["--depth", "2", "--fen", &fen, "--side", side], "hint\n");
            let scores: Vec<&str> = text.lines().filter(|line| line.contains(", depth ")).collect();
            assert!(!scores.is_empty(), "{text}");
            for score in scores {
                assert!(score.contains("  White ") && score.contains(" % (+"), "{score}");
            }
        }
    }
}

#[test]
fn control_characters_in_input_are_escaped() {
    let file = new_file("play-escapes");
    let script = format!("\u{1b}[A\ne5\u{1b}[31m\n\u{9b}2J\nsave {file}\u{1b}[2J/x\nN\u{7}d2\n");
    let text = play(&["--fen", "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1"], &script);
    let steers = |c: char| c.is_control() && c != '\n';
    assert!(!text.contains(steers), "{text:?}");
    assert!(text.contains("`\\u{1b}[A` is neither a legal move"), "{text}");
}

#[cfg(unix)]
#[test]
fn save_accepts_quoted_paths_and_tilde() {
    let file = new_file("play-quoted");
    let home = Path::new(&file).parent().unwrap();
    let mut command = Command::new(TEMPER);
    let mut child =
        command.arg("play").env("HOME", home).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let script = format!("save \"{file}\"\nsave! ~/home.pgn\n");
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(fs::read_to_string(&file).unwrap().starts_with("[Event "));
    let in_home = fs::read_to_string(home.join("home.pgn")).unwrap();
    assert!(in_home.starts_with("[Event "), "{in_home}");
}

#[test]
fn save_overwrites_only_on_request() {
    let file = write_file("play-replace", "game.pgn", "precious");
    let name = file.to_str().unwrap();
    let text = play(&[], &format!("save {name}\n"));
    assert!(text.contains("exists: `save! "), "{text}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    let text = play(&[], &format!("save! {name}\n"));
    assert!(text.contains("Saved as "), "{text}");
    assert!(fs::read_to_string(&file).unwrap().starts_with("[Event "));
}

#[test]
fn a_resignation_can_be_taken_back() {
    let file = new_file("play-resigned");
    let text = play(&["--depth", "1"], &format!("e4\nresign\nd4\nhint\nsave {file}\nundo\nsave! {file}.2\n"));
    assert!(text.contains("0-1 (White resigned)"), "{text}");
    assert_eq!(text.matches("The game is over").count(), 2, "{text}");
    let pgn = fs::read_to_string(&file).unwrap();
    assert!(pgn.contains("[Result \"0-1\"]") && pgn.contains("1. e4 ") && pgn.ends_with(" 0-1\n"), "{pgn}");
    let pgn = fs::read_to_string(format!("{file}.2")).unwrap();
    assert!(pgn.contains("1. e4 ") && pgn.ends_with(" *\n"), "undo takes back only the resignation: {pgn}");
}

#[test]
fn a_draw_is_claimed_or_offered() {
    let fen = |clock: u32| format!("7k/8/8/8/8/8/R7/K7 w - - {clock} 90");
    // White is a rook ahead, and then a rook behind.
    let text = play(&["--fen", &fen(98)], "draw\n");
    assert!(text.contains("accepts the draw") && text.contains("1/2-1/2 (draw agreed)"), "{text}");
    let text = play(&["--fen", "7k/r7/8/8/8/8/8/K7 w - - 0 90"], "draw\nresign\n");
    assert!(text.contains("declines the draw") && text.contains("0-1 (White resigned)"), "{text}");
    // A level game is agreed drawn, but not at once.
    let level = |number: u32| format!("4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - - 0 {number}");
    assert!(play(&["--fen", &level(10)], "draw\n").contains("declines the draw"));
    assert!(play(&["--fen", &level(30)], "draw\n").contains("accepts the draw"));
    assert!(play(&["--fen", &level(30), "--elo", "1200"], "draw\n").contains("declines the draw"));
    assert!(play(&["--fen", &level(40), "--elo", "1200"], "draw\n").contains("accepts the draw"));
    let text = play(&["--fen", &fen(99)], "draw\ndraw\n");
    assert!(text.contains("You play ") && text.contains("1/2-1/2 (fifty moves"), "{text}");
    assert!(text.contains("The game is over"), "{text}");
}

#[test]
fn a_level_of_people_resigns_and_plays_on_after_undo() {
    // Black has pawns against three queens. Each game has another seed, and the engine resigns in a sixth of them.
    let fen = "4k3/pppppppp/8/8/8/8/QQQ5/K7 w - - 0 1";
    let script = "Kb1\nundo\nfen\nnew\n".repeat(60);
    let text = play(&["--fen", fen, "--elo", "1950", "--nodes", "300"], &script);
    let resigned = text.matches("Temperament resigns; after `undo` it plays on.").count();
    assert!((1..60).contains(&resigned), "{text}");
    assert_eq!(text.matches("1-0 (Black resigned)").count(), resigned, "{text}");
    // After a resignation, `undo` lets the engine move; otherwise it takes the move back.
    assert_eq!(text.matches(" w - - 0 1\n").count(), 60 - resigned, "{text}");
    let full = play(&["--fen", fen, "--nodes", "300"], &script);
    assert!(!full.contains("resigns"), "{full}");
}

#[test]
#[cfg(unix)]
fn an_interrupt_while_the_engine_thinks_prints_the_game() {
    use std::io::{BufRead, BufReader};

    let mut child = Command::new(TEMPER)
        .args(["play", "--movetime", "600000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // `fen` is answered immediately, before the engine replies to the move.
    input.write_all(b"fen\ne4\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains(" w KQkq - 0 1")));
    // Let the engine start thinking first.
    std::thread::sleep(std::time::Duration::from_secs(1));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("[Event ") && stderr.ends_with("1. e4 *\n\n"), "{stderr}");
}

#[test]
fn a_profile_saved_during_the_game_counts_from_the_next_move_on() {
    let text = |knight: i32| format!("name = \"mine\"\nmaterial.pawn = 100\nmaterial.knight = {knight}\n");
    let path = write_file("play-reload", "mine.toml", &text(300));
    let mut command = Command::new(TEMPER);
    command.args(["play", "--nodes", "500", "--profile"]).arg(&path);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut until =
        |part: &str| output.find(|line| line.contains(part)).unwrap_or_else(|| panic!("no {part}"));
    until("White to move.");
    fs::write(&path, text(350)).unwrap();
    writeln!(input, "e4").unwrap();
    assert!(until("Profile mine").contains("Profile mine: material.knight 300 -> 350; id "));
    until("Temperament plays");
    fs::write(&path, "name = \"mine\"\nmaterial.night = 3\n").unwrap();
    writeln!(input, "eval").unwrap();
    assert!(until("error").contains("mine.toml:2:10: error: unknown key `material.night`"));
    until("Profile mine stays active.");
    until("In pawns; + is good for White");
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_level_is_set_on_the_command_line_and_during_the_game() {
    let file = new_file("play-level");
    let script = format!(
        "level\na3\nsave {file}\nlevel 599\nlevel x\nlevel 1500\nprofile attacker\nsave! {file}.2\nlevel full\n\
         save! {file}.3\nprofile nobody\nprofile\ntakeback\nfen\n"
    );
    let text = play(&["--elo", "800", "--name", "Ann"], &script);
    for part in [
        "profile temperament at level 800.",
        "  (level 800)\n",
        "Temperament plays at level 800.",
        "A level is a number from 600 to 2800, or `full`.",
        "Temperament plays at level 1500.",
        "Temperament plays with profile attacker at level 1500.",
        "Temperament plays at full strength.",
        "the profile `nobody` cannot be used",
        "Temperament plays with profile attacker at full strength.",
        "PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for (end, name) in [("", "temperament (800)"), (".2", "attacker (1500)"), (".3", "attacker")] {
        let pgn = fs::read_to_string(format!("{file}{end}")).unwrap();
        assert!(pgn.contains(&format!("[White \"Ann\"]\n[Black \"{name}\"]\n")), "{pgn}");
    }
}

#[test]
fn the_level_of_a_profile_holds() {
    let path = write_file(
        "play-own-level",
        "weak.toml",
        "name = \"weak\"\nextends = \"simplified\"\nstrength.elo = 700\n",
    );
    let text = play(&["--profile", path.to_str().unwrap()], "");
    assert!(text.contains("profile weak at level 700."), "{text}");
}

#[test]
fn book_moves_are_played_at_once_and_vary() {
    let lines = "white = [\"e4\", \"d4\", \"c4\", \"Nf3\"]";
    let profile = format!("name = \"reader\"\nextends = \"simplified\"\n[book]\n{lines}\n");
    let path = write_file("play-book", "reader.toml", &profile);
    let args = ["--movetime", "600000", "--side", "black", "--profile", path.to_str().unwrap()];
    // A search would take ten minutes for each.
    let text = play(&args, &"new\n".repeat(30));
    let moves: Vec<&str> = text.lines().filter(|line| line.ends_with("  (book)")).collect();
    assert_eq!(moves.len(), 31, "{text}");
    assert!(moves.iter().any(|line| *line != moves[0]), "each game has a seed of its own: {text}");
}

#[test]
fn games_on_a_clock_show_both_clocks_and_save_the_time_control() {
    let file = new_file("play-clock");
    let text = play(&["--tc", "5m+3s", "--elo", "600"], &format!("e4\nsave {file}\n"));
    assert!(text.contains(" at level 600, 5:00 + 3 s each. Type `help`"), "{text}");
    assert!(text.contains("White 5:00  Black 5:00 > "), "{text}");
    assert!(text.contains("White 5:02  Black 5:0"), "the increment is added: {text}");
    let pgn = fs::read_to_string(&file).unwrap();
    assert!(pgn.contains("[TimeControl \"300+3\"]\n"), "{pgn}");
    for (control, message) in [
        ("40/5m", "expected one time for all moves"),
        ("0", "such as 5:00+3, 5m+3s or 90s, found `0`"),
        ("5+3", "`5+3` could be minutes or seconds: write 5m+3 for minutes, 5s+3 for seconds"),
    ] {
        let output = Command::new(TEMPER).args(["play", "--tc", control]).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && stderr.contains(message), "{stderr}");
    }
    let both = Command::new(TEMPER).args(["play", "--tc", "5:00+3", "--depth", "3"]).output().unwrap();
    assert!(!both.status.success());
}

/// Starts a game on a clock of a second, sends `line` after it has run out, and returns the output.
fn late(args: &[&str], line: &str) -> String {
    let mut command = Command::new(TEMPER);
    let command = command.args(["play", "--tc", "1s"]).args(args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    input.write_all(line.as_bytes()).unwrap();
    drop(input);
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn a_fallen_flag_ends_the_game() {
    let file = new_file("play-flag");
    let text = late(&[], &format!("e4\nundo\nsave {file}\nnew\n"));
    assert!(text.contains("0-1 (White ran out of time)"), "{text}");
    assert!(text.contains("cannot be continued"), "{text}");
    assert!(text.trim_end().ends_with("White 0:01.0  Black 0:01.0 > \nGoodbye."), "{text}");
    let pgn = fs::read_to_string(&file).unwrap();
    assert!(pgn.contains("[Result \"0-1\"]"), "{pgn}");
    assert!(pgn.contains("[TimeControl \"1\"]\n[Termination \"time forfeit\"]\n"), "{pgn}");
    let text = late(&["--fen", "7k/8/8/8/8/8/R7/K7 w - - 0 1"], "Ra3\n");
    assert!(text.contains("1/2-1/2 (White ran out of time, but Black cannot mate)"), "{text}");
}

#[test]
fn pipes_get_a_plain_board_by_default() {
    let plain = play(&["--depth", "1"], "e4\n");
    assert!(plain.is_ascii() && !plain.contains('\u{1b}'), "{plain}");
    assert!(plain.contains(" 8  r n b q k b n r\n") && plain.contains(" 4  . . . . P . . .\n"), "{plain}");
    let symbols = play(&["--unicode"], "");
    assert!(symbols.contains(" 8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n"), "{symbols}");
    let colored = play(&["--color", "always", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"], "O-O\n");
    assert!(colored.contains("38;5;16;48;5;") && colored.contains("m k "), "{colored:?}");
    assert!(colored.is_ascii(), "letters remain: {colored:?}");
}
