//! Distances of pieces to the kings and to the centre: the same keys in the section of each piece.

use crate::board::attacks::{self, Metric};
use crate::board::{PIECES, Piece, Square};

use super::info::Info;
use super::keys::{self, Choice, Group, Slot, Terms};
use super::side::{Black, Side, White};
use super::sink::Sink;
use super::weights::Weights;

/// The three distance tables of one kind of piece.
#[derive(Clone, Copy)]
pub struct DistanceKeys {
    centre: Slot,
    centre_manhattan: Choice,
    own_king: Slot,
    enemy_king: Slot,
    king_manhattan: Choice,
}

macro_rules! distances {
    ($section:ident) => {
        DistanceKeys {
            centre: keys::$section::CENTRE_DISTANCE,
            centre_manhattan: keys::$section::CENTRE_METRIC.option("manhattan"),
            own_king: keys::$section::OWN_KING_DISTANCE,
            enemy_king: keys::$section::ENEMY_KING_DISTANCE,
            king_manhattan: keys::$section::KING_METRIC.option("manhattan"),
        }
    };
}

/// The distance tables by kind of piece.
pub const BY_PIECE: [DistanceKeys; 6] = [
    distances!(pawns),
    distances!(knights),
    distances!(bishops),
    distances!(rooks),
    distances!(queens),
    distances!(king),
];

/// All keys that depend on a king's square.
pub const KING_TERMS: Terms = Terms::group(Group::KingTropism);

/// The key and index of a piece's distance to the centre.
pub fn centre(weights: &Weights, piece: Piece, square: Square) -> (Slot, usize) {
    let keys = &BY_PIECE[piece as usize];
    (keys.centre, attacks::centre_distance(metric(weights, keys.centre_manhattan), square))
}

fn metric(weights: &Weights, manhattan: Choice) -> Metric {
    if weights.is(manhattan) { Metric::Manhattan } else { Metric::Chebyshev }
}

/// Counts the distances of the pieces to both kings.
#[inline(always)]
pub fn count_kings<K: Sink>(w: &Weights, info: &Info, sink: &mut K) {
    count_kind::<K, 0>(w, info, sink);
    count_kind::<K, 1>(w, info, sink);
    count_kind::<K, 2>(w, info, sink);
    count_kind::<K, 3>(w, info, sink);
    count_kind::<K, 4>(w, info, sink);
    count_kind::<K, 5>(w, info, sink);
}

/// Counts the distances of one kind of piece, by its index.
#[inline(always)]
fn count_kind<K: Sink, const KIND: usize>(w: &Weights, info: &Info, sink: &mut K) {
    let keys = BY_PIECE[KIND];
    if !sink.wants(const { Terms::of(&[BY_PIECE[KIND].own_king, BY_PIECE[KIND].enemy_king]) }) {
        return;
    }
    let (white, black) = (info.king::<White>(), info.king::<Black>());
    let metric = metric(w, keys.king_manhattan);
    if sink.wants(keys.own_king.bit()) {
        count_to::<White, K, KIND>(keys.own_king, metric, white, info, sink);
        count_to::<Black, K, KIND>(keys.own_king, metric, black, info, sink);
    }
    if sink.wants(keys.enemy_king.bit()) {
        count_to::<White, K, KIND>(keys.enemy_king, metric, black, info, sink);
        count_to::<Black, K, KIND>(keys.enemy_king, metric, white, info, sink);
    }
}

/// Counts the distances of one side's pieces of one kind to one king.
#[inline(always)]
fn count_to<C: Side, K: Sink, const KIND: usize>(
    key: Slot,
    metric: Metric,
    king: Square,
    info: &Info,
    sink: &mut K,
) {
    for square in attacks::squares(info.position.colored(C::US, PIECES[KIND])) {
        sink.add::<C>(key, attacks::distance(metric, king, square), 1);
    }
}
