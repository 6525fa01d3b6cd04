//! Threats: enemy pieces that are attacked or could be at the next move.
//!
//! The terms are those of Stockfish 11 (`Evaluation::threats`) and Ethereal 12.50, in definitions of our own.

use crate::board::attacks::{
    ahead, bishop_attacks, knight_attacks, pawn_attacks, relative_rank_set, rook_attacks, squares,
};
use crate::board::{Bitboard, Piece};

use super::attack_map::AttackMap;
use super::info::Info;
use super::sink::{Black, Side, Sink, White};
use super::vocabulary::{Decl, Section, Shape, Slot, Terms, slot};

const fn threat(
    name: &'static str,
    meaning: &'static str,
    definition: &'static str,
    example: &'static str,
) -> Decl {
    Decl::score(name, Shape::One, meaning, definition, example)
}

const fn by_pawn(name: &'static str) -> Decl {
    threat(
        name,
        "An enemy piece of this kind that an own pawn attacks.",
        "Once for each.",
        "[60, 40]",
    )
}

const fn by_minor(name: &'static str) -> Decl {
    threat(
        name,
        "An enemy piece of this kind that a knight or bishop attacks.",
        "Once for each that an own knight or bishop attacks; pawns only if no enemy pawn guards them.",
        "[30, 25]",
    )
}

const fn by_rook(name: &'static str) -> Decl {
    threat(
        name,
        "An enemy piece of this kind that a rook attacks.",
        "Once for each that an own rook attacks; all but queens only if no enemy pawn guards them.",
        "[25, 25]",
    )
}

const fn by_king(name: &'static str) -> Decl {
    threat(
        name,
        "An unguarded enemy piece of this kind that the king attacks.",
        "Once for each that the own king attacks and nothing guards.",
        "[10, 30]",
    )
}

/// The section of threats.
pub const SECTION: Section = Section {
    name: "threats",
    title: "Threats",
    meaning: "Enemy pieces that are attacked, or could be at the next move.",
    decls: &[
        by_pawn("by_pawn.knight"),
        by_pawn("by_pawn.bishop"),
        by_pawn("by_pawn.rook"),
        by_pawn("by_pawn.queen"),
        by_minor("by_minor.pawn"),
        by_minor("by_minor.knight"),
        by_minor("by_minor.bishop"),
        by_minor("by_minor.rook"),
        by_minor("by_minor.queen"),
        by_rook("by_rook.pawn"),
        by_rook("by_rook.knight"),
        by_rook("by_rook.bishop"),
        by_rook("by_rook.rook"),
        by_rook("by_rook.queen"),
        by_king("by_king.pawn"),
        by_king("by_king.knight"),
        by_king("by_king.bishop"),
        by_king("by_king.rook"),
        threat(
            "hanging",
            "An enemy piece or pawn that is attacked and not guarded.",
            "Once for each (no king) that the own side attacks and the enemy does not guard.",
            "[30, 20]",
        ),
        threat(
            "outnumbered",
            "An enemy piece that is attacked more often than it is guarded.",
            "Once for each enemy piece (no pawn, no king) that the own side attacks twice or more and that exactly one \
             enemy piece, which is no pawn, guards.",
            "[20, 15]",
        ),
        threat(
            "pawn_push",
            "An enemy piece that a pawn could attack by a safe step.",
            "Once for each enemy piece (no pawn, no king) that an own pawn would attack after one step or a \
             double step onto an empty square, which no enemy pawn attacks and which is guarded or not attacked.",
            "[25, 15]",
        ),
        threat(
            "restricted",
            "A square that the enemy attacks but can hardly use.",
            "Once for each square that both sides attack, that no enemy pawn attacks, and that the enemy attacks only \
             once or both attack twice.",
            "[4, 4]",
        ),
        threat(
            "knight_on_queen",
            "A square from which a knight would attack an enemy queen.",
            "For each enemy queen, once for each square without an own piece from which a knight attacks it, that an \
             own knight attacks and that the enemy does not guard by a pawn or more often than the own side.",
            "[10, 8]",
        ),
        threat(
            "slider_on_queen",
            "A square from which a bishop or rook would attack an enemy queen.",
            "For each enemy queen, once for each square without an own piece from which a bishop (rook) attacks it, \
             that an own bishop (rook) attacks, that the own side attacks twice, and that no enemy pawn guards.",
            "[30, 15]",
        ),
    ],
};

macro_rules! slots {
    ($by:literal: $($kind:literal),*) => {
        [$(slot(concat!("threats.", $by, ".", $kind))),*]
    };
}

/// Pawn to queen; the arrays below begin at the kind that can be threatened.
const KINDS: [Piece; 5] = [
    Piece::Pawn,
    Piece::Knight,
    Piece::Bishop,
    Piece::Rook,
    Piece::Queen,
];
const BY_PAWN: [Slot; 4] = slots!("by_pawn": "knight", "bishop", "rook", "queen");
const BY_MINOR: [Slot; 5] = slots!("by_minor": "pawn", "knight", "bishop", "rook", "queen");
const BY_ROOK: [Slot; 5] = slots!("by_rook": "pawn", "knight", "bishop", "rook", "queen");
const BY_KING: [Slot; 4] = slots!("by_king": "pawn", "knight", "bishop", "rook");
const HANGING: Slot = slot("threats.hanging");
const OUTNUMBERED: Slot = slot("threats.outnumbered");
const PAWN_PUSH: Slot = slot("threats.pawn_push");
const RESTRICTED: Slot = slot("threats.restricted");
const KNIGHT_ON_QUEEN: Slot = slot("threats.knight_on_queen");
const SLIDER_ON_QUEEN: Slot = slot("threats.slider_on_queen");
const ON_QUEEN: Terms = Terms::of(&[KNIGHT_ON_QUEEN, SLIDER_ON_QUEEN]);

/// All keys of this section.
pub const TERMS: Terms = Terms::union(&[
    Terms::of(&BY_PAWN),
    Terms::of(&BY_MINOR),
    Terms::of(&BY_ROOK),
    Terms::of(&BY_KING),
    Terms::of(&[HANGING, OUTNUMBERED, PAWN_PUSH, RESTRICTED]),
    ON_QUEEN,
]);

/// Counts the threats of both sides.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, map: &AttackMap, sink: &mut K) {
    if sink.wants(TERMS) {
        count_side::<White, K>(info, map, sink);
        count_side::<Black, K>(info, map, sink);
    }
}

fn count_side<C: Side, K: Sink>(info: &Info, map: &AttackMap, sink: &mut K) {
    let enemy = info.position.color(C::THEM) & !info.position.pieces(Piece::King);
    let pieces = enemy & !info.pawns::<C::Them>();
    let (own_attacks, enemy_attacks) = (info.all_attacks::<C>(), info.all_attacks::<C::Them>());
    let not_by_pawn = !info.pawn_attacks::<C::Them>();
    let attacked = enemy & own_attacks;
    if !attacked.is_empty() {
        let loose = not_by_pawn & attacked;
        let pawns = info.position.pieces(Piece::Pawn);
        let queens = info.position.pieces(Piece::Queen);
        let by_minor = map.by::<C>(Piece::Knight) | map.by::<C>(Piece::Bishop);
        add_kinds::<C, K>(info, &BY_PAWN, 1, info.pawn_attacks::<C>() & attacked, sink);
        add_kinds::<C, K>(info, &BY_MINOR, 0, by_minor & attacked & (loose | !pawns), sink);
        add_kinds::<C, K>(
            info,
            &BY_ROOK,
            0,
            map.by::<C>(Piece::Rook) & attacked & (loose | queens),
            sink,
        );
        let hanging = attacked & !enemy_attacks;
        add_kinds::<C, K>(info, &BY_KING, 0, map.by::<C>(Piece::King) & hanging, sink);
        sink.add::<C>(HANGING, 0, hanging.len() as i32);
        let outnumbered = loose & pieces & map.twice::<C>() & enemy_attacks & !map.twice::<C::Them>();
        sink.add::<C>(OUTNUMBERED, 0, outnumbered.len() as i32);
    }
    // Squares that the enemy does not hold: no pawn guards them, and it is not there more often than the own side.
    let contested = not_by_pawn & (!map.twice::<C::Them>() | map.twice::<C>());
    sink.add::<C>(
        RESTRICTED,
        0,
        (contested & own_attacks & enemy_attacks).len() as i32,
    );
    let safe = not_by_pawn & (own_attacks | !enemy_attacks);
    let pushed = pawn_attacks(steps::<C>(info) & safe, C::US) & pieces;
    sink.add::<C>(PAWN_PUSH, 0, pushed.len() as i32);
    if sink.wants(ON_QUEEN) {
        count_on_queens::<C, K>(info, map, contested & !info.position.color(C::US), sink);
    }
}

/// Adds the threatened pieces by kind, the keys beginning with kind `first`.
#[inline(always)]
fn add_kinds<C: Side, K: Sink>(info: &Info, keys: &[Slot], first: usize, threatened: Bitboard, sink: &mut K) {
    if threatened.is_empty() {
        return;
    }
    for (&key, &piece) in keys.iter().zip(&KINDS[first..]) {
        sink.add::<C>(key, 0, (threatened & info.position.pieces(piece)).len() as i32);
    }
}

/// Squares that own pawns can step to.
#[inline(always)]
fn steps<C: Side>(info: &Info) -> Bitboard {
    let empty = !info.occupied;
    let once = ahead(info.pawns::<C>(), C::US) & empty;
    once | ahead(once & relative_rank_set(2, C::US), C::US) & empty
}

/// Counts squares from which an enemy queen could be attacked.
#[inline(always)]
fn count_on_queens<C: Side, K: Sink>(info: &Info, map: &AttackMap, free: Bitboard, sink: &mut K) {
    for queen in squares(info.position.colored(C::THEM, Piece::Queen)) {
        let knights = map.by::<C>(Piece::Knight) & knight_attacks(queen);
        let bishops = map.by::<C>(Piece::Bishop) & bishop_attacks(queen, info.occupied);
        let rooks = map.by::<C>(Piece::Rook) & rook_attacks(queen, info.occupied);
        sink.add::<C>(KNIGHT_ON_QUEEN, 0, (knights & free).len() as i32);
        let sliders = (bishops | rooks) & free & map.twice::<C>();
        sink.add::<C>(SLIDER_ON_QUEEN, 0, sliders.len() as i32);
    }
}
