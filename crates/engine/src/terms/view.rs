//! A position from one side's point of view: its own pawns move north.

use std::cell::RefCell;

use crate::board::attacks::{self, squares};
use crate::board::{Bitboard, COLORS, Color, PIECES, Piece, Position, Square};

use super::expr::{Input, Side};
use super::ops::Board;
use super::tables::{TableRef, Tables};

/// Maximum of [`Input::Phase`].
pub const FULL_PHASE: i32 = 256;
/// Phase sum of all pieces of both sides: 1 for a minor piece, 2 for a rook, 4 for a queen.
const ALL_PIECES: u32 = 24;

/// A position from one side's point of view.
pub struct View<'p> {
    position: &'p Position,
    tables: &'p Tables,
    /// 0 in the middlegame; in the endgame what the places of tables differ by.
    stage: u64,
    owner: Color,
    /// By side (own, their) and piece type.
    pieces: [[u64; 6]; 2],
    /// Blockers of the sliders of either side.
    blockers: [u64; 2],
    /// Receives the place of each number that is looked up.
    log: Option<&'p RefCell<Vec<usize>>>,
}

impl<'p> View<'p> {
    /// Creates the view of `owner`. If `through_king`, sliders of the side that is not to move see through the king
    /// of the side to move, which matters only in check.
    pub fn new(position: &'p Position, tables: &'p Tables, owner: Color, through_king: bool) -> Self {
        let seen = |set: Bitboard| seen(set.0, owner);
        let sides = [owner, !owner];
        let blockers = |color: Color| {
            let king = position.king(!color).bitboard();
            let transparent = through_king && position.stm() != color;
            seen(position.occupied() - if transparent { king } else { Bitboard::EMPTY })
        };
        Self {
            position,
            tables,
            stage: 0,
            owner,
            pieces: sides.map(|color| PIECES.map(|piece| seen(position.colored(color, piece)))),
            blockers: sides.map(blockers),
            log: None,
        }
    }

    /// The same view with the endgame numbers of tables.
    pub fn in_endgame(self) -> Self {
        let first = self.tables.stage_len();
        Self { stage: TableRef { first, len: 0 }.word(), ..self }
    }

    /// The same view, which adds the place of each number that is looked up to `log`: its index among the numbers of the
    /// owner.
    pub fn logging(self, log: &'p RefCell<Vec<usize>>) -> Self {
        Self { log: Some(log), ..self }
    }

    /// The value of an input: a set, a number, or 1 or 0 for a boolean.
    pub fn input(&self, input: Input) -> u64 {
        let color = |side: Side| match side {
            Side::Own => self.owner,
            Side::Their => !self.owner,
        };
        match input {
            Input::Pieces(side, piece) => self.pieces(side, piece),
            Input::All(side) => self.all(side),
            Input::AttacksBy(side, piece) => self.attacked_by(self.pieces(side, piece)),
            Input::Attacked(side) => self.attacked_by(self.all(side)),
            Input::AttackedTwice(side) => self.attacked_twice(side),
            Input::Phase => phase(self.position) as u64,
            Input::ToMove(side) => u64::from(self.position.stm() == color(side)),
            Input::CastlesShort(side) => u64::from(self.position.castles_short(color(side))),
            Input::CastlesLong(side) => u64::from(self.position.castles_long(color(side))),
            Input::Halfmoves => u64::from(self.position.halfmove_clock()),
            Input::IsWhite(side) => u64::from(color(side) == Color::White),
        }
    }

    fn pieces(&self, side: Side, piece: Piece) -> u64 {
        self.pieces[side as usize][piece as usize]
    }

    fn all(&self, side: Side) -> u64 {
        self.pieces[side as usize].iter().fold(0, |all, set| all | set)
    }

    fn attacks_of(&self, square: u64, blockers: Option<u64>) -> u64 {
        let Some(from) = Square::try_index(square as usize) else {
            return 0;
        };
        for side in [Side::Own, Side::Their] {
            for piece in PIECES {
                if self.pieces(side, piece) >> square & 1 == 1 {
                    let blockers = blockers.unwrap_or(self.blockers[side as usize]);
                    let color = COLORS[side as usize];
                    return match piece {
                        Piece::Pawn => attacks::pawn_attacks(from.bitboard(), color).0,
                        _ => attacks::piece_attacks(piece, from, Bitboard(blockers)).0,
                    };
                }
            }
        }
        0
    }

    /// All squares attacked by the pieces on a set.
    fn attacked_by(&self, set: u64) -> u64 {
        squares(Bitboard(set)).fold(0, |all, square| all | self.attacks(square as u64))
    }

    fn attacked_twice(&self, side: Side) -> u64 {
        let (mut once, mut twice) = (0, 0);
        for square in squares(Bitboard(self.all(side))) {
            let attacked = self.attacks(square as u64);
            twice |= once & attacked;
            once |= attacked;
        }
        twice
    }
}

impl Board for View<'_> {
    fn attacks(&self, square: u64) -> u64 {
        self.attacks_of(square, None)
    }

    fn attacks_through(&self, square: u64, blockers: u64) -> u64 {
        self.attacks_of(square, Some(blockers))
    }

    fn lookup(&self, table: u64, index: u64) -> u64 {
        let table = table + self.stage;
        if let Some(log) = self.log {
            log.borrow_mut().push(Tables::place(table, index));
        }
        self.tables.get(self.owner, table, index)
    }
}

/// Flips a set between the board and a side's point of view.
pub fn seen(set: u64, owner: Color) -> u64 {
    match owner {
        Color::White => set,
        Color::Black => set.swap_bytes(),
    }
}

/// Game phase from 0 (no pieces) to [`FULL_PHASE`].
pub fn phase(position: &Position) -> i32 {
    let count = |piece| position.pieces(piece).len();
    let light = count(Piece::Knight) + count(Piece::Bishop);
    let left = light + 2 * count(Piece::Rook) + 4 * count(Piece::Queen);
    FULL_PHASE * left.min(ALL_PIECES) as i32 / ALL_PIECES as i32
}
