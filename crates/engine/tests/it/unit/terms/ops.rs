//! Tests of `terms::ops`.

use temperament_engine::board::Bitboard;
use temperament_engine::board::Square;
use temperament_engine::board::attacks::king_attacks;
use temperament_engine::board::attacks::knight_attacks;
use temperament_engine::board::attacks::squares;
use temperament_engine::terms::ops::*;

/// Sets of one square, of two, and of many.
fn sets() -> impl Iterator<Item = Bitboard> {
    let one = |square: Square| square.bitboard();
    let two = Square::ALL.map(|square| one(square) | one(Square::index((square as usize * 37 + 11) % 64)));
    let many = (1..64_u64).map(|n| Bitboard(n.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
    Square::ALL.into_iter().map(one).chain(two).chain(many)
}

#[test]
fn moves_and_ranks_of_sets_are_those_of_their_squares() {
    let compute = |op: Op, set: Bitboard| op.compute([set.0, 0, 0], &NoBoard);
    for set in sets() {
        let union = |of: &dyn Fn(Square) -> Bitboard| squares(set).fold(0, |all, square| all | of(square).0);
        assert_eq!(compute(Op::KingMoves, set), union(&king_attacks), "{set:?}");
        assert_eq!(compute(Op::KnightMoves, set), union(&knight_attacks), "{set:?}");
        assert_eq!(compute(Op::Ranks, set), union(&|square| square.rank().bitboard()), "{set:?}");
    }
}
