//! The moves at the root, with what each has shown so far.

use std::cmp::Reverse;

use crate::board::{Game, Move};

use super::endgame::{Rank, TbProbe};
use super::info::Bound;
use super::limits::Limits;
use super::score::{INFINITE, Value, is_decisive};
use super::stack::Line;

/// A root move.
#[derive(Debug, Clone)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// What endgame tables say about it: a move of higher rank is better, whatever the search finds.
    pub rank: Rank,
    /// Its score of this iteration; minus infinite while it is only known to be worse than others.
    score: Value,
    /// Its score of the last iteration, likewise.
    previous: Value,
    /// What is known about the score.
    pub bound: Bound,
    /// The depth of its line, in plies.
    pub depth: u32,
    /// The deepest ply reached for its line.
    pub seldepth: usize,
    /// Its line, the move itself first.
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
            pv: Line::from_iter([mv]),
        }
    }

    /// The latest score, if any iteration has found one.
    pub fn known_score(&self) -> Option<Value> {
        [self.score, self.previous].into_iter().find(|&s| s != -INFINITE)
    }
}

/// All moves to be searched at the root, best first.
#[derive(Debug, Clone)]
pub struct RootMoves {
    moves: Vec<RootMove>,
    /// Number of the line being searched, from 0; the moves before it are taken.
    line: usize,
}

impl RootMoves {
    /// The legal moves, or those of them that the limits name, with what endgame tables say about them.
    pub fn new(game: &Game, limits: &Limits, tb: &TbProbe) -> Self {
        let legal = game.position().legal_moves();
        let wanted: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|mv| limits.search_moves.contains(mv))
            .collect();
        let chosen = if wanted.is_empty() {
            &legal[..]
        } else {
            &wanted[..]
        };
        let ranked = |&mv| RootMove::new(mv, tb.rank_of(mv));
        let mut moves: Vec<RootMove> = chosen.iter().map(ranked).collect();
        moves.sort_by_key(|m| Reverse(m.rank));
        Self { moves, line: 0 }
    }

    /// The moves, best first as far as is known.
    pub fn as_slice(&self) -> &[RootMove] {
        &self.moves
    }

    /// Whether the best move here is a better choice than that of another search of the same root: it has the
    /// higher score and was searched at least as deeply, or mates sooner.
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

    /// The best move.
    pub fn best(&self) -> Option<&RootMove> {
        self.moves.first()
    }

    /// The move that leads the line being searched.
    pub fn current(&self) -> Option<&RootMove> {
        self.moves.get(self.line)
    }

    /// Number of the line being searched, from 0.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Whether a move may be searched for the present line: it leads none yet, and no such move has a higher rank.
    pub fn is_open(&self, mv: Move) -> bool {
        let open = &self.moves[self.line..];
        open.iter().any(|m| m.mv == mv && m.rank == open[0].rank)
    }

    /// A new iteration begins.
    pub fn begin_iteration(&mut self) {
        for m in &mut self.moves {
            m.previous = m.score;
        }
        self.line = 0;
    }

    /// The search for line `line` (from 0) begins.
    pub fn begin_line(&mut self, line: usize) {
        self.line = line;
    }

    /// Takes note of a search of one move that gave a score and a line.
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

    /// A search has been left in the middle of an iteration. If of the best move nothing but a bound has been found out
    /// there, what an earlier iteration knew of it exactly is what counts.
    pub fn settle(&mut self, earlier: RootMove) {
        if let Some(best) = self.moves.first_mut()
            && best.mv == earlier.mv
            && best.bound != Bound::Exact
        {
            *best = earlier;
        }
    }

    /// Takes note that a move is not better than the best one.
    pub fn record_worse(&mut self, mv: Move) {
        if let Some(m) = self.moves.iter_mut().find(|m| m.mv == mv) {
            m.score = -INFINITE;
        }
    }

    /// Sorts the moves not yet taken, equal ones in the order they had.
    pub fn sort_open(&mut self) {
        self.moves[self.line..].sort_by_key(|m| Reverse((m.rank, m.score, m.previous)));
    }

    /// Sorts the finished lines.
    pub fn sort_lines(&mut self) {
        self.moves[..=self.line].sort_by_key(|m| Reverse((m.rank, m.score)));
    }
}
