//! Tests of single modules, named after them.

mod chart;
mod effect;
mod motif;
mod position;
mod report;
