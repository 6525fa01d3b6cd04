//! The root moves and their results.

use std::cmp::Reverse;

use crate::board::{Game, Move};

use super::info::Bound;
use super::limits::Limits;
use super::score::{INFINITE, Value, is_decisive};
use super::stack::Line;
use super::tb_probe::{Rank, TbProbe};

#[derive(Debug, Clone)]
pub struct RootMove {
    pub mv: Move,
    /// Tablebase rank: a move of higher rank is better, whatever its score.
    pub rank: Rank,
    /// Score of this iteration; `-INFINITE` if it failed low.
    score: Value,
    /// Score of the last iteration; `-INFINITE` if it failed low.
    previous: Value,
    /// Bound type of the score.
    pub bound: Bound,
    /// Depth of its line in plies.
    pub depth: u32,
    /// Selective depth of its line.
    pub seldepth: usize,
    /// Nodes of this thread that went into the move in all iterations.
    pub nodes: u64,
    /// Principal variation, starting with the move.
    pub pv: Line,
}

impl RootMove {
    fn new(mv: Move, rank: Rank) -> Self {
        Self {
            mv,
            rank,
            score: -INFINITE,
            previous: -INFINITE,
            bound: Bound::Exact,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            pv: Line::from_iter([mv]),
        }
    }

    /// Returns the latest known score.
    pub fn known_score(&self) -> Option<Value> {
        [self.score, self.previous].into_iter().find(|&s| s != -INFINITE)
    }
}

/// The root moves, best first.
#[derive(Debug, Clone)]
pub struct RootMoves {
    moves: Vec<RootMove>,
    /// Index of the current MultiPV line; moves before it lead finished lines.
    line: usize,
}

impl RootMoves {
    /// Creates the list of legal moves, restricted to `searchmoves`, with their tablebase ranks.
    pub fn new(game: &Game, limits: &Limits, tb: &TbProbe) -> Self {
        let legal = game.position().legal_moves();
        let wanted: Vec<Move> = legal.iter().copied().filter(|mv| limits.search_moves.contains(mv)).collect();
        let chosen = if wanted.is_empty() { &legal[..] } else { &wanted[..] };
        let ranked = |&mv| RootMove::new(mv, tb.rank_of(mv));
        let mut moves: Vec<RootMove> = chosen.iter().map(ranked).collect();
        moves.sort_by_key(|m| Reverse(m.rank));
        Self { moves, line: 0 }
    }

    pub fn as_slice(&self) -> &[RootMove] {
        &self.moves
    }

    /// Returns `true` if the best move is better than that of another thread: a higher score at no less depth, or
    /// a decisive score.
    pub fn is_better_than(&self, other: &Self) -> bool {
        let (Some(mine), Some(others)) = (self.best(), other.best()) else {
            return false;
        };
        mine.known_score().is_some_and(|score| {
            mine.bound != Bound::Upper
                && others.known_score().is_none_or(|other| score > other)
                && (mine.depth >= others.depth || is_decisive(score))
        })
    }

    pub fn best(&self) -> Option<&RootMove> {
        self.moves.first()
    }

    /// Returns the first move of the current line.
    pub fn current(&self) -> Option<&RootMove> {
        self.moves.get(self.line)
    }

    /// Returns the index of the current line.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns `true` if a move may be searched for the current line: it leads no finished line, and no such move has
    /// a higher rank.
    pub fn is_open(&self, mv: Move) -> bool {
        let open = &self.moves[self.line..];
        open.iter().any(|m| m.mv == mv && m.rank == open[0].rank)
    }

    /// Starts a new iteration.
    pub fn begin_iteration(&mut self) {
        for m in &mut self.moves {
            m.previous = m.score;
        }
        self.line = 0;
    }

    /// Starts the search of a line, from 0.
    pub fn begin_line(&mut self, line: usize) {
        self.line = line;
    }

    /// Records score and line of a move.
    pub fn record(
        &mut self,
        mv: Move,
        (score, bound): (Value, Bound),
        depth: u32,
        seldepth: usize,
        answers: &[Move],
    ) {
        if let Some(m) = self.moves.iter_mut().find(|m| m.mv == mv) {
            m.score = score;
            m.bound = bound;
            m.depth = depth;
            m.seldepth = seldepth;
            m.pv.clear();
            m.pv.push(mv);
            let room = m.pv.remaining_capacity();
            m.pv.extend(answers.iter().copied().take(room));
        }
    }

    /// After an incomplete iteration, restores the exact result of the best move if the iteration has only found a
    /// bound.
    pub fn restore_exact(&mut self, earlier: RootMove) {
        if let Some(best) = self.moves.first_mut()
            && best.mv == earlier.mv
            && best.bound != Bound::Exact
        {
            *best = earlier;
        }
    }

    /// Counts nodes that went into a move.
    pub fn add_nodes(&mut self, mv: Move, nodes: u64) {
        if let Some(m) = self.moves.iter_mut().find(|m| m.mv == mv) {
            m.nodes += nodes;
        }
    }

    /// Records that a move failed low.
    pub fn record_worse(&mut self, mv: Move) {
        if let Some(m) = self.moves.iter_mut().find(|m| m.mv == mv) {
            m.score = -INFINITE;
        }
    }

    /// Sorts the moves from the current line on (stable).
    pub fn sort_open(&mut self) {
        self.moves[self.line..].sort_by_key(|m| Reverse((m.rank, m.score, m.previous)));
    }

    /// Sorts the finished lines.
    pub fn sort_lines(&mut self) {
        self.moves[..=self.line].sort_by_key(|m| Reverse((m.rank, m.score)));
    }
}
