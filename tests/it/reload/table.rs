//! A reload discards everything cached with the previous profile.

use std::fs;

use super::{start, until_reload};
use crate::common::gui::Gui;
use crate::common::write_file;

const POSITION: &str = "r1bqk2r/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQK2R w KQkq - 0 8";

/// Output of a search of 60,000 nodes, without times.
fn search(gui: &mut Gui) -> Vec<String> {
    gui.send(&format!("position fen {POSITION}\ngo nodes 60000"));
    let without_times = |line: &String| {
        let mut words: Vec<&str> = line.split(' ').collect();
        for name in ["nps", "time"] {
            if let Some(at) = words.iter().position(|w| *w == name) {
                words.drain(at..at + 2);
            }
        }
        words.join(" ")
    };
    // A slow machine also reports current moves and failed windows.
    let lines = gui.until("bestmove");
    let lines = lines.iter().filter(|line| ![" currmove ", "bound "].iter().any(|part| line.contains(part)));
    lines.map(without_times).collect()
}

/// `fabchess` with its piece-square tables scaled by `factor`.
fn scaled_psqt(factor: i32) -> String {
    format!("name = \"y\"\nextends = \"fabchess\"\n[scale]\npsqt = {factor}\n")
}

#[test]
fn a_reloaded_profile_searches_as_in_a_fresh_process() {
    let path = write_file("reload-table", "y.toml", &scaled_psqt(1));
    let mut gui = start(&path);
    let before = search(&mut gui);
    fs::write(&path, scaled_psqt(-1)).unwrap();
    until_reload(&mut gui);
    let reloaded = search(&mut gui);
    let fresh = search(&mut start(&path));
    assert_eq!(reloaded, fresh);
    assert_ne!(before, fresh, "the profiles search differently");
    fs::write(&path, scaled_psqt(1)).unwrap();
    until_reload(&mut gui);
    assert_eq!(search(&mut gui), before, "after reloading the original");
}
