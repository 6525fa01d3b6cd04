//! Tuning: fits the numbers of a profile so that its evaluations predict game results.
//!
//! ```text
//! files --chunks, labels--> positions --quiet--> quiet ones --samples--> counts per value, in blocks
//! numbers of the profile's file --variables--> values --model, pass--> loss and its gradient --optimiser--> numbers
//! ```
//! [`spsa`] tunes numbers by games instead.
//!
//! There is no second evaluator: [`temperament_engine::eval::trace`] returns how often a value counts in a position, and the
//! reader of the file ([`temperament_engine::profile::numbers`]) the effect of its numbers on the values.

pub mod adjustments;
pub mod chunks;
mod constraints;
mod custom;
mod data;
mod gathering;
pub mod labels;
mod loader;
pub mod loss;
mod model;
mod occurrences;
mod optimiser;
mod parallel;
mod rounding;
mod samples;
pub mod score_pairs;
pub mod spsa;
mod validation;
pub mod variables;

pub use chunks::is_binary;
pub use constraints::{Constraints, Pattern};
pub use data::{Counts, Data, DataError, Settings as DataSettings};
pub use labels::{Label, PointOfView, Views, read_any as read_position};
pub use loader::load;
pub use loss::{ELO, Loss, MIN_MEANINGFUL_K, Mix, expected};
pub use model::Model;
pub use occurrences::Occurrences;
pub use optimiser::{End, Losses, Progress, Search, Settings, State};
pub use parallel::ParallelLoss;
pub use samples::{Block, Counter, Evaluation, Sample};
pub use score_pairs::ScorePairs;
pub use validation::{Gain, MIN_STANDARD_ERRORS, Verdict};
pub use variables::{FEW, Variable, Variables};
