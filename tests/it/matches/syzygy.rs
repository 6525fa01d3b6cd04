//! Adjudication by Syzygy tables.

use std::env;
use std::io::{Write, stderr};

use super::{games, path, played};
use crate::common::write_file;

/// A pawn ending that is drawn with White to move, and one that is won for either side to move.
const ENDINGS: &str =
    "8/4k3/8/4K3/4P3/8/8/8 w - - hmvc 0; fmvn 1;\n4k3/8/4K3/4P3/8/8/8/8 w - - hmvc 0; fmvn 1;\n";

#[test]
fn a_game_ends_when_the_tables_know_its_result() {
    let Some(tables) = env::var_os("SYZYGY_PATH") else {
        stderr().write_all(b"SKIPPED: games ended by tables; SYZYGY_PATH is not set\n").unwrap();
        return;
    };
    let endings = write_file("match-syzygy", "endings.epd", ENDINGS);
    let args = ["fabchess", "otter", "--depth", "8", "--games", "4", "--openings", path(&endings)];
    let tables = tables.to_str().unwrap();
    let (text, pgn) = played("match-syzygy", &[args.as_slice(), &["--syzygy", tables]].concat());
    assert!(text.contains("\nEndgame tables: "), "{text}");
    assert!(text.ends_with("Games ended by: endgame tables 4\n"), "{text}");
    for (number, game) in games(&pgn).iter().enumerate() {
        assert_eq!(game.tag("Termination"), "adjudication");
        assert_eq!(game.tag("Result"), if number < 2 { "1/2-1/2" } else { "1-0" });
        let last = game.moves.last().unwrap();
        if number < 2 {
            assert_eq!(game.moves.len(), 1, "a draw holds for any fifty-move counter");
        } else {
            assert!(last.starts_with('e'), "a win is adjudicated after a pawn move: {last}");
        }
    }
}
