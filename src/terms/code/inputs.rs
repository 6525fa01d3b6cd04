//! What is known of a position, in the first registers of the machine.

use crate::board::attacks::{
    king_attacks, pawn_attacks, pawn_attacks_east, pawn_attacks_west, piece_attacks, squares,
};
use crate::board::{Bitboard, COLORS, Color, PIECES, Piece, Position, Square};

use super::super::expr::Op;
use super::super::expr::{Input, Side};
use super::super::view;
use super::graph::{Act, Node};
use super::machine::Lanes;

const ALL: u8 = 12;
const ATTACKS_BY: u8 = 14;
const ATTACKED: u8 = 26;
const TWICE: u8 = 28;
const PHASE: u8 = 30;
const TO_MOVE: u8 = 31;
const SHORT: u8 = 33;
const LONG: u8 = 35;
/// A bit for each kind of piece.
const ALL_KINDS: u8 = 0b11_1111;
/// How many registers inputs take.
pub const COUNT: usize = 37;

/// The register of an input.
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
    }
}

/// The register of a kind of piece.
pub const fn pieces(side: Side, piece: Piece) -> usize {
    register(Input::Pieces(side, piece)) as usize
}

/// Which inputs a program reads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Needs {
    /// Where the pieces of a kind are, a bit for each kind.
    pieces: u8,
    /// Where anything of a side is.
    all: bool,
    /// What pieces on single squares attack.
    pub squares: bool,
    /// What all pieces attack, by kind or in total.
    pub maps: bool,
    /// What pawns attack.
    pub pawn_attacks: bool,
    /// What kings attack.
    pub king_attacks: bool,
    /// The phase, whose turn it is, and castling rights.
    pub state: bool,
}

impl Needs {
    /// Adds what a node needs.
    pub fn note(&mut self, node: &Node) {
        match node {
            Node::Input(Input::Pieces(_, piece)) => self.pieces |= 1 << *piece as u8,
            Node::Input(Input::All(_)) => self.all = true,
            Node::Input(Input::AttacksBy(_, Piece::Pawn)) => self.pawn_attacks = true,
            Node::Input(Input::AttacksBy(_, Piece::King)) => self.king_attacks = true,
            Node::Input(Input::AttacksBy(..) | Input::Attacked(_) | Input::AttackedTwice(_)) => {
                (self.squares, self.maps) = (true, true);
                (self.pawn_attacks, self.king_attacks) = (true, true);
            }
            Node::Input(_) => self.state = true,
            Node::Apply(Act::AttacksOfPiece, _) => self.squares = true,
            Node::Apply(Act::Plain(Op::Attacks | Op::AttackedBy), _) => {
                (self.squares, self.pieces) = (true, ALL_KINDS);
            }
            Node::Apply(Act::Plain(Op::AttacksThrough), _) => self.pieces = ALL_KINDS,
            _ => {}
        }
    }
}

/// Writes a set of either colour, as the board is, into the registers of both sides.
#[inline(always)]
fn write(
    registers: &mut [Lanes; super::instruction::REGISTERS],
    own: u8,
    their: u8,
    [white, black]: [u64; 2],
) {
    let turned = [white.swap_bytes(), black.swap_bytes()];
    registers[own as usize] = [white, turned[1]];
    registers[their as usize] = [black, turned[0]];
}

/// Fills the registers of what `needs` says. `by_square` holds what knights, bishops, rooks and queens
/// attack, by the square they are on.
///
/// Not put in where it is called: the compiler would compute all that any needs may ask for before it looks at them.
#[inline(never)]
pub fn fill(
    registers: &mut [Lanes; super::instruction::REGISTERS],
    position: &Position,
    needs: Needs,
    by_square: &[Bitboard; Square::NUM],
) {
    for piece in PIECES {
        if needs.pieces >> piece as u8 & 1 == 1 {
            let sets = COLORS.map(|color| position.colored(color, piece).0);
            write(registers, piece as u8, 6 + piece as u8, sets);
        }
    }
    if needs.all {
        let sets = COLORS.map(|color| position.color(color).0);
        write(registers, ALL, ALL + 1, sets);
    }
    if needs.pawn_attacks {
        let sets = COLORS.map(|color| pawn_attacks(position.colored(color, Piece::Pawn), color).0);
        write(registers, ATTACKS_BY, ATTACKS_BY + 6, sets);
    }
    if needs.king_attacks {
        let sets = COLORS.map(|color| king_attacks(position.king(color)).0);
        let king = ATTACKS_BY + Piece::King as u8;
        write(registers, king, king + 6, sets);
    }
    if needs.maps {
        fill_maps(registers, position, by_square);
    }
    if needs.state {
        fill_state(registers, position);
    }
}

/// Fills in what all pieces attack. Pawns and kings are there already.
fn fill_maps(
    registers: &mut [Lanes; super::instruction::REGISTERS],
    position: &Position,
    by_square: &[Bitboard; Square::NUM],
) {
    let mut by_kind = [[0; 2]; 6];
    let mut all = [0; 2];
    let mut twice = [0; 2];
    for color in COLORS {
        let side = color as usize;
        let pawns = position.colored(color, Piece::Pawn);
        let king = king_attacks(position.king(color)).0;
        let (east, west) = (
            pawn_attacks_east(pawns, color).0,
            pawn_attacks_west(pawns, color).0,
        );
        let mut once = east | west;
        let mut two = east & west | once & king;
        once |= king;
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            let mut union = 0;
            for square in squares(position.colored(color, piece)) {
                let attacked = by_square[square as usize].0;
                two |= once & attacked;
                once |= attacked;
                union |= attacked;
            }
            by_kind[piece as usize][side] = union;
        }
        (all[side], twice[side]) = (once, two);
    }
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        let own = ATTACKS_BY + piece as u8;
        write(registers, own, own + 6, by_kind[piece as usize]);
    }
    write(registers, ATTACKED, ATTACKED + 1, all);
    write(registers, TWICE, TWICE + 1, twice);
}

#[cold]
fn fill_state(registers: &mut [Lanes; super::instruction::REGISTERS], position: &Position) {
    registers[PHASE as usize] = [view::phase(position) as u64; 2];
    let mut both = |own: u8, of: &dyn Fn(Color) -> bool| {
        let [white, black] = COLORS.map(|color| u64::from(of(color)));
        registers[own as usize] = [white, black];
        registers[own as usize + 1] = [black, white];
    };
    both(TO_MOVE, &|color| position.stm() == color);
    both(SHORT, &|color| position.castles_short(color));
    both(LONG, &|color| position.castles_long(color));
}

/// Fills in what knights, bishops, rooks and queens attack, by their squares; others keep what they have. If
/// `through_king`, sliders of the side not to move see through the king of the side to move.
pub fn fill_squares(by_square: &mut [Bitboard; Square::NUM], position: &Position, through_king: bool) {
    for color in COLORS {
        let king = position.king(!color).bitboard();
        let transparent = through_king && position.stm() != color;
        let stoppers = position.occupied() - if transparent { king } else { Bitboard::EMPTY };
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            for square in squares(position.colored(color, piece)) {
                by_square[square as usize] = piece_attacks(piece, square, stoppers);
            }
        }
    }
}
