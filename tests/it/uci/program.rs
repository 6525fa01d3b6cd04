//! Start and exit of the program: arguments, pending work at `quit`, stream errors.

#[cfg(target_os = "linux")]
use std::fs;
use std::process::Command;
#[cfg(target_os = "linux")]
use std::process::Stdio;

use crate::common::gui::{Gui, count};
use crate::common::{GOOD_PROFILE, TEMPER, write_file};

#[test]
fn perft_and_bench_are_finished_before_quit_and_the_end_of_input() {
    let after_e4 = "position startpos moves e2e4";
    for end in ["quit", "quit\ngo depth 1", "isready"] {
        let mut gui = Gui::start();
        gui.send(&format!("go perft 4\n{after_e4}\ngo perft 4\nbench 3\n{end}"));
        let (lines, status) = gui.close();
        assert!(status.success());
        let results: Vec<&str> = lines.iter().filter_map(|l| l.strip_prefix("Nodes searched: ")).collect();
        assert_eq!(results, ["197281", "405385"], "{end}: {lines:#?}");
        assert_eq!(lines.iter().filter(|l| l.ends_with(" nps")).count(), 1, "{end}: {lines:#?}");
        assert_eq!(count(&lines, "bestmove"), 0, "commands after quit are ignored: {lines:#?}");
    }
}

#[test]
fn a_search_and_a_new_game_wait_for_perft_and_bench() {
    let mut gui = Gui::start();
    gui.send("go perft 4\nucinewgame\nposition startpos moves e2e4\ngo depth 2");
    let lines = gui.until("bestmove");
    assert!(lines.contains(&"Nodes searched: 197281".to_owned()), "{lines:#?}");
    assert_eq!(count(&lines, "info string"), 0, "{lines:#?}");
    gui.send("bench 2\ngo depth 2");
    let lines = gui.until("bestmove");
    assert_eq!(lines.iter().filter(|l| l.ends_with(" nps")).count(), 1, "{lines:#?}");
}

#[test]
fn stop_reaches_a_search_that_waits_for_a_perft() {
    let mut gui = Gui::start();
    gui.send("go perft 30\nposition startpos moves e2e4\ngo perft 30\ngo infinite\nstop");
    let lines = gui.until("bestmove");
    assert_eq!(count(&lines, "info string perft stopped"), 1, "{lines:#?}");
    assert_eq!(count(&lines, "Nodes searched"), 0, "{lines:#?}");
    gui.ask("isready");
}

#[test]
fn stop_ends_the_work_that_quit_waits_for() {
    for line in ["go perft 30", "bench 100"] {
        let mut gui = Gui::start();
        gui.send(&format!("{line}\n{line}\nquit"));
        gui.ask("");
        gui.send("stop");
        let (lines, status) = gui.close();
        assert!(status.success());
        assert_eq!(lines.iter().filter(|l| l.ends_with(" stopped")).count(), 1, "{lines:#?}");
    }
}

#[test]
fn the_name_of_the_engine_has_the_profile_of_the_command_line() {
    let name = |args: &[&str]| {
        let mut gui = Gui::with_args(args);
        gui.send("uci");
        let lines = gui.until("id name");
        lines.last().unwrap()["id name ".len()..].to_owned()
    };
    let plain = name(&[]);
    assert_eq!(plain, format!("Temperament {}", env!("CARGO_PKG_VERSION")));
    assert_eq!(name(&["--profile", "attacker"]), format!("{plain} (attacker)"));
    assert_eq!(name(&["uci", "--profile", "attacker"]), format!("{plain} (attacker)"));
    let file = write_file("uci-name", "x.toml", GOOD_PROFILE);
    assert_eq!(name(&["--profile", file.to_str().unwrap()]), format!("{plain} (plain)"));
}

#[test]
fn the_arguments_of_uci_need_no_subcommand() {
    let mut gui =
        Gui::with_args(&["--profile", "attacker", "--tune", "tempo", "--set", "tempo.side_to_move=7"]);
    let lines = gui.ask("uci\neval");
    assert_eq!(count(&lines, "Profile attacker"), 1, "{lines:#?}");
    assert!(count(&lines, "option name tempo") > 0, "{lines:#?}");
    let mistake = Command::new(TEMPER).args(["--profile", "attacker", "bench"]).output().unwrap();
    let stderr = String::from_utf8(mistake.stderr).unwrap();
    assert!(stderr.contains("`--profile` goes after the subcommand: temper bench --profile"), "{stderr}");
    assert_eq!(mistake.status.code(), Some(2));
    for (option, value) in [("--profile", "attacker"), ("--tune", "material")] {
        let mistake = Command::new(TEMPER).args([option, value, "match", "a", "b"]).output().unwrap();
        let stderr = String::from_utf8(mistake.stderr).unwrap();
        assert!(
            stderr.contains(&format!("`{option}` is an option of `temper uci`; `temper match` has none")),
            "{stderr}"
        );
        assert_eq!(mistake.status.code(), Some(2));
    }
}

/// Runs the program. Returns whether it succeeded, and standard error.
#[cfg(target_os = "linux")]
fn exit(stdin: Stdio, stdout: Stdio) -> (bool, String) {
    let mut command = Command::new(TEMPER);
    let output = command.stdin(stdin).stdout(stdout).stderr(Stdio::piped()).output().unwrap();
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
}

#[test]
#[cfg(target_os = "linux")]
fn input_and_output_that_fail_are_errors() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for lines in ["uci\n", "uci\nquit\n", "go depth 1\n"] {
        let file = write_file("uci-full", "lines", lines);
        let (succeeds, stderr) = exit(fs::File::open(file).unwrap().into(), full().into());
        assert!(!succeeds, "{stderr}");
        assert!(stderr.starts_with("error: standard output cannot be written: No space"), "{stderr}");
    }
    let (reader, closed) = std::io::pipe().unwrap();
    drop(reader);
    let file = write_file("uci-closed", "lines", "uci\n");
    let (succeeds, stderr) = exit(fs::File::open(file).unwrap().into(), closed.into());
    assert!(!succeeds, "{stderr}");
    assert!(stderr.starts_with("error: standard output cannot be written: Broken pipe"), "{stderr}");
    let (succeeds, stderr) = exit(fs::File::open("/").unwrap().into(), Stdio::null());
    assert!(!succeeds, "{stderr}");
    assert!(stderr.starts_with("error: standard input cannot be read: Is a directory"), "{stderr}");
}
