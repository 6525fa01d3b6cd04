//! Tests of single modules, named after them.

mod board;
mod escape;
mod eval;
mod input;
mod profile;
mod search;
mod terms;
