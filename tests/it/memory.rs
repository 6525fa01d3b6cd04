//! The engine returns memory to the operating system.

#![cfg(all(target_os = "linux", target_env = "gnu"))]

use std::fs;

use crate::common::gui::Gui;

/// Hash sizes in MiB, the default last. Each freed table is larger than a later one.
const SIZES: [u32; 5] = [30, 20, 10, 5, 16];

/// Allowed growth in KiB: less than any freed table but the smallest. A thread touches 3 MiB of its own on first use.
const ALLOWED_GROWTH: u64 = 8 << 10;

/// Resident anonymous memory in KiB.
fn resident(gui: &Gui) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", gui.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    line.unwrap().trim_end_matches("kB").trim().parse().unwrap()
}

#[test]
fn unused_tables_and_threads_are_freed() {
    let mut gui = Gui::start();
    // Takes the memory of the table.
    gui.best_move("position startpos\ngo depth 6");
    let before = resident(&gui);
    for size in [SIZES, SIZES].concat() {
        gui.best_move(&format!(
            "setoption name Hash value {size}\nsetoption name Threads value 4\nposition startpos\ngo depth 6"
        ));
        gui.ask("setoption name Threads value 1\nsetoption name Profile value simplified");
        gui.ask("setoption name Profile value Default");
    }
    let after = resident(&gui);
    assert!(after <= before + ALLOWED_GROWTH, "{before} KiB before, {after} after");
}

#[test]
fn a_new_table_takes_memory_only_where_it_is_used() {
    let mut gui = Gui::start();
    gui.ask("uci");
    let before = resident(&gui);
    // Larger ones take their memory in the background.
    gui.ask("setoption name Hash value 64\nucinewgame");
    let after = resident(&gui);
    assert!(after <= before + ALLOWED_GROWTH, "{before} KiB before, {after} after");
}
