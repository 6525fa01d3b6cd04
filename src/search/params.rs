//! Every constant of the search, with its unit and what it is for.
//!
//! Scores are in centipawns of the profile's own pawn, so the same margins suit profiles written in any
//! unit. Depths and reductions are in plies.

use std::time::Duration;

use crate::board::PIECE_TYPE_NB;

use super::score::Value;

// --- Time ------------------------------------------------------------------------------------------

/// Maximum number of nodes between two checks of the clock and the stop signal, if none of them is evaluated.
pub const CHECK_INTERVAL: i64 = 1024;
/// An evaluation counts as one node of [`CHECK_INTERVAL`] for each such period of its time: checks are at most about
/// half a millisecond apart.
pub const CHECK_NODE_TIME: Duration = Duration::from_nanos(500);
/// Assumed maximum time of one operation of a custom term, to estimate the costliest evaluation.
pub const OPERATION_TIME: Duration = Duration::from_nanos(2);
/// Maximum nodes of the first iteration whatever the limits. Dozens to hundreds are enough, except in positions in
/// which both sides have many queens: there quiescence may take minutes.
pub const FIRST_ITERATION_NODES: u64 = 10_000;
/// Time that the first iteration may take after the clock has run out or `stop` was received. Most profiles take less than
/// one millisecond, those with slow custom terms up to a hundred.
pub const FIRST_ITERATION_TIME: Duration = Duration::from_millis(5);
/// Minimum time of a search, whatever the clock says: enough for a first move.
pub const LEAST_TIME: Duration = Duration::from_millis(1);
/// Without a next time control, this fraction of the clock is the soft bound.
pub const CLOCK_DIVISOR: u32 = 22;
/// Share of the increment spent on each move, in percent.
pub const INCREMENT_PERCENT: u32 = 75;
/// Maximum number of moves to the time control that the clock is divided by.
pub const MOVES_TO_GO_CAP: u32 = 50;
/// Overheads kept in reserve on the clock, but never more than half of it; moves.
pub const RESERVED_MOVES: u32 = 20;
/// The hard bound as a multiple of the soft one.
pub const HARD_TO_SOFT: u32 = 4;
/// The hard bound is at most this share of the clock, in percent.
pub const HARD_PERCENT: u32 = 70;
/// Factor of the soft bound when the best move has just changed.
pub const UNSTABLE_FACTOR: f64 = 1.45;
/// Decrease of the factor with each iteration that confirms the best move.
pub const STABLE_STEP: f64 = 0.12;
/// Number of iterations after which the factor stops falling.
pub const LAST_STABLE: u32 = 6;
/// A score drop of at least this much since the last iteration doubles the time; centipawns.
pub const SCORE_DROP_FULL: Value = 80;
/// Depth after which a forced move is played without further search when on a clock; plies. Enough for a score and an
/// expected answer.
pub const FORCED_MOVE_DEPTH: u32 = 6;
/// A mate is taken for the shortest once the depth is this multiple of its plies.
pub const MATE_CERTAINTY: Value = 3;
/// Minor messages (current move, failed windows) are sent only after this time.
pub const VERBOSE_AFTER: Duration = Duration::from_secs(3);

/// Nodes of the neutral search for reported scores, as a share of those of the main search. With 0.2, the scores of
/// `defender` jump 1.46 times as much from ply to ply as those of `temperament`, with 0.5 1.24 times (`jumps.py`).
pub const NEUTRAL_SHARE: f64 = 0.5;
/// Nodes of the neutral search at least.
pub const NEUTRAL_MIN_NODES: u64 = 5_000;

// --- Iterative deepening ---------------------------------------------------------------------------

/// First depth with an aspiration window; plies.
pub const ASPIRATION_DEPTH: u32 = 5;
/// First half-width of the window; centipawns.
pub const ASPIRATION_WINDOW: Value = 18;
/// Half-width after which the window is fully opened; centipawns.
pub const ASPIRATION_LIMIT: Value = 600;

// --- Endgame tables --------------------------------------------------------------------------------

/// Added to the depth of tablebase results in the transposition table; plies.
#[cfg(syzygy)]
pub const TABLE_DEPTH_BONUS: i32 = 6;
/// For this many plies after a capture or pawn move a won ending is played by the search, unless a position is
/// repeated; after that by the shortest way to the next capture or pawn move.
#[cfg(syzygy)]
pub const TABLE_FREE_PLIES: i32 = 10;

// --- Pruning of whole nodes ------------------------------------------------------------------------

/// Reverse futility: maximum remaining depth; plies.
pub const RFP_DEPTH: i32 = 8;
/// Reverse futility: margin of the evaluation above beta per ply; centipawns.
pub const RFP_MARGIN: Value = 75;
/// Null move: minimum remaining depth; plies.
pub const NULL_DEPTH: i32 = 3;
/// Null move: base reduction; plies.
pub const NULL_BASE: i32 = 3;
/// Null move: depth per additional ply of reduction; plies.
pub const NULL_DEPTH_DIVISOR: i32 = 4;
/// Null move: evaluation above beta per additional ply of reduction; centipawns.
pub const NULL_EVAL_DIVISOR: Value = 200;
/// Null move: maximum additional reduction for an evaluation above beta; plies.
pub const NULL_EVAL_CAP: i32 = 3;
/// Null move: margin of the static evaluation above beta at depth 0; centipawns.
pub const NULL_STATIC_BASE: Value = 180;
/// Null move: decrease of this margin per ply of depth; centipawns.
pub const NULL_STATIC_STEP: Value = 20;
/// Null move: maximum number of pieces, besides king and pawns, at which a cutoff is verified.
pub const NULL_VERIFY_PIECES: u32 = 1;
/// Null move: share of the verification depth without null moves, in percent (Stockfish's three quarters).
pub const NULL_VERIFY_SHARE: usize = 75;
/// Internal iterative reduction: minimum remaining depth; plies.
pub const IIR_DEPTH: i32 = 4;

// --- Pruning of moves ------------------------------------------------------------------------------

/// Late-move pruning: maximum remaining depth; plies.
pub const LMP_DEPTH: i32 = 8;
/// Late-move pruning: quiet moves searched at any depth, before depth squared is added.
pub const LMP_BASE: i32 = 4;
/// Futility: maximum depth after reduction; plies.
pub const FUTILITY_DEPTH: i32 = 7;
/// Futility: base margin of the evaluation below alpha; centipawns.
pub const FUTILITY_BASE: Value = 110;
/// Futility: additional margin per ply; centipawns.
pub const FUTILITY_MARGIN: Value = 90;
/// History pruning: maximum depth after reduction; plies.
pub const HISTORY_PRUNING_DEPTH: i32 = 5;
/// History pruning: negative history required per ply.
pub const HISTORY_PRUNING_MARGIN: i32 = 3500;
/// SEE pruning: maximum remaining depth; plies.
pub const SEE_DEPTH: i32 = 9;
/// SEE pruning: tolerated loss of a quiet move per squared ply; centipawns.
pub const SEE_QUIET_MARGIN: Value = 22;
/// SEE pruning: tolerated loss of a noisy move per ply; centipawns.
pub const SEE_NOISY_MARGIN: Value = 95;
/// Quiescence: delta-pruning margin, added to the value of the captured piece; centipawns.
pub const DELTA_MARGIN: Value = 180;
/// Quiescence: if the evaluation is further than this below alpha, captures must win material; centipawns.
pub const EVEN_TRADE_MARGIN: Value = 100;

// --- Reductions and extensions ---------------------------------------------------------------------

/// Late-move reductions: minimum remaining depth; plies.
pub const LMR_DEPTH: i32 = 2;
/// Late-move reductions: base for quiet moves; plies.
pub const LMR_BASE: f64 = 0.8;
/// Late-move reductions: divisor of the product of the logarithms of depth and move number.
pub const LMR_DIVISOR: f64 = 1.75;
/// Late-move reductions: base for noisy moves; plies.
pub const LMR_NOISY_BASE: f64 = 0.0;
/// Late-move reductions: divisor for noisy moves.
pub const LMR_NOISY_DIVISOR: f64 = 3.2;
/// History per ply of less (or more) reduction.
pub const LMR_HISTORY_DIVISOR: i32 = 9000;
/// Size of the reduction table: larger depths and move numbers are clamped.
pub const LMR_SIZE: usize = 64;
/// Singular extension: minimum remaining depth; plies.
pub const SINGULAR_DEPTH: i32 = 7;
/// Singular extension: maximum difference between the remaining depth and that of the TT entry; plies.
pub const SINGULAR_TT_DEPTH: i32 = 3;
/// Singular extension: margin of the other moves below the TT score per ply; centipawns.
pub const SINGULAR_MARGIN: Value = 2;
/// Singular extension: additional margin for a double extension; centipawns.
pub const SINGULAR_DOUBLE_MARGIN: Value = 20;
/// Singular extensions stop at this multiple of the nominal depth.
pub const SINGULAR_REACH: usize = 2;

// --- Histories -------------------------------------------------------------------------------------

/// Maximum absolute value of a history.
pub const HISTORY_MAX: i32 = 16_384;
/// History bonus of the cutoff move per ply of depth.
pub const HISTORY_STEP: i32 = 180;
/// History bonus at depth 0.
pub const HISTORY_BASE: i32 = -60;
/// Maximum history bonus.
pub const HISTORY_CAP: i32 = 1800;

// --- Threat bonus ----------------------------------------------------------------------------------

/// Ordering bonus of a quiet check, in units of history.
pub const CHECK_BONUS: i32 = 16_384;
/// Maximum SEE loss of a check with bonus; centipawns.
pub const CHECK_SEE_MARGIN: Value = 75;
/// Ordering bonus for leaving a square attacked by a lesser piece, and malus for moving to one, by piece type from
/// pawn to king; in units of history.
pub const ESCAPE_BONUS: [i32; PIECE_TYPE_NB] = [0, 8_000, 8_000, 12_000, 16_000, 0, 0, 0];

// --- Correction history ----------------------------------------------------------------------------

/// Resolution of the mean errors: fractions of a centipawn.
pub const CORRECTION_GRAIN: i32 = 256;
/// Denominator of the update weight: an update of weight w moves the mean error by w / this of the difference.
pub const CORRECTION_MEMORY: i32 = 256;
/// Maximum weight of an update.
pub const CORRECTION_DEPTH_CAP: i32 = 16;
/// The sum of the mean errors is multiplied by this share, in percent, because they overlap.
pub const CORRECTION_PERCENT: i32 = 75;
/// Maximum mean error of a feature; centipawns.
pub const CORRECTION_LIMIT: Value = 64;

// --- Transposition table ---------------------------------------------------------------------------

/// Half-move clock from which TT scores do not cut: they ignore the fifty-move rule.
pub const TT_CLOCK_LIMIT: u8 = 90;
/// A new bound for the same position replaces an exact entry only if it is at most this much shallower; plies.
pub const TT_KEEP_MARGIN: i32 = 3;
/// Decrease in the replacement value of an entry per search since it was written; plies.
pub const TT_AGE_PENALTY: i32 = 4;

// --- Bench -----------------------------------------------------------------------------------------

/// Depth of the bench; plies.
pub const BENCH_DEPTH: u32 = 13;
/// Transposition table of the bench; MiB.
pub const BENCH_HASH_MIB: usize = 16;
