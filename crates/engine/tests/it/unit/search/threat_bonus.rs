//! Tests of `search::threat_bonus`.

use temperament_engine::board::see::PieceValues;
use temperament_engine::board::{CheckInfo, Piece, Position};
use temperament_engine::search::params::ESCAPE_BONUS;
use temperament_engine::search::threat_bonus::*;
use temperament_engine::search::tunables::check_bonus;

const VALUES: PieceValues = [100, 300, 300, 500, 900, 0];

fn bonus(fen: &str, mv: &str) -> i32 {
    let position = Position::from_fen(fen).unwrap();
    let move_info = position.move_info(mv.parse().unwrap());
    let checks = CheckInfo::new(&position);
    ThreatBonus::new(&position, Some(&checks)).of(&position, move_info, &VALUES).0
}

#[test]
fn a_sound_check_is_urgent_and_one_that_loses_the_piece_is_not() {
    let fen = "4k3/8/2p5/8/8/8/8/R3K3 w Q - 0 1";
    assert_eq!(bonus(fen, "a1a8"), check_bonus());
    assert_eq!(bonus(fen, "a1a5"), 0);
    let guarded = "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    assert_eq!(bonus(guarded, "a1a8"), 0);
}

#[test]
fn pieces_flee_from_lesser_ones_and_do_not_go_near_them() {
    let knight = ESCAPE_BONUS[Piece::Knight as usize];
    assert_eq!(bonus("4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", "e4g3"), knight);
    assert_eq!(bonus("4k3/8/8/3p4/8/6N1/8/4K3 w - - 0 1", "g3e4"), -knight);
}
