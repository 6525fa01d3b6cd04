//! Searches every position of a game.

use std::time::Duration;

use super::chances::{concerns_mate, lost};
use crate::analysis::{Analyst, Searched, full_strength, game_over, search};
use temperament_engine::board::{Game, Move, Position};
use temperament_engine::engine::{Engine, HashError, Limits, winning_chances};
use temperament_engine::eval::SidedWeights;

/// A move is the only one if all others have winning chances lower by this many percentage points.
const ONLY_MOVE: f64 = 10.0;
/// Sizes of the hash tables in MiB.
const HASH_MIB: usize = 64;
const GLANCE_HASH_MIB: usize = 1;
/// The search for alternatives is repeated in full only if one with this part of the limits finds none.
const PREVIEW: u32 = 10;
/// Margin of that decision in percentage points.
const PREVIEW_MARGIN: f64 = 3.0;
/// A glance has this part of the limits.
const GLANCE: u32 = 100;
/// Positions around a move that loses this many percentage points are searched again with [`DEEPER`] times the limits: what is
/// marked must be true.
const SUSPECT: f64 = 5.0;
/// With the default of 100,000 nodes, this is the search of `temper why`.
const DEEPER: u32 = 5;

/// The best of the other moves, where the best move was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    pub searched: Searched,
    /// True if a very short search finds the move that was played.
    pub is_obvious: bool,
}

/// The searches of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// Each position, including the last one.
    pub positions: Vec<Searched>,
    /// For each move, the best of the others if the best move was played and no other is nearly as good.
    pub alternatives: Vec<Option<Alternative>>,
}

/// Searches games with one profile.
#[derive(Debug)]
pub struct Reviewer {
    engine: Engine,
    /// Searches without the knowledge of the other engine.
    glance: Engine,
    /// Searches what is to be marked and explained.
    analyst: Analyst,
    limits: Limits,
}

impl Reviewer {
    /// Creates a reviewer that searches each position with `limits`: nodes or time.
    ///
    /// # Errors
    /// If there is no memory for the hash table.
    pub fn new(profile: &SidedWeights, limits: Limits) -> Result<Self, HashError> {
        let deeper = Limits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_mul(u64::from(DEEPER))),
            movetime: limits.movetime.map(|time| time.saturating_mul(DEEPER)),
            ..limits.clone()
        };
        Ok(Self {
            engine: full_strength(profile, HASH_MIB)?,
            glance: full_strength(profile, GLANCE_HASH_MIB)?,
            analyst: Analyst::new(profile, deeper)?,
            limits,
        })
    }

    /// Searches all positions, the last one first: what is found there helps to judge the move that led there. Then those
    /// around doubtful moves are searched deeper. The result does not depend on games searched before. `progress` is called
    /// after each search, with the number of searches that are known to follow. Returns `None` if cancelled.
    pub fn analyse(
        &mut self,
        game: &Game,
        is_cancelled: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(usize),
    ) -> Option<Analysis> {
        self.engine.clear();
        let (mut positions, mut alternatives) = (Vec::new(), Vec::new());
        let mut earlier = game.clone();
        let mut played = None;
        loop {
            let searched = self.position(&earlier, is_cancelled)?;
            if let Some(played) = played {
                alternatives.push(self.alternative(&earlier, played, &searched, is_cancelled)?);
            }
            positions.push(searched);
            progress(earlier.moves().len());
            played = earlier.undo();
            if played.is_none() {
                break;
            }
        }
        positions.reverse();
        alternatives.reverse();
        self.verify(game, &mut positions, is_cancelled, progress)?;
        Some(Analysis { positions, alternatives })
    }

    /// Searches the positions before and after each doubtful move deeper, until no other move becomes doubtful.
    fn verify(
        &mut self,
        game: &Game,
        positions: &mut [Searched],
        is_cancelled: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(usize),
    ) -> Option<()> {
        let played: Vec<Move> = game.moves().to_vec();
        let places: Vec<&Position> =
            game.played().map(|(position, _)| position).chain([game.position()]).collect();
        let mut is_deep = vec![false; positions.len()];
        loop {
            let suspects = (0..played.len()).filter(|&index| {
                let is_best = positions[index].line.first() == Some(&played[index]);
                let [before, after] = [index, index + 1].map(|at| (&positions[at], places[at]));
                let is_mate = concerns_mate(before.0, after.0);
                !is_best && (is_mate || lost(before, after) >= SUSPECT)
            });
            let mut wanted: Vec<usize> = suspects.flat_map(|index| [index, index + 1]).collect();
            wanted.retain(|&index| !is_deep[index]);
            wanted.dedup();
            if wanted.is_empty() {
                return Some(());
            }
            let mut earlier = game.clone();
            for (done, &index) in wanted.iter().rev().enumerate() {
                while earlier.moves().len() > index {
                    earlier.undo();
                }
                positions[index] = self.analyst.position(&earlier, is_cancelled)?;
                is_deep[index] = true;
                progress(wanted.len() - done - 1);
            }
        }
    }

    fn position(&mut self, game: &Game, is_cancelled: &dyn Fn() -> bool) -> Option<Searched> {
        game_over(game).or_else(|| search(&mut self.engine, game, self.limits.clone(), is_cancelled))
    }

    /// Searches the other moves if the best one was played. The outer `None` is a cancellation.
    fn alternative(
        &mut self,
        game: &Game,
        played: Move,
        best: &Searched,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Option<Option<Alternative>> {
        let others: Vec<Move> =
            game.position().legal_moves().into_iter().filter(|&mv| mv != played).collect();
        if best.line.first() != Some(&played)
            || others.is_empty()
            || winning_chances(best.score, game.position()) < ONLY_MOVE
        {
            return Some(None);
        }
        let chances = |searched: &Searched| winning_chances(searched.score, game.position());
        let loss = |other: &Searched| chances(best) - chances(other);
        let preview = Limits { search_moves: others.clone(), ..self.part(PREVIEW) };
        let found = search(&mut self.engine, game, preview, is_cancelled)?;
        if loss(&found) < ONLY_MOVE - PREVIEW_MARGIN {
            return Some(None);
        }
        let limits = Limits { search_moves: others, ..self.limits.clone() };
        let searched = search(&mut self.engine, game, limits, is_cancelled)?;
        if loss(&searched) < ONLY_MOVE {
            return Some(None);
        }
        self.glance.clear();
        let limits = self.part(GLANCE);
        let glance = search(&mut self.glance, game, limits, is_cancelled)?;
        Some(Some(Alternative { searched, is_obvious: glance.line.first() == Some(&played) }))
    }

    fn part(&self, divisor: u32) -> Limits {
        Limits {
            nodes: self.limits.nodes.map(|nodes| (nodes / u64::from(divisor)).max(1)),
            movetime: self.limits.movetime.map(|time| (time / divisor).max(Duration::from_millis(1))),
            ..self.limits.clone()
        }
    }
}
