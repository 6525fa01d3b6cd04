//! Threats.

use super::{Decl, Group, Shape};

const fn threat(
    name: &'static str,
    meaning: &'static str,
    definition: &'static str,
    example: &'static str,
) -> Decl {
    Decl::score(Group::Threats, name, Shape::One, meaning, definition, example)
}

const fn by_pawn(name: &'static str) -> Decl {
    threat(name, "An opposing piece of this kind that an own pawn attacks.", "Once for each.", "[60, 40]")
}

const fn by_minor(name: &'static str) -> Decl {
    threat(
        name,
        "An opposing piece of this kind that a knight or bishop attacks.",
        "Once for each that an own knight or bishop attacks; pawns only if no opposing pawn guards \
         them.",
        "[30, 25]",
    )
}

const fn by_rook(name: &'static str) -> Decl {
    threat(
        name,
        "An opposing piece of this kind that a rook attacks.",
        "Once for each that an own rook attacks; all but queens only if no opposing pawn guards them.",
        "[25, 25]",
    )
}

const fn by_king(name: &'static str) -> Decl {
    threat(
        name,
        "An unguarded opposing piece of this kind that the king attacks.",
        "Once for each that the own king attacks and nothing guards.",
        "[10, 30]",
    )
}

section!(
    "threats",
    "Threats",
    "Opposing pieces that are attacked, or could be at the next move.",
    slot(BY_PAWN_KNIGHT) = by_pawn("by_pawn.knight"),
    slot(BY_PAWN_BISHOP) = by_pawn("by_pawn.bishop"),
    slot(BY_PAWN_ROOK) = by_pawn("by_pawn.rook"),
    slot(BY_PAWN_QUEEN) = by_pawn("by_pawn.queen"),
    slot(BY_MINOR_PAWN) = by_minor("by_minor.pawn"),
    slot(BY_MINOR_KNIGHT) = by_minor("by_minor.knight"),
    slot(BY_MINOR_BISHOP) = by_minor("by_minor.bishop"),
    slot(BY_MINOR_ROOK) = by_minor("by_minor.rook"),
    slot(BY_MINOR_QUEEN) = by_minor("by_minor.queen"),
    slot(BY_ROOK_PAWN) = by_rook("by_rook.pawn"),
    slot(BY_ROOK_KNIGHT) = by_rook("by_rook.knight"),
    slot(BY_ROOK_BISHOP) = by_rook("by_rook.bishop"),
    slot(BY_ROOK_ROOK) = by_rook("by_rook.rook"),
    slot(BY_ROOK_QUEEN) = by_rook("by_rook.queen"),
    slot(BY_KING_PAWN) = by_king("by_king.pawn"),
    slot(BY_KING_KNIGHT) = by_king("by_king.knight"),
    slot(BY_KING_BISHOP) = by_king("by_king.bishop"),
    slot(BY_KING_ROOK) = by_king("by_king.rook"),
    slot(HANGING) = threat(
        "hanging",
        "An opposing piece or pawn that is attacked and not guarded.",
        "Once for each (no king) that the own side attacks and the opponent does not guard.",
        "[30, 20]",
    ),
    slot(OUTNUMBERED) = threat(
        "outnumbered",
        "An opposing piece that is attacked more often than it is guarded.",
        "Once for each opposing piece (no pawn, no king) that the own side attacks twice or more and \
         that exactly one opposing piece, which is no pawn, guards.",
        "[20, 15]",
    ),
    slot(PAWN_PUSH) = threat(
        "pawn_push",
        "An opposing piece that a pawn could attack by a safe step.",
        "Once for each opposing piece (no pawn, no king) that an own pawn would attack after one step \
         or a double step onto an empty square, which no opposing pawn attacks and which is guarded or \
         not attacked.",
        "[25, 15]",
    ),
    slot(RESTRICTED) = threat(
        "restricted",
        "A square that the opponent attacks but can hardly use.",
        "Once for each square that both sides attack, that no opposing pawn attacks, and that the opponent \
         attacks only once or both attack twice.",
        "[4, 4]",
    ),
    slot(KNIGHT_ON_QUEEN) = threat(
        "knight_on_queen",
        "A square from which a knight would attack an opposing queen.",
        "For each opposing queen, once for each square without an own piece from which a knight attacks \
         it, that an own knight attacks and that the opponent does not guard by a pawn or more often \
         than the own side.",
        "[10, 8]",
    )
    .moved_to(Group::ThreatsOnQueen),
    slot(SLIDER_ON_QUEEN) = threat(
        "slider_on_queen",
        "A square from which a bishop or rook would attack an opposing queen.",
        "For each opposing queen, once for each square without an own piece from which a bishop (rook) \
         attacks it, that an own bishop (rook) attacks, that the own side attacks twice, and that no \
         opposing pawn guards.",
        "[30, 15]",
    )
    .moved_to(Group::ThreatsOnQueen)
);
