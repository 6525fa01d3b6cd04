//! `temper match` on a terminal.
#![cfg(unix)]

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::thread;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::engines::journal_with_engine;
use crate::common::TEMPER;

/// Runs a command on a terminal with `columns` columns. Returns its output and exit code. Sends SIGINT as soon as the
/// output contains `until`.
fn on_terminal(columns: u16, args: &[&str], until: Option<&str>) -> (String, Option<i32>) {
    let (master, terminal) = terminal(columns);
    let mut command = Command::new(TEMPER);
    command.args(args).env("TERM", "xterm").stdin(Stdio::null());
    command.stdout(terminal.try_clone().unwrap()).stderr(terminal);
    let mut child = command.spawn().unwrap();
    // `command` keeps the terminal open.
    drop(command);
    let id = child.id().to_string();
    let until = until.map(str::to_owned);
    let reader = thread::spawn(move || {
        let mut master = File::from(master);
        let (mut text, mut is_waiting) = (Vec::new(), until.is_some());
        let mut part = [0; 4096];
        // On Linux, reading a closed terminal is an error.
        while let Some(count) = master.read(&mut part).ok().filter(|count| *count > 0) {
            text.extend(&part[..count]);
            if is_waiting && String::from_utf8_lossy(&text).contains(until.as_deref().unwrap()) {
                is_waiting = false;
                assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
            }
        }
        String::from_utf8_lossy(&text).into_owned()
    });
    let status = child.wait().unwrap();
    (reader.join().unwrap(), status.code())
}

/// Opens a pseudoterminal with `columns` columns. Returns both ends.
fn terminal(columns: u16) -> (OwnedFd, File) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&master, size).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let terminal = File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    (master, terminal)
}

/// Splits output into the rows of a terminal with `columns` columns. Each cursor movement begins a new row.
fn rows(text: &str, columns: usize) -> Vec<String> {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => {
                while letters.next().is_some_and(|letter| !letter.is_ascii_alphabetic()) {}
                plain.push('\n');
            }
            '\r' => plain.push('\n'),
            _ => plain.push(letter),
        }
    }
    let mut lines = Vec::new();
    for line in plain.lines() {
        let letters: Vec<char> = line.chars().collect();
        lines.extend(letters.chunks(columns).map(String::from_iter));
    }
    lines
}

const MATCH: [&str; 8] = ["match", "fabchess", "otter", "--nodes", "200", "--max-moves", "15", "--games"];

#[test]
fn a_terminal_shows_progress_and_then_the_result() {
    for columns in [100, 45] {
        let (text, code) =
            on_terminal(columns, &[&MATCH[..], &["8", "--elo0", "0", "--elo1", "5"]].concat(), None);
        assert_eq!(code, Some(3), "{text}");
        let lines = rows(&text, columns.into());
        // A line that wraps would displace the next one.
        for part in ["8/8 games [", "otter vs fabchess: +", "LLR -2.94 ["] {
            assert!(lines.iter().any(|line| line.starts_with(part)), "{part}: {lines:#?}");
        }
        assert!(
            !lines.iter().any(|line| line.starts_with("Game 1 of")),
            "the live view replaces the line per game: {lines:#?}"
        );
        let result = lines.iter().position(|line| line.starts_with("Results of otter vs fabchess")).unwrap();
        assert!(lines[result..].iter().any(|line| line.starts_with("Games: 8, ")), "{lines:#?}");
        assert!(
            lines[result..].iter().all(|line| !line.contains("games [")),
            "the live view is cleared: {lines:#?}"
        );
    }
}

#[test]
fn an_interrupt_leaves_the_terminal_as_it_was() {
    let (text, code) = on_terminal(80, &[&MATCH[..], &["4000"]].concat(), Some("otter vs fabchess: +"));
    assert_eq!(code, Some(130), "{text}");
    let end = &text[text.find("Interrupted after ").expect("the report")..];
    assert!(end.contains("Ptnml(0-2): ["), "{end}");
    assert!(!end.contains('\u{1b}'), "no escape sequence after the report: {end:?}");
    let (hidden, shown) = (text.rfind("\u{1b}[?25l"), text.rfind("\u{1b}[?25h"));
    assert!(hidden.is_none() || shown > hidden, "the cursor is visible");
}

#[test]
fn an_engine_of_a_journal_runs_when_the_user_says_yes() {
    for (answer, is_run) in [("\n", false), ("no\n", false), ("yes\n", true)] {
        let (journal, engine, pids) = journal_with_engine("engines-prompt");
        let (master, terminal) = terminal(200);
        let mut command = Command::new(TEMPER);
        command.args(["match", "--resume", journal.to_str().unwrap()]);
        command.stdin(terminal.try_clone().unwrap()).stdout(Stdio::null()).stderr(terminal);
        let mut child = command.spawn().unwrap();
        drop(command);
        let mut master = File::from(master);
        master.write_all(answer.as_bytes()).unwrap();
        let (mut text, mut part) = (Vec::new(), [0; 4096]);
        while let Some(count) = master.read(&mut part).ok().filter(|count| *count > 0) {
            text.extend(&part[..count]);
        }
        let text = String::from_utf8_lossy(&text);
        assert_eq!(child.wait().unwrap().success(), is_run, "{text}");
        assert!(text.contains(&engine) && text.contains("Run them? [y/N]"), "{text}");
        assert_eq!(pids.exists(), is_run, "{text}");
    }
}
