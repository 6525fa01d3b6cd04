//! One search thread: its state, and the small steps that all parts of the search share.

use std::sync::Arc;
use std::time::Duration;

use crate::board::see::PieceValues;
use crate::board::{CheckInfo, Color, Move, Move16, MoveInfo, ZOBRIST, ZobristKeys};
use crate::eval::custom_weights::CustomWeights;
use crate::eval::display::Display;
use crate::eval::{CENTIPAWNS, Evaluator, Weights};

use super::check_interval::CheckInterval;
use super::correction::Corrections;
use super::eval_cache::EvalCache;
use super::history::{Histories, PieceTo};
use super::info::Report;
use super::limits::Limits;
use super::params::{FIRST_ITERATION_NODES, FIRST_ITERATION_TIME, OPERATION_TIME};
use super::picker::OrderingContext;
use super::prefetch::Prefetch;
use super::reductions::Reductions;
use super::root::RootMoves;
use super::score::{EVAL_BOUND, Value, draw_value};
use super::shared::{SearchJob, SharedState};
use super::stack::{KeyHistory, Node, PvTable, SHORTEST_REPETITION, Stack};
use super::tb_probe::TbProbe;
use super::time::{Signals, TimeBudget};
use super::tt::{TranspositionTable, TtEntry};

/// State that a thread keeps between searches. It belongs to one profile and is dropped with it.
#[derive(Debug)]
pub struct ThreadData {
    pub(super) evaluator: Evaluator,
    pub(super) evals: EvalCache,
    pub(super) histories: Histories,
    pub(super) corrections: Corrections,
    pub(super) reductions: Reductions,
}

impl ThreadData {
    /// Creates the state of a new thread.
    pub fn new(weights: Arc<Weights>) -> Self {
        Self {
            evaluator: Evaluator::new(weights),
            evals: EvalCache::default(),
            histories: Histories::default(),
            corrections: Corrections::default(),
            reductions: Reductions::default(),
        }
    }

    pub fn weights(&self) -> &Weights {
        self.evaluator.weights()
    }
}

/// The static evaluation of a node for its side to move.
#[derive(Debug, Clone, Copy)]
pub(super) struct StaticEval {
    /// Result of the evaluator.
    pub raw: Value,
    /// Result plus correction history.
    pub corrected: Value,
}

/// Node type, known at compile time.
pub(super) trait NodeType {
    /// Whether the node is a PV node, which needs an exact score and a line.
    const PV: bool;
    /// Whether the node is the root.
    const ROOT: bool;
    /// Type of a child that is searched with the same window.
    type Next: NodeType;
}

/// The root of the tree.
pub(super) struct Root;
/// A node of the principal variation.
pub(super) struct Pv;
/// A node searched with a null window.
pub(super) struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Next = Pv;
}

impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Next = Pv;
}

impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Next = NonPv;
}

/// Returns the neutral score of the best move after this number of nodes of the main search; `true` for its last report.
pub(super) type NeutralScore<'a> = dyn FnMut(u64, Move, bool) -> Option<Value> + 'a;

/// The state of one thread of a running search.
pub(super) struct Worker<'a> {
    pub limits: &'a Limits,
    pub signals: &'a Signals,
    pub tt: &'a TranspositionTable,
    pub tb: &'a TbProbe,
    pub td: &'a mut ThreadData,
    pub budget: TimeBudget,
    /// Nodes of all threads after which the search stops.
    node_limit: u64,
    pub root: &'a Node,
    pub root_moves: RootMoves,
    /// Depth of the current iteration, in plies.
    pub root_depth: u32,
    pub stack: Stack,
    pub pv: PvTable,
    pub key_history: KeyHistory,
    /// Moves made by this thread since `go`.
    pub nodes: u64,
    /// Null moves are disabled below this ply during a verification search.
    pub nmp_min_ply: usize,
    /// Selective depth of the current line.
    pub seldepth: usize,
    /// The search has been stopped; scores are invalid from now on.
    pub stopped: bool,
    pub values: PieceValues,
    /// Receives the messages of the main thread; `None` in helper threads.
    report: Option<&'a mut dyn FnMut(Report)>,
    /// For reported scores; `None` if those of this search are neutral.
    pub neutral: Option<&'a mut NeutralScore<'a>>,
    /// The last neutral score.
    pub neutral_score: Option<Value>,
    shared: &'a SharedState,
    /// Number of nodes already added to `shared`.
    reported_to_shared: u64,
    /// Nodes of all threads at the last report of the lines.
    pub reported_nodes: Option<u64>,
    /// Score of a draw for the side to move at the root (contempt).
    draw: Value,
    /// The scale of reported scores.
    pub(super) display: Display,
    /// Xored into every key of the transposition table.
    salt: u64,
    /// True if evaluations are slow enough to be cached.
    caches_evals: bool,
    /// Keys for prefetching; kept here, since each access to the static checks whether they have been computed.
    zobrist: &'static ZobristKeys,
    /// Schedules the next check of the limits.
    check_interval: CheckInterval,
    /// Time from `go` to the first check of the limits.
    first_check: Option<Duration>,
}

impl<'a> Worker<'a> {
    /// Creates the main thread, which checks the limits and reports.
    pub fn main(
        job: SearchJob<'a>,
        shared: &'a SharedState,
        td: &'a mut ThreadData,
        neutral: Option<&'a mut NeutralScore<'a>>,
        report: &'a mut dyn FnMut(Report),
    ) -> Self {
        Self { neutral, ..Self::new(job, shared, td, Some(report)) }
    }

    /// Creates a helper thread.
    pub fn helper(job: SearchJob<'a>, shared: &'a SharedState, td: &'a mut ThreadData) -> Self {
        Self::new(job, shared, td, None)
    }

    fn new(
        job: SearchJob<'a>,
        shared: &'a SharedState,
        td: &'a mut ThreadData,
        report: Option<&'a mut dyn FnMut(Report)>,
    ) -> Self {
        let stm = job.root.position.stm();
        let weights = td.weights();
        let draw = draw_centipawns(weights);
        let display = weights.display(&job.root.position);
        let values = *weights.piece_values();
        let salt = table_salt(weights, draw, stm) ^ job.limits.noise.salt();
        // With contempt, a draw by a rule of the profile has a score that depends on the side of the engine.
        let has_contempt = draw != 0 && weights.active_parts().last_steps;
        let caches_evals = !weights.active_parts().squares_alone && !has_contempt;
        let operations = weights.custom_terms().map_or(0, CustomWeights::most_operations);
        let worst_time_of_terms =
            OPERATION_TIME.saturating_mul(u32::try_from(operations).unwrap_or(u32::MAX));
        let budget = TimeBudget::new(job.limits, stm);
        Self {
            limits: job.limits,
            signals: job.signals,
            tt: job.tt,
            tb: job.tb,
            budget,
            node_limit: job.limits.nodes.into_iter().chain(budget.node_limit()).min().unwrap_or(u64::MAX),
            root: job.root,
            root_moves: RootMoves::new(job.game, job.limits, job.tb),
            td,
            root_depth: 0,
            stack: Stack::default(),
            pv: PvTable::default(),
            key_history: KeyHistory::new(job.game.reversible_keys()),
            nodes: 0,
            nmp_min_ply: 0,
            seldepth: 0,
            stopped: false,
            values,
            report,
            neutral: None,
            neutral_score: None,
            shared,
            reported_to_shared: 0,
            reported_nodes: None,
            draw,
            display,
            salt,
            caches_evals,
            zobrist: &ZOBRIST,
            check_interval: CheckInterval::new(worst_time_of_terms),
            first_check: None,
        }
    }

    /// Returns `true` if this is the main thread.
    pub fn is_main(&self) -> bool {
        self.report.is_some()
    }

    /// Sends a message if this is the main thread.
    pub fn send(&mut self, message: Report) {
        if let Some(report) = &mut self.report {
            report(message);
        }
    }

    /// Returns `true` if the search must stop. Checks node limit, clock and signals from time to time. The main
    /// thread first completes depth 1, which usually takes microseconds, unless that takes too many nodes or too
    /// long.
    #[inline(always)]
    pub fn should_stop(&mut self) -> bool {
        if self.check_interval.is_due(self.nodes) {
            self.check_limits();
        }
        self.stopped
    }

    #[cold]
    fn check_limits(&mut self) {
        let limit = self.node_limit;
        let left = limit.saturating_sub(self.nodes_of_all());
        let elapsed = self.signals.elapsed();
        // All threads together must not run far past the limit, nor one alone past it at all.
        self.check_interval.schedule(self.nodes, elapsed, left / self.shared.threads());
        let is_out_of_time =
            self.shared.is_over() || self.signals.is_stopped() || self.budget.is_hard_passed(self.signals);
        // Helpers check too, because the main thread may be waiting for a processor.
        let must_finish_iteration =
            self.is_main() && self.root_depth <= 1 && self.nodes < FIRST_ITERATION_NODES;
        let first_check = *self.first_check.get_or_insert(elapsed);
        let is_late = elapsed - first_check >= FIRST_ITERATION_TIME;
        self.stopped |=
            if must_finish_iteration { is_out_of_time && is_late } else { is_out_of_time || left == 0 };
    }

    /// Returns the nodes of all threads since `go`. The counts of running helpers lag slightly behind.
    pub fn nodes_of_all(&mut self) -> u64 {
        let new = self.nodes - self.reported_to_shared;
        self.reported_to_shared = self.nodes;
        self.shared.add_nodes(new)
    }

    #[inline(always)]
    pub fn table_key(&self, node: &Node) -> u64 {
        node.position.key() ^ self.salt
    }

    /// Evaluates a node for the side to move, within [`EVAL_BOUND`].
    #[inline]
    pub fn evaluate(&mut self, node: &Node) -> Value {
        let ThreadData { evaluator, evals, .. } = &mut *self.td;
        let check_interval = &mut self.check_interval;
        // The key of a position does not include that it is at move zero.
        let uses_cache = self.caches_evals && !node.position.is_at_move_zero();
        let noise = self.limits.noise;
        let draw = if node.ply.is_multiple_of(2) { self.draw } else { -self.draw };
        let mut evaluate = || {
            check_interval.count_evaluation();
            let mut eval = evaluator.centipawns(&node.position, &node.sums);
            if draw != 0 && evaluator.is_drawn() {
                eval = draw;
            }
            eval.clamp(-EVAL_BOUND, EVAL_BOUND)
        };
        let eval = if uses_cache { evals.get(node.position.key(), evaluate) } else { evaluate() };
        if noise.deviation == 0 {
            return eval;
        }
        // Not cached: the noise differs from search to search.
        (eval + noise.of(node.position.key())).clamp(-EVAL_BOUND, EVAL_BOUND)
    }

    /// Returns the static evaluation, from the transposition table if stored there; `None` in check.
    #[inline(always)]
    pub fn static_eval(&mut self, node: &Node, entry: Option<TtEntry>, in_check: bool) -> Option<StaticEval> {
        if in_check {
            return None;
        }
        // Read first, so that the cache miss overlaps with the evaluation.
        let correction = self.td.corrections.get(&node.position);
        let raw = entry.and_then(TtEntry::eval).unwrap_or_else(|| self.evaluate(node));
        let corrected = (raw + correction).clamp(-EVAL_BOUND, EVAL_BOUND);
        Some(StaticEval { raw, corrected })
    }

    /// Returns the score of a draw for the side to move at a ply, including the profile's contempt.
    #[inline(always)]
    pub fn draw_at(&self, ply: usize) -> Value {
        if ply.is_multiple_of(2) { self.draw } else { -self.draw }
    }

    /// Returns the draw score of a position that is drawn by rule; `None` otherwise.
    #[inline(always)]
    pub fn is_draw(&self, node: &Node) -> Option<Value> {
        let position = &node.position;
        let has_a_past = usize::from(position.halfmove_clock()) >= SHORTEST_REPETITION;
        let is_draw =
            position.is_insufficient_material() || has_a_past && self.is_repetition_or_fifty_moves(node);
        is_draw.then(|| self.draw_at(node.ply))
    }

    /// Checks for repetition and the fifty-move rule; mate takes precedence over the latter.
    #[inline(never)]
    fn is_repetition_or_fifty_moves(&self, node: &Node) -> bool {
        let position = &node.position;
        let fifty_moves =
            || position.halfmove_clock() >= 100 && (!position.in_check() || position.has_legal_move());
        self.key_history.repeats(node) || fifty_moves()
    }

    /// Returns the prefetcher for child positions.
    #[inline(always)]
    pub fn prefetch(&self) -> Prefetch<'_> {
        let evals = self.caches_evals.then_some(&self.td.evals);
        Prefetch::new(self.tt, self.salt, evals, self.zobrist)
    }

    /// Returns the data for ordering the moves of a node.
    #[inline(always)]
    pub fn ordering<'b>(&'b self, node: &'b Node, checks: Option<&'b CheckInfo>) -> OrderingContext<'b> {
        OrderingContext {
            position: &node.position,
            histories: &self.td.histories,
            checks,
            values: &self.values,
            prefetch: self.prefetch(),
        }
    }

    /// Plays a move in a copy of a node; [`Worker::enter`] is still to be called.
    #[inline(always)]
    pub fn play(&self, node: &mut Node, move_info: MoveInfo) {
        node.play(self.td.evaluator.weights(), move_info);
    }

    /// Enters the node after a move, or after a null move if `None`. Must be paired with [`Worker::leave`].
    #[inline(always)]
    pub fn enter(&mut self, node: &Node, move_info: Option<MoveInfo>) {
        self.nodes += 1;
        let frame = self.stack.at(node.ply);
        frame.moved = move_info.map(|move_info| PieceTo::new(node.position.stm(), move_info));
        frame.quiet = match move_info {
            Some(move_info) if !move_info.is_noisy() => move_info.move16(),
            _ => Move16::NONE,
        };
        self.key_history.push(node.position.key());
    }

    /// Returns to the node in which [`Worker::enter`] was called.
    #[inline(always)]
    pub fn leave(&mut self) {
        self.key_history.pop();
    }
}

fn draw_centipawns(weights: &Weights) -> Value {
    let draw = weights.draw();
    if draw.is_finite() {
        // Exact: a whole number within the bounds of its key.
        draw_value(f64::from(weights.centipawns(draw as i32)))
    } else {
        draw_value(draw)
    }
}

/// Entries of one profile must never be read by another. With contempt, entries of a search for White must not be
/// read by a search for Black.
fn table_salt(weights: &Weights, draw: Value, stm: Color) -> u64 {
    let side = if draw != 0 { stm as u64 + 1 } else { 0 };
    weights.id() ^ side.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

const _: () = assert!(CENTIPAWNS == 100, "the margins of the search are in hundredths of a pawn");
