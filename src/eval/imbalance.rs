//! Imbalance: the value of pieces depending on the other pieces on the board.
//!
//! Products of piece counts, after the polynomial of Tord Romstad in Stockfish 11 (`material.cpp`); pairs of one type
//! express what Larry Kaufman calls redundancy ("The Evaluation of Material Imbalances", 1999).

use crate::board::{PIECES, Position};

use super::keys::imbalance as key;
use super::keys::{Group, Slot, Terms};
use super::side::{Black, Side, White};
use super::sink::Sink;

/// Keys by piece type from pawn to queen, each row with the types up to it.
const BESIDE: [Slot; 15] = [
    key::BESIDE_PAWN_PAWN,
    key::BESIDE_KNIGHT_PAWN,
    key::BESIDE_KNIGHT_KNIGHT,
    key::BESIDE_BISHOP_PAWN,
    key::BESIDE_BISHOP_KNIGHT,
    key::BESIDE_BISHOP_BISHOP,
    key::BESIDE_ROOK_PAWN,
    key::BESIDE_ROOK_KNIGHT,
    key::BESIDE_ROOK_BISHOP,
    key::BESIDE_ROOK_ROOK,
    key::BESIDE_QUEEN_PAWN,
    key::BESIDE_QUEEN_KNIGHT,
    key::BESIDE_QUEEN_BISHOP,
    key::BESIDE_QUEEN_ROOK,
    key::BESIDE_QUEEN_QUEEN,
];
/// The same without pairs of one type.
const AGAINST: [Slot; 10] = [
    key::AGAINST_KNIGHT_PAWN,
    key::AGAINST_BISHOP_PAWN,
    key::AGAINST_BISHOP_KNIGHT,
    key::AGAINST_ROOK_PAWN,
    key::AGAINST_ROOK_KNIGHT,
    key::AGAINST_ROOK_BISHOP,
    key::AGAINST_QUEEN_PAWN,
    key::AGAINST_QUEEN_KNIGHT,
    key::AGAINST_QUEEN_BISHOP,
    key::AGAINST_QUEEN_ROOK,
];

/// Counts the imbalances of both sides.
#[inline(always)]
pub fn count<K: Sink>(position: &Position, sink: &mut K) {
    if sink.wants(const { Terms::group(Group::Imbalance) }) {
        let counts = |color| PIECES.map(|piece| position.colored(color, piece).len() as i32);
        let (white, black) = (counts(White::US), counts(Black::US));
        count_side::<White, K>(&white, &black, sink);
        count_side::<Black, K>(&black, &white, sink);
    }
}

fn count_side<C: Side, K: Sink>(own: &[i32; 6], enemy: &[i32; 6], sink: &mut K) {
    let (mut pair, mut against) = (BESIDE.iter(), AGAINST.iter());
    for first in 0..5 {
        for second in 0..first {
            if let (Some(&pair), Some(&against)) = (pair.next(), against.next()) {
                sink.add::<C>(pair, 0, own[first] * own[second]);
                sink.add::<C>(against, 0, own[first] * enemy[second]);
            }
        }
        if let Some(&twins) = pair.next() {
            sink.add::<C>(twins, 0, own[first] * (own[first] - 1) / 2);
        }
    }
}
