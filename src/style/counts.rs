//! What each side did in a game, counted from its record.

use super::gauge::{self, Reading};
use super::moves::Ply;
use super::sacrifices::{Sacrifice, sacrifices};
use crate::arena::{GameResult, Record};
use crate::board::attacks::relative_square;
use crate::board::{Action, COLORS, Color, Piece, Position, Square};

/// Queens are said to be off early if they are after this move.
const EARLY: u16 = 20;
/// How many of its first moves say how a side plays the opening.
const FIRST_MOVES: usize = 5;

/// What one side did in one game after the opening.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Counts {
    /// Half-moves of both sides.
    pub plies: usize,
    pub is_decisive: bool,
    /// Whether there is no queen after move 20, or at the end of a shorter game; `None` if there was none before or the
    /// opening went on for longer.
    pub queens_off: Option<bool>,
    /// What the side got: 0, 1 or 2.
    pub half_points: usize,
    /// Its own moves. All that follows is about them.
    pub moves: u32,
    pub checks: u32,
    pub captures: u32,
    pub threats: u32,
    pub pieces_across: u32,
    pub pawns_across: u32,
    pub shield_moves: u32,
    pub storm_moves: u32,
    pub offers: u32,
    /// Moves at which an exchange was possible, and those of them that were none.
    pub chances: u32,
    pub avoided: u32,
    pub pawn_sacrifices: u32,
    pub piece_sacrifices: u32,
    pub castling: Castling,
    pub gauge: Gauge,
    /// What own terms count, summed up over the positions of the gauge; empty if none is measured.
    pub own: Vec<i32>,
    /// Its first moves: kind of piece and where to, as the side sees the board.
    pub first_moves: Vec<u16>,
}

/// Whether and how a side castled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Castling {
    /// After the opening it could not, or had done so.
    #[default]
    Settled,
    /// It could but did not.
    Never,
    /// With the rook on the right, as White sees the board, at this move of the game.
    Short(u16),
    /// With the other.
    Long(u16),
}

/// Sums over the positions after the side's own moves.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Gauge {
    pub positions: u32,
    /// Of the squares a piece can go to, and of the positions with pieces.
    pub squares_a_piece: f64,
    pub with_pieces: u32,
    pub king_attackers: i32,
    pub passed: i32,
    pub isolated: i32,
    pub doubled: i32,
    pub backward: i32,
}

impl Gauge {
    fn add(&mut self, reading: &Reading) {
        self.positions += 1;
        if reading.pieces > 0 {
            self.squares_a_piece += f64::from(reading.squares) / f64::from(reading.pieces);
            self.with_pieces += 1;
        }
        self.king_attackers += reading.king_attackers;
        self.passed += reading.passed;
        self.isolated += reading.isolated;
        self.doubled += reading.doubled;
        self.backward += reading.backward;
    }
}

/// Counts a game for White and for Black.
pub(super) fn counts(record: &Record) -> [Counts; 2] {
    let game = record.game();
    let played = game.played().map(|(position, _)| position);
    let positions: Vec<&Position> = played.chain([game.position()]).collect();
    let opening = record.opening_plies();
    let queens_off = queens_off(&positions[opening..]);
    let mut sides = COLORS.map(|side| Counts {
        plies: record.moves.len() - opening,
        is_decisive: record.verdict.result != GameResult::Draw,
        queens_off,
        half_points: record.verdict.result.half_points(side),
        castling: match positions[opening].can_ever_castle(side) {
            true => Castling::Never,
            false => Castling::Settled,
        },
        ..Counts::default()
    });
    for index in opening..record.moves.len() {
        let earlier = index.checked_sub(1);
        let ply = Ply {
            before: positions[index],
            after: positions[index + 1],
            action: positions[index].action(record.moves[index]),
            captured_on: earlier.and_then(|i| capture_square(positions[i], record.moves[i])),
        };
        sides[ply.mover() as usize].add(&ply);
    }
    for sacrifice in sacrifices(record, &positions) {
        sides[sacrifice.side as usize].add_sacrifice(&sacrifice);
    }
    sides
}

fn capture_square(position: &Position, mv: crate::board::Move) -> Option<Square> {
    position.captured(mv).map(|_| mv.to)
}

/// See [`Counts::queens_off`].
fn queens_off(positions: &[&Position]) -> Option<bool> {
    let has_queens = |position: &Position| !position.pieces(Piece::Queen).is_empty();
    let (first, last) = (positions.first()?, positions.last()?);
    if first.fullmove_number() > EARLY || !has_queens(first) {
        return None;
    }
    let later = positions.iter().find(|p| p.fullmove_number() > EARLY);
    Some(!has_queens(later.unwrap_or(last)))
}

impl Counts {
    fn add(&mut self, ply: &Ply<'_>) {
        let action = ply.action;
        let is_pawn = action.piece() == Piece::Pawn;
        let crosses = ply.crosses_the_middle();
        self.moves += 1;
        self.checks += u32::from(ply.after.in_check());
        self.captures += u32::from(action.captured().is_some());
        self.threats += u32::from(ply.is_quiet_threat());
        self.pawns_across += u32::from(crosses && is_pawn);
        self.pieces_across += u32::from(crosses && !is_pawn && action.piece() != Piece::King);
        self.shield_moves += u32::from(ply.opens_shield());
        self.storm_moves += u32::from(ply.storms());
        self.offers += u32::from(ply.offers_exchange());
        if ply.could_exchange() {
            self.chances += 1;
            self.avoided += u32::from(!ply.exchanges());
        }
        if action.is_castling(ply.before) {
            let number = ply.before.fullmove_number();
            self.castling = match action.to().file() > action.from().file() {
                true => Castling::Short(number),
                false => Castling::Long(number),
            };
        }
        if self.first_moves.len() < FIRST_MOVES {
            self.first_moves.push(token(action, ply.mover()));
        }
        self.gauge.add(&gauge::read(ply.after, ply.mover()));
    }

    fn add_sacrifice(&mut self, sacrifice: &Sacrifice) {
        match sacrifice.is_piece() {
            true => self.piece_sacrifices += 1,
            false => self.pawn_sacrifices += 1,
        }
    }
}

/// A move as its side sees the board: equal for White's Nf3 and Black's Nf6, wherever the knight came from.
fn token(action: Action, mover: Color) -> u16 {
    (action.piece() as u16) << 6 | relative_square(action.to(), mover) as u16
}
