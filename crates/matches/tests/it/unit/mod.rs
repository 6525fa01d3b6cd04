//! Tests of single modules, named after them.

mod arena;
mod lines;
mod stats;
mod style;
mod tune;
