//! Every constant of the search, with its unit and what it is for.
//!
//! Scores are in centipawns of the profile's own pawn, so the same margins suit profiles written in any
//! unit. Depths and reductions are in plies.

use std::time::Duration;

use crate::board::KINDS;

use super::score::Value;

// --- Time ------------------------------------------------------------------------------------------

/// Most nodes between two checks of the clock and the stop signal, if none of them is evaluated.
pub const CHECK_INTERVAL: i64 = 1024;
/// An evaluation counts as one node of [`CHECK_INTERVAL`] for each such time that it takes: checks are at most about half
/// a millisecond apart.
pub const CHECK_NODE_TIME: Duration = Duration::from_nanos(500);
/// Time that one operation of a custom term takes at most, for an estimate of the costliest evaluation.
pub const OPERATION_TIME: Duration = Duration::from_nanos(2);
/// Nodes that the first iteration may take whatever the limits. Dozens to hundreds are enough, except in positions in which
/// both sides have many queens: there quiescence may go on for minutes.
pub const FIRST_ITERATION_NODES: u64 = 10_000;
/// Time that the first iteration may take after the clock has run out or `stop` was received. Most profiles take less than
/// one millisecond, those with slow custom terms up to a hundred.
pub const FIRST_ITERATION_TIME: Duration = Duration::from_millis(5);
/// The least time a search gets, whatever the clock says: enough for a first move.
pub const LEAST_TIME: Duration = Duration::from_millis(1);
/// Without a next time control, this fraction of the clock is the soft bound.
pub const CLOCK_DIVISOR: u32 = 22;
/// How much of the increment is spent each move, in percent.
pub const INCREMENT_PERCENT: u32 = 75;
/// Most moves to the time control that the clock is divided by.
pub const MOVES_TO_GO_CAP: u32 = 50;
/// Overheads kept in reserve on the clock, but never more than half of it; moves.
pub const RESERVED_MOVES: u32 = 20;
/// The hard bound as a multiple of the soft one.
pub const HARD_TO_SOFT: u32 = 4;
/// The hard bound is at most this share of the clock, in percent.
pub const HARD_PERCENT: u32 = 70;
/// Factor of the soft bound when the best move has just changed.
pub const UNSTABLE_FACTOR: f64 = 1.45;
/// How much the factor falls with each iteration that confirms the best move.
pub const STABLE_STEP: f64 = 0.12;
/// Iterations after which a best move does not become any more stable.
pub const LAST_STABLE: u32 = 6;
/// A score that fell this much (or more) since the last iteration doubles the time; centipawns.
pub const SCORE_DROP_FULL: Value = 80;
/// Depth after which a forced move is played without further thought when on a clock; plies. Enough for
/// a score and an expected answer.
pub const FORCED_MOVE_DEPTH: u32 = 6;
/// A mate is taken for the shortest once the iterations are so many times as deep as its plies.
pub const MATE_CERTAINTY: Value = 3;
/// Lesser messages (current move, failed windows) are told only after this time.
pub const CHATTER_AFTER: Duration = Duration::from_secs(3);

// --- Iterative deepening ---------------------------------------------------------------------------

/// First depth with an aspiration window; plies.
pub const ASPIRATION_DEPTH: u32 = 5;
/// First half-width of the window; centipawns.
pub const ASPIRATION_WINDOW: Value = 18;
/// Half-width after which the window is thrown wide open; centipawns.
pub const ASPIRATION_LIMIT: Value = 600;

// --- Endgame tables --------------------------------------------------------------------------------

/// What a result of the tables counts more than a search to the same depth; plies.
#[cfg(feature = "syzygy")]
pub const TABLE_DEPTH_BONUS: i32 = 6;
/// For so many plies after a capture or pawn move a won ending is played as the search likes, unless a position
/// is repeated; after that the shortest way to the next one is taken.
#[cfg(feature = "syzygy")]
pub const TABLE_FREE_PLIES: i32 = 10;

// --- Pruning of whole nodes ------------------------------------------------------------------------

/// Reverse futility: deepest remaining depth; plies.
pub const RFP_DEPTH: i32 = 8;
/// Reverse futility: how far above beta the evaluation must be for each ply; centipawns.
pub const RFP_MARGIN: Value = 75;
/// Null move: least remaining depth; plies.
pub const NULL_DEPTH: i32 = 3;
/// Null move: reduction at any depth; plies.
pub const NULL_BASE: i32 = 3;
/// Null move: one more ply of reduction for so many plies of depth.
pub const NULL_DEPTH_DIVISOR: i32 = 4;
/// Null move: one more ply of reduction for so many centipawns above beta.
pub const NULL_EVAL_DIVISOR: Value = 200;
/// Null move: most plies of reduction for an evaluation above beta.
pub const NULL_EVAL_CAP: i32 = 3;
/// Null move: how far above beta the static evaluation must be at depth 0; centipawns.
pub const NULL_STATIC_BASE: Value = 180;
/// Null move: how much less of that is needed for each ply of depth; centipawns.
pub const NULL_STATIC_STEP: Value = 20;
/// Null move: with so many pieces or fewer, besides king and pawns, a cut has to be verified.
pub const NULL_VERIFY_PIECES: u32 = 1;
/// Null move: in so much of the depth of a verification no move is passed, per cent (Stockfish's three quarters).
pub const NULL_VERIFY_SHARE: usize = 75;
/// Internal iterative reduction: least remaining depth; plies.
pub const IIR_DEPTH: i32 = 4;

// --- Pruning of moves ------------------------------------------------------------------------------

/// Late-move pruning: deepest remaining depth; plies.
pub const LMP_DEPTH: i32 = 8;
/// Late-move pruning: quiet moves searched at any depth, before depth squared is added.
pub const LMP_BASE: i32 = 4;
/// Futility: deepest depth after reduction; plies.
pub const FUTILITY_DEPTH: i32 = 7;
/// Futility: how far below alpha the evaluation must be; centipawns.
pub const FUTILITY_BASE: Value = 110;
/// Futility: the same for each ply; centipawns.
pub const FUTILITY_MARGIN: Value = 90;
/// History pruning: deepest depth after reduction; plies.
pub const HISTORY_PRUNING_DEPTH: i32 = 5;
/// History pruning: how bad the history of a quiet move must be, for each ply.
pub const HISTORY_PRUNING_MARGIN: i32 = 3500;
/// SEE pruning: deepest remaining depth; plies.
pub const SEE_DEPTH: i32 = 9;
/// SEE pruning: what a quiet move may lose for each ply squared; centipawns.
pub const SEE_QUIET_MARGIN: Value = 22;
/// SEE pruning: what a noisy move may lose for each ply; centipawns.
pub const SEE_NOISY_MARGIN: Value = 95;
/// Quiescence: what a capture must come short of alpha, besides the piece taken, to be passed over;
/// centipawns.
pub const DELTA_MARGIN: Value = 180;
/// Quiescence: if the evaluation is further than this below alpha, captures must win material; centipawns.
pub const EVEN_TRADE_MARGIN: Value = 100;

// --- Reductions and extensions ---------------------------------------------------------------------

/// Late-move reductions: least remaining depth; plies.
pub const LMR_DEPTH: i32 = 2;
/// Late-move reductions of quiet moves at any depth; plies.
pub const LMR_BASE: f64 = 0.8;
/// Late-move reductions: divides the product of the logarithms of depth and move number.
pub const LMR_DIVISOR: f64 = 1.75;
/// Late-move reductions of noisy moves at any depth; plies.
pub const LMR_NOISY_BASE: f64 = 0.0;
/// Late-move reductions of noisy moves: the divisor.
pub const LMR_NOISY_DIVISOR: f64 = 3.2;
/// One ply less (or more) of reduction for so much history.
pub const LMR_HISTORY_DIVISOR: i32 = 9000;
/// Depths and move numbers from here on reduce alike.
pub const LMR_SIZE: usize = 64;
/// Singular extension: least remaining depth; plies.
pub const SINGULAR_DEPTH: i32 = 7;
/// Singular extension: how much shallower the table's entry may be; plies.
pub const SINGULAR_TT_DEPTH: i32 = 3;
/// Singular extension: how far below the table's score others must stay, for each ply; centipawns.
pub const SINGULAR_MARGIN: Value = 2;
/// Singular extension: a second ply if they stay below by so much more; centipawns.
pub const SINGULAR_DOUBLE_MARGIN: Value = 20;
/// Singular extensions stop at this multiple of the nominal depth.
pub const SINGULAR_REACH: usize = 2;

// --- Histories -------------------------------------------------------------------------------------

/// Histories stay within plus or minus this.
pub const HISTORY_MAX: i32 = 16_384;
/// Bonus for each ply of depth to the move that cut.
pub const HISTORY_STEP: i32 = 180;
/// The bonus at depth 0 (it grows from there).
pub const HISTORY_BASE: i32 = -60;
/// The largest bonus.
pub const HISTORY_CAP: i32 = 1800;

// --- First impressions -----------------------------------------------------------------------------

/// What a quiet check is worth when moves are ordered, in units of history.
pub const CHECK_BONUS: i32 = 16_384;
/// A check counts only if it loses no more than this by SEE; centipawns.
pub const CHECK_SEE_MARGIN: Value = 75;
/// What it is worth to leave a square that a lesser piece attacks, and costs to go to one, by kind of piece from
/// pawn to king; in units of history.
pub const ESCAPE_BONUS: [i32; KINDS] = [0, 8_000, 8_000, 12_000, 16_000, 0, 0, 0];

// --- Correction history ----------------------------------------------------------------------------

/// Resolution of the mean errors: parts of a centipawn.
pub const CORRECTION_GRAIN: i32 = 256;
/// How slowly a mean error changes: an update of weight w moves it by w parts of this.
pub const CORRECTION_MEMORY: i32 = 256;
/// Largest weight of an update, whatever the depth.
pub const CORRECTION_DEPTH_CAP: i32 = 16;
/// The sum of the mean errors is multiplied by this share, in percent, for they overlap.
pub const CORRECTION_PERCENT: i32 = 75;
/// Largest mean error of a feature; centipawns.
pub const CORRECTION_LIMIT: Value = 64;

// --- Transposition table ---------------------------------------------------------------------------

/// Half-move clock from which table scores do not cut: they know nothing of the fifty-move rule.
pub const TT_CLOCK_LIMIT: u8 = 90;
/// A new entry for the same position replaces an exact one only if it is at most so many plies shallower.
pub const TT_KEEP_MARGIN: i32 = 3;
/// What an entry loses in worth for each search since it was written; plies.
pub const TT_AGE_PENALTY: i32 = 4;

// --- Bench -----------------------------------------------------------------------------------------

/// Depth of the bench; plies.
pub const BENCH_DEPTH: u32 = 13;
/// Transposition table of the bench; MiB.
pub const BENCH_HASH_MIB: usize = 16;
