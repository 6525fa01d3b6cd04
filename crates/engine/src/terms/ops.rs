//! The operations of expressions, each defined once, for one side. The interpreter computes them directly; the VM
//! computes each for both sides at once.
//!
//! All values are words: a set of squares, a square (64 for none), a sign-extended 32-bit number, or 1 or 0 for a
//! boolean. Sets are seen from the owner's side: its pawns move north.

use crate::board::attacks::{self, Metric, squares};
use crate::board::{Bitboard, Color, Piece, Square};

/// A table entry that does not count; outside the range of numbers.
pub const NOT_COUNTED: u64 = 1 << 63;
/// Minimum or maximum of no numbers so far; outside the range of numbers.
pub const NOTHING_YET: u64 = 1 << 62;
/// Maximum number of pieces and pawns of one side.
pub const MAX_PIECES: u64 = 16;

/// The pieces on the board, from one side's point of view.
pub trait Board {
    /// Squares attacked by the piece or pawn on a square; none from an empty square.
    fn attacks(&self, square: u64) -> u64;

    /// The same with other squares blocking sliders.
    fn attacks_through(&self, square: u64, blockers: u64) -> u64;

    /// An entry of a table ([`super::tables::TableRef::word`]).
    fn lookup(&self, table: u64, index: u64) -> u64;

    /// Squares attacked by the knight, bishop, rook or queen on a square: one is there.
    fn officer_attacks(&self, square: u64) -> u64 {
        self.attacks(square)
    }
}

/// No board: for operations that do not need one.
pub struct NoBoard;

impl Board for NoBoard {
    fn attacks(&self, _square: u64) -> u64 {
        0
    }

    fn attacks_through(&self, _square: u64, _blockers: u64) -> u64 {
        0
    }

    fn lookup(&self, _table: u64, _index: u64) -> u64 {
        0
    }
}

/// Names the operands of an operation.
macro_rules! operands {
    ($operands:ident, $a:ident) => {
        let [$a, ..] = $operands;
    };
    ($operands:ident, $a:ident $b:ident) => {
        let [$a, $b, _] = $operands;
    };
    ($operands:ident, $a:ident $b:ident $c:ident) => {
        let [$a, $b, $c] = $operands;
    };
}

/// Defines [`Op`] and [`Opcode`] from a table: `name(operands) = value`. Operations of the part `fast` are short and
/// computed within the VM's loop. The part `board` needs the board. The part `control` exists in the VM only.
macro_rules! operations {
    (
        $d:tt
        fast { $($(#[$fast_doc:meta])* $fast:ident($($x:ident),+) = $fast_value:expr;)* }
        slow { $($(#[$slow_doc:meta])* $slow:ident($($y:ident),+) = $slow_value:expr;)* }
        board($board:ident) { $($(#[$board_doc:meta])* $on_board:ident($($z:ident),+) = $board_value:expr;)* }
        control { $($(#[$control_doc:meta])* $control:ident;)* }
    ) => {
        /// An operation on up to three words.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Op {
            $($(#[$fast_doc])* $fast,)*
            $($(#[$slow_doc])* $slow,)*
            $($(#[$board_doc])* $on_board,)*
        }

        /// What an instruction of the VM does, for both sides at once: an operation, or control of the VM.
        ///
        /// One flat list: the VM finds an instruction with a single jump.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Opcode {
            $($fast,)* $($slow,)* $($on_board,)*
            $($(#[$control_doc])* $control,)*
        }

        impl From<Op> for Opcode {
            fn from(op: Op) -> Self {
                match op {
                    $(Op::$fast => Self::$fast,)* $(Op::$slow => Self::$slow,)* $(Op::$on_board => Self::$on_board,)*
                }
            }
        }

        impl Opcode {
            /// The operation of an instruction that computes one.
            pub fn op(self) -> Option<Op> {
                Some(match self {
                    $(Self::$fast => Op::$fast,)* $(Self::$slow => Op::$slow,)* $(Self::$on_board => Op::$on_board,)*
                    $(Self::$control)|* => return None,
                })
            }
        }

        /// The fast operations as functions.
        #[allow(non_snake_case)]
        pub mod functions {
            use super::*;
            $(#[inline(always)] pub fn $fast(operands: [u64; 3]) -> u64 { operands!(operands, $($x)+); $fast_value })*
        }

        /// `match` on an opcode. The arm of a fast operation calls a function with the two arguments and the operation;
        /// other arms are given, and a value for all operations without one.
        ///
        /// One `match` without `_` becomes one jump table without a check of its bounds.
        macro_rules! match_opcode {
            ($d opcode:expr, $d call:ident($d first:expr, $d second:expr), $d other:expr, $d($d arms:tt)*) => {
                match $d opcode {
                    $($crate::terms::ops::Opcode::$fast => {
                        $d call($d first, $d second, $crate::terms::ops::functions::$fast)
                    })*
                    $d($d arms)*
                    $($crate::terms::ops::Opcode::$slow)|* => $d other,
                    // Those with an arm of their own are unreachable here.
                    #[allow(unreachable_patterns)]
                    $($crate::terms::ops::Opcode::$on_board)|* => $d other,
                }
            };
        }
        pub(super) use match_opcode;

        impl Op {
            /// Computes the operation for one side.
            pub fn compute(self, operands: [u64; 3], $board: &impl Board) -> u64 {
                match self {
                    $(Self::$fast => functions::$fast(operands),)*
                    $(Self::$slow => { operands!(operands, $($y)+); $slow_value })*
                    $(Self::$on_board => { operands!(operands, $($z)+); $board_value })*
                }
            }

            /// The result for constant operands; `None` if it depends on the board.
            pub fn compute_constant(self, operands: [u64; 3]) -> Option<u64> {
                match self {
                    $(Self::$on_board => None,)*
                    _ => Some(self.compute(operands, &NoBoard)),
                }
            }
        }
    };
}

operations! {
    $
    fast {
        /// The same: a boolean as a number.
        Copy(a) = a;

        // Sets of squares.
        Complement(a) = !a;
        Intersection(a, b) = a & b;
        Union(a, b) = a | b;
        Difference(a, b) = a ^ b;
        Without(a, b) = a & !b;
        North(a) = a << 8;
        South(a) = a >> 8;
        East(a) = attacks::east(Bitboard(a)).0;
        West(a) = attacks::west(Bitboard(a)).0;
        /// Strictly north, to the edge.
        NorthSpan(a) = attacks::front_span(Bitboard(a), Color::White).0;
        SouthSpan(a) = attacks::rear_span(Bitboard(a), Color::White).0;
        /// Whole files.
        Files(a) = attacks::file_fill(Bitboard(a)).0;
        /// Whole ranks.
        Ranks(a) = ranks(a);
        /// Squares that kings on the squares attack.
        KingMoves(a) = king_moves(a);
        /// Squares that knights on the squares attack.
        KnightMoves(a) = knight_moves(a);
        Bit(square) = 1_u64.checked_shl(square as u32).unwrap_or(0);
        /// The only square of a set: of the kings alone.
        Only(a) = u64::from(a.trailing_zeros());

        // Numbers.
        Size(a) = u64::from(a.count_ones());
        Add(a, b) = word(number(a).saturating_add(number(b)));
        Subtract(a, b) = word(number(a).saturating_sub(number(b)));
        Multiply(a, b) = word(number(a).saturating_mul(number(b)));
        Negative(a) = word(number(a).saturating_neg());
        Absolute(a) = word(number(a).saturating_abs());
        Min(a, b) = (a as i64).min(b as i64) as u64;
        Max(a, b) = (a as i64).max(b as i64) as u64;
        Distance(a, b) = attacks::distance(Metric::Chebyshev, on_board(a), on_board(b)) as u64;
        ManhattanDistance(a, b) = attacks::distance(Metric::Manhattan, on_board(a), on_board(b)) as u64;
        CentreDistance(a) = attacks::centre_distance(Metric::Chebyshev, on_board(a)) as u64;
        Rank(square) = square / 8 + 1;
        File(square) = square % 8 + 1;
        /// The square on the other half of its rank: a1 for h1. None stays none.
        FlipFile(square) = if square < 64 { square ^ 7 } else { square };
        FlipRank(square) = if square < 64 { square ^ 56 } else { square };

        // Booleans.
        IsAny(a) = u64::from(a != 0);
        /// True if all squares of the first are in the second.
        Within(a, b) = u64::from(a & !b == 0);
        Equal(a, b) = u64::from(a == b);
        Less(a, b) = u64::from((a as i64) < b as i64);
        Both(a, b) = a & b;
        Either(a, b) = a | b;
        Not(a) = a ^ 1;
        If(condition, a, b) = if condition != 0 { a } else { b };

        // Made by the graph from several of the others.
        /// The neighbours on both sides.
        Beside(a) = attacks::beside(Bitboard(a)).0;
        /// The squares with their neighbours on both sides.
        Widen(a) = attacks::widen(Bitboard(a)).0;
        /// Squares attacked by pawns that go north.
        PawnsNorth(a) = attacks::pawn_attacks(Bitboard(a), Color::White).0;
        /// Squares attacked by pawns that go south.
        PawnsSouth(a) = attacks::pawn_attacks(Bitboard(a), Color::Black).0;
        Intersection3(a, b, c) = a & b & c;
        Union3(a, b, c) = a | b | c;
        IntersectionWithout(a, b, c) = a & b & !c;
        WithoutBoth(a, b, c) = a & !(b | c);
        /// The second if the first is true, else 0.
        Mask(condition, a) = if condition != 0 { a } else { 0 };
        /// The second if the first is true, else [`NOT_COUNTED`].
        OrNotCounted(condition, a) = if condition != 0 { a } else { NOT_COUNTED };

        // One more square of a loop: the result so far, the value of the body, and the square (64 for none).
        /// Adds the square if the body is true.
        GatherWhere(so_far, body, square) = so_far | if square < 64 { body << square } else { 0 };
        GatherSum(so_far, body, square) =
            if square < 64 { word(number(so_far).saturating_add(number(body))) } else { so_far };
        GatherUnion(so_far, body, square) = if square < 64 { so_far | body } else { so_far };
        GatherAll(so_far, body, square) = if square < 64 { so_far & body } else { so_far };
    }
    slow {
        BishopMoves(square, blockers) = moves(Piece::Bishop, square, blockers);
        RookMoves(square, blockers) = moves(Piece::Rook, square, blockers);
        Between(a, b) = attacks::between(on_board(a), on_board(b)).0;
        Line(a, b) = attacks::line(on_board(a), on_board(b)).0;

        /// Cut towards zero; 0 by 0.
        Divide(a, b) = word(if b == 0 { 0 } else { number(a).saturating_div(number(b)) });
        Remainder(a, b) = word(number(a).checked_rem(number(b)).unwrap_or(0));
        /// The least of numbers, which begins with [`NOTHING_YET`].
        GatherMin(so_far, body, square) = match square {
            64.. => so_far,
            _ if so_far == NOTHING_YET => body,
            _ => (so_far as i64).min(body as i64) as u64,
        };
        GatherMax(so_far, body, square) = match square {
            64.. => so_far,
            _ if so_far == NOTHING_YET => body,
            _ => (so_far as i64).max(body as i64) as u64,
        };
        /// 0 for [`NOTHING_YET`].
        OrZero(a) = if a == NOTHING_YET { 0 } else { a };
    }
    board(board) {
        /// Squares attacked by the piece or pawn on the square.
        Attacks(square) = board.attacks(square);
        /// Squares attacked by the knight, bishop, rook or queen on the square: one is there.
        OfficerAttacks(square) = board.officer_attacks(square);
        /// Squares attacked by the piece or pawn on the square with other blockers.
        AttacksThrough(square, blockers) = board.attacks_through(square, blockers);
        /// Squares attacked by all pieces and pawns on the squares.
        AttackedBy(set) = squares(Bitboard(set)).fold(0, |all, square| all | board.attacks(square as u64));
        /// An entry of a table of the profile, which is a constant. Its numbers are not: they may differ by side, and change.
        Lookup(table, index) = board.lookup(table, index);
    }
    control {
        /// Begins a loop over the set `a`: `to` becomes the rest of it, `c` its first square. Jumps if it is empty.
        Enter;
        /// Moves the next square from `to` into `c` and jumps; falls through if there is none.
        Next;
        /// Jumps if `a` is 0 for both sides.
        SkipUnless;

        /// The first value counts for each square of `a`.
        CountSize;
        /// The same for the intersection of `a` and `b`.
        CountIntersection;
        /// The same for `a` without `b`.
        CountWithout;
        /// The value of its rank counts for each square of `a`.
        CountRanks;
        CountFiles;
        CountSquares;

        // The others count nothing for a side whose square `c` is none. Outside of loops `c` is a constant square.
        /// The first value counts `a` times.
        CountNumber;
        /// The entry number `a` counts once, unless it is [`NOT_COUNTED`].
        CountEntry;
        /// The entry number `a` counts `b` times.
        CountIndexed;
        /// The first value counts for each square of `a`.
        CountSizeAt;
        /// The value of the rank of the square `c` counts `a` times.
        CountAtRank;
        CountAtFile;
        CountAtSquare;

        // Factors: reported even if they are 0, unless `a` is [`NOT_COUNTED`].
        /// The first value counts `a` times.
        CountFactor;
        /// The entry number `a` counts `b` times.
        CountFactorAt;
    }
}

impl Op {
    /// The most squares of the resulting set, by those of the operands.
    pub fn max_squares(self, of: impl Fn(usize) -> u64) -> u64 {
        match self {
            Self::Bit => 1,
            Self::Intersection => of(0).min(of(1)),
            Self::Without | Self::North | Self::South | Self::East | Self::West => of(0),
            Self::Union | Self::Difference => (of(0) + of(1)).min(64),
            Self::If => of(1).max(of(2)),
            Self::Mask => of(1),
            _ => 64,
        }
    }
}

impl Opcode {
    /// Maximum number of operations of the language for the instruction.
    #[inline]
    pub fn cost(self) -> u64 {
        match self {
            Self::Intersection3 | Self::Union3 | Self::IntersectionWithout | Self::WithoutBoth => 2,
            Self::CountIntersection | Self::CountWithout => 2,
            Self::AttackedBy => 1 + MAX_PIECES,
            _ => 1,
        }
    }
}

/// A loop over the squares of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Each {
    /// Those for which the body is true.
    Where,
    /// The sum of numbers.
    Sum,
    /// The union of sets.
    Union,
    /// True if the body is true for any square.
    Any,
    /// True if the body is true for all squares.
    All,
    /// The smallest number; 0 for no squares.
    Min,
    /// The largest number; 0 for no squares.
    Max,
}

impl Each {
    /// Returns the result for an empty set, and the operation that adds one more square to a result.
    pub const fn gather(self) -> (u64, Op) {
        match self {
            Self::Where => (0, Op::GatherWhere),
            Self::Sum => (0, Op::GatherSum),
            Self::Union | Self::Any => (0, Op::GatherUnion),
            Self::All => (1, Op::GatherAll),
            Self::Min => (NOTHING_YET, Op::GatherMin),
            Self::Max => (NOTHING_YET, Op::GatherMax),
        }
    }
}

fn number(word: u64) -> i32 {
    word as i32
}

fn word(number: i32) -> u64 {
    i64::from(number) as u64
}

/// The square of a word; any for none.
fn on_board(square: u64) -> Square {
    Square::index(square as usize & 63)
}

fn ranks(set: u64) -> u64 {
    let mut ranks = set | set >> 4 & 0x0F0F_0F0F_0F0F_0F0F;
    ranks |= ranks >> 2 & 0x3333_3333_3333_3333;
    ranks |= ranks >> 1;
    // The lowest bit of each byte, all over the byte.
    (ranks & 0x0101_0101_0101_0101) * 0xFF
}

fn king_moves(set: u64) -> u64 {
    let wide = attacks::widen(Bitboard(set));
    attacks::beside(Bitboard(set)).0 | wide.0 << 8 | wide.0 >> 8
}

fn knight_moves(set: u64) -> u64 {
    let set = Bitboard(set);
    let near = attacks::beside(set);
    let far = attacks::east(attacks::east(set)) | attacks::west(attacks::west(set));
    near.0 << 16 | near.0 >> 16 | far.0 << 8 | far.0 >> 8
}

/// Squares attacked by a piece other than a pawn; none from no square.
pub fn moves(piece: Piece, square: u64, blockers: u64) -> u64 {
    Square::try_index(square as usize)
        .map_or(0, |from| attacks::piece_attacks(piece, from, Bitboard(blockers)).0)
}
