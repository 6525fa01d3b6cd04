//! Tests of single modules, named after them.

mod chart;
mod claims;
mod effect;
mod motif;
mod position;
mod report;
