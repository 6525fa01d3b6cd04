//! Tests of single modules, named after them.

mod arena;
mod board;
mod chart;
mod cli;
mod escape;
mod eval;
mod input;
mod lines;
mod profile;
mod report;
mod search;
mod stats;
mod style;
mod terms;
mod tune;
mod uci;
