//! Counts of each side's actions in a game.

use super::eval_features::FeatureSums;
use super::moves::Ply;
use super::sacrifices::{Sacrifice, sacrifices};
use super::style_game::StyleGame;
use crate::arena::GameResult;
use temperament_engine::board::attacks::relative_square;
use temperament_engine::board::{COLORS, Color, MoveInfo, Piece, Position, Square};

/// Queens count as exchanged early if there are none after this move.
const EARLY: u16 = 20;
/// Number of first moves that describe how a side plays the opening.
const FIRST_MOVES: usize = 5;

/// Counts of one side in one game after the opening.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Counts {
    /// Half-moves of both sides.
    pub plies: usize,
    /// True unless the game was drawn.
    pub is_decisive: bool,
    /// True if there is no queen after move 20, or at the end of a shorter game; `None` if there was none before, or
    /// the opening was longer than that.
    pub queens_off: Option<bool>,
    /// Half points of the side: 0, 1 or 2.
    pub half_points: usize,
    /// Its own moves. All following fields refer to them.
    pub moves: u32,
    /// Moves that give check.
    pub checks: u32,
    pub captures: u32,
    /// Moves that threaten to win material.
    pub threats: u32,
    /// Moves of pieces into the opponent's half.
    pub pieces_across: u32,
    /// Moves of pawns into the opponent's half.
    pub pawns_across: u32,
    /// Moves of pawns that shelter its own king.
    pub shield_moves: u32,
    /// Moves of pawns near the opponent's king.
    pub storm_moves: u32,
    /// Moves that offer an exchange.
    pub offers: u32,
    /// Moves at which an exchange was possible.
    pub chances: u32,
    /// Those of them without one.
    pub avoided: u32,
    pub pawn_sacrifices: u32,
    /// Sacrifices of more than a pawn.
    pub piece_sacrifices: u32,
    /// Whether and when it castled.
    pub castling: Castling,
    /// Sums of the evaluation's features.
    pub features: FeatureSums,
    /// Sums of the custom terms over the positions of the features; empty if none is measured.
    pub own: Vec<i32>,
    /// Its first moves: piece type and target square from the side's point of view.
    pub first_moves: Vec<u16>,
}

/// Castling of a side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Castling {
    /// It had castled or lost the right before the end of the opening.
    #[default]
    Settled,
    /// It could castle but did not.
    Never,
    /// Kingside, at this move number.
    Short(u16),
    /// Queenside, at this move number.
    Long(u16),
}

/// Counts a game for White and for Black.
pub fn counts(measured: &StyleGame) -> [Counts; 2] {
    let positions = measured.positions();
    let (opening, moves) = (measured.opening_plies, measured.game.moves());
    let queens_off = queens_off(&positions[opening..]);
    let mut sides = COLORS.map(|side| Counts {
        plies: moves.len() - opening,
        is_decisive: measured.result != GameResult::Draw,
        queens_off,
        half_points: measured.result.half_points(side),
        castling: if positions[opening].can_ever_castle(side) { Castling::Never } else { Castling::Settled },
        ..Counts::default()
    });
    for index in opening..moves.len() {
        let earlier = index.checked_sub(1);
        let ply = Ply {
            before: positions[index],
            after: positions[index + 1],
            move_info: positions[index].move_info(moves[index]),
            captured_on: earlier.and_then(|i| capture_square(positions[i], moves[i])),
        };
        sides[ply.mover() as usize].add(&ply);
    }
    for sacrifice in sacrifices(measured, &positions) {
        sides[sacrifice.side as usize].add_sacrifice(&sacrifice);
    }
    sides
}

fn capture_square(position: &Position, mv: temperament_engine::board::Move) -> Option<Square> {
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
        let move_info = ply.move_info;
        let is_pawn = move_info.piece() == Piece::Pawn;
        let crosses = ply.crosses_the_middle();
        self.moves += 1;
        self.checks += u32::from(ply.after.in_check());
        self.captures += u32::from(move_info.captured().is_some());
        self.threats += u32::from(ply.is_quiet_threat());
        self.pawns_across += u32::from(crosses && is_pawn);
        self.pieces_across += u32::from(crosses && !is_pawn && move_info.piece() != Piece::King);
        self.shield_moves += u32::from(ply.opens_shield());
        self.storm_moves += u32::from(ply.storms());
        self.offers += u32::from(ply.offers_exchange());
        if ply.could_exchange() {
            self.chances += 1;
            self.avoided += u32::from(!ply.exchanges());
        }
        if move_info.is_castling(ply.before) {
            let number = ply.before.fullmove_number();
            self.castling = if move_info.to().file() > move_info.from().file() {
                Castling::Short(number)
            } else {
                Castling::Long(number)
            };
        }
        if self.first_moves.len() < FIRST_MOVES {
            self.first_moves.push(token(move_info, ply.mover()));
        }
        self.features.add(ply.after, ply.mover());
    }

    fn add_sacrifice(&mut self, sacrifice: &Sacrifice) {
        if sacrifice.is_piece() { self.piece_sacrifices += 1 } else { self.pawn_sacrifices += 1 }
    }
}

/// A move from its side's point of view: equal for White's Nf3 and Black's Nf6, wherever the knight came from.
fn token(move_info: MoveInfo, mover: Color) -> u16 {
    (move_info.piece() as u16) << 6 | relative_square(move_info.to(), mover) as u16
}
