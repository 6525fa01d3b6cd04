//! One thread of a search: its state and the small steps that all parts of the search share.

use std::sync::Arc;
use std::time::Duration;

use crate::board::see::PieceValues;
use crate::board::{Action, CheckSquares, Color, PackedMove};
use crate::eval::own_weights::OwnWeights;
use crate::eval::{CENTIPAWNS, Evaluator, Weights};

use super::check_interval::CheckInterval;
use super::correction::Corrections;
use super::endgame::TbProbe;
use super::eval_cache::EvalCache;
use super::history::{Histories, PieceTo};
use super::info::Report;
use super::limits::Limits;
use super::params::{FIRST_ITERATION_NODES, FIRST_ITERATION_TIME, OPERATION_TIME};
use super::picker::Ordering;
use super::prefetch::Prefetch;
use super::reductions::Reductions;
use super::root::RootMoves;
use super::score::{EVAL_BOUND, Value, draw_value};
use super::stack::{KeyHistory, Node, PvTable, SHORTEST_REPETITION, Stack};
use super::threads::{Job, SharedState};
use super::time::{Signals, TimeBudget};
use super::tt::{TranspositionTable, TtEntry};

/// What a thread keeps from one search to the next. It belongs to one profile and goes with it.
#[derive(Debug)]
pub struct ThreadData {
    pub(super) evaluator: Evaluator,
    pub(super) evals: EvalCache,
    pub(super) histories: Histories,
    pub(super) corrections: Corrections,
    pub(super) reductions: Reductions,
}

impl ThreadData {
    /// The memory of one who has seen nothing yet.
    pub fn new(weights: Arc<Weights>) -> Self {
        Self {
            evaluator: Evaluator::new(weights),
            evals: EvalCache::default(),
            histories: Histories::default(),
            corrections: Corrections::default(),
            reductions: Reductions::default(),
        }
    }

    /// The profile.
    pub fn weights(&self) -> &Weights {
        self.evaluator.weights()
    }
}

/// The static evaluation of a node for its side to move.
#[derive(Debug, Clone, Copy)]
pub(super) struct StaticEval {
    /// The evaluator's.
    pub raw: Value,
    /// The same moved by what has been learnt of its errors.
    pub corrected: Value,
}

/// What kind of node is being searched; known at compile time.
pub(super) trait NodeType {
    /// Whether the window may be open: an exact score and a line are wanted.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
    /// The kind of a child searched with the same window.
    type Next: NodeType;
}

/// The root of the tree.
pub(super) struct Root;
/// A node of the principal variation.
pub(super) struct Pv;
/// A node searched with a window of one centipawn, to prove a bound.
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

/// The state of one thread of a running search.
pub(super) struct Worker<'a> {
    pub limits: &'a Limits,
    pub signals: &'a Signals,
    pub tt: &'a TranspositionTable,
    pub tb: &'a TbProbe,
    pub memory: &'a mut ThreadData,
    pub budget: TimeBudget,
    pub root: &'a Node,
    pub root_moves: RootMoves,
    /// Depth of the present iteration, in plies.
    pub root_depth: u32,
    pub stack: Stack,
    pub pv: PvTable,
    pub earlier: KeyHistory,
    /// Moves made by this thread since `go`.
    pub nodes: u64,
    /// No null move before this ply, while one is verified.
    pub null_from_ply: usize,
    /// The deepest ply of the present line.
    pub seldepth: usize,
    /// The search must be left; scores returned from now on mean nothing.
    pub stopped: bool,
    pub values: PieceValues,
    /// Where the main thread reports to; the others do not.
    report: Option<&'a mut dyn FnMut(Report)>,
    team: &'a SharedState,
    /// How many of the nodes the team knows of.
    reported_to_shared: u64,
    /// Nodes of all threads at the last report of the lines.
    pub reported_nodes: Option<u64>,
    /// What a draw is worth to the side to move at the root.
    draw: Value,
    /// Mixed into every key of the table.
    salt: u64,
    /// Whether evaluations take long enough to be remembered.
    remembers_evals: bool,
    /// When to check the limits next.
    check_interval: CheckInterval,
    /// Time from `go` to the first check of the limits.
    first_check: Option<Duration>,
}

impl<'a> Worker<'a> {
    /// The main thread: it minds the limits and reports.
    pub fn main(
        job: Job<'a>,
        team: &'a SharedState,
        memory: &'a mut ThreadData,
        report: &'a mut dyn FnMut(Report),
    ) -> Self {
        Self::new(job, team, memory, Some(report))
    }

    /// One of the other threads.
    pub fn helper(job: Job<'a>, team: &'a SharedState, memory: &'a mut ThreadData) -> Self {
        Self::new(job, team, memory, None)
    }

    fn new(
        job: Job<'a>,
        team: &'a SharedState,
        memory: &'a mut ThreadData,
        report: Option<&'a mut dyn FnMut(Report)>,
    ) -> Self {
        let stm = job.root.position.stm();
        let weights = memory.weights();
        let draw = draw_in_centipawns(weights);
        let values = *weights.piece_values();
        let salt = table_salt(weights, draw, stm);
        let remembers_evals = !weights.parts().squares_alone;
        let operations = weights.own_terms().map_or(0, OwnWeights::most_operations);
        let worst_time_of_terms =
            OPERATION_TIME.saturating_mul(u32::try_from(operations).unwrap_or(u32::MAX));
        Self {
            limits: job.limits,
            signals: job.signals,
            tt: job.tt,
            tb: job.tb,
            budget: TimeBudget::new(job.limits, stm),
            root: job.root,
            root_moves: RootMoves::new(job.game, job.limits, job.tb),
            memory,
            root_depth: 0,
            stack: Stack::default(),
            pv: PvTable::default(),
            earlier: KeyHistory::new(job.game.reversible_keys()),
            nodes: 0,
            null_from_ply: 0,
            seldepth: 0,
            stopped: false,
            values,
            report,
            team,
            reported_to_shared: 0,
            reported_nodes: None,
            draw,
            salt,
            remembers_evals,
            check_interval: CheckInterval::new(worst_time_of_terms),
            first_check: None,
        }
    }

    /// Whether this is the main thread.
    pub fn is_main(&self) -> bool {
        self.report.is_some()
    }

    /// Sends a message, if this is the main thread.
    pub fn tell(&mut self, message: Report) {
        if let Some(report) = &mut self.report {
            report(message);
        }
    }

    /// Whether the search has to be left now. Checks node limit, clock and signals from time to time. The main thread
    /// finishes its first iteration before, unless that takes too many nodes or too long: usually it takes microseconds,
    /// and a move without it would be a blind one.
    #[inline(always)]
    pub fn should_stop(&mut self) -> bool {
        if self.check_interval.is_due(self.nodes) {
            self.check_limits();
        }
        self.stopped
    }

    #[cold]
    fn check_limits(&mut self) {
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        let left = limit.saturating_sub(self.nodes_of_all());
        let elapsed = self.signals.elapsed();
        // All threads together must not run far past the limit, nor one alone past it at all.
        self.check_interval
            .schedule(self.nodes, elapsed, left / self.team.threads());
        let is_out_of_time =
            self.team.is_over() || self.signals.is_stopped() || self.budget.is_hard_passed(self.signals);
        // A helper checks for itself, for the main thread may be waiting for a processor.
        let must_finish_iteration =
            self.is_main() && self.root_depth <= 1 && self.nodes < FIRST_ITERATION_NODES;
        let first_check = *self.first_check.get_or_insert(elapsed);
        let is_late = elapsed - first_check >= FIRST_ITERATION_TIME;
        self.stopped |= if must_finish_iteration {
            is_out_of_time && is_late
        } else {
            is_out_of_time || left == 0
        };
    }

    /// Nodes of all threads since `go`; those of the others are a little behind while they search.
    pub fn nodes_of_all(&mut self) -> u64 {
        let new = self.nodes - self.reported_to_shared;
        self.reported_to_shared = self.nodes;
        self.team.add_nodes(new)
    }

    /// The key under which the table knows a position.
    #[inline(always)]
    pub fn table_key(&self, node: &Node) -> u64 {
        node.position.key() ^ self.salt
    }

    /// The static evaluation for the side to move, never as large as a draw or mate score.
    #[inline]
    pub fn evaluate(&mut self, node: &Node) -> Value {
        let ThreadData { evaluator, evals, .. } = &mut *self.memory;
        let check_interval = &mut self.check_interval;
        // A position's key does not tell that it is at move zero.
        let remembers = self.remembers_evals && !node.position.is_at_move_zero();
        let mut evaluate = || {
            check_interval.count_evaluation();
            let eval = evaluator.centipawns(&node.position, &node.sums);
            eval.clamp(-EVAL_BOUND, EVAL_BOUND)
        };
        if remembers {
            evals.get(node.position.key(), evaluate)
        } else {
            evaluate()
        }
    }

    /// What is thought of a position before it is searched, the table's evaluation if it has one; `None` in check.
    #[inline(always)]
    pub fn static_eval(&mut self, node: &Node, entry: Option<TtEntry>, in_check: bool) -> Option<StaticEval> {
        if in_check {
            return None;
        }
        // This comes first, so that the memory has the time of an evaluation to find it.
        let correction = self.memory.corrections.get(&node.position);
        let raw = entry
            .and_then(TtEntry::eval)
            .unwrap_or_else(|| self.evaluate(node));
        let corrected = (raw + correction).clamp(-EVAL_BOUND, EVAL_BOUND);
        Some(StaticEval { raw, corrected })
    }

    /// The value of a draw for the side to move at a ply: the profile says what it is worth to the engine.
    #[inline(always)]
    pub fn draw_at(&self, ply: usize) -> Value {
        if ply.is_multiple_of(2) {
            self.draw
        } else {
            -self.draw
        }
    }

    /// The score of a position drawn by rule; nothing for others.
    #[inline(always)]
    pub fn is_draw(&self, node: &Node) -> Option<Value> {
        let position = &node.position;
        let has_a_past = usize::from(position.halfmove_clock()) >= SHORTEST_REPETITION;
        let is_draw =
            position.is_insufficient_material() || has_a_past && self.is_repetition_or_fifty_moves(node);
        is_draw.then(|| self.draw_at(node.ply))
    }

    /// Repetition and fifty moves. Mate comes before the latter.
    #[inline(never)]
    fn is_repetition_or_fifty_moves(&self, node: &Node) -> bool {
        let position = &node.position;
        let fifty_moves =
            || position.halfmove_clock() >= 100 && (!position.in_check() || position.has_legal_move());
        self.earlier.repeats(node) || fifty_moves()
    }

    /// Who is told which positions may come soon.
    #[inline(always)]
    pub fn prefetch(&self) -> Prefetch<'_> {
        let evals = self.remembers_evals.then_some(&self.memory.evals);
        Prefetch::new(self.tt, self.salt, evals)
    }

    /// What orders the moves of a node.
    #[inline(always)]
    pub fn ordering<'b>(&'b self, node: &'b Node, checks: Option<&'b CheckSquares>) -> Ordering<'b> {
        Ordering {
            position: &node.position,
            histories: &self.memory.histories,
            checks,
            values: &self.values,
            prefetch: self.prefetch(),
        }
    }

    /// Takes a copy of a spot to the one after a move, not yet entered.
    #[inline(always)]
    pub fn play(&self, spot: &mut Node, action: Action) {
        spot.play(self.memory.evaluator.weights(), action);
    }

    /// Enters the spot after a move; to be followed by [`Worker::leave`].
    #[inline(always)]
    pub fn enter(&mut self, node: &Node, action: Option<Action>) {
        self.nodes += 1;
        let frame = self.stack.at(node.ply);
        frame.moved = action.map(|action| PieceTo::new(node.position.stm(), action));
        frame.quiet = match action {
            Some(action) if !action.is_noisy() => action.packed(),
            _ => PackedMove::NONE,
        };
        self.earlier.push(node.position.key());
    }

    /// Goes back to where [`Worker::enter`] was called.
    #[inline(always)]
    pub fn leave(&mut self) {
        self.earlier.pop();
    }
}

fn draw_in_centipawns(weights: &Weights) -> Value {
    let draw = weights.draw();
    if draw.is_finite() {
        // Whole numbers within the bounds of the vocabulary: the conversion is exact.
        draw_value(f64::from(weights.centipawns(draw as i32)))
    } else {
        draw_value(draw)
    }
}

/// Entries of one profile must never be read by another; nor, if a draw is not worth nothing, those of a
/// search for the one side by a search for the other.
fn table_salt(weights: &Weights, draw: Value, stm: Color) -> u64 {
    let side = if draw != 0 { stm as u64 + 1 } else { 0 };
    weights.id() ^ side.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

const _: () = assert!(
    CENTIPAWNS == 100,
    "the margins of the search are in hundredths of a pawn"
);
