//! Sacrifices: material given up voluntarily and not regained soon.

use super::exchanges::{balance, winning_targets};
use super::style_game::StyleGame;
use temperament_engine::board::{Color, Move, Position};
use temperament_engine::engine::Score;

/// Number of plies after the capture for which the material stays lost.
const PLIES: usize = 4;
/// Minimum score of the side itself, in centipawns; below, it is losing rather than sacrificing.
const LOST: i32 = -100;
/// Minimum size in pawns of more than a pawn: a piece, or a rook for a minor piece.
const PIECE: i32 = 2;

/// Material given up with a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sacrifice {
    /// The side that gives it up.
    pub side: Color,
    /// Index of the move after which the opponent took it.
    pub ply: usize,
    /// Minimum deficit in pawns.
    pub pawns: i32,
}

impl Sacrifice {
    /// Returns `true` if it was more than a pawn.
    pub fn is_piece(&self) -> bool {
        self.pawns >= PIECE
    }
}

/// Returns the sacrifices of both sides. `positions` are those of the game, including the last one.
///
/// A move is a sacrifice if the opponent answers with a capture; if from this capture to the position four plies
/// later the mover has less material than at any time from four plies before its move up to it; if another move would
/// have lost less at once; and if the mover's own score was not losing.
pub fn sacrifices(measured: &StyleGame, positions: &[&Position]) -> Vec<Sacrifice> {
    let white: Vec<i32> = positions.iter().map(|position| balance(position, Color::White)).collect();
    let (opening, moves) = (measured.opening_plies, measured.game.moves());
    // The capture is the next move, and this number of plies follows it.
    let last = moves.len().saturating_sub(PLIES + 1);
    let found = (opening..last).filter_map(|ply| {
        let side = positions[ply].stm();
        let balance = |at: usize| match side {
            Color::White => white[at],
            Color::Black => -white[at],
        };
        let before = (ply.saturating_sub(PLIES)..=ply).map(balance).min()?;
        let later = (ply + 2..=ply + 2 + PLIES).map(balance).max()?;
        let pawns = before - later;
        let is_one = pawns > 0
            && positions[ply + 1].captured(moves[ply + 1]).is_some()
            && !measured.scores[ply].is_some_and(is_lost)
            && is_of_own_will(positions[ply], moves[ply], pawns);
        is_one.then_some(Sacrifice { side, ply, pawns })
    });
    found.collect()
}

fn is_lost(score: Score) -> bool {
    match score {
        Score::Centipawns(cp) => cp < LOST,
        Score::Mate(moves) => moves <= 0,
    }
}

/// Returns `true` if some other move leaves the opponent no capture that wins as much.
fn is_of_own_will(position: &Position, played: Move, pawns: i32) -> bool {
    let mut others = position.legal_moves().into_iter().filter(|&mv| mv != played);
    others.any(|mv| winning_targets(&position.after(mv), pawns).is_empty())
}
