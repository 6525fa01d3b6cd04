//! Tests of the move picker.

use std::collections::HashSet;
use temperament_engine::board::see::PieceValues;
use temperament_engine::board::{Move, Move16, MoveList, Piece, Position, ZOBRIST};
use temperament_engine::search::eval_cache::EvalCache;
use temperament_engine::search::history::Histories;
use temperament_engine::search::picker::*;
use temperament_engine::search::prefetch::Prefetch;
use temperament_engine::search::tt::TranspositionTable;

const VALUES: PieceValues = [100, 300, 300, 500, 900, 0];

fn picked(position: &Position, mut picker: Picker, is_noisy: bool, tt_move: Move16) -> Vec<Move> {
    let table = TranspositionTable::new(1).unwrap();
    let histories = Histories::default();
    let evals = EvalCache::default();
    let by = OrderingContext {
        position,
        histories: &histories,
        checks: None,
        values: &VALUES,
        prefetch: Prefetch::new(&table, 0, Some(&evals), &ZOBRIST),
    };
    if is_noisy {
        picker.prepare(&by);
    }
    picker.set_tt_move(tt_move, &by);
    std::iter::from_fn(|| picker.next(&by).map(|p| p.move_info().mv())).collect()
}

/// Positions with castling, en passant, promotions and check.
const POSITIONS: [&str; 5] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4k3/8/8/8/1b6/8/3P1PPP/RN2K2R w KQ - 0 1",
    "1r6/P1P3k1/8/8/8/8/6K1/8 w - - 0 1",
];

#[test]
fn each_legal_move_comes_exactly_once_whatever_the_hints() {
    for fen in POSITIONS {
        let position = Position::from_fen(fen).unwrap();
        let legal: MoveList = position.legal_moves();
        let nonsense = "a1h8".parse().ok();
        for &hint in &legal {
            let refutations = [Some(hint), legal.last().copied(), nonsense].map(Move16::from);
            for tt_move in [None, nonsense, legal.first().copied(), Some(hint)] {
                let moves = picked(&position, Picker::all(refutations, [None; 2]), false, tt_move.into());
                assert_eq!(moves.len(), legal.len(), "{fen}");
                let set: HashSet<Move> = moves.iter().copied().collect();
                assert_eq!(set, legal.iter().copied().collect(), "{fen}");
                if tt_move.is_some() && tt_move != nonsense {
                    assert_eq!(moves.first().copied(), tt_move);
                }
            }
        }
    }
}

#[test]
fn quiescence_gets_captures_and_queens_and_first_the_hint() {
    for fen in POSITIONS {
        let position = Position::from_fen(fen).unwrap();
        let legal = position.legal_moves();
        let nonsense: Move = "a1h8".parse().unwrap();
        for hint in legal.iter().copied().chain([nonsense]).map(Some).chain([None]) {
            let moves = picked(&position, Picker::noisy(), true, hint.into());
            let is_hint = |mv: Move| hint == Some(mv);
            let wanted = |mv: Move| {
                position.is_noisy(mv) && (is_hint(mv) || mv.promotion.is_none_or(|p| p == Piece::Queen))
            };
            let set: HashSet<Move> = moves.iter().copied().collect();
            assert_eq!(set, legal.iter().copied().filter(|&mv| wanted(mv)).collect(), "{fen} {hint:?}");
            assert_eq!(moves.len(), set.len(), "{fen} {hint:?}");
            if let Some(hint) = hint
                && set.contains(&hint)
            {
                assert_eq!(moves[0], hint, "{fen}");
            }
        }
    }
}

#[test]
fn the_order_is_winning_captures_refutations_quiets_losing_captures() {
    let position = Position::from_fen("4k3/2p1p3/3p1q2/4r3/3P4/2N2Q2/8/6K1 w - - 0 1").unwrap();
    let killer: Move = "g1h1".parse().unwrap();
    let moves = picked(
        &position,
        Picker::all([killer.into(), Move16::NONE, Move16::NONE], [None; 2]),
        false,
        Move16::NONE,
    );
    let index = |mv: &str| moves.iter().position(|m| m.to_string() == mv).unwrap();
    assert_eq!(index("f3f6"), 0, "the queen, taken for a queen");
    assert!(index("d4e5") < index("g1h1"));
    assert_eq!(index("g1h1"), 2);
    assert_eq!(moves.len(), position.legal_moves().len());
}
