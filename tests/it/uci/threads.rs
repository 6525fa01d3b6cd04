//! The `Threads` option over UCI.

use crate::common::gui::{self, Gui, count};

const MIDDLEGAME: &str = "r1bq1rk1/pp1n1ppp/2pbpn2/3p4/2PP4/2NBPN2/PPQ2PPP/R1B1K2R w KQ - 4 8";

#[test]
fn every_kind_of_go_is_answered_once_whatever_the_threads() {
    let mut gui = Gui::start();
    for threads in [2, 7, 32, 1, 2] {
        gui.send(&format!("setoption name Threads value {threads}"));
        for go in [
            "go depth 4",
            "go nodes 3000",
            "go movetime 20",
            "go wtime 300 btime 300 winc 10 binc 10",
            "go mate 1 depth 3",
            "go infinite\nstop",
            "go ponder wtime 100 btime 100\nponderhit",
            "go ponder depth 3\nstop",
        ] {
            let lines = gui.ask(&format!("position fen {MIDDLEGAME}"));
            assert_eq!(count(&lines, "bestmove"), 0, "{lines:#?}");
            gui.send(go);
            let lines = gui.until("bestmove");
            let best = gui::best_move_of(&lines);
            let last = lines.iter().rev().find(|l| l.contains(" pv ")).unwrap();
            assert!(last.contains(&format!(" pv {best}")), "{go}: {lines:#?}");
        }
        gui.send("ucinewgame");
    }
    gui.send("setoption name Threads value 257");
    assert_eq!(count(&gui.ask(""), "info string Threads: expected"), 1);
}
