//! The inputs of the VM: data of a position in its first registers.

use crate::board::attacks::{
    king_attacks, pawn_attacks, pawn_attacks_east, pawn_attacks_west, piece_attacks, squares,
};
use crate::board::{Bitboard, COLORS, Color, PIECES, Piece, Position, Square};

use super::super::expr::Input;
use super::super::view;
use super::graph::OFFICERS;
use super::instruction::{Opcode, REGISTERS};
use super::lower::{Draft, Value};

/// A value for each side, White first, from the side's point of view.
pub type Lanes = [u64; 2];
pub type Registers = [Lanes; REGISTERS];
/// Squares attacked by the knight, bishop, rook or queen on each square of the real board.
pub type BySquare = [Bitboard; Square::NUM];

const ALL: u8 = 12;
const ATTACKS_BY: u8 = 14;
const ATTACKED: u8 = 26;
const TWICE: u8 = 28;
const PHASE: u8 = 30;
const TO_MOVE: u8 = 31;
const SHORT: u8 = 33;
const LONG: u8 = 35;
const HALFMOVES: u8 = 37;
const IS_WHITE: u8 = 38;
/// A bit for each kind of piece.
const ALL_KINDS: u8 = 0b11_1111;
/// Number of registers for inputs.
pub const COUNT: usize = 40;

pub const fn register(input: Input) -> u8 {
    match input {
        Input::Pieces(side, piece) => side as u8 * 6 + piece as u8,
        Input::All(side) => ALL + side as u8,
        Input::AttacksBy(side, piece) => ATTACKS_BY + side as u8 * 6 + piece as u8,
        Input::Attacked(side) => ATTACKED + side as u8,
        Input::AttackedTwice(side) => TWICE + side as u8,
        Input::Phase => PHASE,
        Input::ToMove(side) => TO_MOVE + side as u8,
        Input::CastlesShort(side) => SHORT + side as u8,
        Input::CastlesLong(side) => LONG + side as u8,
        Input::Halfmoves => HALFMOVES,
        Input::IsWhite(side) => IS_WHITE + side as u8,
    }
}

/// The inputs that a program reads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Needs {
    /// Piece squares, a bit for each type.
    pieces: u8,
    /// All pieces of a side.
    all: bool,
    /// Attacks of each single knight, bishop, rook or queen.
    pub squares: bool,
    /// Attacks by piece type, a bit for each type.
    attacks_by: u8,
    /// All squares attacked by a side.
    attacked: bool,
    /// All squares attacked twice by a side.
    twice: bool,
    phase: bool,
    /// The side to move.
    to_move: bool,
    castling: bool,
    halfmoves: bool,
    is_white: bool,
}

impl Needs {
    /// The inputs that instructions read.
    pub fn of(code: &[Draft]) -> Self {
        let mut needs = Self::default();
        for draft in code {
            needs.note_opcode(draft.opcode);
            for value in draft.values() {
                if let Value::Input(input) = value {
                    needs.note_input(input);
                }
            }
        }
        needs
    }

    fn note_input(&mut self, input: Input) {
        match input {
            Input::Pieces(_, piece) => self.pieces |= 1 << piece as u8,
            Input::All(_) => self.all = true,
            Input::AttacksBy(_, piece) => {
                self.attacks_by |= 1 << piece as u8;
                self.squares |= OFFICERS.contains(&piece);
            }
            Input::Attacked(_) => (self.squares, self.attacked) = (true, true),
            Input::AttackedTwice(_) => (self.squares, self.twice) = (true, true),
            Input::Phase => self.phase = true,
            Input::ToMove(_) => self.to_move = true,
            Input::CastlesShort(_) | Input::CastlesLong(_) => self.castling = true,
            Input::Halfmoves => self.halfmoves = true,
            Input::IsWhite(_) => self.is_white = true,
        }
    }

    fn note_opcode(&mut self, opcode: Opcode) {
        match opcode {
            Opcode::OfficerAttacks => self.squares = true,
            Opcode::Attacks | Opcode::AttackedBy => (self.squares, self.pieces) = (true, ALL_KINDS),
            Opcode::AttacksThrough => self.pieces = ALL_KINDS,
            _ => {}
        }
    }
}

/// Writes a set of each colour, unmirrored, into the registers of both sides.
#[inline(always)]
fn write(registers: &mut Registers, own: u8, their: u8, [white, black]: [u64; 2]) {
    registers[own as usize] = [white, black.swap_bytes()];
    registers[their as usize] = [black, white.swap_bytes()];
}

/// Fills the registers that a program reads. `by_square` holds the squares that each knight, bishop, rook and queen
/// attacks.
///
/// Not inlined: the compiler would hoist the computation of all inputs before the checks.
#[inline(never)]
pub fn fill(registers: &mut Registers, position: &Position, needs: Needs, by_square: &BySquare) {
    for piece in PIECES {
        if needs.pieces >> piece as u8 & 1 == 1 {
            let [white, black] = [Color::White, Color::Black];
            let sets = [position.colored(white, piece).0, position.colored(black, piece).0];
            write(registers, piece as u8, 6 + piece as u8, sets);
        }
    }
    if needs.all {
        let sets = [position.color(Color::White).0, position.color(Color::Black).0];
        write(registers, ALL, ALL + 1, sets);
    }
    if needs.attacks_by != 0 {
        for piece in PIECES {
            if needs.attacks_by >> piece as u8 & 1 == 1 {
                let of = |color| attacks_by(piece, color, position, by_square);
                let own = ATTACKS_BY + piece as u8;
                write(registers, own, own + 6, [of(Color::White), of(Color::Black)]);
            }
        }
    }
    if needs.attacked {
        let of = |color| attacked(color, position, by_square);
        write(registers, ATTACKED, ATTACKED + 1, [of(Color::White), of(Color::Black)]);
    }
    if needs.twice {
        let of = |color| attacked_twice(color, position, by_square);
        write(registers, TWICE, TWICE + 1, [of(Color::White), of(Color::Black)]);
    }
    if needs.phase {
        registers[PHASE as usize] = [view::phase(position) as u64; 2];
    }
    if needs.to_move {
        write_flags(registers, TO_MOVE, |color| position.stm() == color);
    }
    if needs.castling {
        write_flags(registers, SHORT, |color| position.castles_short(color));
        write_flags(registers, LONG, |color| position.castles_long(color));
    }
    if needs.halfmoves {
        registers[HALFMOVES as usize] = [u64::from(position.halfmove_clock()); 2];
    }
    if needs.is_white {
        write_flags(registers, IS_WHITE, |color| color == Color::White);
    }
}

/// Squares attacked by the knights, bishops, rooks and queens of a set.
#[inline(always)]
fn union(officers: Bitboard, by_square: &BySquare) -> u64 {
    let mut union = 0;
    for square in squares(officers) {
        union |= by_square[square as usize].0;
    }
    union
}

/// Squares attacked by the pieces of a kind.
fn attacks_by(piece: Piece, color: Color, position: &Position, by_square: &BySquare) -> u64 {
    match piece {
        Piece::Pawn => pawn_attacks(position.colored(color, Piece::Pawn), color).0,
        Piece::King => king_attacks(position.king(color)).0,
        _ => union(position.colored(color, piece), by_square),
    }
}

/// Knights, bishops, rooks and queens of a side.
#[inline(always)]
fn officers(color: Color, position: &Position) -> Bitboard {
    position.color(color) - position.pieces(Piece::Pawn) - position.pieces(Piece::King)
}

/// All squares attacked by a side.
#[inline(always)]
fn attacked(color: Color, position: &Position, by_square: &BySquare) -> u64 {
    let pawns = pawn_attacks(position.colored(color, Piece::Pawn), color).0;
    pawns | king_attacks(position.king(color)).0 | union(officers(color, position), by_square)
}

/// Squares attacked by two or more pieces or pawns of a side.
fn attacked_twice(color: Color, position: &Position, by_square: &BySquare) -> u64 {
    let pawns = position.colored(color, Piece::Pawn);
    let (east, west) = (pawn_attacks_east(pawns, color).0, pawn_attacks_west(pawns, color).0);
    let king = king_attacks(position.king(color)).0;
    let mut twice = east & west | (east | west) & king;
    let mut once = east | west | king;
    for square in squares(officers(color, position)) {
        let attacked = by_square[square as usize].0;
        twice |= once & attacked;
        once |= attacked;
    }
    twice
}

/// Writes a boolean of each colour into the registers of both sides.
fn write_flags(registers: &mut Registers, own: u8, of: impl Fn(Color) -> bool) {
    let (white, black) = (u64::from(of(Color::White)), u64::from(of(Color::Black)));
    registers[own as usize] = [white, black];
    registers[own as usize + 1] = [black, white];
}

/// Computes the attacks of knights, bishops, rooks and queens by square; other squares are left unchanged. If
/// `through_king`, sliders of the side not to move see through the king of the side to move.
pub fn fill_squares(by_square: &mut BySquare, position: &Position, through_king: bool) {
    for color in COLORS {
        let king = position.king(!color).bitboard();
        let transparent = through_king && position.stm() != color;
        let blockers = position.occupied() - if transparent { king } else { Bitboard::EMPTY };
        for piece in OFFICERS {
            for square in squares(position.colored(color, piece)) {
                by_square[square as usize] = piece_attacks(piece, square, blockers);
            }
        }
    }
}
