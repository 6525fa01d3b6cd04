//! Tests of single modules, named after them.

mod chart;
mod position;
mod report;
