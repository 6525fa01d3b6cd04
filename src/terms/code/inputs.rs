//! The position as generated code reads it.

use crate::board::attacks::{
    king_attacks, pawn_attacks, pawn_attacks_east, pawn_attacks_west, piece_attacks, squares,
};
use crate::board::{Bitboard, COLORS, Color, Piece, Position, Square};

use super::super::expr::{Input, Op};
use super::super::view;
use super::graph::{Graph, KINDS, Node};

/// What an evaluator knows of the attacks in a position, on the real board.
#[derive(Debug, Clone, Copy)]
pub struct Attacks<'a> {
    /// Attacks of each knight, bishop, rook and queen by its square. Other entries mean nothing.
    pub by_square: &'a [Bitboard; Square::NUM],
    /// All attacks of White and of Black.
    pub attacked: [Bitboard; 2],
}

/// A position for generated code, White first. Sets are those of the real board.
#[repr(C)]
pub struct Inputs<'a> {
    pub by_square: &'a [Bitboard; Square::NUM],
    /// The pieces of each kind, of both colours.
    pub pieces: [u64; Piece::NUM],
    pub colors: [u64; 2],
    /// Attacks by kind of piece. Those of pawns are left to the code.
    pub kinds: [[u64; 2]; Piece::NUM],
    pub attacked: [u64; 2],
    pub twice: [u64; 2],
    pub to_move: [u64; 2],
    pub short: [u64; 2],
    pub long: [u64; 2],
    pub phase: u64,
}

/// Generated code reads sets as words.
const _: () = assert!(size_of::<Bitboard>() == size_of::<u64>());

/// Which inputs, beside pieces and colours, a program reads.
#[derive(Debug, Clone, Copy, Default)]
pub struct Needs {
    /// [`Inputs::by_square`] or [`Inputs::attacked`].
    pub attacks: bool,
    /// [`Inputs::kinds`] of knights, bishops, rooks or queens, or [`Inputs::twice`].
    maps: bool,
    kings: bool,
    /// Side to move, castling rights or phase.
    state: bool,
}

impl Needs {
    /// Adds what a graph needs.
    pub fn add(&mut self, graph: &Graph) {
        for node in &graph.nodes {
            match node {
                Node::Input(input) => self.add_input(*input),
                Node::Apply(Op::Attacks | Op::AttackedBy, _) => self.attacks = true,
                _ => {}
            }
        }
    }

    fn add_input(&mut self, input: Input) {
        match input {
            Input::Pieces(..) | Input::All(_) | Input::AttacksBy(_, Piece::Pawn) => {}
            Input::AttacksBy(_, Piece::King) => self.kings = true,
            Input::Attacked(_) => self.attacks = true,
            Input::AttacksBy(..) | Input::AttackedTwice(_) => (self.attacks, self.maps) = (true, true),
            Input::Phase | Input::ToMove(_) | Input::CastlesShort(_) | Input::CastlesLong(_) => {
                self.state = true;
            }
        }
    }
}

impl<'a> Inputs<'a> {
    /// Reads what is needed from a position.
    #[inline(always)]
    pub fn new(position: &Position, attacks: Attacks<'a>, needs: Needs) -> Self {
        let mut inputs = Self {
            by_square: attacks.by_square,
            pieces: Piece::ALL.map(|piece| position.pieces(piece).0),
            colors: COLORS.map(|color| position.color(color).0),
            kinds: [[0; 2]; Piece::NUM],
            attacked: attacks.attacked.map(|set| set.0),
            twice: [0; 2],
            to_move: [0; 2],
            short: [0; 2],
            long: [0; 2],
            phase: 0,
        };
        if needs.kings {
            inputs.kinds[Piece::King as usize] = COLORS.map(|color| king_attacks(position.king(color)).0);
        }
        if needs.maps {
            inputs.read_maps(position);
        }
        if needs.state {
            inputs.read_state(position);
        }
        inputs
    }

    #[inline(never)]
    fn read_maps(&mut self, position: &Position) {
        for color in COLORS {
            let pawns = position.colored(color, Piece::Pawn);
            let (east, west) = (pawn_attacks_east(pawns, color), pawn_attacks_west(pawns, color));
            let king = king_attacks(position.king(color));
            let (mut once, mut twice) = (east | west, east & west);
            twice |= once & king;
            once |= king;
            for piece in KINDS {
                let mut union = Bitboard::EMPTY;
                for square in squares(position.colored(color, piece)) {
                    let attacks = self.by_square[square as usize];
                    twice |= once & attacks;
                    once |= attacks;
                    union |= attacks;
                }
                self.kinds[piece as usize][color as usize] = union.0;
            }
            self.twice[color as usize] = twice.0;
        }
    }

    #[cold]
    fn read_state(&mut self, position: &Position) {
        let both = |of: &dyn Fn(Color) -> bool| COLORS.map(|color| u64::from(of(color)));
        self.to_move = both(&|color| position.stm() == color);
        self.short = both(&|color| position.castles_short(color));
        self.long = both(&|color| position.castles_long(color));
        self.phase = view::phase(position) as u64;
    }
}

/// Attacks of both sides, and where [`Attacks::by_square`] points to.
pub struct OwnedAttacks {
    by_square: [Bitboard; Square::NUM],
    attacked: [Bitboard; 2],
}

impl OwnedAttacks {
    /// Computes the attacks in a position. If `through_king`, sliders of the side not to move see through the king of the
    /// side to move.
    pub fn new(position: &Position, through_king: bool) -> Self {
        let mut by_square = [Bitboard::EMPTY; Square::NUM];
        let attacked = COLORS.map(|color| {
            let king = position.king(!color).bitboard();
            let transparent = through_king && position.stm() != color;
            let blockers = position.occupied() - if transparent { king } else { Bitboard::EMPTY };
            let pawns = pawn_attacks(position.colored(color, Piece::Pawn), color);
            let mut attacked = pawns | king_attacks(position.king(color));
            for piece in KINDS {
                for square in squares(position.colored(color, piece)) {
                    let attacks = piece_attacks(piece, square, blockers);
                    by_square[square as usize] = attacks;
                    attacked |= attacks;
                }
            }
            attacked
        });
        Self { by_square, attacked }
    }

    pub fn attacks(&self) -> Attacks<'_> {
        Attacks {
            by_square: &self.by_square,
            attacked: self.attacked,
        }
    }
}

impl Attacks<'_> {
    /// Attacks for code that does not ask for any.
    pub const NONE: Self = Self {
        by_square: &[Bitboard::EMPTY; Square::NUM],
        attacked: [Bitboard::EMPTY; 2],
    };
}
