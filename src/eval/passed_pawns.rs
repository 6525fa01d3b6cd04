//! Passed pawns: own pawns with no enemy pawn ahead on their file or beside it.

use crate::board::attacks::{
    self, Metric, ahead, behind, beside, front_span, rear_span, relative_rank, squares, widen,
};
use crate::board::{Bitboard, Piece, Square};

use super::info::Info;
use super::king_cache::Kings;
use super::passed_paths;
use super::pawn_cache::PawnEntry;
use super::sink::{Black, Side, Sink, White};
use super::vocabulary::{Decl, Section, Shape, Slot, Terms, joined, slot};

/// The section of passed pawns.
pub const SECTION: Section = Section {
    name: "passed_pawns",
    title: "Passed pawns",
    meaning: "A pawn is passed when no enemy pawn stands ahead of it on its own file or a neighbouring one. Own \
              pawns ahead do not matter.",
    decls: &joined::<{ KEYS.len() + passed_paths::DECLS.len() }>(&[KEYS, &passed_paths::DECLS]),
};

/// The keys counted in this file and the distances.
const KEYS: &[Decl] = &[
    Decl::score(
        "by_rank",
        Shape::ByRank,
        "A passed pawn, by how far it has come.",
        "For each own passed pawn, by its rank counted from the owner's first.",
        "[0, 5, 10, 20, 40, 70, 120, 0]",
    ),
    Decl::score(
        "by_file",
        Shape::ByFile,
        "A passed pawn, by its file.",
        "For each own passed pawn, by its file.",
        "[0, -4, -8, -12]",
    ),
    Decl::score(
        "connected",
        Shape::ByRank,
        "A passed pawn with another at its side.",
        "For each own passed pawn with an own passed pawn on a neighbouring file, on the same rank or the one ahead \
             or behind; by rank.",
        "[0, 0, 2, 5, 10, 25, 50, 0]",
    ),
    Decl::score(
        "candidate",
        Shape::ByRank,
        "A pawn that may become passed.",
        "For each own pawn that is not passed, with no enemy pawn ahead on its file, and with at least as many own \
             pawns level with it or behind it on the neighbouring files as there are enemy pawns ahead of it on them; \
             by rank.",
        "[0, 0, 2, 5, 10, 25, 0, 0]",
    ),
    Decl::score(
        "free_by_rank",
        Shape::ByRank,
        "A passed pawn that nothing stops.",
        "For each own passed pawn that is not weak and that has no square ahead on its file which the enemy \
             attacks or occupies and no own piece guards; by rank.",
        "[0, 0, 5, 10, 30, 60, 100, 0]",
    ),
    Decl::score(
        "weak",
        Shape::One,
        "A passed pawn that is attacked and not guarded.",
        "Once for each own passed pawn attacked by any enemy piece and by no own piece.",
        "[-8, -20]",
    ),
    Decl::score(
        "own_heavy_behind",
        Shape::One,
        "A rook or queen that supports a passed pawn from behind.",
        "Once for each own rook or queen anywhere behind an own passed pawn on its file, through any pieces.",
        "[10, 20]",
    ),
    Decl::score(
        "enemy_heavy_behind",
        Shape::One,
        "An enemy rook or queen that holds a passed pawn from behind.",
        "Once for each enemy rook or queen anywhere behind an own passed pawn on its file, through any pieces.",
        "[0, -50]",
    ),
    Decl::score(
        "own_king_distance",
        Shape::ByDistance {
            first: 1,
            last: 7,
            enough: 7,
        },
        "How near the own king is to a passed pawn.",
        "For each own passed pawn, by the king moves between it and its own king.",
        "[[0, 20], [0, 10], 0, 0, 0, 0, 0]",
    ),
    Decl::score(
        "enemy_king_distance",
        Shape::ByDistance {
            first: 1,
            last: 7,
            enough: 7,
        },
        "How far the enemy king is from a passed pawn.",
        "For each own passed pawn, by the king moves between it and the enemy king.",
        "{ start = [0, -40], step = [0, 12] }",
    ),
    Decl::score(
        "king_distance_difference",
        Shape::ByDistance {
            first: -6,
            last: 6,
            enough: 6,
        },
        "Which king is nearer to a passed pawn.",
        "For each own passed pawn, by the distance to its own king less the distance to the enemy king.",
        "{ step = [0, -5] }",
    ),
];

const BY_RANK: Slot = slot("passed_pawns.by_rank");
const FREE_BY_RANK: Slot = slot("passed_pawns.free_by_rank");
const BY_FILE: Slot = slot("passed_pawns.by_file");
const CONNECTED: Slot = slot("passed_pawns.connected");
const CANDIDATE: Slot = slot("passed_pawns.candidate");
const WEAK: Slot = slot("passed_pawns.weak");
const OWN_HEAVY_BEHIND: Slot = slot("passed_pawns.own_heavy_behind");
const ENEMY_HEAVY_BEHIND: Slot = slot("passed_pawns.enemy_heavy_behind");
const OWN_KING: Slot = slot("passed_pawns.own_king_distance");
const ENEMY_KING: Slot = slot("passed_pawns.enemy_king_distance");
const KING_DIFFERENCE: Slot = slot("passed_pawns.king_distance_difference");
/// Largest difference of two king distances; the index of [`KING_DIFFERENCE`] is shifted by it.
const DIFFERENCE_SHIFT: usize = 6;

/// The keys of files and of what pawns beside do for passed pawns.
pub const RELATION_TERMS: Terms = Terms::of(&[BY_FILE, CONNECTED, CANDIDATE]);
/// The keys that depend on pawns alone.
pub const STRUCTURE_TERMS: Terms = Terms::union(&[BY_RANK.bit(), RELATION_TERMS]);
/// The keys that need to know what each side attacks.
pub const ATTACK_TERMS: Terms = Terms::of(&[FREE_BY_RANK, WEAK]);
/// The keys that look at the pieces around passed pawns.
pub const PIECE_TERMS: Terms =
    Terms::union(&[ATTACK_TERMS, Terms::of(&[OWN_HEAVY_BEHIND, ENEMY_HEAVY_BEHIND])]);
/// The keys that depend on pawns and kings alone.
pub const KING_TERMS: Terms = Terms::of(&[OWN_KING, ENEMY_KING, KING_DIFFERENCE]);

/// The passed pawns of one side.
#[inline(always)]
pub fn find<C: Side>(own: Bitboard, enemy: Bitboard) -> Bitboard {
    own & !widen(front_span(enemy, C::THEM))
}

/// Counts what depends on pawns alone, for one side; [`RELATION_TERMS`] only if `WIDE` (see [`super::parts`]).
pub fn count_structure<C: Side, K: Sink, const WIDE: bool>(entry: &PawnEntry, sink: &mut K) {
    let passed = entry.passed::<C>();
    for pawn in squares(passed) {
        sink.add::<C>(BY_RANK, relative_rank(pawn, C::US), 1);
    }
    if WIDE && sink.wants(RELATION_TERMS) {
        let at_side = beside(passed | ahead(passed, C::US) | behind(passed, C::US));
        for pawn in squares(passed) {
            sink.add::<C>(BY_FILE, pawn.file() as usize, 1);
            let n = i32::from(at_side.has(pawn));
            sink.add::<C>(CONNECTED, relative_rank(pawn, C::US), n);
        }
        let candidates = candidates::<C>(entry.pawns::<C>(), entry.pawns::<C::Them>(), passed);
        for pawn in squares(candidates) {
            sink.add::<C>(CANDIDATE, relative_rank(pawn, C::US), 1);
        }
    }
}

/// Pawns of one side that may become passed.
fn candidates<C: Side>(own: Bitboard, enemy: Bitboard, passed: Bitboard) -> Bitboard {
    let half_open = own & !front_span(enemy, C::THEM) & !passed;
    let may_pass = |&pawn: &Square| {
        let pawn = pawn.bitboard();
        let helpers = own & beside(pawn | rear_span(pawn, C::US));
        let sentries = enemy & beside(front_span(pawn, C::US));
        helpers.len() >= sentries.len()
    };
    squares(half_open).filter(may_pass).collect()
}

/// Counts what depends on pawns and kings alone, for one side.
pub fn count_kings<C: Side, K: Sink>(kings: Kings, pawns: &PawnEntry, sink: &mut K) {
    for pawn in squares(pawns.passed::<C>()) {
        let own = attacks::distance(Metric::Chebyshev, pawn, kings.king::<C>());
        let enemy = attacks::distance(Metric::Chebyshev, pawn, kings.king::<C::Them>());
        sink.add::<C>(OWN_KING, own - 1, 1);
        sink.add::<C>(ENEMY_KING, enemy - 1, 1);
        sink.add::<C>(KING_DIFFERENCE, own + DIFFERENCE_SHIFT - enemy, 1);
    }
}

/// Counts what depends on the pieces around the passed pawns.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, pawns: &PawnEntry, sink: &mut K) {
    if sink.wants(PIECE_TERMS) {
        count_side::<White, K>(info, pawns.passed::<White>(), sink);
        count_side::<Black, K>(info, pawns.passed::<Black>(), sink);
    }
}

#[inline(always)]
fn count_side<C: Side, K: Sink>(info: &Info, passed: Bitboard, sink: &mut K) {
    if passed.is_empty() {
        return;
    }
    let position = info.position;
    let heavy = position.pieces(Piece::Rook) | position.pieces(Piece::Queen);
    let in_rear = rear_span(passed, C::US) & heavy;
    sink.add::<C>(
        OWN_HEAVY_BEHIND,
        0,
        (in_rear & position.color(C::US)).len() as i32,
    );
    sink.add::<C>(
        ENEMY_HEAVY_BEHIND,
        0,
        (in_rear & position.color(C::THEM)).len() as i32,
    );

    let (own_attacks, enemy_attacks) = (info.all_attacks::<C>(), info.all_attacks::<C::Them>());
    let lost = enemy_attacks & !own_attacks;
    let stoppers = (enemy_attacks | position.color(C::THEM)) & !own_attacks;
    for pawn in squares(passed) {
        if lost.has(pawn) {
            sink.add::<C>(WEAK, 0, 1);
        } else if (front_span(pawn.bitboard(), C::US) & stoppers).is_empty() {
            sink.add::<C>(FREE_BY_RANK, relative_rank(pawn, C::US), 1);
        }
    }
}
