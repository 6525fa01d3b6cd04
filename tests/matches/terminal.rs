//! `temper match` on a terminal.
#![cfg(unix)]

use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::common::TEMPER;

/// What a command writes to a terminal of so many columns, and its exit status. It is interrupted, as by Ctrl-C, as soon as
/// it has written `until`.
fn on_terminal(columns: u16, args: &[&str], until: Option<&str>) -> (String, Option<i32>) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let size = Winsize {
        ws_row: 24,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&master, size).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let terminal = File::options()
        .read(true)
        .write(true)
        .open(name.to_str().unwrap())
        .unwrap();
    let mut command = Command::new(TEMPER);
    command.args(args).env("TERM", "xterm").stdin(Stdio::null());
    command.stdout(terminal.try_clone().unwrap()).stderr(terminal);
    let mut child = command.spawn().unwrap();
    // This holds the terminal open as well.
    drop(command);
    let id = child.id().to_string();
    let until = until.map(str::to_owned);
    let reader = thread::spawn(move || {
        let mut master = File::from(master);
        let (mut text, mut is_waiting) = (Vec::new(), until.is_some());
        let mut part = [0; 4096];
        // On Linux, the end of a terminal is an error.
        while let Some(count) = master.read(&mut part).ok().filter(|count| *count > 0) {
            text.extend(&part[..count]);
            if is_waiting && String::from_utf8_lossy(&text).contains(until.as_deref().unwrap()) {
                is_waiting = false;
                assert!(
                    Command::new("kill")
                        .args(["-INT", &id])
                        .status()
                        .unwrap()
                        .success()
                );
            }
        }
        String::from_utf8_lossy(&text).into_owned()
    });
    let status = child.wait().unwrap();
    (reader.join().unwrap(), status.code())
}

/// The text without the sequences that move the cursor, in lines as they were drawn.
fn drawn(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => while letters.next().is_some_and(|letter| !letter.is_ascii_alphabetic()) {},
            '\r' => plain.push('\n'),
            _ => plain.push(letter),
        }
    }
    plain
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(str::to_owned)
        .collect()
}

const MATCH: [&str; 8] = [
    "match",
    "fabchess",
    "otter",
    "--nodes",
    "200",
    "--max-moves",
    "15",
    "--games",
];

#[test]
fn a_terminal_shows_how_far_the_match_is_and_then_its_result() {
    for columns in [100, 45] {
        let (text, code) = on_terminal(
            columns,
            &[&MATCH[..], &["8", "--elo0", "0", "--elo1", "5"]].concat(),
            None,
        );
        assert_eq!(code, Some(3), "{text}");
        let lines = drawn(&text);
        let of_view = |part: &str| {
            lines
                .iter()
                .filter(|line| line.contains(part))
                .collect::<Vec<_>>()
        };
        assert!(!of_view("8 games [").is_empty(), "{lines:#?}");
        assert!(
            !of_view("otter vs fabchess: +").is_empty() && !of_view("LLR -2.94 [").is_empty(),
            "{lines:#?}"
        );
        for part in ["8 games [", "otter vs fabchess: +", "LLR -2.94 ["] {
            let longest = of_view(part).iter().map(|line| line.chars().count()).max();
            assert!(
                longest.is_some_and(|longest| longest <= columns.into()),
                "{part}: {lines:#?}"
            );
        }
        assert!(
            of_view("Game 1 of").is_empty(),
            "the view is in place of a line for each game: {lines:#?}"
        );
        let result = lines
            .iter()
            .position(|line| line.starts_with("Results of otter vs fabchess"))
            .unwrap();
        assert!(
            lines[result..].iter().any(|line| line.starts_with("Games: 8, ")),
            "{lines:#?}"
        );
        assert!(
            lines[result..].iter().all(|line| !line.contains("games [")),
            "the view is gone: {lines:#?}"
        );
    }
}

#[test]
fn an_interrupt_leaves_the_terminal_as_it_was() {
    let (text, code) = on_terminal(
        80,
        &[&MATCH[..], &["4000"]].concat(),
        Some("otter vs fabchess: +"),
    );
    assert_eq!(code, Some(130), "{text}");
    let end = &text[text.find("Interrupted after ").expect("the report")..];
    assert!(end.contains("Ptnml(0-2): ["), "{end}");
    assert!(!end.contains('\u{1b}'), "nothing is drawn after it: {end:?}");
    let (hidden, shown) = (text.rfind("\u{1b}[?25l"), text.rfind("\u{1b}[?25h"));
    assert!(hidden.is_none() || shown > hidden, "the cursor is there");
}
