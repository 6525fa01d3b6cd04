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

/// Counts the distances of all pieces to both kings; with `MAPPED`, of pawns and kings alone, since those of the others
/// are counted with their attacks.
#[inline(always)]
pub fn count_kings<K: Sink, const MAPPED: bool>(w: &Weights, info: &Info, sink: &mut K) {
    count_kind::<K, 0>(w, info, sink);
    if !MAPPED {
        count_kind::<K, 1>(w, info, sink);
        count_kind::<K, 2>(w, info, sink);
        count_kind::<K, 3>(w, info, sink);
        count_kind::<K, 4>(w, info, sink);
    }
    count_kind::<K, 5>(w, info, sink);
}

/// Counts the distances of one kind of piece, by its index.
#[inline(always)]
fn count_kind<K: Sink, const KIND: usize>(w: &Weights, info: &Info, sink: &mut K) {
    if sink.wants(const { Terms::of(&[BY_PIECE[KIND].own_king, BY_PIECE[KIND].enemy_king]) }) {
        count_side::<White, K, KIND>(w, info, sink);
        count_side::<Black, K, KIND>(w, info, sink);
    }
}

#[inline(always)]
fn count_side<C: Side, K: Sink, const KIND: usize>(w: &Weights, info: &Info, sink: &mut K) {
    let kings = KingDistances::new::<C>(PIECES[KIND], w, info);
    for square in attacks::squares(info.position.colored(C::US, PIECES[KIND])) {
        kings.count::<C, K>(square, sink);
    }
}

/// The distances of all squares to both kings, for one kind of piece.
pub struct KingDistances {
    keys: DistanceKeys,
    own: &'static [u8; 64],
    enemy: &'static [u8; 64],
}

impl KingDistances {
    /// The distances as the profile measures them for this kind of piece of the side `C`.
    #[inline(always)]
    pub fn new<C: Side>(piece: Piece, w: &Weights, info: &Info) -> Self {
        let keys = BY_PIECE[piece as usize];
        let metric = metric(w, keys.king_manhattan);
        Self {
            keys,
            own: attacks::distances(metric, info.king::<C>()),
            enemy: attacks::distances(metric, info.enemy_king::<C>()),
        }
    }

    /// Counts the distances of a piece, without a branch: with few pieces to a loop, it would cost more than it saves.
    #[inline(always)]
    pub fn count<C: Side, K: Sink>(&self, square: Square, sink: &mut K) {
        sink.add::<C>(self.keys.own_king, usize::from(self.own[square as usize]), 1);
        sink.add::<C>(self.keys.enemy_king, usize::from(self.enemy[square as usize]), 1);
    }
}
