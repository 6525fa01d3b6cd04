//! Tests of sessions, in one binary.

mod traffic;
mod unit;
