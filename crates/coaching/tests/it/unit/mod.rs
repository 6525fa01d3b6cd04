//! Tests of single modules, named after them.

mod chart;
mod motif;
mod position;
mod report;
