//! Neutral scores for a search that does not see a position as it is.
//!
//! A profile that weighs its own side differently from the opponent's sees every position with the eyes of one side, and
//! a limited level sees it with errors. The scores of such searches disagree from ply to ply by hundreds of centipawns,
//! and the graph of a game zigzags. The search keeps its view, which chooses the move. The reported score is that of a
//! second, shorter search of the move that is played: without the noise, and with the mean of the factors of both sides, as
//! in an analysis. Evaluating the end of the biased line is not enough, because the line itself is biased.

use std::sync::Arc;

use crate::board::Move;
use crate::eval::Weights;

use super::limits::Limits;
use super::noise::Noise;
use super::params::{NEUTRAL_MIN_NODES, NEUTRAL_SHARE};
use super::score::{Value, is_decisive};
use super::shared::{SearchJob, SharedState};
use super::stack::Node;
use super::worker::{ThreadData, Worker};

/// A neutral search alongside the search of a job.
pub(super) struct NeutralSearch<'a> {
    job: SearchJob<'a>,
    td: &'a mut ThreadData,
    root: Node,
    score: Option<Value>,
    /// The move that has the score.
    mv: Option<Move>,
    /// Nodes searched so far.
    nodes: u64,
}

impl<'a> NeutralSearch<'a> {
    /// Creates the neutral search of a job. The state of the thread belongs to the neutral weights.
    pub fn new(job: SearchJob<'a>, td: &'a mut ThreadData) -> Self {
        let root = Node::root(td.weights(), &job.root.position);
        Self { job, td, root, score: None, mv: None, nodes: 0 }
    }

    /// Returns the neutral score of the best move after this number of nodes of the main search; `None` if there is none,
    /// or if it is decisive, which the main search has not seen.
    ///
    /// Spends [`NEUTRAL_SHARE`] of these nodes, and as many again if the last report has another move. Until then it only
    /// searches once they have doubled, because each search begins with depth 1.
    pub fn score(&mut self, main_nodes: u64, best: Move, is_last: bool) -> Option<Value> {
        let allowed = ((main_nodes as f64 * NEUTRAL_SHARE) as u64).max(NEUTRAL_MIN_NODES);
        let is_other = self.mv != Some(best);
        if allowed >= 2 * self.nodes || is_last && (allowed > self.nodes || is_other) {
            let nodes = if is_other { allowed } else { allowed - self.nodes };
            if let Some(score) = self.search(best, nodes) {
                (self.score, self.mv) = (Some(score), Some(best));
            }
            self.nodes = allowed;
        }
        self.score.filter(|&score| !is_decisive(score))
    }

    /// Searches a move at the root; `None` if it was stopped before the first score.
    fn search(&mut self, mv: Move, nodes: u64) -> Option<Value> {
        let limits = Limits {
            search_moves: vec![mv],
            nodes: Some(nodes),
            depth: None,
            mate: None,
            multi_pv: 1,
            noise: Noise::default(),
            ..self.job.limits.clone()
        };
        let job = SearchJob { root: &self.root, limits: &limits, ..self.job };
        let shared = SharedState::new(1);
        let mut ignore = |_| {};
        let mut worker = Worker::main(job, &shared, self.td, None, &mut ignore);
        worker.iterative_deepening();
        worker.root_moves.best().and_then(|best| best.known_score())
    }
}

/// The state of the thread of neutral searches, kept between searches, also when the side to move changes.
#[derive(Debug)]
pub struct NeutralData {
    weights: Arc<Weights>,
    td: Option<ThreadData>,
}

impl NeutralData {
    /// Creates the state without allocating that of the thread.
    pub fn new(weights: Arc<Weights>) -> Self {
        Self { weights, td: None }
    }

    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Returns the search for a job of these weights, if it needs one.
    pub(super) fn search<'a>(
        &'a mut self,
        weights: &Weights,
        job: SearchJob<'a>,
    ) -> Option<NeutralSearch<'a>> {
        let is_neutral = weights.id() == self.weights.id() && job.limits.noise == Noise::default();
        let new = || ThreadData::new(Arc::clone(&self.weights));
        (!is_neutral).then(|| NeutralSearch::new(job, self.td.get_or_insert_with(new)))
    }
}
