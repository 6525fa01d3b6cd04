//! When a search is to end.

use std::time::Duration;

use crate::board::Move;

use super::noise::Noise;

/// The limits of one search; the first one reached ends it. Without limits, the search runs to the maximum depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Plies of nominal depth.
    pub depth: Option<u32>,
    /// Nodes, exact: equal limits from a fresh start give equal searches. Only the first iteration is completed
    /// whatever the limit, if it takes less than 10,000 nodes.
    pub nodes: Option<u64>,
    /// End once a mate in at most this many moves is found, for either side.
    pub mate: Option<u32>,
    /// Time for this move, 1 ms at least. All of it is used: [`Limits::move_overhead`] is not subtracted. Only the first
    /// iteration may take longer, by 5 ms at most.
    pub movetime: Option<Duration>,
    /// Time left on the clocks of White and Black.
    pub clock: [Option<Duration>; 2],
    /// Time added after each move of White and Black.
    pub increment: [Duration; 2],
    /// Moves to the next time control; `None` if the clock is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Ignore times, and do not report the end before `stop`.
    pub infinite: bool,
    /// Times count only from ponderhit, and the end is not reported before it.
    pub ponder: bool,
    /// Search only these moves; all if none of them is legal.
    pub search_moves: Vec<Move>,
    /// How many best lines to find, at least 1.
    pub multi_pv: usize,
    /// Communication delay per move between the engine and the program that keeps the clock. Subtracted only from
    /// [`Limits::clock`].
    pub move_overhead: Duration,
    /// Noise on every evaluation.
    pub noise: Noise,
    /// Counts this many nodes as a millisecond of the clock, so that a search with a clock is reproducible.
    pub nodestime: Option<u64>,
}

impl Default for Limits {
    /// No limit, one line, 10 ms of overhead.
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            mate: None,
            movetime: None,
            clock: [None; 2],
            increment: [Duration::ZERO; 2],
            moves_to_go: None,
            infinite: false,
            ponder: false,
            search_moves: Vec::new(),
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            noise: Noise::default(),
            nodestime: None,
        }
    }
}

impl Limits {
    /// Returns `true` if a move is wanted, and not an analysis.
    pub fn is_for_a_move(&self) -> bool {
        let is_analysis =
            self.infinite || self.ponder || self.mate.is_some() || !self.search_moves.is_empty();
        !is_analysis && self.multi_pv == 1
    }

    /// Search to a depth in plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Search a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Search for a fixed time.
    pub fn movetime(time: Duration) -> Self {
        Self { movetime: Some(time), ..Self::default() }
    }
}
