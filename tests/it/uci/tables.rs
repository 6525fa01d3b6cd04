//! Endgame tables: folders that have none, and, if the environment variable `SYZYGY_PATH` names folders with tables of
//! three and four pieces, what they are good for.

use std::env;
use std::fs;
use std::io::{self, Write as _};

use temperament::board::{Ending, Game, Position};

use crate::common::gui::{Gui, best_move_of, count};

/// King, bishop and bishop against a king, which is won.
const WON: &str = "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1";

/// The folders, or, loudly, nothing.
fn tables() -> Option<String> {
    let path = env::var("SYZYGY_PATH").ok();
    if path.is_none() {
        // Not by a macro, whose output the test harness would hide.
        io::stderr()
            .write_all(b"SKIPPED: play with tables; SYZYGY_PATH is not set\n")
            .unwrap();
    }
    path
}

/// A GUI with an engine that has the tables.
fn with_tables(path: &str) -> Gui {
    let mut gui = Gui::start();
    let lines = gui.ask(&format!("setoption name SyzygyPath value {path}"));
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].contains(" tables of up to "), "{lines:#?}");
    gui
}

#[test]
fn a_folder_without_sound_tables_is_told_once_and_play_goes_on() {
    let mut gui = Gui::start();
    let folder = env::temp_dir().join(format!("temperament-syzygy-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("KBBvK.rtbw"), [0x71, 0xe8, 0x23, 0x5d, 1, 0, 0, 0]).unwrap();
    for path in [folder.to_str().unwrap(), "/there/is/no/such/folder"] {
        let set = format!("setoption name SyzygyPath value {path}");
        let mut lines = gui.ask(&format!("{set}\n{set}"));
        gui.send(&format!("position fen {WON}\ngo depth 4"));
        lines.extend(gui.until("bestmove"));
        let told = format!("info string SyzygyPath: no usable tables; {path} is left out: ");
        assert_eq!(count(&lines, &told), 1, "{path}: {lines:#?}");
        assert_eq!(count(&lines, "info string"), 1, "{path}: {lines:#?}");
        assert_ne!(best_move_of(&lines), "(none)");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn tables_rank_the_moves_at_the_root() {
    let Some(path) = tables() else { return };
    let mut gui = with_tables(&path);
    gui.send(&format!(
        "setoption name Threads value 2\nposition fen {WON}\ngo depth 3"
    ));
    let lines = gui.until("bestmove");
    let is_tabled = |line: &String| line.contains(" score cp 31000 ") && !line.contains(" tbhits 0 ");
    assert!(lines.iter().any(is_tabled), "{lines:#?}");

    // Only one of the moves asked for keeps the win; the best of several lines are those that win.
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

    // The tables are gone when they are no longer wanted, or not for so many pieces.
    for option in ["SyzygyProbeLimit value 2", "SyzygyPath value <empty>"] {
        gui.send(&format!("setoption name {option}\ngo depth 3"));
        let lines = gui.until("bestmove");
        assert!(lines.iter().all(|l| !l.contains(" cp 31000 ")), "{lines:#?}");
    }
}

#[test]
fn tables_are_asked_in_the_tree() {
    let Some(path) = tables() else { return };
    // Five pieces; captures lead to four.
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
fn a_win_that_takes_too_long_is_a_draw_if_the_rule_counts() {
    let Some(path) = tables() else { return };
    let mut gui = with_tables(&path);
    // Mate takes more moves than are left; with a clock of 0 it would not.
    let fen = "8/8/8/4k3/8/8/8/2BNK3 w - - 80 90";
    for (rule, score) in [(true, " score cp 0 "), (false, " score cp 31000 ")] {
        gui.send(&format!(
            "setoption name Syzygy50MoveRule value {rule}\nposition fen {fen}\ngo depth 4"
        ));
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
        assert_eq!(
            game.ending(),
            Some(Ending::Checkmate),
            "{start} {:?}",
            game.moves()
        );
    }
}
