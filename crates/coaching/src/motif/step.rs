//! One move of a line, as the detectors of motifs see it.

use temperament_engine::board::attacks::squares;
use temperament_engine::board::{Bitboard, Color, Move, Piece, Position, Square};

use super::exchange::{attackers, attacks, exchange_by, points};
use crate::line::Line;

/// A piece on its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    pub piece: Piece,
    pub square: Square,
}

/// A capture in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// Index of the capture in the line.
    pub ply: usize,
    /// Square from which it was made.
    pub from: Square,
    /// Square on which it was made.
    pub on: Square,
}

/// A move of a line, and what follows up to where its gain is settled.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    pub line: &'a Line,
    /// Index of the move.
    pub ply: usize,
    /// Number of plies of the line that count.
    pub last: usize,
}

impl<'a> Step<'a> {
    pub fn before(&self) -> &'a Position {
        &self.line.positions[self.ply]
    }

    pub fn after(&self) -> &'a Position {
        &self.line.positions[self.ply + 1]
    }

    pub fn mv(&self) -> Move {
        self.line.moves[self.ply]
    }

    /// The side that moves.
    pub fn us(&self) -> Color {
        self.before().stm()
    }

    pub fn them(&self) -> Color {
        !self.us()
    }

    /// The moved piece on its new square; the king's move for castling is none.
    pub fn moved(&self) -> Option<Target> {
        let mv = self.mv();
        let piece = self.after().piece_on(mv.to).filter(|_| !self.before().is_castling(mv))?;
        Some(Target { piece, square: mv.to })
    }

    /// What the move captures.
    pub fn captured(&self) -> Option<Piece> {
        self.before().captured(self.mv())
    }

    /// The move takes back on the square of the last one of the line.
    pub fn is_recapture(&self) -> bool {
        let last = self.ply.checked_sub(1).map(|ply| (&self.line.positions[ply], self.line.moves[ply]));
        let takes = |(position, last): (&Position, Move)| position.captured(last).is_some();
        self.captured().is_some() && last.is_some_and(|last| takes(last) && last.1.to == self.mv().to)
    }

    /// Squares that the moved piece attacks.
    pub fn attacked(&self) -> Bitboard {
        self.moved().map_or(Bitboard::EMPTY, |Target { piece, square }| {
            attacks(piece, self.us(), square, self.after().occupied())
        })
    }

    /// The pieces of the other side on some squares after the move.
    pub fn targets(&self, on: Bitboard) -> impl Iterator<Item = Target> + 'a {
        let after = self.after();
        let theirs = squares(on & after.color(self.them()));
        theirs.filter_map(|square| Some(Target { piece: after.piece_on(square)?, square }))
    }

    /// Returns `true` if the piece can be taken with profit by one of value `by` after the move: it is worth more, or
    /// not defended.
    pub fn is_loose(&self, target: Target, by: Piece) -> bool {
        if target.piece == Piece::King || points(target.piece) > points(by) {
            return true;
        }
        let after = self.after();
        match exchange_by(after, self.us(), target.square) {
            Some(gain) => gain > 0,
            // In check: any defender counts.
            None => attackers(after, self.them(), target.square, after.occupied()).is_empty(),
        }
    }

    /// The capture of the piece that stands on `square` after the move, later in the line.
    pub fn taken(&self, square: Square) -> Option<Taken> {
        self.taken_after(self.ply + 1, square)
    }

    /// The capture of the other side's piece that stands on `square` after `plies` of the line.
    pub fn taken_after(&self, plies: usize, mut square: Square) -> Option<Taken> {
        for ply in plies..self.last {
            let (position, mv) = (&self.line.positions[ply], self.line.moves[ply]);
            if position.stm() == self.us() {
                let on = if position.is_en_passant(mv) { behind(mv) } else { mv.to };
                if on == square && position.captured(mv).is_some() {
                    return Some(Taken { ply, from: mv.from, on });
                }
            } else if position.is_castling(mv) && (mv.from == square || mv.to == square) {
                return None;
            } else if mv.from == square {
                square = mv.to;
            }
        }
        None
    }

    /// The answer to the move.
    pub fn answer(&self) -> Option<Move> {
        self.line.moves.get(self.ply + 1).copied().filter(|_| self.ply + 1 < self.last)
    }

    /// The move after the answer.
    pub fn next(&self) -> Option<Self> {
        (self.ply + 2 < self.last).then_some(Self { ply: self.ply + 2, ..*self })
    }
}

/// The square of a pawn that is captured en passant.
fn behind(mv: Move) -> Square {
    Square::new(mv.to.file(), mv.from.rank())
}
