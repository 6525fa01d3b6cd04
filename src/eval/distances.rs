//! Distances of pieces to the kings and to the centre: the same keys in the section of each piece.

use crate::board::attacks::{self, Metric};
use crate::board::{PIECES, Piece, Square};

use super::info::Info;
use super::sink::{Black, Side, Sink, White};
use super::vocabulary::{Choice, Decl, Opt, Shape, Slot, Terms, choice, slot};
use super::weights::Weights;

const METRICS: &[Opt] = &[
    Opt {
        name: "chebyshev",
        meaning: "The larger of the file and the rank difference: king moves.",
    },
    Opt {
        name: "manhattan",
        meaning: "File difference plus rank difference: rook steps.",
    },
];

/// Value by distance to the centre.
pub const CENTRE: Decl = Decl::score(
    "centre_distance",
    Shape::ByDistance {
        first: 0,
        last: 6,
        enough: 3,
    },
    "A value by distance to the centre.",
    "For each piece, by its smallest distance to any of d4, e4, d5, e5 (0 to 3 in king moves, 0 to 6 in rook steps).",
    "[30, 20, 10, 0]",
);
/// How the distance to the centre is counted.
pub const CENTRE_METRIC: Decl = Decl::choice(
    "centre_metric",
    METRICS,
    "How the distance to the centre is counted.",
    "\"manhattan\"",
);
/// Value by distance to the own king.
pub const OWN_KING: Decl = Decl::score(
    "own_king_distance",
    Shape::ByDistance {
        first: 0,
        last: 14,
        enough: 7,
    },
    "A value by distance to the own king.",
    "For each piece, by its distance to its own king (1 to 7 in king moves, 1 to 14 in rook steps; entry 0 is never read).",
    "{ step = -1 }",
);
/// Value by distance to the enemy king.
pub const ENEMY_KING: Decl = Decl::score(
    "enemy_king_distance",
    Shape::ByDistance {
        first: 0,
        last: 14,
        enough: 7,
    },
    "A value by distance to the enemy king.",
    "For each piece, by its distance to the enemy king (1 to 7 in king moves, 1 to 14 in rook steps; entry 0 is never read).",
    "{ start = 280, step = -20 }",
);
/// How the distances to the kings are counted.
pub const KING_METRIC: Decl = Decl::choice(
    "king_metric",
    METRICS,
    "How the distances to the kings are counted.",
    "\"manhattan\"",
);

/// The three distance tables of one kind of piece.
#[derive(Clone, Copy)]
pub struct Distances {
    centre: Slot,
    centre_manhattan: Choice,
    own_king: Slot,
    enemy_king: Slot,
    king_manhattan: Choice,
}

macro_rules! distances {
    ($section:literal) => {
        Distances {
            centre: slot(concat!($section, ".centre_distance")),
            centre_manhattan: choice(concat!($section, ".centre_metric"), "manhattan"),
            own_king: slot(concat!($section, ".own_king_distance")),
            enemy_king: slot(concat!($section, ".enemy_king_distance")),
            king_manhattan: choice(concat!($section, ".king_metric"), "manhattan"),
        }
    };
}

/// The distance tables by kind of piece.
pub const BY_PIECE: [Distances; 6] = [
    distances!("pawns"),
    distances!("knights"),
    distances!("bishops"),
    distances!("rooks"),
    distances!("queens"),
    distances!("king"),
];

/// The distance to the centre, by kind of piece.
pub const CENTRES: [Slot; 6] = {
    let mut slots = [BY_PIECE[0].centre; 6];
    let mut piece = 0;
    while piece < slots.len() {
        slots[piece] = BY_PIECE[piece].centre;
        piece += 1;
    }
    slots
};

/// All keys that depend on a king's square.
pub const KING_TERMS: Terms = {
    let mut terms = Terms::NONE;
    let mut piece = 0;
    while piece < BY_PIECE.len() {
        let keys = Terms::of(&[BY_PIECE[piece].own_king, BY_PIECE[piece].enemy_king]);
        terms = Terms::union(&[terms, keys]);
        piece += 1;
    }
    terms
};

/// The key and index of a piece's distance to the centre.
pub fn centre(weights: &Weights, piece: Piece, square: Square) -> (Slot, usize) {
    let keys = &BY_PIECE[piece as usize];
    (
        keys.centre,
        attacks::centre_distance(metric(weights, keys.centre_manhattan), square),
    )
}

fn metric(weights: &Weights, manhattan: Choice) -> Metric {
    if weights.is(manhattan) {
        Metric::Manhattan
    } else {
        Metric::Chebyshev
    }
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
