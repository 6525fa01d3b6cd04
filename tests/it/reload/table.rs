//! Nothing that was found out with one profile is used with another.

use std::fs;

use super::{start, until_reload};
use crate::common::gui::Gui;
use crate::common::write_file;

const POSITION: &str = "r1bqk2r/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQK2R w KQkq - 0 8";

/// What a search of so many nodes says, but for times.
fn search(gui: &mut Gui) -> Vec<String> {
    gui.send(&format!("position fen {POSITION}\ngo nodes 60000"));
    let untimed = |line: &String| {
        let mut words: Vec<&str> = line.split(' ').collect();
        for name in ["nps", "time"] {
            if let Some(at) = words.iter().position(|w| *w == name) {
                words.drain(at..at + 2);
            }
        }
        words.join(" ")
    };
    gui.until("bestmove").iter().map(untimed).collect()
}

/// `fabchess` with one table turned into its opposite.
fn opposite(factor: i32) -> String {
    format!("name = \"y\"\nextends = \"fabchess\"\n[scale]\npsqt = {factor}\n")
}

#[test]
fn a_reloaded_profile_searches_as_in_a_fresh_process() {
    let path = write_file("reload-table", "y.toml", &opposite(1));
    let mut gui = start(&path);
    let before = search(&mut gui);
    fs::write(&path, opposite(-1)).unwrap();
    until_reload(&mut gui);
    let reloaded = search(&mut gui);
    let fresh = search(&mut start(&path));
    assert_eq!(reloaded, fresh);
    assert_ne!(before, fresh, "the table matters");
    fs::write(&path, opposite(1)).unwrap();
    until_reload(&mut gui);
    assert_eq!(search(&mut gui), before, "and back");
}
