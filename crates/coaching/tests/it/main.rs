//! Tests of reports, in one binary.

mod unit;
