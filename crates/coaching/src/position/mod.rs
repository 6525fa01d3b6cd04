//! An explained position: one model, and what is made of it for a terminal and as JSON.
//!
//! [`Explained`] has the exact rows of the engine with counts, squares and worth on the board; [`TopicGroup`] has those of
//! a topic, and [`Row`] states one or several of them in a sentence. The HTML page is [`crate::report::position`].

mod counted;
mod description;
pub mod disagreement;
mod explained;
pub mod json;
pub mod piece_worth;
mod rows;
pub mod screen;
mod share;
pub mod table;
mod topics;
pub mod verdict;

pub use counted::named_squares;
pub use description::{Described, capitalised};
pub use explained::{Explained, KeyWorth, Pawns};
pub use rows::{Row, is_imbalance};
pub use topics::TopicGroup;
