//! The style fingerprint: how a profile plays, apart from how well.
//!
//! [`Survey`] takes the games that two contenders play with each other, counts what each side does in them, and says by
//! [`MEASURES`], and by what their profiles define themselves, how each plays ([`Fingerprint`]) and in what they differ
//! beyond chance ([`Comparison`]). `docs/style.md` defines each measure and the statistics.
//!
//! Everything is counted from the moves of a record, so a fingerprint can be taken whenever there is one. Nothing
//! counted depends on the profiles that played, but for one thing: who thought itself lost has not sacrificed.

mod counts;
mod exchanges;
mod gauge;
mod measures;
mod moves;
mod own;
mod sacrifices;
mod survey;
#[cfg(test)]
mod tests;
mod variety;

pub use measures::{MEASURES, Measure};
pub use survey::{Comparison, Difference, Fingerprint, LEVEL, Measured, Sacrifices, Survey};
