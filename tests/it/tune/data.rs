//! Input of `temper tune`: accepted positions and games, and reports of the others.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use super::command::{args, fresh, labelled, path, refused, stdout, tune};
use super::{positions, shipped};
use crate::common::{TEMPER, write_file};

/// Opening of all games, followed by distinct moves.
const BEGIN: &str = "1. e4 {+0.31/12 0.1s} e5 {-0.20/12} 2. Nf3 {+0.10/9} Nc6 {0.00/9} 3.";
const MOVES: [&str; 8] = ["Bb5", "Bc4", "d4", "d3", "Nc3", "c3", "Be2", "h3"];

/// Returns `count` games with a score for every move.
fn games(count: usize, result: &str) -> Vec<String> {
    let game = |at: usize| {
        let first = MOVES[at % 8];
        let second = ["a6", "a5", "h6", "h5", "g6", "Nf6", "Be7", "d6"][at / 8 % 8];
        format!(
            "[Event \"x\"]\n[Result \"{result}\"]\n\n{BEGIN} {first} {{+0.25/9}} {second} {{-0.25/9}} {result}\n\n"
        )
    };
    (0..count).map(game).collect()
}

/// Output of a run on a PGN file that keeps all plies.
fn tune_output(test: &str, text: &str, more: &[&str]) -> String {
    let data = write_file(test, "games.pgn", text);
    let out = fresh(test, "out.toml");
    let args = ["simplified", "--data", path(&data), "--out", path(&out), "--epochs", "0"];
    stdout(&tune(&[&args[..], &["--skip-plies", "0", "--keep-duplicates"], more].concat()))
}

#[test]
fn filtered_positions_are_reported() {
    const TEST: &str = "tune-filters";
    let mut lines = labelled(&shipped("otter").1.compile(), &positions()[..300]);
    // In check; checkmate; a hanging rook, and the position after its capture.
    lines += "4k3/8/8/8/8/8/4r3/4K3 w - - [0.0]\n7k/6Q1/6K1/8/8/8/8/8 b - - [1.0]\n\n# nothing\n";
    lines += "4k3/8/8/3r4/8/8/8/3RK3 w - - c9 \"1-0\";\n4k3/8/8/3R4/8/8/8/4K3 b - - | 500 | 1-0\n";
    let data = write_file(TEST, "data.epd", &lines);
    let games = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n[Event \"y\"]\n\n1. d4 d5 *\n";
    let pgn = write_file(TEST, "games.pgn", games);
    let out = fresh(TEST, "out.toml");
    let args = [
        "simplified",
        "--data",
        path(&data),
        path(&pgn),
        "--out",
        path(&out),
        "--epochs",
        "1",
        "--skip-plies",
        "2",
    ];
    let output = stdout(&tune(&args));
    assert!(output.contains("313 positions read from 2 games"), "{output}");
    assert!(output.contains("4 at the beginning of a game, 0 without a result, "), "{output}");
    assert!(out.exists());
    let again = refused(&args);
    assert!(again.contains("out.toml exists; --force overwrites it"), "{again}");
}

#[test]
fn only_the_faulty_game_is_skipped() {
    for (good, bad) in [("2. Nf3", "2. Ke3"), ("9} 1-0", "9 1-0"), ("[Result \"1-0", "[Result \"0-1")] {
        for at in [0, 1, 20, 39] {
            let mut games = games(40, "1-0");
            assert!(games[at].contains(good));
            games[at] = games[at].replace(good, bad);
            let output = tune_output("tune-one-faulty", &games.concat(), &["--skip-faulty"]);
            assert!(output.contains(" from 39 games"), "{bad} in {at}: {output}");
            assert!(output.contains(" 1 lines or games faulty"), "{bad} in {at}: {output}");
        }
    }
}

#[test]
fn games_without_a_result_need_lambda_0() {
    const TEST: &str = "tune-no-result";
    let text = games(40, "1-0").concat() + &games(10, "*").concat();
    for lambda in ["1", "0.5"] {
        let output = tune_output(TEST, &text, &["--lambda", lambda]);
        assert!(output.contains(" 60 without a result,"), "{lambda}: {output}");
    }
    let output = tune_output(TEST, &text, &["--lambda", "0"]);
    assert!(output.contains(" 0 without a result,"), "{output}");
}

#[test]
fn binary_input_is_not_printed() {
    const TEST: &str = "tune-binary";
    let out = fresh(TEST, "out.toml");
    let folder = out.parent().unwrap();
    let packed = folder.join("data.epd.gz");
    fs::write(&packed, [0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 0, 3, 0x9d, 0x92]).unwrap();
    let message = refused(&["simplified", "--data", path(&packed), "--out", path(&out)]);
    assert!(message.contains("looks compressed or binary"), "{message}");
    let odd = write_file(TEST, "odd.epd", &format!("\u{1b}2J{} [0.5]\n", "x".repeat(4000)));
    let message = refused(&["simplified", "--data", path(&odd), "--out", path(&out)]);
    assert!(message.contains("odd.epd:1:") && message.contains("\\u{1b}2J"), "{message}");
    assert!(!message.contains('\u{1b}') && message.len() < 1000, "{message}");
}

#[test]
fn positions_come_from_standard_input() {
    const TEST: &str = "tune-stdin";
    let lines = labelled(&shipped("otter").1.compile(), &positions()[..300]);
    let out = fresh(TEST, "out.toml");
    let mut command = Command::new(TEMPER);
    command.args(["tune", "simplified", "--data", "-", "--epochs", "0", "--out", path(&out)]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = stdout(&child.wait_with_output().unwrap());
    assert!(output.contains("300 positions read"), "{output}");
}

/// Runs a successful tuning and returns standard error.
fn warnings(args: &[&str]) -> String {
    let output = tune(args);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_few_games_are_enough_to_hold_one_out() {
    const TEST: &str = "tune-few";
    let out = fresh(TEST, "out.toml");
    // Twelve games of 40 positions; move numbers show where games begin.
    let text: String = labelled(&shipped("otter").1.compile(), &positions()[..480])
        .lines()
        .enumerate()
        .map(|(at, line)| {
            let fields: Vec<&str> = line.split(' ').collect();
            format!("{} 0 {} {}\n", fields[..4].join(" "), at % 40 + 1, fields[6])
        })
        .collect();
    let data = write_file(TEST, "games.epd", &text);
    for seed in 0..20 {
        let seed = seed.to_string();
        let more = ["--seed", &seed, "--as-they-are", "--keep-duplicates"];
        let output = stdout(&tune(&[&args("simplified", &data, &out)[..], &more].concat()));
        assert!(!output.contains(", 0 held out") && output.contains("held out"), "{seed}: {output}");
    }
    let none = tune(&[&args("simplified", &data, &out)[..], &["--held-out", "0"]].concat());
    let output = stdout(&none);
    assert!(output.contains("0 held out") && output.matches("held").count() == 1, "{output}");
    assert!(String::from_utf8(none.stderr).unwrap().contains("nothing is held out"));
}

#[test]
fn labels_of_the_other_side_are_noticed() {
    const TEST: &str = "tune-wrong-side";
    let lines = labelled(&shipped("simplified").1.compile(), &positions());
    // Relabel from the point of view of the side to move.
    let mover: String = lines
        .lines()
        .map(|line| {
            let (fen, label) = line.rsplit_once(' ').unwrap();
            let white: f64 = label.trim_matches(['[', ']']).parse().unwrap();
            let value = if fen.contains(" b ") { 1.0 - white } else { white };
            format!("{fen} [{value:.6}]\n")
        })
        .collect();
    let (data, out) = (write_file(TEST, "data.epd", &mover), fresh(TEST, "out.toml"));
    let wrong = warnings(&args("simplified", &data, &out));
    assert!(wrong.contains("--result-side mover"), "{wrong}");
    let right = warnings(&[&args("simplified", &data, &out)[..], &["--result-side", "mover"]].concat());
    assert!(!right.contains("warning"), "{right}");
}

#[test]
fn games_are_counted_by_move_numbers() {
    const TEST: &str = "tune-games";
    let data = write_file(TEST, "games.pgn", &games(40, "1-0").concat());
    let out = fresh(TEST, "out.toml");
    let output = stdout(&tune(
        &[&args("simplified", &data, &out)[..], &["--skip-plies", "2", "--keep-duplicates"]].concat(),
    ));
    assert!(output.contains(" held out, from 40 games;"), "{output}");
}
