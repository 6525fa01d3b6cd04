//! Stand-in of the search, to be replaced when the search lands: types only.

pub mod bench;

use std::time::Duration;

use crate::board::Move;

/// What bounds a search.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Moves to mate.
    pub mate: Option<u32>,
    /// Exact time.
    pub movetime: Option<Duration>,
    /// Time left by colour.
    pub clock: [Option<Duration>; 2],
    /// Increment by colour.
    pub increment: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Until stopped.
    pub infinite: bool,
    /// Until stopped or the expected move is played.
    pub ponder: bool,
    /// Root moves; empty for all.
    pub search_moves: Vec<Move>,
    /// Number of lines.
    pub multi_pv: usize,
    /// Time lost between engine and GUI.
    pub move_overhead: Duration,
}

/// A score for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate, negative when being mated.
    Mate(i32),
}

/// What a score says about the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least as high.
    Lower,
    /// The true one is at most as high.
    Upper,
}

/// A finished line.
#[derive(Debug, Clone)]
pub struct Info {
    /// Plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Number of the line, from 1.
    pub multipv: usize,
    /// Its score.
    pub score: Score,
    /// What the score is.
    pub bound: Bound,
    /// Positions so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// Permille of the table in use.
    pub hashfull: u32,
    /// The line.
    pub pv: Vec<Move>,
}

/// The result.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Best move.
    pub best: Option<Move>,
    /// Expected answer.
    pub ponder: Option<Move>,
    /// Score.
    pub score: Score,
    /// Depth.
    pub depth: u32,
    /// Positions.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
}

/// News of a running search.
#[derive(Debug, Clone)]
pub enum Report {
    /// A line.
    Info(Info),
    /// The root move being searched.
    CurrentMove {
        /// Plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// From 1.
        number: usize,
    },
    /// The end.
    Done(Outcome),
}
