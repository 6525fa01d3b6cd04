//! Built-in inputs of a side: pieces and pawns.

use crate::board::Piece;

use super::super::expr::{Input, Type};
use super::{Body, Builtin, NUMBER, SQUARES, builtin, of_side, text};

/// The profile's value of a piece.
const fn value(head: &'static str, meaning: &'static str, piece: Piece) -> Builtin {
    builtin(head, NUMBER, meaning, Body::PieceValue(piece))
}

pub const PIECES: &[Builtin] = &[
    of_side("pawns(who: side)", SQUARES, "The pawns of a side.", |s| Input::Pieces(s, Piece::Pawn)),
    of_side("knights(who: side)", SQUARES, "The knights of a side.", |s| Input::Pieces(s, Piece::Knight)),
    of_side("bishops(who: side)", SQUARES, "The bishops of a side.", |s| Input::Pieces(s, Piece::Bishop)),
    of_side("rooks(who: side)", SQUARES, "The rooks of a side.", |s| Input::Pieces(s, Piece::Rook)),
    of_side("queens(who: side)", SQUARES, "The queens of a side.", |s| Input::Pieces(s, Piece::Queen)),
    builtin("king(who: side)", Type::Square, "The square of a side's king.", Body::King),
    of_side("all(who: side)", SQUARES, "All pieces and pawns of a side.", Input::All),
    text("minors(who: side)", SQUARES, "Knights and bishops.", "who.knights | who.bishops"),
    text("majors(who: side)", SQUARES, "Rooks and queens.", "who.rooks | who.queens"),
    text("pieces(who: side)", SQUARES, "All pieces but pawns and king.", "who.minors | who.majors"),
    builtin("enemy(who: side)", Type::Side, "The other side.", Body::Enemy),
    text("occupied", SQUARES, "Squares with something on them.", "own.all | their.all"),
    text("empty", SQUARES, "Squares with nothing on them.", "~occupied"),
    text(
        "material(who: side)",
        NUMBER,
        "A pawn 1, a knight or bishop 3, a rook 5, a queen 9.",
        "size(who.pawns) + 3 * size(who.minors) + 5 * size(who.rooks) + 9 * size(who.queens)",
    ),
    value("pawn_value", "`material.pawn` of the profile: the middlegame number in whole units.", Piece::Pawn),
    value(
        "knight_value",
        "`material.knight` of the profile: the middlegame number in whole units.",
        Piece::Knight,
    ),
    value(
        "bishop_value",
        "`material.bishop` of the profile: the middlegame number in whole units.",
        Piece::Bishop,
    ),
    value("rook_value", "`material.rook` of the profile: the middlegame number in whole units.", Piece::Rook),
    value(
        "queen_value",
        "`material.queen` of the profile: the middlegame number in whole units.",
        Piece::Queen,
    ),
    text(
        "value_of(set: squares)",
        NUMBER,
        "What the pieces and pawns on the squares, of either side, are worth by the profile's own piece values.",
        "pawn_value * size(set & (own.pawns | their.pawns)) + knight_value * size(set & (own.knights | their.knights)) \
         + bishop_value * size(set & (own.bishops | their.bishops)) + rook_value * size(set & (own.rooks | their.rooks)) \
         + queen_value * size(set & (own.queens | their.queens))",
    ),
];

pub const PAWNS: &[Builtin] = &[
    text(
        "passed(who: side)",
        SQUARES,
        "Pawns with no opposing pawn ahead on their file or beside it.",
        "who.pawns - widen(front_span(enemy(who), enemy(who).pawns))",
    ),
    text(
        "candidate(who: side)",
        SQUARES,
        "Pawns, not passed, with no opposing pawn ahead on their file, that have at least as many helpers beside or behind \
         as there are opposing pawns ahead on the files beside.",
        "where(pawn in who.pawns - front_span(enemy(who), enemy(who).pawns) - who.passed, \
         size(who.pawns & beside(pawn | rear_span(who, pawn))) >= \
         size(enemy(who).pawns & beside(front_span(who, pawn))))",
    ),
    text(
        "isolated(who: side)",
        SQUARES,
        "Pawns with no own pawn on a file beside.",
        "who.pawns - beside(files(who.pawns))",
    ),
    text(
        "doubled(who: side)",
        SQUARES,
        "Pawns with an own pawn behind on their file.",
        "who.pawns & front_span(who, who.pawns)",
    ),
    text(
        "backward(who: side)",
        SQUARES,
        "Pawns with no own pawn level or behind on a file beside, that an opposing pawn keeps from the square in front.",
        "who.pawns & behind(who, enemy(who).pawn_attacks) - beside(who.pawns | front_span(who, who.pawns))",
    ),
    text("chain(who: side)", SQUARES, "Pawns that an own pawn guards.", "who.pawns & who.pawn_attacks"),
    text(
        "phalanx(who: side)",
        SQUARES,
        "Pawns with an own pawn level on a file beside.",
        "who.pawns & beside(who.pawns)",
    ),
    text(
        "blocked(who: side)",
        SQUARES,
        "Pawns with something on the square in front.",
        "who.pawns & behind(who, occupied)",
    ),
    text(
        "weak(who: side)",
        SQUARES,
        "Pawns that the opponent attacks and nothing guards.",
        "who.pawns & enemy(who).attacked - who.attacked",
    ),
    of_side("pawn_attacks(who: side)", SQUARES, "Squares that a side's pawns attack.", |s| {
        Input::AttacksBy(s, Piece::Pawn)
    }),
    text(
        "attack_span(who: side)",
        SQUARES,
        "Squares that a side's pawns attack or may attack as they advance.",
        "beside(front_span(who, who.pawns))",
    ),
    text(
        "outposts(who: side)",
        SQUARES,
        "Squares of the owner's ranks 4 to 6 that an own pawn guards and no opposing pawn can ever attack.",
        "who.pawn_attacks - enemy(who).attack_span \
         & ahead(who, ahead(who, ahead(who, home(who) | ahead(who, home(who) | ahead(who, home(who))))))",
    ),
    text(
        "half_open(who: side)",
        SQUARES,
        "Files without a pawn of the side, with one of the opponent.",
        "files(enemy(who).pawns) - files(who.pawns)",
    ),
    text("open_files", SQUARES, "Files without any pawn.", "~files(own.pawns | their.pawns)"),
];
