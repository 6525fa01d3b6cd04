//! Corrections of piece values: pairs, the number of pawns, a lone minor piece.

use crate::board::{Color, Piece, Position};

use super::keys::material as key;
use super::keys::{Choice, Terms};
use super::side::{Black, Side, White};
use super::sink::Sink;
use super::weights::Weights;

const PAIR_BY_SQUARES: Choice = key::BISHOP_PAIR_WHEN.option("both square colours");
const LONE_MINOR_WORTHLESS: Choice = key::LONE_MINOR.option("worthless");

/// Returns `true` if piece values that are part of the piece-square sums may have to be subtracted again.
#[inline(always)]
pub fn corrects_values(w: &Weights) -> bool {
    w.is(LONE_MINOR_WORTHLESS)
}

/// Counts what depends only on the numbers of pieces: corrections by pawn count, and the lone minor piece, whose
/// value (kept incrementally, see [`super::psqt`]) is taken back.
#[inline(always)]
pub fn count_numbers<K: Sink>(w: &Weights, position: &Position, sink: &mut K) {
    if corrects_values(w) || sink.wants(key::KNIGHT_BY_PAWN_COUNT.bit()) {
        count_corrections::<White, K>(w, position, sink);
        count_corrections::<Black, K>(w, position, sink);
    }
}

/// Counts the bishop pair.
#[inline(always)]
pub fn count_pairs<K: Sink>(w: &Weights, position: &Position, sink: &mut K) {
    if sink.wants(const { Terms::of(&[key::BISHOP_PAIR, key::BISHOP_PAIR_MISSING]) }) {
        count_pair::<White, K>(w, position, sink);
        count_pair::<Black, K>(w, position, sink);
    }
}

#[inline(always)]
fn count_corrections<C: Side, K: Sink>(w: &Weights, position: &Position, sink: &mut K) {
    let lone = if w.is(LONE_MINOR_WORTHLESS) { lone_minor(position, C::US) } else { None };
    if let Some(minor) = lone {
        sink.add::<C>(key::BY_PIECE[minor as usize], 0, -1);
        let kept = if minor == Piece::Knight { key::LONE_KNIGHT } else { key::LONE_BISHOP };
        sink.add::<C>(kept, 0, 1);
    } else {
        let pawns = position.pieces(Piece::Pawn).len() as usize;
        let knights = position.colored(C::US, Piece::Knight).len() as i32;
        sink.add::<C>(key::KNIGHT_BY_PAWN_COUNT, pawns.min(16), knights);
    }
}

#[inline(always)]
fn count_pair<C: Side, K: Sink>(w: &Weights, position: &Position, sink: &mut K) {
    let pair = has_bishop_pair(w, position, C::US);
    sink.add::<C>(if pair { key::BISHOP_PAIR } else { key::BISHOP_PAIR_MISSING }, 0, 1);
}

/// The kind of a side's only piece beside its king, if it is a knight or a bishop.
fn lone_minor(position: &Position, color: Color) -> Option<Piece> {
    if position.color(color).len() != 2 {
        return None;
    }
    [Piece::Knight, Piece::Bishop].into_iter().find(|&p| !position.colored(color, p).is_empty())
}

fn has_bishop_pair(w: &Weights, position: &Position, color: Color) -> bool {
    const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;
    let bishops = position.colored(color, Piece::Bishop);
    if w.is(PAIR_BY_SQUARES) { bishops.0 & LIGHT != 0 && bishops.0 & !LIGHT != 0 } else { bishops.len() > 1 }
}
