//! Imbalance: how the worth of pieces depends on what else is on the board.
//!
//! Products of counts of pieces, after the polynomial of Tord Romstad in Stockfish 11 (`material.cpp`); pairs of one
//! kind say what Larry Kaufman calls redundancy ("The Evaluation of Material Imbalances", 1999).

use crate::board::{PIECES, Position};

use super::sink::{Black, Side, Sink, White};
use super::vocabulary::{Decl, Section, Shape, Slot, Terms, slot};

const fn twins(name: &'static str) -> Decl {
    Decl::score(
        name,
        Shape::One,
        "Two own pieces of this kind.",
        "Once for each pair of own pieces of the kind: one for two pieces, three for three. Negative numbers say that \
         they are redundant.",
        "[-5, -10]",
    )
}

const fn beside(name: &'static str) -> Decl {
    Decl::score(
        name,
        Shape::One,
        "An own piece of the first kind together with one of the second.",
        "The number of own pieces of the first kind times the number of own pieces of the second.",
        "[3, 1]",
    )
}

const fn versus(name: &'static str) -> Decl {
    Decl::score(
        name,
        Shape::One,
        "An own piece of the first kind against an enemy piece of the second.",
        "The number of own pieces of the first kind times the number of enemy pieces of the second.",
        "[2, -1]",
    )
}

/// The section of imbalances.
pub const SECTION: Section = Section {
    name: "imbalance",
    title: "Imbalance",
    meaning: "What pieces are worth beside and against each other, over what `material` says of each alone.",
    decls: &[
        twins("beside.pawn_pawn"),
        beside("beside.knight_pawn"),
        twins("beside.knight_knight"),
        beside("beside.bishop_pawn"),
        beside("beside.bishop_knight"),
        twins("beside.bishop_bishop"),
        beside("beside.rook_pawn"),
        beside("beside.rook_knight"),
        beside("beside.rook_bishop"),
        twins("beside.rook_rook"),
        beside("beside.queen_pawn"),
        beside("beside.queen_knight"),
        beside("beside.queen_bishop"),
        beside("beside.queen_rook"),
        twins("beside.queen_queen"),
        versus("against.knight_pawn"),
        versus("against.bishop_pawn"),
        versus("against.bishop_knight"),
        versus("against.rook_pawn"),
        versus("against.rook_knight"),
        versus("against.rook_bishop"),
        versus("against.queen_pawn"),
        versus("against.queen_knight"),
        versus("against.queen_bishop"),
        versus("against.queen_rook"),
    ],
};

/// Rows by kind from pawn to queen, in a row the kinds up to it.
const BESIDE: [Slot; 15] = [
    slot("imbalance.beside.pawn_pawn"),
    slot("imbalance.beside.knight_pawn"),
    slot("imbalance.beside.knight_knight"),
    slot("imbalance.beside.bishop_pawn"),
    slot("imbalance.beside.bishop_knight"),
    slot("imbalance.beside.bishop_bishop"),
    slot("imbalance.beside.rook_pawn"),
    slot("imbalance.beside.rook_knight"),
    slot("imbalance.beside.rook_bishop"),
    slot("imbalance.beside.rook_rook"),
    slot("imbalance.beside.queen_pawn"),
    slot("imbalance.beside.queen_knight"),
    slot("imbalance.beside.queen_bishop"),
    slot("imbalance.beside.queen_rook"),
    slot("imbalance.beside.queen_queen"),
];
/// The same without the pairs of one kind.
const AGAINST: [Slot; 10] = [
    slot("imbalance.against.knight_pawn"),
    slot("imbalance.against.bishop_pawn"),
    slot("imbalance.against.bishop_knight"),
    slot("imbalance.against.rook_pawn"),
    slot("imbalance.against.rook_knight"),
    slot("imbalance.against.rook_bishop"),
    slot("imbalance.against.queen_pawn"),
    slot("imbalance.against.queen_knight"),
    slot("imbalance.against.queen_bishop"),
    slot("imbalance.against.queen_rook"),
];
/// All keys of this section.
pub const TERMS: Terms = Terms::union(&[Terms::of(&BESIDE), Terms::of(&AGAINST)]);

/// Counts the imbalances of both sides.
#[inline(always)]
pub fn count<K: Sink>(position: &Position, sink: &mut K) {
    if sink.wants(TERMS) {
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
