//! Tuning: the numbers of a profile moved until its evaluations say best how games end.
//!
//! ```text
//! files --chunks, labels--> positions --quiet--> quiet ones --samples--> counts per value, in blocks
//! numbers of the profile's file --variables--> values --model, pass--> loss and its gradient --optimiser--> numbers
//! ```
//! There is no second evaluator: how often a value counts in a position is what [`crate::eval::trace`] says, and what a
//! number of the file does to the values is what its reader says ([`crate::profile::numbers`]).

mod adjustments;
mod chunks;
mod gathering;
mod labels;
mod loss;
mod model;
mod occurrences;
mod optimiser;
mod pass;
mod quiet;
mod read;
mod rounding;
mod samples;
mod variables;
mod wishes;

pub use chunks::is_binary;
pub use labels::{Label, PointOfView, Views, read_any as read_position};
pub use loss::{ELO, LEAST_TELLING, Loss, Mix, expected};
pub use model::{Model, Pairs};
pub use occurrences::Occurrences;
pub use optimiser::{End, Losses, Progress, Search, Settings, State};
pub use pass::Pass;
pub use read::{Counts, Data, DataError, Settings as ReadSettings, read};
pub use samples::{Block, Counter, Evaluation, Sample};
pub use variables::{FEW, Variable, Variables};
pub use wishes::{Pattern, Wishes};
