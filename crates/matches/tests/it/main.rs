//! Tests of matches, statistics, styles and tuning, in one binary.

mod stats;
mod unit;
