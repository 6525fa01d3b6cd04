//! Piece values and what changes them: pairs, the number of pawns, a lone minor piece.

use crate::board::{Color, Piece, Position};

use super::sink::{Black, Side, Sink, White};
use super::vocabulary::{Choice, Decl, Opt, Section, Shape, Slot, Terms, choice, slot};
use super::weights::Weights;

const fn piece_value(name: &'static str, definition: &'static str, example: &'static str) -> Decl {
    Decl::score(
        name,
        Shape::One,
        "The value of one piece of this kind.",
        definition,
        example,
    )
}

const EACH: &str = "Once for each piece of the kind. May be left out where the tables of `psqt` contain it.";

/// The section of piece values.
pub const SECTION: Section = Section {
    name: "material",
    title: "Material",
    meaning: "What the pieces are worth wherever they stand.",
    decls: &[
        piece_value("pawn", EACH, "100"),
        piece_value("knight", EACH, "[320, 330]"),
        piece_value("bishop", EACH, "330"),
        piece_value("rook", EACH, "500"),
        piece_value("queen", EACH, "900"),
        piece_value(
            "king",
            "Each side has one king, so this cancels; some systems have it all the same.",
            "20000",
        ),
        Decl::score(
            "knight_by_pawn_count",
            Shape::ByCount { last: 16 },
            "A correction to each knight's value by how closed the position is.",
            "For each own knight, by the number of pawns of both colours on the board.",
            "{ start = -30, step = 4 }",
        ),
        Decl::score(
            "bishop_pair",
            Shape::One,
            "A bonus for having both bishops.",
            "Once for a side that has the pair, as `bishop_pair_when` says.",
            "[30, 50]",
        ),
        Decl::score(
            "bishop_pair_missing",
            Shape::One,
            "A penalty for not having both bishops.",
            "Once for a side that does not have the pair, as `bishop_pair_when` says; also for one without bishops.",
            "-20",
        ),
        Decl::choice(
            "bishop_pair_when",
            &[
                Opt {
                    name: "two bishops",
                    meaning: "Two or more bishops, whatever the colour of their squares.",
                },
                Opt {
                    name: "both square colours",
                    meaning: "A bishop on a light square and one on a dark square.",
                },
            ],
            "What counts as the bishop pair.",
            "\"both square colours\"",
        ),
        Decl::choice(
            "lone_minor",
            &[
                Opt {
                    name: "normal",
                    meaning: "A lone minor piece keeps its value.",
                },
                Opt {
                    name: "worthless",
                    meaning: "A side with a single knight or bishop beside its king gets no material for it \
                              (its square, mobility and all else still count).",
                },
            ],
            "What a knight or bishop is worth that cannot mate alone.",
            "\"worthless\"",
        ),
    ],
};

/// Piece values by kind.
pub const VALUES: [Slot; 6] = [
    slot("material.pawn"),
    slot("material.knight"),
    slot("material.bishop"),
    slot("material.rook"),
    slot("material.queen"),
    slot("material.king"),
];
const KNIGHT_BY_PAWNS: Slot = slot("material.knight_by_pawn_count");
const PAIR: Slot = slot("material.bishop_pair");
const PAIR_MISSING: Slot = slot("material.bishop_pair_missing");
const PAIR_BY_SQUARES: Choice = choice("material.bishop_pair_when", "both square colours");
const LONE_MINOR_WORTHLESS: Choice = choice("material.lone_minor", "worthless");

/// Whether piece values, though all zero beyond the squares, may have to be taken back.
#[inline(always)]
pub fn corrects_values(w: &Weights) -> bool {
    w.is(LONE_MINOR_WORTHLESS)
}

/// Counts what depends on how many pieces there are and on nothing else: corrections by pawn count, and the lone minor
/// piece, whose value (kept incrementally, see [`super::squares`]) is taken back.
#[inline(always)]
pub fn count_numbers<K: Sink>(w: &Weights, position: &Position, sink: &mut K) {
    if corrects_values(w) || sink.wants(KNIGHT_BY_PAWNS.bit()) {
        count_corrections::<White, K>(w, position, sink);
        count_corrections::<Black, K>(w, position, sink);
    }
}

/// Counts the bishop pair.
#[inline(always)]
pub fn count_pairs<K: Sink>(w: &Weights, position: &Position, sink: &mut K) {
    if sink.wants(const { Terms::of(&[PAIR, PAIR_MISSING]) }) {
        count_pair::<White, K>(w, position, sink);
        count_pair::<Black, K>(w, position, sink);
    }
}

#[inline(always)]
fn count_corrections<C: Side, K: Sink>(w: &Weights, position: &Position, sink: &mut K) {
    let lone = if w.is(LONE_MINOR_WORTHLESS) {
        lone_minor(position, C::US)
    } else {
        None
    };
    if let Some(minor) = lone {
        sink.add::<C>(VALUES[minor as usize], 0, -1);
    } else {
        let pawns = position.pieces(Piece::Pawn).len() as usize;
        let knights = position.colored(C::US, Piece::Knight).len() as i32;
        sink.add::<C>(KNIGHT_BY_PAWNS, pawns.min(16), knights);
    }
}

#[inline(always)]
fn count_pair<C: Side, K: Sink>(w: &Weights, position: &Position, sink: &mut K) {
    let pair = has_bishop_pair(w, position, C::US);
    sink.add::<C>(if pair { PAIR } else { PAIR_MISSING }, 0, 1);
}

/// The kind of a side's only piece beside its king, if it is a knight or a bishop.
fn lone_minor(position: &Position, color: Color) -> Option<Piece> {
    if position.color(color).len() != 2 {
        return None;
    }
    [Piece::Knight, Piece::Bishop]
        .into_iter()
        .find(|&p| !position.colored(color, p).is_empty())
}

fn has_bishop_pair(w: &Weights, position: &Position, color: Color) -> bool {
    const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;
    let bishops = position.colored(color, Piece::Bishop);
    match w.is(PAIR_BY_SQUARES) {
        true => bishops.0 & LIGHT != 0 && bishops.0 & !LIGHT != 0,
        false => bishops.len() > 1,
    }
}
