//! **Temperament**: a UCI chess engine whose whole evaluation is a text file.
//!
//! Layers, each using only those before it (a test checks this): [`board`] (rules) < [`terms`] (custom terms) <
//! [`eval`] (weights and terms) < [`profile`] (files), [`search`] < [`engine`] < [`uci`], [`arena`] < [`style`]
//! (playing styles), [`review`] (reviews of games) < `report` (HTML and JSON reports) < `studio`
//! (the page of `temper studio`) < [`cli`]; [`tune`] (tuning) is
//! above [`arena`] and [`profile`], [`why`] (why a move is better) above [`engine`].
//! [`stats`] (match statistics), `chart`, `input` (opening files), `escape` (showing untrusted text) and `lines`
//! (reading text) are independent. `docs/architecture.md` describes the data flow and where to add code.

pub mod arena;
pub mod board;
pub mod book;
#[doc(hidden)]
pub mod chart;
pub mod cli;
mod counts;
pub mod engine;
pub mod escape;
pub mod eval;
mod fnv;
pub mod input;
pub mod lines;
mod locked;
mod output;
pub mod profile;
#[doc(hidden)]
pub mod report;
pub mod review;
pub mod search;
mod spelling;
pub mod stats;
#[cfg(feature = "studio")]
pub mod studio;
pub mod style;
pub mod terms;
pub mod tune;
pub mod uci;
pub mod why;
mod wrap;
