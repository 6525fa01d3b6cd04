//! Time management. The tests tolerate machines ten times slower or faster.

use crate::common::gui::Gui;
use crate::common::write_file;

/// Custom terms that make the evaluation a hundred times slower than with a shipped profile.
const SLOW_PROFILE: &str = r#"
name = "slow"
extends = "simplified"
[[term]]
name = "one"
each = "board"
count = "where(a in board, attacks(a) in attacks(sq) - b1)"
value = 1
[[term]]
name = "two"
each = "board"
count = "where(a in board, attacks(a) in attacks(sq) - c1)"
value = 1
[[term]]
name = "three"
each = "board"
count = "sum(a in occupied, size(rook_moves(a, occupied - sq) & attacks(sq)))"
value = 1
"#;

/// A position whose first iteration takes hundreds of nodes.
const TACTICAL: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Returns the number after `name` in the last `info depth` line that has it.
fn last(lines: &[String], name: &str) -> Option<u64> {
    let number = |line: &String| {
        let mut words = line.split(' ').skip_while(|word| *word != name);
        words.nth(1)?.parse().ok()
    };
    lines.iter().filter(|line| line.starts_with("info depth")).filter_map(number).next_back()
}

#[test]
fn the_clock_is_checked_in_time_however_slow_the_evaluation_is() {
    let path = write_file("uci-slow", "slow.toml", SLOW_PROFILE);
    let mut gui = Gui::with_args(&["uci", "--profile", path.to_str().unwrap()]);
    for go in ["go movetime 1", "go wtime 20 btime 20", "go infinite\nstop"] {
        for position in ["startpos".to_owned(), format!("fen {TACTICAL}")] {
            gui.send(&format!("ucinewgame\nposition {position}\n{go}"));
            let lines = gui.until("bestmove");
            // A node takes 0.1 ms here, so checking the clock only every 1024 nodes would overrun by 100 ms.
            let nodes = last(&lines, "nodes").unwrap_or(0);
            assert!(nodes < 1000, "{go}: {lines:#?}");
            assert!(!lines.last().unwrap().contains("(none)"), "{lines:#?}");
        }
    }
}

#[test]
fn move_overhead_is_not_taken_from_movetime() {
    let mut gui = Gui::start();
    gui.send("setoption name Move Overhead value 5000\ngo movetime 200");
    let time = last(&gui.until("bestmove"), "time");
    assert!(time >= Some(200), "{time:?}");
}
