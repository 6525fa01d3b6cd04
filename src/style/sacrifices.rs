//! Sacrifices: material given up of one's own will, and not regained soon.

use super::exchanges::{balance, winning_targets};
use crate::arena::Record;
use crate::board::{Color, Move, Position};
use crate::engine::Score;

/// For so many plies after the capture the material stays away.
const PLIES: usize = 4;
/// What the side itself thinks of its move at least, in centipawns; below, it is losing and not giving.
const LOST: i32 = -100;
/// From here on it is more than a pawn: a piece, or a rook for a minor piece.
const PIECE: i32 = 2;

/// Material that a side gave up with a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sacrifice {
    /// Whose.
    pub side: Color,
    /// The index of the move after which the enemy took it.
    pub ply: usize,
    /// What it was short of at least, in pawns.
    pub pawns: i32,
}

impl Sacrifice {
    /// Whether it was more than a pawn.
    pub fn is_piece(&self) -> bool {
        self.pawns >= PIECE
    }
}

/// The sacrifices of both sides. `positions` are those of the record, the last one included.
///
/// A move is one if the enemy answers with a capture; if from this capture to the position four plies later the mover
/// has less material than at any time from four plies before its move up to it; if another move would have lost less
/// at once; and if the mover did not think itself lost.
pub(super) fn sacrifices(record: &Record, positions: &[&Position]) -> Vec<Sacrifice> {
    let white: Vec<i32> = positions
        .iter()
        .map(|position| balance(position, Color::White))
        .collect();
    let opening = record.opening_plies();
    // The capture is the next move, and as many plies follow it.
    let last = record.moves.len().saturating_sub(PLIES + 1);
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
            && positions[ply + 1].captured(record.moves[ply + 1]).is_some()
            && !record.thoughts[ply - opening].score.is_some_and(is_lost)
            && is_of_own_will(positions[ply], record.moves[ply], pawns);
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

/// Whether some other move leaves the enemy no capture that wins as much.
fn is_of_own_will(position: &Position, played: Move, pawns: i32) -> bool {
    let mut others = position.legal_moves().into_iter().filter(|&mv| mv != played);
    others.any(|mv| winning_targets(&position.after(mv), pawns).is_empty())
}
