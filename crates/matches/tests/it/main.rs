//! Tests of matches, statistics, styles and tuning, in one binary.

mod setup;
mod stats;
mod unit;
