//! A game move by move, with the position after each.

use serde::Serialize;

use super::Letter;
use crate::arena::Played;
use crate::board::notation;
use crate::engine::Score;

/// A move and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The move as people write it.
    pub san: String,
    /// The move as UCI has it.
    pub uci: String,
    /// The position after it.
    pub fen: String,
    /// Who made it.
    pub by: Letter,
    /// The mover's score in centipawns; `None` for moves of the opening or without a score, and for mates.
    pub cp: Option<i32>,
    /// The mover's score as moves to mate, negative when it is being mated; `None` if no mate was seen.
    pub mate: Option<i32>,
    /// The depth of its search in plies; `None` for moves of the opening.
    pub depth: Option<u32>,
}

/// Who made the moves after the opening.
pub fn movers(played: &Played) -> impl Iterator<Item = Letter> + use<> {
    let record = &played.record;
    let [white, black] = played.slot.players.map(Letter::of);
    let stm = record.start.stm();
    let first = (stm as usize + record.opening_plies()) % 2;
    let order = if first == 0 {
        [white, black]
    } else {
        [black, white]
    };
    order.into_iter().cycle()
}

/// All moves of a game.
pub fn steps(played: &Played, chess960: bool) -> Vec<Step> {
    let record = &played.record;
    let game = record.game();
    let opening = record.opening_plies();
    let players = played.slot.players.map(Letter::of);
    let step = |(index, (position, mv)): (usize, _)| {
        let position: &crate::board::Position = position;
        let thought = usize::checked_sub(index, opening).map(|index| record.thoughts[index]);
        let score = thought.and_then(|thought| thought.score);
        Step {
            san: notation::san(position, mv),
            uci: notation::uci(position, mv, chess960),
            fen: position.after(mv).fen(chess960),
            by: players[position.stm() as usize],
            cp: score.and_then(|score| match score {
                Score::Centipawns(cp) => Some(cp),
                Score::Mate(_) => None,
            }),
            mate: score.and_then(|score| match score {
                Score::Mate(moves) => Some(moves),
                Score::Centipawns(_) => None,
            }),
            depth: thought.map(|thought| thought.depth),
        }
    };
    game.played().enumerate().map(step).collect()
}

impl Step {
    /// The mover's score as a move of a PGN has it: `+0.31`, `-M4`; `None` for moves of the opening or without one.
    pub fn score(&self) -> Option<String> {
        let cp = self.cp.map(|cp| format!("{:+.2}", f64::from(cp) / 100.0));
        cp.or(self.mate.map(|moves| match moves > 0 {
            true => format!("+M{moves}"),
            false => format!("-M{}", -moves),
        }))
    }
}
