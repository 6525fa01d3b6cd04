//! Threats.

use super::{Decl, DisplayRow, Group, Topic};

const THREAT: Decl = Decl { groups: &[Group::Threats], topic: Topic::Threats, ..Decl::DEFAULT };

const BY_PAWN: Decl = Decl {
    meaning: "An opposing {piece} that an own pawn attacks.",
    definition: "Once for each opposing {piece} that an own pawn attacks.",
    example: "[60, 40]",
    ..THREAT
};

const BY_MINOR: Decl = Decl {
    meaning: "An opposing {piece} that a knight or bishop attacks.",
    definition: "Once for each opposing {piece} that an own knight or bishop attacks; pawns only if no \
        opposing pawn guards them.",
    example: "[30, 25]",
    ..THREAT
};

const BY_ROOK: Decl = Decl {
    meaning: "An opposing {piece} that a rook attacks.",
    definition: "Once for each opposing {piece} that an own rook attacks; all but queens only if no opposing \
        pawn guards them.",
    example: "[25, 25]",
    ..THREAT
};

const BY_KING: Decl = Decl {
    display: DisplayRow::Hanging,
    meaning: "An unguarded opposing {piece} that the king attacks.",
    definition: "Once for each opposing {piece} that the own king attacks and nothing guards.",
    example: "[10, 30]",
    ..THREAT
};

section!(
    "threats",
    "Threats",
    "Opposing pieces that are attacked, or could be at the next move.",
    slot(BY_PAWN_KNIGHT) = Decl {
        name: "by_pawn.knight",
        phrase: "{opponent}'s {knight|knights} on {squares} {is|are} attacked by a pawn",
        squares: "their.knights & own.pawn_attacks",
        ..BY_PAWN
    },
    slot(BY_PAWN_BISHOP) = Decl {
        name: "by_pawn.bishop",
        phrase: "{opponent}'s {bishop|bishops} on {squares} {is|are} attacked by a pawn",
        squares: "their.bishops & own.pawn_attacks",
        ..BY_PAWN
    },
    slot(BY_PAWN_ROOK) = Decl {
        name: "by_pawn.rook",
        phrase: "{opponent}'s {rook|rooks} on {squares} {is|are} attacked by a pawn",
        squares: "their.rooks & own.pawn_attacks",
        ..BY_PAWN
    },
    slot(BY_PAWN_QUEEN) = Decl {
        name: "by_pawn.queen",
        phrase: "{opponent}'s {queen|queens} on {squares} {is|are} attacked by a pawn",
        squares: "their.queens & own.pawn_attacks",
        ..BY_PAWN
    },
    slot(BY_MINOR_PAWN) = Decl {
        name: "by_minor.pawn",
        phrase: "{opponent}'s {pawn|pawns} on {squares} {is|are} attacked by a knight or bishop and guarded \
            by no pawn",
        squares: "their.pawns & attacked(own.minors) - their.pawn_attacks",
        ..BY_MINOR
    },
    slot(BY_MINOR_KNIGHT) = Decl {
        name: "by_minor.knight",
        phrase: "{opponent}'s {knight|knights} on {squares} {is|are} attacked by a knight or bishop",
        squares: "their.knights & attacked(own.minors)",
        ..BY_MINOR
    },
    slot(BY_MINOR_BISHOP) = Decl {
        name: "by_minor.bishop",
        phrase: "{opponent}'s {bishop|bishops} on {squares} {is|are} attacked by a knight or bishop",
        squares: "their.bishops & attacked(own.minors)",
        ..BY_MINOR
    },
    slot(BY_MINOR_ROOK) = Decl {
        name: "by_minor.rook",
        phrase: "{opponent}'s {rook|rooks} on {squares} {is|are} attacked by a knight or bishop",
        squares: "their.rooks & attacked(own.minors)",
        ..BY_MINOR
    },
    slot(BY_MINOR_QUEEN) = Decl {
        name: "by_minor.queen",
        phrase: "{opponent}'s {queen|queens} on {squares} {is|are} attacked by a knight or bishop",
        squares: "their.queens & attacked(own.minors)",
        ..BY_MINOR
    },
    slot(BY_ROOK_PAWN) = Decl {
        name: "by_rook.pawn",
        phrase: "{opponent}'s {pawn|pawns} on {squares} {is|are} attacked by a rook and guarded by no pawn",
        squares: "their.pawns & attacked(own.rooks) - their.pawn_attacks",
        ..BY_ROOK
    },
    slot(BY_ROOK_KNIGHT) = Decl {
        name: "by_rook.knight",
        phrase: "{opponent}'s {knight|knights} on {squares} {is|are} attacked by a rook and guarded by no \
            pawn",
        squares: "their.knights & attacked(own.rooks) - their.pawn_attacks",
        ..BY_ROOK
    },
    slot(BY_ROOK_BISHOP) = Decl {
        name: "by_rook.bishop",
        phrase: "{opponent}'s {bishop|bishops} on {squares} {is|are} attacked by a rook and guarded by no \
            pawn",
        squares: "their.bishops & attacked(own.rooks) - their.pawn_attacks",
        ..BY_ROOK
    },
    slot(BY_ROOK_ROOK) = Decl {
        name: "by_rook.rook",
        phrase: "{opponent}'s {rook|rooks} on {squares} {is|are} attacked by a rook and guarded by no pawn",
        squares: "their.rooks & attacked(own.rooks) - their.pawn_attacks",
        ..BY_ROOK
    },
    slot(BY_ROOK_QUEEN) = Decl {
        name: "by_rook.queen",
        phrase: "{opponent}'s {queen|queens} on {squares} {is|are} attacked by a rook",
        squares: "their.queens & attacked(own.rooks)",
        ..BY_ROOK
    },
    slot(BY_KING_PAWN) = Decl {
        name: "by_king.pawn",
        phrase: "{opponent}'s {pawn|pawns} on {squares} {is|are} attacked by the king and not guarded",
        squares: "their.pawns & around(own.king) - their.attacked",
        ..BY_KING
    },
    slot(BY_KING_KNIGHT) = Decl {
        name: "by_king.knight",
        phrase: "{opponent}'s {knight|knights} on {squares} {is|are} attacked by the king and not guarded",
        squares: "their.knights & around(own.king) - their.attacked",
        ..BY_KING
    },
    slot(BY_KING_BISHOP) = Decl {
        name: "by_king.bishop",
        phrase: "{opponent}'s {bishop|bishops} on {squares} {is|are} attacked by the king and not guarded",
        squares: "their.bishops & around(own.king) - their.attacked",
        ..BY_KING
    },
    slot(BY_KING_ROOK) = Decl {
        name: "by_king.rook",
        phrase: "{opponent}'s {rook|rooks} on {squares} {is|are} attacked by the king and not guarded",
        squares: "their.rooks & around(own.king) - their.attacked",
        ..BY_KING
    },
    slot(HANGING) = Decl {
        name: "hanging",
        display: DisplayRow::Hanging,
        meaning: "An opposing piece or pawn that is attacked and not guarded.",
        definition: "Once for each (no king) that the own side attacks and the opponent does not guard.",
        example: "[30, 20]",
        phrase: "{opponent}'s {pieces} {is|are} attacked and not guarded",
        squares: "(their.pawns | their.pieces) & own.attacked - their.attacked",
        ..THREAT
    },
    slot(OUTNUMBERED) = Decl {
        name: "outnumbered",
        meaning: "An opposing piece that is attacked more often than it is guarded.",
        definition: "Once for each opposing piece (no pawn, no king) that the own side attacks twice or more \
            and that exactly one opposing piece, which is no pawn, guards.",
        example: "[20, 15]",
        phrase: "{opponent}'s {pieces} {is|are} attacked at least twice and guarded once",
        squares: "their.pieces & own.attacked_twice & their.attacked - their.attacked_twice - \
            their.pawn_attacks",
        ..THREAT
    },
    slot(PAWN_PUSH) = Decl {
        name: "pawn_push",
        meaning: "An opposing piece that a pawn could attack by a safe step.",
        definition: "Once for each opposing piece (no pawn, no king) that an own pawn would attack after one \
            step or a double step onto an empty square, which no opposing pawn attacks and which is guarded \
            or not attacked.",
        example: "[25, 15]",
        phrase: "{opponent}'s {pieces} can be attacked by the safe advance of a pawn",
        squares: "their.pieces & pawn_attacks(own, (north(own.pawns) & empty | north(north(own.pawns) & \
            empty & a3..h3) & empty) & (own.attacked | ~their.attacked) - their.pawn_attacks)",
        ..THREAT
    },
    slot(RESTRICTED) = Decl {
        name: "restricted",
        meaning: "A square that the opponent attacks but can hardly use.",
        definition: "Once for each square that both sides attack, that no opposing pawn attacks, and that \
            the opponent attacks only once or both attack twice.",
        example: "[4, 4]",
        phrase: "{side} restricts {opponent} on {n} {square|squares} that both attack",
        ..THREAT
    },
    slot(KNIGHT_ON_QUEEN) = Decl {
        name: "knight_on_queen",
        groups: &[Group::ThreatsOnQueen],
        meaning: "A square from which a knight would attack an opposing queen.",
        definition: "For each opposing queen, once for each square without an own piece from which a knight \
            attacks it, that an own knight attacks and that the opponent does not guard by a pawn or more \
            often than the own side.",
        example: "[10, 8]",
        phrase: "{side}'s knights can attack a queen from {n} {square|squares}",
        ..THREAT
    },
    slot(SLIDER_ON_QUEEN) = Decl {
        name: "slider_on_queen",
        groups: &[Group::ThreatsOnQueen],
        meaning: "A square from which a bishop or rook would attack an opposing queen.",
        definition: "For each opposing queen, once for each square without an own piece from which a bishop \
            (rook) attacks it, that an own bishop (rook) attacks, that the own side attacks twice, and that \
            no opposing pawn guards.",
        example: "[30, 15]",
        phrase: "{side}'s bishops and rooks can attack a queen from {n} guarded {square|squares}",
        ..THREAT
    },
);
