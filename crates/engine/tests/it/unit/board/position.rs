//! Tests of positions.

use temperament_engine::board::position::*;
use temperament_engine::board::{Move, Piece};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

#[test]
fn key_ignores_an_en_passant_square_without_a_capture() {
    let mut moved = Position::startpos();
    moved.play("e2e4".parse().unwrap());
    let same = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(moved.key(), same.key());
    let takes = position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    let cannot = position("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
    assert_ne!(takes.key(), cannot.key());
    let pinned = position("8/8/8/8/k2pP2Q/8/8/4K3 b - e3 0 1");
    let without = position("8/8/8/8/k2pP2Q/8/8/4K3 b - - 0 1");
    assert_eq!(pinned.key(), without.key(), "the capture would expose the king along the rank");
}

#[test]
fn insufficient_material_is_what_can_never_mate() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k1b1/8/8/8/8/8/8/3BK3 w - - 0 1",
    ] {
        assert!(position(fen).is_insufficient_material(), "{fen}");
    }
    for fen in [
        "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
    ] {
        assert!(!position(fen).is_insufficient_material(), "{fen}");
    }
}

#[test]
fn positions_with_more_moves_than_any_game_can_reach_have_room() {
    let queens = position("Q6Q/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBQ2KQ1 w - - 0 1");
    assert_eq!(queens.legal_moves().len(), 228);
}

#[test]
fn mirroring_twice_changes_nothing() {
    for fen in ["r3k2r/8/8/3pP3/8/8/8/R3K1R1 w Qkq d6 3 20", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 0"] {
        let p = position(fen);
        assert_eq!(p.mirrored().mirrored(), p);
        assert_eq!(p.mirrored().legal_moves().len(), p.legal_moves().len());
    }
    assert_eq!(
        position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").mirrored().fen(false),
        "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"
    );
}

#[test]
fn moves_are_classified() {
    let p = position("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2");
    let castle: Move = "e1h1".parse().unwrap();
    assert!(p.is_castling(castle) && p.captured(castle).is_none() && !p.is_noisy(castle));
    let ep: Move = "e5d6".parse().unwrap();
    assert!(p.is_en_passant(ep) && p.captured(ep) == Some(Piece::Pawn));
    let rook: Move = "h1h8".parse().unwrap();
    assert_eq!(p.captured(rook), Some(Piece::Rook));
}
