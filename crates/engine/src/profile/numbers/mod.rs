//! The numbers of a profile one by one, for tuners, overrides and SPSA.
//!
//! [`paths`] names them, a [`Literal`] is a number in the text of a file with its effect on the evaluation, and a
//! [`Parameter`] is an effective number of a profile, including inherited ones, with its bounds and step.

mod literals;
mod parameters;
#[doc(hidden)]
pub mod paths;

pub(super) use literals::factors;
pub use literals::literals_of;
pub use literals::{Effect, Literal, literals, rewrite};
pub use parameters::{Parameter, is_meant, parameters};
pub use paths::keys_like;
pub(super) use paths::{ValuePath, matches};
