//! Imbalance: the value of pieces depending on the other pieces on the board.
//!
//! Products of piece counts, after the polynomial of Tord Romstad in Stockfish 11 (`material.cpp`); pairs of one type
//! express what Larry Kaufman calls redundancy ("The Evaluation of Material Imbalances", 1999).

use crate::board::{Color, PIECES, Piece, Position};

use super::keys::imbalance as key;
use super::keys::{Group, Slot, Terms};
use super::score::S;
use super::side::{Black, Side, White};
use super::sink::Sink;
use super::weights::Weights;

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
pub fn count<K: Sink>(w: &Weights, position: &Position, sink: &mut K) {
    if sink.wants(const { Terms::group(Group::Imbalance) }) {
        let average = if w.is(key::FROM_AVERAGE) { key::AVERAGE_ARMY } else { [0; 6] };
        let counts =
            |color| PIECES.map(|piece| position.colored(color, piece).len() as i32 - average[piece as usize]);
        let (white, black) = (counts(White::US), counts(Black::US));
        // Pairs of one kind are n * (n - 1) / 2, but centred they must not favour either side of the average.
        let pairs = if w.is(key::FROM_AVERAGE) { 1 } else { -1 };
        count_side::<White, K>(&white, &black, pairs, sink);
        count_side::<Black, K>(&black, &white, pairs, sink);
    }
}

fn count_side<C: Side, K: Sink>(own: &[i32; 6], enemy: &[i32; 6], pairs: i32, sink: &mut K) {
    let (mut beside, mut against) = (BESIDE.iter(), AGAINST.iter());
    for first in 0..5 {
        for second in 0..first {
            if let (Some(&beside), Some(&against)) = (beside.next(), against.next()) {
                sink.add::<C>(beside, 0, own[first] * own[second]);
                sink.add::<C>(against, 0, own[first] * enemy[second]);
            }
        }
        if let Some(&twins) = beside.next() {
            sink.add::<C>(twins, 0, own[first] * (own[first] + pairs) / 2);
        }
    }
}

/// The part of a piece's value that it has beside and against an average army, if imbalances count from that; the
/// rest is its value alone on the board. [`count`] differs by exactly this for each piece, and by what both sides
/// have in common.
pub fn average_share(w: &Weights, color: Color, piece: Piece) -> S {
    if !w.is(key::FROM_AVERAGE) {
        return S::ZERO;
    }
    let shares = average_shares(piece);
    shares.into_iter().map(|(slot, n)| w.value(color, slot, 0) * n).sum()
}

/// The keys that make up [`average_share`], each with its factor.
pub fn average_shares(piece: Piece) -> Vec<(Slot, i32)> {
    let (mut beside, mut against) = (BESIDE.iter(), AGAINST.iter());
    let average = key::AVERAGE_ARMY;
    let mut shares = Vec::new();
    for first in 0..5 {
        for second in 0..first {
            if let (Some(&beside), Some(&against)) = (beside.next(), against.next()) {
                if first == piece as usize {
                    shares.extend([(beside, average[second]), (against, average[second])]);
                } else if second == piece as usize {
                    shares.extend([(beside, average[first]), (against, -average[first])]);
                }
            }
        }
        if let Some(&twins) = beside.next()
            && first == piece as usize
        {
            shares.push((twins, average[first] - 1));
        }
    }
    shares
}
