//! The built-in names: the one table that the checker, messages and the reference page read.

use crate::board::Piece;
use crate::board::attacks;

use super::expr::{Each, Input, Op, Side, Type};

/// What a built-in function is made of.
#[derive(Debug, Clone, Copy)]
pub enum Body {
    /// The same squares in every position.
    Squares(u64),
    /// Something known of a position.
    Input(Input),
    /// Something known of a side.
    OfSide(fn(Side) -> Input),
    /// One operation.
    Op(Op),
    /// An expression of the language.
    Text(&'static str),
    /// The square of a side's king.
    King,
    /// The other side.
    Enemy,
    /// A side's first rank.
    Home,
    /// One of two.
    If,
}

/// A built-in function or, without parameters, a name.
#[derive(Debug, Clone, Copy)]
pub struct Builtin {
    /// As a definition would begin. A function of one side can be written `own.name` as well.
    pub head: &'static str,
    /// Its type.
    pub result: Type,
    /// One sentence.
    pub meaning: &'static str,
    pub body: Body,
}

impl Builtin {
    /// The name alone.
    pub fn name(&self) -> &'static str {
        self.head.split('(').next().unwrap_or(self.head)
    }
}

/// A function over the squares of a set.
#[derive(Debug, Clone, Copy)]
pub struct LoopBuiltin {
    pub name: &'static str,
    /// What its body must be.
    pub body: Type,
    /// Its type.
    pub result: Type,
    pub meaning: &'static str,
    pub each: Each,
}

/// Built-in names of one subject.
#[derive(Debug)]
pub struct Group {
    pub title: &'static str,
    pub builtins: &'static [Builtin],
}

const fn builtin(head: &'static str, result: Type, meaning: &'static str, body: Body) -> Builtin {
    Builtin {
        head,
        result,
        meaning,
        body,
    }
}

const fn text(head: &'static str, result: Type, meaning: &'static str, text: &'static str) -> Builtin {
    builtin(head, result, meaning, Body::Text(text))
}

const fn op(head: &'static str, result: Type, meaning: &'static str, op: Op) -> Builtin {
    builtin(head, result, meaning, Body::Op(op))
}

const fn of_side(head: &'static str, result: Type, meaning: &'static str, of: fn(Side) -> Input) -> Builtin {
    builtin(head, result, meaning, Body::OfSide(of))
}

const SQUARES: Type = Type::Squares;
const NUMBER: Type = Type::Number;
const TRUTH: Type = Type::Truth;

const PIECES: &[Builtin] = &[
    of_side("pawns(who: side)", SQUARES, "The pawns of a side.", |s| {
        Input::Pieces(s, Piece::Pawn)
    }),
    of_side("knights(who: side)", SQUARES, "The knights of a side.", |s| {
        Input::Pieces(s, Piece::Knight)
    }),
    of_side("bishops(who: side)", SQUARES, "The bishops of a side.", |s| {
        Input::Pieces(s, Piece::Bishop)
    }),
    of_side("rooks(who: side)", SQUARES, "The rooks of a side.", |s| {
        Input::Pieces(s, Piece::Rook)
    }),
    of_side("queens(who: side)", SQUARES, "The queens of a side.", |s| {
        Input::Pieces(s, Piece::Queen)
    }),
    builtin(
        "king(who: side)",
        Type::Square,
        "The square of a side's king.",
        Body::King,
    ),
    of_side(
        "all(who: side)",
        SQUARES,
        "All pieces and pawns of a side.",
        Input::All,
    ),
    text(
        "minors(who: side)",
        SQUARES,
        "Knights and bishops.",
        "who.knights | who.bishops",
    ),
    text(
        "majors(who: side)",
        SQUARES,
        "Rooks and queens.",
        "who.rooks | who.queens",
    ),
    text(
        "pieces(who: side)",
        SQUARES,
        "All pieces but pawns and king.",
        "who.minors | who.majors",
    ),
    builtin("enemy(who: side)", Type::Side, "The other side.", Body::Enemy),
    text(
        "occupied",
        SQUARES,
        "Squares with something on them.",
        "own.all | their.all",
    ),
    text("empty", SQUARES, "Squares with nothing on them.", "~occupied"),
    text(
        "material(who: side)",
        NUMBER,
        "A pawn 1, a knight or bishop 3, a rook 5, a queen 9.",
        "size(who.pawns) + 3 * size(who.minors) + 5 * size(who.rooks) + 9 * size(who.queens)",
    ),
];

const PAWNS: &[Builtin] = &[
    text(
        "passed(who: side)",
        SQUARES,
        "Pawns with no enemy pawn ahead on their file or beside it.",
        "who.pawns - widen(front_span(enemy(who), enemy(who).pawns))",
    ),
    text(
        "candidate(who: side)",
        SQUARES,
        "Pawns, not passed, with no enemy pawn ahead on their file, that have at least as many helpers beside or behind \
         as there are enemy pawns ahead on the files beside.",
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
        "Pawns with no own pawn level or behind on a file beside, that an enemy pawn keeps from the square in front.",
        "who.pawns & behind(who, enemy(who).pawn_attacks) - beside(who.pawns | front_span(who, who.pawns))",
    ),
    text(
        "chain(who: side)",
        SQUARES,
        "Pawns that an own pawn guards.",
        "who.pawns & who.pawn_attacks",
    ),
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
        "Pawns that the enemy attacks and nothing guards.",
        "who.pawns & enemy(who).attacked - who.attacked",
    ),
    of_side(
        "pawn_attacks(who: side)",
        SQUARES,
        "Squares that a side's pawns attack.",
        |s| Input::AttacksBy(s, Piece::Pawn),
    ),
    text(
        "attack_span(who: side)",
        SQUARES,
        "Squares that a side's pawns attack or may attack as they advance.",
        "beside(front_span(who, who.pawns))",
    ),
    text(
        "outposts(who: side)",
        SQUARES,
        "Squares of the owner's ranks 4 to 6 that an own pawn guards and no enemy pawn can ever attack.",
        "who.pawn_attacks - enemy(who).attack_span \
         & ahead(who, ahead(who, ahead(who, home(who) | ahead(who, home(who) | ahead(who, home(who))))))",
    ),
    text(
        "half_open(who: side)",
        SQUARES,
        "Files without a pawn of the side, with one of the enemy.",
        "files(enemy(who).pawns) - files(who.pawns)",
    ),
    text(
        "open_files",
        SQUARES,
        "Files without any pawn.",
        "~files(own.pawns | their.pawns)",
    ),
];

const CONSTANTS: &[Builtin] = &[
    builtin("board", SQUARES, "All 64 squares.", Body::Squares(u64::MAX)),
    builtin("nowhere", SQUARES, "No squares.", Body::Squares(0)),
    text("rim", SQUARES, "The 28 squares at the edge.", "~b2..g7"),
    text("centre", SQUARES, "The four squares d4, e4, d5 and e5.", "d4..e5"),
    text("queenside", SQUARES, "The files a to d.", "a1..d8"),
    text("kingside", SQUARES, "The files e to h.", "e1..h8"),
    builtin(
        "dark",
        SQUARES,
        "The squares coloured like a1.",
        Body::Squares(attacks::DARK.0),
    ),
    builtin(
        "light",
        SQUARES,
        "The squares coloured like h1.",
        Body::Squares(!attacks::DARK.0),
    ),
    builtin(
        "home(who: side)",
        SQUARES,
        "The first rank of a side.",
        Body::Home,
    ),
];

const MOVING: &[Builtin] = &[
    op(
        "north(set: squares)",
        SQUARES,
        "Each square moved one rank ahead, as the owner sees the board.",
        Op::North,
    ),
    op(
        "south(set: squares)",
        SQUARES,
        "Each square moved one rank back.",
        Op::South,
    ),
    op(
        "east(set: squares)",
        SQUARES,
        "Each square moved towards the h-file.",
        Op::East,
    ),
    op(
        "west(set: squares)",
        SQUARES,
        "Each square moved towards the a-file.",
        Op::West,
    ),
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
    text(
        "beside(set: squares)",
        SQUARES,
        "The neighbours on both sides.",
        "east(set) | west(set)",
    ),
    text(
        "widen(set: squares)",
        SQUARES,
        "The squares and their neighbours on both sides.",
        "set | beside(set)",
    ),
    op(
        "files(set: squares)",
        SQUARES,
        "The whole files of the squares.",
        Op::Files,
    ),
    op(
        "ranks(set: squares)",
        SQUARES,
        "The whole ranks of the squares.",
        Op::Ranks,
    ),
    op(
        "around(set: squares)",
        SQUARES,
        "Where a king on any of the squares could go on an empty board.",
        Op::Around,
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

const ATTACKS: &[Builtin] = &[
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
    of_side(
        "attacked(who: side)",
        SQUARES,
        "All that a side attacks.",
        Input::Attacked,
    ),
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
        "What stands alone between a side's king and an enemy slider that moves on that line.",
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
        "All squares but those of the own king and pawns and those that enemy pawns attack.",
        "~(who.pawns | who.king | enemy(who).pawn_attacks)",
    ),
];

const NUMBERS: &[Builtin] = &[
    op("size(set: squares)", NUMBER, "How many squares.", Op::Size),
    op(
        "rank(of: square)",
        NUMBER,
        "The rank, 1 to 8, as the owner sees it.",
        Op::Rank,
    ),
    op("file(of: square)", NUMBER, "The file, 1 (a) to 8 (h).", Op::File),
    op(
        "distance(a: square, b: square)",
        NUMBER,
        "How many moves of a king, 0 to 7.",
        Op::Distance,
    ),
    op(
        "steps(a: square, b: square)",
        NUMBER,
        "How many files and ranks together, 0 to 14.",
        Op::Steps,
    ),
    op(
        "centre_distance(of: square)",
        NUMBER,
        "How many moves of a king to the nearest of d4, e4, d5 and e5, 0 to 3.",
        Op::CentreDistance,
    ),
    op("abs(n: number)", NUMBER, "Without its sign.", Op::Absolute),
    op("min(a: number, b: number)", NUMBER, "The smaller.", Op::Least),
    op("max(a: number, b: number)", NUMBER, "The larger.", Op::Most),
    text(
        "clamp(n: number, low: number, high: number)",
        NUMBER,
        "The nearest number from `low` to `high` (`low`, if that is larger).",
        "max(min(n, high), low)",
    ),
    builtin(
        "phase",
        NUMBER,
        "How many pieces are left, from 0 (none) to 256 (all, or more): 256 / 24 for a knight or bishop, twice as much \
         for a rook, four times for a queen, cut to a whole number. The profile's own phase model does not matter.",
        Body::Input(Input::Phase),
    ),
];

const TRUTHS: &[Builtin] = &[
    op(
        "any(set: squares)",
        TRUTH,
        "Whether there are squares.",
        Op::IsAny,
    ),
    text(
        "none(set: squares)",
        TRUTH,
        "Whether there are no squares.",
        "not any(set)",
    ),
    of_side(
        "to_move(who: side)",
        TRUTH,
        "Whether it is the side's turn.",
        Input::ToMove,
    ),
    of_side(
        "castles_short(who: side)",
        TRUTH,
        "Whether a side has the right to castle towards the h-file.",
        Input::CastlesShort,
    ),
    of_side(
        "castles_long(who: side)",
        TRUTH,
        "Whether a side has the right to castle towards the a-file.",
        Input::CastlesLong,
    ),
    text(
        "can_castle(who: side)",
        TRUTH,
        "Whether a side has any right to castle.",
        "who.castles_short or who.castles_long",
    ),
    builtin(
        "if(condition: truth, yes: any, no: any)",
        Type::Any,
        "The second if the first is true, else the third. Both are of one type.",
        Body::If,
    ),
];

/// All built-in names but those of [`LOOPS`].
pub const GROUPS: [Group; 7] = [
    Group {
        title: "Pieces",
        builtins: PIECES,
    },
    Group {
        title: "Pawns",
        builtins: PAWNS,
    },
    Group {
        title: "Places",
        builtins: CONSTANTS,
    },
    Group {
        title: "Squares from squares",
        builtins: MOVING,
    },
    Group {
        title: "Attacks",
        builtins: ATTACKS,
    },
    Group {
        title: "Numbers",
        builtins: NUMBERS,
    },
    Group {
        title: "Truths",
        builtins: TRUTHS,
    },
];

/// Functions over the squares of a set: `name(sq in set, body)`.
pub const LOOPS: [LoopBuiltin; 7] = [
    LoopBuiltin {
        name: "where",
        body: TRUTH,
        result: SQUARES,
        meaning: "Those for which the body is true.",
        each: Each::Where,
    },
    LoopBuiltin {
        name: "sum",
        body: NUMBER,
        result: NUMBER,
        meaning: "The sum of the numbers.",
        each: Each::Sum,
    },
    LoopBuiltin {
        name: "join",
        body: SQUARES,
        result: SQUARES,
        meaning: "All squares of all the sets.",
        each: Each::Join,
    },
    LoopBuiltin {
        name: "any",
        body: TRUTH,
        result: TRUTH,
        meaning: "Whether the body is true for at least one.",
        each: Each::Any,
    },
    LoopBuiltin {
        name: "all",
        body: TRUTH,
        result: TRUTH,
        meaning: "Whether the body is true for all; also if there are none.",
        each: Each::All,
    },
    LoopBuiltin {
        name: "least",
        body: NUMBER,
        result: NUMBER,
        meaning: "The smallest of the numbers; 0 if there are none.",
        each: Each::Least,
    },
    LoopBuiltin {
        name: "most",
        body: NUMBER,
        result: NUMBER,
        meaning: "The largest of the numbers; 0 if there are none.",
        each: Each::Most,
    },
];

/// The two sides by name.
pub const SIDES: [(&str, Side); 2] = [("own", Side::Own), ("their", Side::Their)];

/// The built-in functions of a name.
pub fn find(name: &str) -> impl Iterator<Item = &'static Builtin> {
    all().filter(move |builtin| builtin.name() == name)
}

/// All built-in functions and names but loops.
pub fn all() -> impl Iterator<Item = &'static Builtin> {
    GROUPS.iter().flat_map(|group| group.builtins)
}

/// Every name, those of loops and sides included; some are there twice.
pub fn everything() -> impl Iterator<Item = &'static str> {
    let loops = LOOPS.iter().map(|it| it.name);
    let sides = SIDES.iter().map(|(name, _)| *name);
    all().map(Builtin::name).chain(loops).chain(sides)
}

/// The loop of a name.
pub fn find_loop(name: &str) -> Option<&'static LoopBuiltin> {
    LOOPS.iter().find(|it| it.name == name)
}

/// Whether a name is built in.
pub fn is_builtin(name: &str) -> bool {
    find(name).next().is_some() || find_loop(name).is_some() || SIDES.iter().any(|(side, _)| *side == name)
}
