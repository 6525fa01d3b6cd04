//! What the engine takes from the system and gives back.

#![cfg(all(target_os = "linux", target_env = "gnu"))]

use std::fs;

use crate::common::gui::Gui;

/// Sizes of the table in MiB, the default one last. Each freed one is larger than a later one.
const SIZES: [u32; 5] = [30, 20, 10, 5, 16];

/// What may be kept, in KiB: less than any of the freed tables but the smallest. What the thread fills for the first time
/// is 3 MiB.
const MAY_BE_KEPT: u64 = 8 << 10;

/// Resident memory in KiB, without what is read from files.
fn resident(gui: &Gui) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", gui.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    line.unwrap().trim_end_matches("kB").trim().parse().unwrap()
}

#[test]
fn tables_and_threads_that_are_no_longer_wanted_are_given_back() {
    let mut gui = Gui::start();
    gui.ask("uci");
    let before = resident(&gui);
    for size in [SIZES, SIZES].concat() {
        gui.best_move(&format!(
            "setoption name Hash value {size}\nsetoption name Threads value 4\nposition startpos\ngo depth 6"
        ));
        gui.ask("setoption name Threads value 1\nsetoption name Profile value simplified");
        gui.ask("setoption name Profile value Default");
    }
    let after = resident(&gui);
    assert!(
        after <= before + MAY_BE_KEPT,
        "{before} KiB before, {after} after"
    );
}
