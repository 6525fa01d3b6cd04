//! Tests of single modules, named after them.

mod arena;
mod board;
mod escape;
mod eval;
mod input;
mod lines;
mod search;
mod stats;
mod style;
mod tune;
mod uci;
