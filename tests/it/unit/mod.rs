//! Tests of single modules, named after them.

mod cli;
