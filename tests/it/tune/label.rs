//! `temper label`, with the binary itself or a script as the labelling engine.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::command::{fresh, path, stdout};
use crate::common::{TEMPER, write_file};
use temperament_engine::board::Position;

// White is a queen up; Black is a queen up; equal; checkmate.
const WON: &str = "4k3/8/8/8/8/8/PPP5/3QK3 b - - 0 1";
const LOST: &str = "3qk3/ppp5/8/8/8/8/8/4K3 w - - 0 1";
const LEVEL: &str = "4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 1";
const MATED: &str = "4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1";

/// An engine that reports scores without WDL and crashes in its third search.
const CRASHING: &str = r#"
while read -r line; do
  case "$line" in
    uci) echo "id name Mortal"; echo "uciok" ;;
    isready) echo "readyok" ;;
    quit) exit 0 ;;
    go*)
      count=$((count + 1))
      if [ "$count" = 3 ]; then echo "that was enough" >&2; exit 3; fi
      echo "info depth 1 score cp 12"
      echo "bestmove a2a3" ;;
  esac
done
"#;

fn label(files: &[&Path], by: &str, out: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(TEMPER);
    command.arg("label").args(files).args(["--by", by, "--out"]).arg(out);
    command.args(["--concurrency", "1"]).args(more).output().unwrap()
}

fn temper() -> String {
    format!("uci:'{TEMPER}'")
}

fn refused(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Position, score and result of each line of a file.
fn labels(file: &Path) -> Vec<(String, i32, f64)> {
    let text = fs::read_to_string(file).unwrap();
    let line = |line: &str| {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [fen, score, result] = parts[..] else { panic!("{line}") };
        (fen.to_owned(), score.parse().unwrap(), result.parse().unwrap())
    };
    text.lines().map(line).collect()
}

#[test]
fn labels_are_for_white_and_in_the_order_of_the_files() {
    let test = "label-white";
    let a = write_file(test, "a.epd", &format!("# won\n{WON}\n{MATED}\n{LOST} bm e1e2;\n"));
    let b = write_file(test, "b.txt", &format!("{LEVEL} | 900 | 1.0\n{LEVEL} | -5 | 0.5\n"));
    let out = fresh(test, "out.txt");
    let output = stdout(&label(&[&a, &b], &temper(), &out, &["--within", "500"]));
    assert!(
        output.contains(
            "3 positions labelled; skipped: 1 in check or over, 0 labelled before, 1 out of bounds"
        ),
        "{output}"
    );
    let labels = labels(&out);
    assert_eq!(labels.len(), 3);
    let fens: Vec<&str> = labels.iter().map(|(fen, ..)| fen.as_str()).collect();
    assert_eq!(fens, [WON, LOST, LEVEL]);
    let twice = stdout(&label(&[&b, &b], &temper(), &out, &["--force"]));
    assert!(twice.contains("1 positions labelled; skipped: 0 in check or over, 3 labelled"), "{twice}");
    assert!(labels[0].1 > 300 && labels[0].2 > 0.9, "{labels:?}");
    assert!(labels[1].1 < -300 && labels[1].2 < 0.1, "{labels:?}");
    assert!((0.2..0.8).contains(&labels[2].2), "{labels:?}");
}

#[test]
fn chess960_positions_are_labelled() {
    let test = "label-chess960";
    let shredder = "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w HBhb - id \"SP1\";";
    let lines = format!("{LEVEL}\n{shredder}\n{WON}\n");
    let file = write_file(test, "in.epd", &lines);
    let out = fresh(test, "out.txt");
    stdout(&label(&[&file], &temper(), &out, &["--nodes", "50"]));
    let fens: Vec<String> = labels(&out).into_iter().map(|(fen, ..)| fen).collect();
    assert_eq!(fens, [LEVEL, "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w KQkq - 0 1", WON]);
    // An engine without UCI_Chess960.
    let script = write_file(test, "mortal.sh", CRASHING);
    let by = format!("uci:/bin/sh 'arg={}'", path(&script));
    let chess960 = write_file(test, "chess960.epd", &format!("{shredder}\n"));
    let output = refused(&label(&[&chess960], &by, &out, &["--force"]));
    assert!(
        output.contains("chess960.epd:1: castling as in Chess960, which the engine does not"),
        "{output}"
    );
}

#[test]
fn it_can_be_resumed_after_a_line_was_cut_off() {
    let test = "label-resume";
    let fens: Vec<String> = (0..12).map(|n| format!("4k3/ppp5/8/8/8/8/PPP5/4K3 w - - {n} 20")).collect();
    let file = write_file(test, "in.epd", &fens.join("\n"));
    let whole = fresh(test, "whole.txt");
    stdout(&label(&[&file], &temper(), &whole, &["--nodes", "50"]));
    let text = fs::read_to_string(&whole).unwrap();
    assert_eq!(text.lines().count(), 12);
    let half = write_file(test, "half.txt", &text[..text.len() / 2 + 7]);
    let output = stdout(&label(&[&file], &temper(), &half, &["--nodes", "50", "--resume"]));
    assert!(
        output.contains("6 positions labelled; skipped: 0 in check or over, 6 labelled before"),
        "{output}"
    );
    let positions = |file: &Path| -> Vec<String> { labels(file).into_iter().map(|(fen, ..)| fen).collect() };
    assert_eq!(positions(&half), positions(&whole));
    for (fen, ..) in labels(&half) {
        assert_eq!(Position::from_fen(&fen).unwrap().fen(false), fen);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_it_is_resumed() {
    let test = "label-interrupt";
    let asked = fresh(test, "asked");
    let slow = "if [ \"$count\" = 3 ]; then echo \"that was enough\" >&2; exit 3; fi";
    assert!(CRASHING.contains(slow));
    let script =
        write_file(test, "slow.sh", &CRASHING.replace(slow, &format!(": >{}; sleep 0.2", path(&asked))));
    let lines = "4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 20 | 0 | 0.5\n";
    let (file, out) = (write_file(test, "in.txt", lines), fresh(test, "out.txt"));
    let by = format!("uci:/bin/sh arg={}", path(&script));
    let mut command = Command::new(TEMPER);
    command.arg("label").arg(&file).args(["--by", &by, "--out"]).arg(&out).args([
        "--force",
        "--concurrency",
        "1",
    ]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !asked.exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let error = String::from_utf8(output.stderr).unwrap();
    let expected = format!(
        "interrupted; resume with: temper label {} --by '{by}' --out {} --resume --concurrency 1\n",
        path(&file),
        path(&out)
    );
    assert!(error.contains(&expected), "{error}{expected}");
}

#[test]
fn nothing_is_lost_when_the_engine_dies() {
    let test = "label-dies";
    let script = write_file(test, "mortal.sh", CRASHING);
    let by = format!("uci:/bin/sh 'arg={}'", path(&script));
    let lines: String =
        (0..5).map(|n| format!("4k3/ppp5/8/8/8/8/PPP5/4K3 w - - {n} 20 | 0 | 0.5\n")).collect();
    let file = write_file(test, "in.txt", &lines);
    let out = fresh(test, "out.txt");
    let output = refused(&label(&[&file], &by, &out, &[]));
    assert!(
        output.contains("- - 2 20: the engine has failed") && output.contains("that was enough"),
        "{output}"
    );
    let kept = labels(&out);
    assert_eq!(kept.len(), 2);
    assert!(kept.iter().all(|(_, score, result)| (*score, *result) == (12, 0.5)));
    let rest = stdout(&label(&[&file], &by, &out, &["--resume", "--every", "2"]));
    assert!(rest.contains("2 positions labelled"), "{rest}");
}

#[test]
fn invalid_input_is_refused() {
    let test = "label-refused";
    let script = write_file(test, "mortal.sh", CRASHING);
    let crashing = format!("uci:/bin/sh 'arg={}'", path(&script));
    let file = write_file(test, "in.epd", &format!("{LEVEL}\n"));
    let folder = file.parent().unwrap();
    let packed = folder.join("in.epd.gz");
    fs::write(&packed, [0x1f, 0x8b, 8, 0, 1, 2, 3]).unwrap();
    let games = write_file(test, "in.pgn", "[Event \"x\"]\n\n1. e4 *\n");
    let coloured = write_file(test, "esc.epd", "\u{1b}[2Jx\n");
    let missing = folder.join("missing.epd");
    let kept = write_file(test, "kept.txt", "kept\n");
    let faulty = write_file(test, "faulty.epd", &format!("{LEVEL}\n8/8 w - -\n"));
    let other = write_file(test, "other.toml", "name = \"mine\"\n");
    let (temper, out) = (temper(), fresh(test, "out.txt"));
    for (file, by, out, more, part) in [
        (&file, "simplified", &out, [].as_slice(), "expected 'uci:PROGRAM"),
        (&file, crashing.as_str(), &out, &[], "in.epd:1: no result, and the engine reports no WDL"),
        (&file, &temper, &file, &["--force"], "is also an input file"),
        (&file, &temper, &other, &[], "exists; --force overwrites it"),
        (&file, &temper, &other, &["--resume"], "is not a file of this command"),
        (&faulty, &temper, &out, &["--force"], "faulty.epd:2: "),
        (&packed, &temper, &kept, &["--force"], "looks compressed or binary"),
        (&games, &temper, &kept, &["--force"], "in.pgn is PGN, not a list of positions"),
        (&coloured, &temper, &kept, &["--force"], "esc.epd:1: "),
        (&missing, &temper, &kept, &["--force"], "missing.epd: "),
        (&file, &temper, &kept, &["--nodes", "-1"], "invalid value '-1'"),
    ] {
        let output = refused(&label(&[file], by, out, more));
        assert!(output.contains(part) && !output.contains('\u{1b}'), "{output}");
    }
    assert_eq!(labels(&out).len(), 1, "labels before the error");
    assert_eq!(fs::read_to_string(&kept).unwrap(), "kept\n");
    assert_eq!(fs::read_to_string(&other).unwrap(), "name = \"mine\"\n");
    assert_eq!(fs::read_to_string(&file).unwrap(), format!("{LEVEL}\n"));
}
