//! The style fingerprint: how a profile plays, as opposed to how strong it is.
//!
//! [`StyleComparer`] counts the actions of each side in the games between two participants. By [`MEASURES`] and the
//! custom terms of their profiles, it describes how each plays ([`Fingerprint`]) and their significant differences
//! ([`Comparison`]). `docs/style.md` defines each measure and the statistics.
//!
//! Everything is counted from the moves of a [`StyleGame`], so any recorded game can be measured, of a match or from PGN.
//! Counts do not depend on the profiles that played, with one exception: a side whose own score is losing does not
//! sacrifice. [`Likeness`] compares a player with the shipped characters.

pub mod counts;
pub mod eval_features;
mod exchanges;
pub mod fingerprint;
pub mod likeness;
mod measures;
mod moves;
pub mod own;
pub mod sacrifices;
mod style_game;
mod styles;
pub mod variety;

pub use fingerprint::{Comparison, Difference, Fingerprint, LEVEL, Measured, Sacrifices, StyleComparer};
pub use likeness::{Likeness, Reference, characters};
pub use measures::{MEASURES, Measure};
pub use style_game::StyleGame;
pub use styles::Styles;
