//! Tests of single modules, named after them.

mod board;
mod eval;
mod search;
mod stats;
mod style;
mod tune;
