//! Limits, margins and shares of the search that games do not tune ([`super::tunables`] has the others), each with its
//! unit and what it is for.
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
/// Maximum number of moves to the time control that the clock is divided by.
pub const MOVES_TO_GO_CAP: u32 = 50;
/// Overheads kept in reserve on the clock, but never more than half of it; moves.
pub const RESERVED_MOVES: u32 = 20;
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

/// Null move: maximum number of pieces, besides king and pawns, at which a cutoff is verified.
pub const NULL_VERIFY_PIECES: u32 = 1;
/// Null move: share of the verification depth without null moves, in percent (Stockfish's three quarters).
pub const NULL_VERIFY_SHARE: usize = 75;

// --- Reductions and extensions ---------------------------------------------------------------------

/// Late-move reductions: minimum remaining depth; plies.
pub const LMR_DEPTH: i32 = 2;
/// Size of the reduction table: larger depths and move numbers are clamped.
pub const LMR_SIZE: usize = 64;
/// Singular extensions stop at this multiple of the nominal depth.
pub const SINGULAR_REACH: usize = 2;

// --- Histories -------------------------------------------------------------------------------------

/// Maximum absolute value of a history.
pub const HISTORY_MAX: i32 = 16_384;

// --- Threat bonus ----------------------------------------------------------------------------------

/// Ordering bonus for leaving a square attacked by a lesser piece, and malus for moving to one, by piece type from
/// pawn to king; in units of history.
pub const ESCAPE_BONUS: [i32; PIECE_TYPE_NB] = [0, 12_000, 12_000, 18_000, 24_000, 0, 0, 0];

// --- Correction history ----------------------------------------------------------------------------

/// Resolution of the mean errors: fractions of a centipawn.
pub const CORRECTION_GRAIN: i32 = 256;
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
