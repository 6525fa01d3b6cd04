//! `temper watch` with piped output. (On a terminal it draws the same lines in place.)
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::common::{TEMPER, write_file};

const SPANISH: &str = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";

struct Watch {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Watch {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(TEMPER);
        command.arg("watch").args(arguments).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    /// Returns the lines of one view, which contains `gaps` empty lines and ends with another.
    fn view(&mut self, gaps: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut left = gaps;
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "exited: {lines:#?}");
            let line = line.trim_end().to_owned();
            if line.is_empty() && left == 0 {
                return lines;
            }
            left -= usize::from(line.is_empty());
            lines.push(line);
        }
    }

    /// Sends SIGINT and returns whether the program exits successfully.
    fn interrupt(mut self) -> bool {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        self.child.wait().unwrap().success()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn profile(test: &str, bishop: i32) -> std::path::PathBuf {
    write_file(test, "mine.toml", &text(bishop))
}

fn text(bishop: i32) -> String {
    format!("name = \"mine\"\nextends = \"fabchess\"\nmaterial.bishop = [{bishop}, 800]\n")
}

fn save(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
}

#[test]
fn each_save_shows_changed_terms_and_the_best_move() {
    let path = profile("watch-one", 496);
    let mut watch = Watch::start(&[path.to_str().unwrap(), SPANISH]);
    let first = watch.view(2);
    assert!(first[0].starts_with("mine  (id "), "{first:#?}");
    assert!(first.iter().any(|l| l.starts_with("Engine      ") && l.contains(" at depth ")), "{first:#?}");
    assert!(first.iter().any(|l| l.starts_with("psqt.")), "the first view lists all terms: {first:#?}");

    save(&path, &text(496).replace("496", "560"));
    // Equal numbers of bishops: only values that depend on the unit change.
    let second = watch.view(2);
    assert!(
        second[1].starts_with("reload mine: material.bishop [496, 800] -> [560, 800]; id "),
        "{second:#?}"
    );

    save(&path, &format!("{}psqt.knight = 0\n", text(560)));
    let third = watch.view(2);
    let moved: Vec<&String> = third.iter().filter(|l| l.starts_with("psqt.knight")).collect();
    assert_eq!(moved.len(), 1, "{third:#?}");
    assert!(third.iter().any(|l| l.starts_with("Evaluation") && l.contains(", was ")), "{third:#?}");

    save(&path, "name = \"mine\"\npsqt.kniht = 0\n");
    let error = watch.view(2);
    assert!(error[1].contains("mine.toml:2:6: error: unknown key `psqt.kniht`"), "{error:#?}");
    assert!(watch.interrupt());
}

#[test]
fn positions_are_sorted_by_change() {
    let fens = format!("# a comment\nstartpos\n{SPANISH}\n4k3/8/8/8/8/8/8/BB2K3 w - - 0 1\n");
    let fens = write_file("watch-many", "some.fens", &fens);
    let path = profile("watch-many", 496);
    let mut watch = Watch::start(&[path.to_str().unwrap(), "--fens", fens.to_str().unwrap()]);
    let first = watch.view(1);
    assert!(first[3].ends_with("startpos"), "the first view is in file order: {first:#?}");
    save(&path, &text(496).replace("800", "900"));
    let second = watch.view(1);
    assert!(second[4].ends_with("BB2K3 w - - 0 1"), "{second:#?}");
    assert!(watch.interrupt());
}

#[test]
fn invalid_arguments_fail_immediately() {
    let fails = |arguments: &[&str]| {
        let output = Command::new(TEMPER).arg("watch").args(arguments).output().unwrap();
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(fails(&["fabches"]).contains("did you mean `fabchess`?"));
    assert!(fails(&["fabchess", "not", "a", "position"]).contains("is not a position"));
    let fens = write_file("watch-none", "none.fens", "# nothing\n");
    assert!(fails(&["fabchess", "--fens", fens.to_str().unwrap()]).contains("has no positions"));
}

#[test]
fn watch_waits_for_a_valid_profile() {
    let path = write_file("watch-broken", "broken.toml", crate::common::BAD_PROFILE);
    let mut command = Command::new(TEMPER);
    command.arg("watch").arg(&path).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let output = BufReader::new(child.stdout.take().unwrap());
    let mut watch = Watch { child, output };
    let mut line = String::new();
    while !line.contains("waiting") {
        line.clear();
        assert_ne!(stderr.read_line(&mut line).unwrap(), 0, "exited");
    }
    save(&path, crate::common::GOOD_PROFILE);
    assert!(watch.view(1)[0].starts_with("plain  (id "));
    assert!(watch.interrupt());
}
