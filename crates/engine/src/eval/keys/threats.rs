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
    threat(
        name,
        "An opposing {piece} that an own pawn attacks.",
        "Once for each opposing {piece} that an own pawn attacks.",
        "[60, 40]",
    )
}

const fn by_minor(name: &'static str) -> Decl {
    threat(
        name,
        "An opposing {piece} that a knight or bishop attacks.",
        "Once for each opposing {piece} that an own knight or bishop attacks; pawns only if no opposing pawn guards \
         them.",
        "[30, 25]",
    )
}

const fn by_rook(name: &'static str) -> Decl {
    threat(
        name,
        "An opposing {piece} that a rook attacks.",
        "Once for each opposing {piece} that an own rook attacks; all but queens only if no opposing pawn guards them.",
        "[25, 25]",
    )
}

const fn by_king(name: &'static str) -> Decl {
    threat(
        name,
        "An unguarded opposing {piece} that the king attacks.",
        "Once for each opposing {piece} that the own king attacks and nothing guards.",
        "[10, 30]",
    )
}

section!(
    "threats",
    "Threats",
    "Opposing pieces that are attacked, or could be at the next move.",
    slot(BY_PAWN_KNIGHT) = by_pawn("by_pawn.knight")
    .phrase_on(
        "{opponent}'s {knight|knights} on {squares} {is|are} attacked by a pawn",
        "their.knights & own.pawn_attacks",
    ),
    slot(BY_PAWN_BISHOP) = by_pawn("by_pawn.bishop")
    .phrase_on(
        "{opponent}'s {bishop|bishops} on {squares} {is|are} attacked by a pawn",
        "their.bishops & own.pawn_attacks",
    ),
    slot(BY_PAWN_ROOK) = by_pawn("by_pawn.rook")
    .phrase_on(
        "{opponent}'s {rook|rooks} on {squares} {is|are} attacked by a pawn",
        "their.rooks & own.pawn_attacks",
    ),
    slot(BY_PAWN_QUEEN) = by_pawn("by_pawn.queen")
    .phrase_on(
        "{opponent}'s {queen|queens} on {squares} {is|are} attacked by a pawn",
        "their.queens & own.pawn_attacks",
    ),
    slot(BY_MINOR_PAWN) = by_minor("by_minor.pawn")
    .phrase_on(
        "{opponent}'s {pawn|pawns} on {squares} {is|are} attacked by a knight or bishop and guarded by no pawn",
        "their.pawns & attacked(own.minors) - their.pawn_attacks",
    ),
    slot(BY_MINOR_KNIGHT) = by_minor("by_minor.knight")
    .phrase_on(
        "{opponent}'s {knight|knights} on {squares} {is|are} attacked by a knight or bishop",
        "their.knights & attacked(own.minors)",
    ),
    slot(BY_MINOR_BISHOP) = by_minor("by_minor.bishop")
    .phrase_on(
        "{opponent}'s {bishop|bishops} on {squares} {is|are} attacked by a knight or bishop",
        "their.bishops & attacked(own.minors)",
    ),
    slot(BY_MINOR_ROOK) = by_minor("by_minor.rook")
    .phrase_on(
        "{opponent}'s {rook|rooks} on {squares} {is|are} attacked by a knight or bishop",
        "their.rooks & attacked(own.minors)",
    ),
    slot(BY_MINOR_QUEEN) = by_minor("by_minor.queen")
    .phrase_on(
        "{opponent}'s {queen|queens} on {squares} {is|are} attacked by a knight or bishop",
        "their.queens & attacked(own.minors)",
    ),
    slot(BY_ROOK_PAWN) = by_rook("by_rook.pawn")
    .phrase_on(
        "{opponent}'s {pawn|pawns} on {squares} {is|are} attacked by a rook and guarded by no pawn",
        "their.pawns & attacked(own.rooks) - their.pawn_attacks",
    ),
    slot(BY_ROOK_KNIGHT) = by_rook("by_rook.knight")
    .phrase_on(
        "{opponent}'s {knight|knights} on {squares} {is|are} attacked by a rook and guarded by no pawn",
        "their.knights & attacked(own.rooks) - their.pawn_attacks",
    ),
    slot(BY_ROOK_BISHOP) = by_rook("by_rook.bishop")
    .phrase_on(
        "{opponent}'s {bishop|bishops} on {squares} {is|are} attacked by a rook and guarded by no pawn",
        "their.bishops & attacked(own.rooks) - their.pawn_attacks",
    ),
    slot(BY_ROOK_ROOK) = by_rook("by_rook.rook")
    .phrase_on(
        "{opponent}'s {rook|rooks} on {squares} {is|are} attacked by a rook and guarded by no pawn",
        "their.rooks & attacked(own.rooks) - their.pawn_attacks",
    ),
    slot(BY_ROOK_QUEEN) = by_rook("by_rook.queen")
    .phrase_on(
        "{opponent}'s {queen|queens} on {squares} {is|are} attacked by a rook",
        "their.queens & attacked(own.rooks)",
    ),
    slot(BY_KING_PAWN) = by_king("by_king.pawn")
    .phrase_on(
        "{opponent}'s {pawn|pawns} on {squares} {is|are} attacked by the king and not guarded",
        "their.pawns & around(own.king) - their.attacked",
    ),
    slot(BY_KING_KNIGHT) = by_king("by_king.knight")
    .phrase_on(
        "{opponent}'s {knight|knights} on {squares} {is|are} attacked by the king and not guarded",
        "their.knights & around(own.king) - their.attacked",
    ),
    slot(BY_KING_BISHOP) = by_king("by_king.bishop")
    .phrase_on(
        "{opponent}'s {bishop|bishops} on {squares} {is|are} attacked by the king and not guarded",
        "their.bishops & around(own.king) - their.attacked",
    ),
    slot(BY_KING_ROOK) = by_king("by_king.rook")
    .phrase_on(
        "{opponent}'s {rook|rooks} on {squares} {is|are} attacked by the king and not guarded",
        "their.rooks & around(own.king) - their.attacked",
    ),
    slot(HANGING) = threat(
        "hanging",
        "An opposing piece or pawn that is attacked and not guarded.",
        "Once for each (no king) that the own side attacks and the opponent does not guard.",
        "[30, 20]",
    )
    .phrase_on(
        "{opponent}'s {pieces} {is|are} attacked and not guarded",
        "(their.pawns | their.pieces) & own.attacked - their.attacked",
    ),
    slot(OUTNUMBERED) = threat(
        "outnumbered",
        "An opposing piece that is attacked more often than it is guarded.",
        "Once for each opposing piece (no pawn, no king) that the own side attacks twice or more and \
         that exactly one opposing piece, which is no pawn, guards.",
        "[20, 15]",
    )
    .phrase_on(
        "{opponent}'s {pieces} {is|are} attacked at least twice and guarded once",
        "their.pieces & own.attacked_twice & their.attacked - their.attacked_twice - their.pawn_attacks",
    ),
    slot(PAWN_PUSH) = threat(
        "pawn_push",
        "An opposing piece that a pawn could attack by a safe step.",
        "Once for each opposing piece (no pawn, no king) that an own pawn would attack after one step \
         or a double step onto an empty square, which no opposing pawn attacks and which is guarded or \
         not attacked.",
        "[25, 15]",
    )
    .phrase_on(
        "{opponent}'s {pieces} can be attacked by the safe advance of a pawn",
        "their.pieces & pawn_attacks(own, (north(own.pawns) & empty | north(north(own.pawns) & empty & a3..h3) & empty) & (own.attacked | ~their.attacked) - their.pawn_attacks)",
    ),
    slot(RESTRICTED) = threat(
        "restricted",
        "A square that the opponent attacks but can hardly use.",
        "Once for each square that both sides attack, that no opposing pawn attacks, and that the opponent \
         attacks only once or both attack twice.",
        "[4, 4]",
    )
    .phrase("{side} restricts {opponent} on {n} {square|squares} that both attack"),
    slot(KNIGHT_ON_QUEEN) = threat(
        "knight_on_queen",
        "A square from which a knight would attack an opposing queen.",
        "For each opposing queen, once for each square without an own piece from which a knight attacks \
         it, that an own knight attacks and that the opponent does not guard by a pawn or more often \
         than the own side.",
        "[10, 8]",
    )
    .moved_to(Group::ThreatsOnQueen)
    .phrase("{side}'s knights can attack a queen from {n} {square|squares}"),
    slot(SLIDER_ON_QUEEN) = threat(
        "slider_on_queen",
        "A square from which a bishop or rook would attack an opposing queen.",
        "For each opposing queen, once for each square without an own piece from which a bishop (rook) \
         attacks it, that an own bishop (rook) attacks, that the own side attacks twice, and that no \
         opposing pawn guards.",
        "[30, 15]",
    )
    .moved_to(Group::ThreatsOnQueen)
    .phrase("{side}'s bishops and rooks can attack a queen from {n} guarded {square|squares}")
);
