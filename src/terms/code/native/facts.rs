//! What native code reads of a position.

use crate::board::attacks::king_attacks;
use crate::board::{Bitboard, COLORS, Color, Piece, Position, Square};

use super::super::super::expr::{Input, Side};
use super::super::super::view;
use super::super::draft::{Draft, Value};
use super::super::instruction::Does;
use super::super::operations::Board;

/// A position as native code finds it, White first: sets are those of the real board.
#[repr(C)]
pub struct Facts<'a> {
    /// What knights, bishops, rooks and queens attack, by their squares.
    pub by_square: &'a [Bitboard; Square::NUM],
    /// The pieces of each kind, of both colours.
    pub pieces: [u64; Piece::NUM],
    pub colors: [u64; 2],
    /// What the kings attack.
    pub kings: [u64; 2],
    pub to_move: [u64; 2],
    pub short: [u64; 2],
    pub long: [u64; 2],
    pub phase: u64,
}

/// Native code reads sets as words.
const _: () = assert!(size_of::<Bitboard>() == size_of::<u64>());

/// Which of the facts, beside pieces and colours, a program reads.
#[derive(Debug, Clone, Copy, Default)]
pub struct Needs {
    /// What pieces on single squares attack.
    pub by_square: bool,
    /// What all pieces of a kind attack, a bit for each of knights, bishops, rooks and queens.
    pub kinds: u8,
    pub attacked: bool,
    pub twice: bool,
    kings: bool,
    /// Whose turn it is, castling rights, and the phase.
    state: bool,
}

impl Needs {
    /// What all these steps need.
    pub fn of<'a>(steps: impl Iterator<Item = &'a Draft>) -> Self {
        let mut needs = Self::default();
        for step in steps {
            needs.by_square |= matches!(step.does, Does::AttacksOfPiece | Does::Attacks | Does::AttackedBy);
            for value in step.values() {
                if let Value::Input(input) = value {
                    needs.note(input);
                }
            }
        }
        needs.by_square |= needs.kinds != 0 || needs.attacked || needs.twice;
        needs
    }

    fn note(&mut self, input: Input) {
        match input {
            Input::Pieces(..) | Input::All(_) | Input::AttacksBy(_, Piece::Pawn) => {}
            Input::AttacksBy(_, Piece::King) => self.kings = true,
            Input::AttacksBy(_, piece) => self.kinds |= 1 << piece as u8,
            Input::Attacked(_) => (self.attacked, self.kings) = (true, true),
            Input::AttackedTwice(_) => (self.twice, self.kings) = (true, true),
            Input::Phase | Input::ToMove(_) | Input::CastlesShort(_) | Input::CastlesLong(_) => {
                self.state = true;
            }
        }
    }
}

impl<'a> Facts<'a> {
    /// Those of a position; what is not needed is left out.
    #[inline(always)]
    pub fn new(position: &Position, by_square: &'a [Bitboard; Square::NUM], needs: Needs) -> Self {
        let mut facts = Self {
            by_square,
            pieces: Piece::ALL.map(|piece| position.pieces(piece).0),
            colors: COLORS.map(|color| position.color(color).0),
            kings: [0; 2],
            to_move: [0; 2],
            short: [0; 2],
            long: [0; 2],
            phase: 0,
        };
        if needs.kings {
            facts.kings = COLORS.map(|color| king_attacks(position.king(color)).0);
        }
        if needs.state {
            facts.note_state(position);
        }
        facts
    }

    #[cold]
    fn note_state(&mut self, position: &Position) {
        let both = |of: &dyn Fn(Color) -> bool| COLORS.map(|color| u64::from(of(color)));
        self.to_move = both(&|color| position.stm() == color);
        self.short = both(&|color| position.castles_short(color));
        self.long = both(&|color| position.castles_long(color));
        self.phase = view::phase(position) as u64;
    }
}

impl Board for Facts<'_> {
    fn piece_on(&self, here: u64, side: usize) -> Option<(Side, Piece)> {
        let here = if side == 0 { here } else { here.swap_bytes() };
        let owner = if self.colors[side] & here != 0 {
            Side::Own
        } else {
            Side::Their
        };
        let stands = |piece: &Piece| self.pieces[*piece as usize] & here != 0;
        Piece::ALL.into_iter().find(stands).map(|piece| (owner, piece))
    }
}
