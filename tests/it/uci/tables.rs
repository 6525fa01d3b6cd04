//! Syzygy tables: folders without usable tables, and probing if the environment variable `SYZYGY_PATH` names folders with
//! tables of three and four pieces.

use std::env;
use std::fs;
use std::io::{self, Write as _};

use temperament_engine::board::{Ending, Game, Position};

use crate::common::gui::{Gui, best_move_of, count};

/// KBBvK, won.
const WON: &str = "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1";

/// Returns `SYZYGY_PATH`, or prints `SKIPPED`.
fn tables() -> Option<String> {
    let path = env::var("SYZYGY_PATH").ok();
    if path.is_none() {
        // The test harness captures `eprintln`.
        io::stderr().write_all(b"SKIPPED: play with tables; SYZYGY_PATH is not set\n").unwrap();
    }
    path
}

/// Starts an engine with these tables.
fn with_tables(path: &str) -> Gui {
    let mut gui = Gui::start();
    let lines = gui.ask(&format!("setoption name SyzygyPath value {path}"));
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].contains(" tables of up to "), "{lines:#?}");
    gui
}

#[test]
fn a_folder_without_usable_tables_is_reported_once() {
    let mut gui = Gui::start();
    let folder = env::temp_dir().join(format!("temperament-syzygy-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("KBBvK.rtbw"), [0x71, 0xe8, 0x23, 0x5d, 1, 0, 0, 0]).unwrap();
    for path in [folder.to_str().unwrap(), "/there/is/no/such/folder"] {
        let set = format!("setoption name SyzygyPath value {path}");
        let mut lines = gui.ask(&format!("{set}\n{set}"));
        gui.send(&format!("position fen {WON}\ngo depth 4"));
        lines.extend(gui.until("bestmove"));
        let message = format!("info string SyzygyPath: no usable tables; {path} is left out: ");
        assert_eq!(count(&lines, &message), 1, "{path}: {lines:#?}");
        assert_eq!(count(&lines, "info string"), 1, "{path}: {lines:#?}");
        assert_ne!(best_move_of(&lines), "(none)");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn tables_rank_the_moves_at_the_root() {
    let Some(path) = tables() else { return };
    let mut gui = with_tables(&path);
    gui.send(&format!("setoption name Threads value 2\nposition fen {WON}\ngo depth 3"));
    let lines = gui.until("bestmove");
    let is_tb_win = |line: &String| line.contains(" score cp 31000 ") && !line.contains(" tbhits 0 ");
    assert!(lines.iter().any(is_tb_win), "{lines:#?}");

    // Of the searchmoves only one wins; with MultiPV the winning moves come first.
    gui.send("position fen 8/8/8/8/8/2k5/8/1R1K4 w - - 0 1\ngo depth 3 searchmoves b1b8 b1b2");
    assert_eq!(best_move_of(&gui.until("bestmove")), "b1b8");
    gui.send("setoption name Threads value 1\nsetoption name MultiPV value 40\ngo depth 3");
    let lines = gui.until("bestmove");
    let wins: Vec<bool> = lines
        .iter()
        .filter(|l| l.starts_with("info depth 3 "))
        .map(|l| l.contains(" score cp 31000 "))
        .collect();
    assert!(wins.is_sorted_by(|a, b| a >= b), "{lines:#?}");
    assert!(wins[0] && !wins[wins.len() - 1], "{lines:#?}");

    // Not used with a smaller probe limit or after clearing the path.
    for option in ["SyzygyProbeLimit value 2", "SyzygyPath value <empty>"] {
        gui.send(&format!("setoption name {option}\ngo depth 3"));
        let lines = gui.until("bestmove");
        assert!(lines.iter().all(|l| !l.contains(" cp 31000 ")), "{lines:#?}");
    }
}

#[test]
fn tables_are_probed_in_the_tree() {
    let Some(path) = tables() else { return };
    // Five pieces: only positions after a capture are in the tables.
    let fen = "8/8/8/8/3k4/3n4/3P4/R2K4 b - - 0 1";
    let hits = |option: &str, gui: &mut Gui| {
        gui.send(&format!("{option}\nposition fen {fen}\ngo depth 8"));
        let lines = gui.until("bestmove");
        let last = lines.iter().rfind(|l| l.contains(" tbhits ")).unwrap();
        !last.contains(" tbhits 0 ")
    };
    assert!(!hits("", &mut Gui::start()));
    let mut gui = with_tables(&path);
    assert!(hits("setoption name Threads value 2", &mut gui));
    assert!(!hits("setoption name SyzygyProbeLimit value 2", &mut gui));
}

#[test]
fn a_cursed_win_is_a_draw_under_the_fifty_move_rule() {
    let Some(path) = tables() else { return };
    let mut gui = with_tables(&path);
    // Mate takes longer than the fifty-move counter allows.
    let fen = "8/8/8/4k3/8/8/8/2BNK3 w - - 80 90";
    for (rule, score) in [(true, " score cp 0 "), (false, " score cp 31000 ")] {
        gui.send(&format!("setoption name Syzygy50MoveRule value {rule}\nposition fen {fen}\ngo depth 4"));
        let lines = gui.until("bestmove");
        assert!(lines.iter().any(|l| l.contains(score)), "{rule}: {lines:#?}");
    }
}

#[test]
fn won_endings_are_won() {
    let Some(path) = tables() else { return };
    for start in [
        "8/8/8/4k3/8/8/8/3QK3 w - - 0 1",
        "8/8/8/4k3/8/8/8/3RK3 w - - 0 1",
        "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1",
        "8/8/8/4k3/8/8/8/2B1KN2 w - - 0 1",
        "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1",
    ] {
        let mut gui = with_tables(&path);
        let mut game = Game::new(Position::from_fen(start).unwrap());
        while game.ending().is_none() {
            let played: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
            let moves = played.join(" ");
            let answer = gui.best_move(&format!("position fen {start} moves {moves}\ngo nodes 200"));
            assert!(game.play(answer.parse().unwrap()), "{start} {moves} {answer}");
        }
        assert_eq!(game.ending(), Some(Ending::Checkmate), "{start} {:?}", game.moves());
    }
}
