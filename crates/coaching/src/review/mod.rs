//! Reviews of games: every position is searched, moves that lose winning chances are marked, and the result is inserted
//! into the PGN text.
//!
//! [`Reviewer`] searches ([`Analysis`]), [`Review`] judges the moves by the formulas of [`chances`], [`annotate`] and the
//! HTML report show the result. `docs/review.md` documents the thresholds. Searches are on a neutral scale and at full
//! strength, like an analysis in a GUI.

pub mod annotate;
pub mod chances;
mod explain;
mod judge;
pub mod lessons;
mod reviewer;
mod stored;

/// Nodes per position unless limits are given. Positions around mistakes are searched again with five times as many.
pub const DEFAULT_NODES: u64 = 100_000;

pub use judge::{Judged, Mark, PlayerSummary, Review};
pub use reviewer::{Alternative, Analysis, Reviewer};
