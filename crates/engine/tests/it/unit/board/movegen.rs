//! Tests of `board::movegen`.

use std::collections::HashSet;
use temperament_engine::board::{CheckInfo, Move, MoveInfo, Piece, Position};

/// Both stages together, without illegal king moves.
fn staged(position: &Position) -> Vec<MoveInfo> {
    let mut moves = Vec::new();
    position.noisy_moves(|move_info| {
        assert!(move_info.is_noisy(), "{position} {}", move_info.mv());
        moves.push(move_info);
    });
    position.quiet_moves(|move_info| {
        assert!(!move_info.is_noisy(), "{position} {}", move_info.mv());
        if move_info.piece() != Piece::King || position.is_legal(move_info.mv()) {
            moves.push(move_info);
        }
    });
    moves
}

fn check(position: &Position, depth: u32) {
    let staged = staged(position);
    let moves: HashSet<Move> = staged.iter().map(|a| a.mv()).collect();
    assert_eq!(moves.len(), staged.len(), "no move twice: {position}");
    assert_eq!(moves, position.legal_moves().into_iter().collect(), "{position}");
    let checks = CheckInfo::new(position);
    let mut checking = Vec::new();
    position.quiet_checks(&checks, |move_info| checking.push(move_info));
    let mut expected = Vec::new();
    position.quiet_moves(|move_info| {
        expected.extend(checks.gives_check(position, move_info).then_some(move_info))
    });
    assert_eq!(checking, expected, "{position}");
    for move_info in staged {
        assert_eq!(move_info, position.move_info(move_info.mv()), "{position}");
        if depth > 1 {
            check(&position.after(move_info.mv()), depth - 1);
        }
    }
}

#[test]
fn stages_together_are_the_legal_moves() {
    for line in include_str!("../../../data/perft-own.epd").lines().step_by(3) {
        if let Some((fen, _)) = line.split_once(" ;") {
            check(&Position::from_fen(fen).unwrap(), 2);
        }
    }
    for line in include_str!("../../../data/perft960.epd").lines().step_by(25) {
        if let Some((fen, _)) = line.split_once(" ;") {
            check(&Position::from_fen(fen).unwrap(), 2);
        }
    }
}
