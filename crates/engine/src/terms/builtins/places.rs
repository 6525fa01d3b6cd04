//! Built-in squares: constant sets, set operations, and attacks.

use crate::board::attacks;

use super::super::expr::{Input, Type};
use super::super::ops::Op;
use super::{Body, Builtin, SQUARES, builtin, of_side, op, text};

pub const CONSTANTS: &[Builtin] = &[
    builtin("board", SQUARES, "All 64 squares.", Body::Squares(u64::MAX)),
    builtin("nowhere", SQUARES, "No squares.", Body::Squares(0)),
    text("rim", SQUARES, "The 28 squares at the edge.", "~b2..g7"),
    text("centre", SQUARES, "The four squares d4, e4, d5 and e5.", "d4..e5"),
    text("queenside", SQUARES, "The files a to d.", "a1..d8"),
    text("kingside", SQUARES, "The files e to h.", "e1..h8"),
    builtin("dark", SQUARES, "The squares coloured like a1.", Body::Squares(attacks::DARK.0)),
    builtin("light", SQUARES, "The squares coloured like h1.", Body::Squares(!attacks::DARK.0)),
    builtin("home(who: side)", SQUARES, "The first rank of a side.", Body::Home),
];

pub const MOVING: &[Builtin] = &[
    op(
        "north(set: squares)",
        SQUARES,
        "Each square moved one rank ahead, as the owner sees the board.",
        Op::North,
    ),
    op("south(set: squares)", SQUARES, "Each square moved one rank back.", Op::South),
    op("east(set: squares)", SQUARES, "Each square moved towards the h-file.", Op::East),
    op("west(set: squares)", SQUARES, "Each square moved towards the a-file.", Op::West),
    builtin(
        "ahead(who: side, set: squares)",
        SQUARES,
        "Each square moved one rank, as the side's pawns go: `north` for `own`, `south` for `their`.",
        Body::Op(Op::North),
    ),
    builtin(
        "behind(who: side, set: squares)",
        SQUARES,
        "Each square moved one rank against the way of the side's pawns.",
        Body::Op(Op::South),
    ),
    builtin(
        "front_span(who: side, set: squares)",
        SQUARES,
        "All squares ahead on the same files, to the edge of the board.",
        Body::Op(Op::NorthSpan),
    ),
    builtin(
        "rear_span(who: side, set: squares)",
        SQUARES,
        "All squares behind on the same files, to the edge of the board.",
        Body::Op(Op::SouthSpan),
    ),
    text("beside(set: squares)", SQUARES, "The neighbours on both sides.", "east(set) | west(set)"),
    text(
        "widen(set: squares)",
        SQUARES,
        "The squares and their neighbours on both sides.",
        "set | beside(set)",
    ),
    op("files(set: squares)", SQUARES, "The whole files of the squares.", Op::Files),
    op("ranks(set: squares)", SQUARES, "The whole ranks of the squares.", Op::Ranks),
    op(
        "around(set: squares)",
        SQUARES,
        "Where a king on any of the squares could go on an empty board.",
        Op::KingMoves,
    ),
    op(
        "knight_moves(set: squares)",
        SQUARES,
        "Where a knight on any of the squares could go on an empty board.",
        Op::KnightMoves,
    ),
    op(
        "bishop_moves(from: square, blockers: squares)",
        SQUARES,
        "What a bishop on the square attacks if these squares stop it (the first of each line is attacked).",
        Op::BishopMoves,
    ),
    text(
        "bishop_moves(from: square)",
        SQUARES,
        "The same with all pieces on the board.",
        "bishop_moves(from, occupied)",
    ),
    op(
        "rook_moves(from: square, blockers: squares)",
        SQUARES,
        "What a rook on the square attacks if these squares stop it.",
        Op::RookMoves,
    ),
    text(
        "rook_moves(from: square)",
        SQUARES,
        "The same with all pieces on the board.",
        "rook_moves(from, occupied)",
    ),
    text(
        "queen_moves(from: square, blockers: squares)",
        SQUARES,
        "What a queen on the square attacks if these squares stop it.",
        "bishop_moves(from, blockers) | rook_moves(from, blockers)",
    ),
    text(
        "queen_moves(from: square)",
        SQUARES,
        "The same with all pieces on the board.",
        "queen_moves(from, occupied)",
    ),
    text(
        "pawn_attacks(who: side, set: squares)",
        SQUARES,
        "What pawns of a side would attack from these squares.",
        "ahead(who, beside(set))",
    ),
    op("flip_file(of: square)", Type::Square, "The square on the other wing: a1 for h1.", Op::FlipFile),
    op(
        "flip_rank(of: square)",
        Type::Square,
        "The square on the other half of the board: a1 for a8.",
        Op::FlipRank,
    ),
    op(
        "between(a: square, b: square)",
        SQUARES,
        "Squares strictly between two on a line; none if they are on no line.",
        Op::Between,
    ),
    op(
        "line(a: square, b: square)",
        SQUARES,
        "The whole line through two squares, from edge to edge; none if they are on no line.",
        Op::Line,
    ),
];

pub const ATTACKS: &[Builtin] = &[
    op(
        "attacks(from: square)",
        SQUARES,
        "What the piece or pawn on the square attacks; none from an empty square. Pins do not matter.",
        Op::Attacks,
    ),
    op(
        "attacks(from: square, blockers: squares)",
        SQUARES,
        "The same if other squares than the occupied ones stop sliders.",
        Op::AttacksThrough,
    ),
    of_side("attacked(who: side)", SQUARES, "All that a side attacks.", Input::Attacked),
    op(
        "attacked(by: squares)",
        SQUARES,
        "All that the pieces and pawns on the squares attack: `attacked(own.rooks)`.",
        Op::AttackedBy,
    ),
    of_side(
        "attacked_twice(who: side)",
        SQUARES,
        "What two or more pieces or pawns of a side attack.",
        Input::AttackedTwice,
    ),
    text(
        "xray(from: square)",
        SQUARES,
        "What the slider on the square attacks if the first piece on each line, unless it is a pawn, lets it through.",
        "attacks(from, occupied - (attacks(from) - own.pawns - their.pawns))",
    ),
    text(
        "pinned(who: side)",
        SQUARES,
        "What stands alone between a side's king and an opposing slider that moves on that line.",
        "join(slider in bishop_moves(who.king, nowhere) & (enemy(who).bishops | enemy(who).queens) \
         | rook_moves(who.king, nowhere) & (enemy(who).rooks | enemy(who).queens), \
         if(size(between(who.king, slider) & occupied) == 1, between(who.king, slider) & who.all, nowhere))",
    ),
    text(
        "king_ring(who: side)",
        SQUARES,
        "The king's square, those that touch it, and those one rank further ahead.",
        "who.king | around(who.king) | ahead(who, around(who.king))",
    ),
    text(
        "mobility_area(who: side)",
        SQUARES,
        "All squares but those of the own king and pawns and those that opposing pawns attack.",
        "~(who.pawns | who.king | enemy(who).pawn_attacks)",
    ),
];
