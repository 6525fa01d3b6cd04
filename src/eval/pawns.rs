//! Pawn structure: doubled, isolated, backward, supported pawns, the centre, room to move.

use crate::board::attacks::{
    ahead, behind, beside, file_fill, front_span, pawn_attacks, pawn_attacks_east, pawn_attacks_west,
    rear_span, relative_rank_set, relative_square, squares,
};
use crate::board::{Bitboard, Square};

use super::info::Info;
use super::sink::{Black, Side, Sink, White};
use super::vocabulary::{Choice, Decl, Opt, Section, Shape, Slot, Terms, choice, joined, slot};
use super::weights::Weights;
use super::{distances, pawn_relations};

/// The section of pawn structure.
pub const SECTION: Section = Section {
    name: "pawns",
    title: "Pawns",
    meaning: "The structure of the pawns. Passed pawns have a section of their own.",
    decls: &joined::<{ KEYS.len() + pawn_relations::DECLS.len() }>(&[KEYS, &pawn_relations::DECLS]),
};

/// The keys counted in this file and the distances.
const KEYS: &[Decl] = &[
    Decl::score(
        "doubled",
        Shape::One,
        "A pawn with another own pawn behind it.",
        "Once for each own pawn that stands ahead of at least one other own pawn on its file: a file with k \
             pawns counts k - 1.",
        "[-10, -20]",
    ),
    Decl::score(
        "doubled_each",
        Shape::One,
        "A pawn that shares its file with another own pawn.",
        "Once for each of the own pawns of a file that has two or more: a pair counts 2, a triple 3.",
        "-12",
    ),
    Decl::score(
        "isolated",
        Shape::ByFile,
        "A pawn without own pawns on the files beside it.",
        "For each own pawn with no own pawn, on any rank, on either neighbouring file; by its file.",
        "[-12, -14, -16, -20]",
    ),
    Decl::score(
        "backward",
        Shape::One,
        "A pawn that has fallen behind and cannot safely advance.",
        "Once for each own pawn that is backward as `backward_when` says.",
        "[-13, -10]",
    ),
    Decl::choice(
        "backward_when",
        &[
            Opt {
                name: "no neighbour beside or behind",
                meaning: "An enemy pawn attacks the square in front of it, and no own pawn on a neighbouring \
                              file is level with it or behind it. What stands in front does not matter.",
            },
            Opt {
                name: "front square empty and unguarded",
                meaning: "The square in front of it is empty, an enemy pawn attacks that square, and no own \
                              pawn on a neighbouring file stands level with it to guard it.",
            },
        ],
        "Which pawns are backward.",
        "\"front square empty and unguarded\"",
    ),
    Decl::score(
        "supported",
        Shape::BySquare,
        "A pawn that an own pawn guards.",
        "For each own pawn attacked by an own pawn, by its square as the owner sees it.",
        "[12, 8]",
    ),
    Decl::score(
        "attacks_centre",
        Shape::One,
        "A pawn that attacks the centre.",
        "Once for each own pawn that attacks at least one of d4, e4, d5, e5.",
        "8",
    ),
    Decl::score(
        "mobility",
        Shape::One,
        "Room for the pawns to move.",
        "Once for each square on the board that an own pawn attacks (whatever stands there, once for each of \
             the two directions), for each own pawn with an empty square ahead, and for each on its starting \
             rank with two empty squares ahead.",
        "[9, 12]",
    ),
    Decl::score(
        "advance",
        Shape::ByRank,
        "How far a pawn has come.",
        "For each own pawn, by its rank counted from the owner's first.",
        "{ step = 1 }",
    ),
    distances::CENTRE,
    distances::CENTRE_METRIC,
    distances::OWN_KING,
    distances::ENEMY_KING,
    distances::KING_METRIC,
];

const DOUBLED: Slot = slot("pawns.doubled");
const DOUBLED_EACH: Slot = slot("pawns.doubled_each");
const ISOLATED: Slot = slot("pawns.isolated");
const BACKWARD: Slot = slot("pawns.backward");
const FRONT_UNGUARDED: Choice = choice("pawns.backward_when", "front square empty and unguarded");
const SUPPORTED: Slot = slot("pawns.supported");
const ATTACKS_CENTRE: Slot = slot("pawns.attacks_centre");
const MOBILITY: Slot = slot("pawns.mobility");
/// Value by rank, folded into the square tables.
pub const ADVANCE: Slot = slot("pawns.advance");

const CENTRE: Bitboard = Bitboard(
    Square::D4.bitboard().0 | Square::E4.bitboard().0 | Square::D5.bitboard().0 | Square::E5.bitboard().0,
);

/// The keys that depend on the pawns of both sides and nothing else; see [`count_structure`].
pub const STRUCTURE_TERMS: Terms = Terms::union(&[
    Terms::of(&[
        DOUBLED,
        DOUBLED_EACH,
        ISOLATED,
        BACKWARD,
        SUPPORTED,
        ATTACKS_CENTRE,
        MOBILITY,
    ]),
    pawn_relations::TERMS,
]);

/// Those of them that nothing else counts.
pub const STRUCTURE_ONLY: Terms = STRUCTURE_TERMS.without(Terms::of(&[BACKWARD, MOBILITY]));

/// Counts what depends on pawns alone, for one side; their relations only if `WIDE` (see [`super::parts`]).
pub fn count_structure<C: Side, K: Sink, const WIDE: bool>(
    w: &Weights,
    own: Bitboard,
    enemy: Bitboard,
    sink: &mut K,
) {
    sink.add::<C>(DOUBLED, 0, size(own & front_span(own, C::US)));
    sink.add::<C>(
        DOUBLED_EACH,
        0,
        size(own & (front_span(own, C::US) | rear_span(own, C::US))),
    );
    for pawn in squares(own & !beside(file_fill(own))) {
        sink.add::<C>(ISOLATED, pawn.file() as usize, 1);
    }
    if !w.is(FRONT_UNGUARDED) {
        let with_neighbour = beside(own | front_span(own, C::US));
        let held_back = behind(pawn_attacks(enemy, C::THEM), C::US);
        sink.add::<C>(BACKWARD, 0, size(own & held_back & !with_neighbour));
    }
    for pawn in squares(own & pawn_attacks(own, C::US)) {
        sink.add::<C>(SUPPORTED, relative_square(pawn, C::US), 1);
    }
    sink.add::<C>(ATTACKS_CENTRE, 0, size(own & pawn_attacks(CENTRE, C::THEM)));
    let diagonals = size(pawn_attacks_west(own, C::US)) + size(pawn_attacks_east(own, C::US));
    sink.add::<C>(MOBILITY, 0, diagonals);
    if WIDE && sink.wants(pawn_relations::TERMS) {
        pawn_relations::count::<C, K>(own, enemy, sink);
    }
}

/// Counts what depends on the pawns and on what stands in front of them.
#[inline(always)]
pub fn count_advances<K: Sink>(w: &Weights, info: &Info, sink: &mut K) {
    if sink.wants(MOBILITY.bit()) {
        sink.add::<White>(MOBILITY, 0, pushes::<White>(info));
        sink.add::<Black>(MOBILITY, 0, pushes::<Black>(info));
    }
    if sink.wants(BACKWARD.bit()) && w.is(FRONT_UNGUARDED) {
        sink.add::<White>(BACKWARD, 0, held_back::<White>(info));
        sink.add::<Black>(BACKWARD, 0, held_back::<Black>(info));
    }
}

#[inline(always)]
fn pushes<C: Side>(info: &Info) -> i32 {
    let empty = !info.occupied;
    let once = ahead(info.pawns::<C>(), C::US) & empty;
    let twice = ahead(once & relative_rank_set(2, C::US), C::US) & empty;
    size(once) + size(twice)
}

#[inline(always)]
fn held_back<C: Side>(info: &Info) -> i32 {
    let own = info.pawns::<C>();
    let held_back = behind(info.pawn_attacks::<C::Them>() & !info.occupied, C::US);
    size(own & held_back & !beside(own))
}

#[inline(always)]
fn size(set: Bitboard) -> i32 {
    set.len() as i32
}
