//! Numbers and booleans.

use super::super::expr::{Input, Type};
use super::super::ops::Op;
use super::{BOOLEAN, Body, Builtin, NUMBER, builtin, of_side, op, text};

pub const NUMBERS: &[Builtin] = &[
    op("size(set: squares)", NUMBER, "How many squares.", Op::Size),
    op("rank(of: square)", NUMBER, "The rank, 1 to 8, as the owner sees it.", Op::Rank),
    op("file(of: square)", NUMBER, "The file, 1 (a) to 8 (h).", Op::File),
    op("distance(a: square, b: square)", NUMBER, "How many moves of a king, 0 to 7.", Op::Distance),
    op(
        "steps(a: square, b: square)",
        NUMBER,
        "How many files and ranks together, 0 to 14.",
        Op::ManhattanDistance,
    ),
    op(
        "centre_distance(of: square)",
        NUMBER,
        "How many moves of a king to the nearest of d4, e4, d5 and e5, 0 to 3.",
        Op::CentreDistance,
    ),
    op("abs(n: number)", NUMBER, "Without its sign.", Op::Absolute),
    op("min(a: number, b: number)", NUMBER, "The smaller.", Op::Min),
    op("max(a: number, b: number)", NUMBER, "The larger.", Op::Max),
    text(
        "clamp(n: number, low: number, high: number)",
        NUMBER,
        "The nearest number from `low` to `high` (`low`, if that is larger).",
        "max(min(n, high), low)",
    ),
    builtin(
        "halfmove_clock",
        NUMBER,
        "Plies since the last capture or pawn move, 0 to 255. A search may reuse a score of the same position with another count.",
        Body::Input(Input::Halfmoves),
    ),
    builtin(
        "phase",
        NUMBER,
        "How many pieces are left, from 0 (none) to 256 (all, or more): 256 / 24 for a knight or bishop, twice as much \
         for a rook, four times for a queen, cut to a whole number. The profile's own phase model does not matter.",
        Body::Input(Input::Phase),
    ),
];

pub const BOOLEANS: &[Builtin] = &[
    builtin("true", BOOLEAN, "Always.", Body::Boolean(true)),
    builtin("false", BOOLEAN, "Never.", Body::Boolean(false)),
    op("any(set: squares)", BOOLEAN, "Whether there are squares.", Op::IsAny),
    text("none(set: squares)", BOOLEAN, "Whether there are no squares.", "not any(set)"),
    of_side("is_white(who: side)", BOOLEAN, "Whether the side is White.", Input::IsWhite),
    of_side("to_move(who: side)", BOOLEAN, "Whether it is the side's turn.", Input::ToMove),
    of_side(
        "castles_short(who: side)",
        BOOLEAN,
        "Whether a side has the right to castle towards the h-file.",
        Input::CastlesShort,
    ),
    of_side(
        "castles_long(who: side)",
        BOOLEAN,
        "Whether a side has the right to castle towards the a-file.",
        Input::CastlesLong,
    ),
    text(
        "can_castle(who: side)",
        BOOLEAN,
        "Whether a side has any right to castle.",
        "who.castles_short or who.castles_long",
    ),
    builtin(
        "if(condition: boolean, yes: any, no: any)",
        Type::Any,
        "The second if the first is true, else the third. Both are of one type.",
        Body::If,
    ),
];
