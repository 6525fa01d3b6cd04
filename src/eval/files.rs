//! Rooks and queens on files and on the seventh rank: the same keys for both kinds.

use crate::board::attacks::relative_rank_set;
use crate::board::{Bitboard, Piece, Position};

use super::pawn_cache::PawnEntry;
use super::sink::{Black, Side, Sink, White};
use super::vocabulary::{Choice, Decl, Opt, Shape, Slot, Terms, choice, slot};
use super::weights::Weights;
use super::{distances, lines};

/// A file without pawns.
const OPEN_FILE: Decl = Decl::score(
    "open_file",
    Shape::One,
    "A piece of this kind on a file without pawns.",
    "Once for each such piece on a file with no pawn of either colour.",
    "[40, 15]",
);
/// A file without own pawns.
const SEMI_OPEN_FILE: Decl = Decl::score(
    "semi_open_file",
    Shape::One,
    "A piece of this kind on a file without own pawns.",
    "Once for each such piece on a file that is not open and that is semi-open as `semi_open_when` says.",
    "[16, 5]",
);
/// Which files are semi-open.
const SEMI_OPEN_WHEN: Decl = Decl::choice(
    "semi_open_when",
    &[
        Opt {
            name: "no own pawn",
            meaning: "No own pawn, one or more enemy pawns.",
        },
        Opt {
            name: "exactly one enemy pawn",
            meaning: "No own pawn and exactly one enemy pawn.",
        },
    ],
    "Which files are semi-open.",
    "\"exactly one enemy pawn\"",
);
/// The seventh rank.
const SEVENTH_RANK: Decl = Decl::score(
    "seventh_rank",
    Shape::One,
    "A piece of this kind on the seventh rank.",
    "Once for each such piece on the seventh rank counted from its owner, wherever the enemy stands.",
    "[25, 40]",
);
/// Own pawns in the way.
const OWN_PAWN_ON_FILE: Decl = Decl::score(
    "own_pawn_on_file",
    Shape::One,
    "A piece of this kind on a file with own pawns.",
    "Once for each such piece with at least one own pawn on its file, in front of it or behind it.",
    "-10",
);

/// All keys of a section about rooks or queens.
pub const HEAVY_PIECE: &[Decl] = &[
    OPEN_FILE,
    SEMI_OPEN_FILE,
    SEMI_OPEN_WHEN,
    SEVENTH_RANK,
    OWN_PAWN_ON_FILE,
    lines::XRAY_ON_KING,
    distances::CENTRE,
    distances::CENTRE_METRIC,
    distances::OWN_KING,
    distances::ENEMY_KING,
    distances::KING_METRIC,
];

/// The keys of one kind of piece.
struct Files {
    piece: Piece,
    open: Slot,
    semi_open: Slot,
    one_enemy_pawn: Choice,
    seventh: Slot,
    own_pawn: Slot,
}

macro_rules! files {
    ($section:literal, $piece:expr) => {
        Files {
            piece: $piece,
            open: slot(concat!($section, ".open_file")),
            semi_open: slot(concat!($section, ".semi_open_file")),
            one_enemy_pawn: choice(concat!($section, ".semi_open_when"), "exactly one enemy pawn"),
            seventh: slot(concat!($section, ".seventh_rank")),
            own_pawn: slot(concat!($section, ".own_pawn_on_file")),
        }
    };
}

const ROOKS: Files = files!("rooks", Piece::Rook);
const QUEENS: Files = files!("queens", Piece::Queen);

impl Files {
    const fn terms(&self) -> Terms {
        Terms::of(&[self.open, self.semi_open, self.seventh, self.own_pawn])
    }
}

/// All keys of this module.
pub const TERMS: Terms = Terms::union(&[ROOKS.terms(), QUEENS.terms()]);

/// Counts files and the seventh rank for rooks and queens.
#[inline(always)]
pub fn count<K: Sink>(w: &Weights, position: &Position, pawns: &PawnEntry, sink: &mut K) {
    // No loop, so that the compiler knows the keys.
    if sink.wants(const { ROOKS.terms() }) {
        count_kind::<White, K>(&ROOKS, w, position, pawns, sink);
        count_kind::<Black, K>(&ROOKS, w, position, pawns, sink);
    }
    if sink.wants(const { QUEENS.terms() }) {
        count_kind::<White, K>(&QUEENS, w, position, pawns, sink);
        count_kind::<Black, K>(&QUEENS, w, position, pawns, sink);
    }
}

#[inline(always)]
fn count_kind<C: Side, K: Sink>(
    keys: &Files,
    w: &Weights,
    position: &Position,
    pawns: &PawnEntry,
    sink: &mut K,
) {
    let pieces = position.colored(C::US, keys.piece);
    if pieces.is_empty() {
        return;
    }
    let size = |set: Bitboard| set.len() as i32;
    let half_open = pieces & !pawns.files::<C>();
    if !half_open.is_empty() {
        let mut semi_open = half_open & pawns.files::<C::Them>();
        if w.is(keys.one_enemy_pawn) {
            semi_open &= !pawns.files_with_several::<C::Them>();
        }
        sink.add::<C>(keys.open, 0, size(half_open & !pawns.files::<C::Them>()));
        sink.add::<C>(keys.semi_open, 0, size(semi_open));
    }
    sink.add::<C>(keys.seventh, 0, size(pieces & relative_rank_set(6, C::US)));
    sink.add::<C>(keys.own_pawn, 0, size(pieces & pawns.files::<C>()));
}
