//! Messages and results of a search.

use std::time::Duration;

use crate::board::Move;

/// A score for the side to move at the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of the pawn on the screen ([`crate::eval::display`]).
    Centipawns(i32),
    /// Moves to mate; negative when being mated, 0 when mated already.
    Mate(i32),
}

/// Bound type of a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// The state of one line of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Info {
    /// Nominal depth in plies.
    pub depth: u32,
    /// The deepest ply reached for this line.
    pub seldepth: u32,
    /// Rank of the line, 1 for the best.
    pub multipv: usize,
    /// Score from the point of view of the side to move at the root.
    pub score: Score,
    /// Bound type of the score.
    pub bound: Bound,
    /// Nodes searched since `go`, by all threads.
    pub nodes: u64,
    /// Positions found in endgame tables since `go`, by all threads.
    pub table_hits: u64,
    /// Time since `go`.
    pub time: Duration,
    /// Share of the transposition table used by this search, in thousandths.
    pub hashfull: u32,
    /// The line: legal moves from the root.
    pub pv: Vec<Move>,
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The move to play; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
    /// The best line found (principal variation): legal moves from the root, beginning with the move to play.
    pub pv: Vec<Move>,
    /// The score of the best move.
    pub score: Score,
    /// The depth of the best line, in plies.
    pub depth: u32,
    /// Nodes searched, by all threads.
    pub nodes: u64,
    /// Time since `go`.
    pub time: Duration,
}

/// A message of a running search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Report {
    /// A line and its score.
    Info(Info),
    /// The root move about to be searched; sent only in long searches.
    CurrentMove {
        /// Nominal depth in plies.
        depth: u32,
        mv: Move,
        /// Its number in the order of searching, from 1.
        number: usize,
    },
    /// Not all threads could be started; the search continues with those that were.
    MissingThreads {
        /// Number of search threads, including the main thread.
        started: usize,
        /// Error message of the operating system.
        reason: String,
    },
    /// The search has ended. Always the last message, sent exactly once.
    Done(Outcome),
}
