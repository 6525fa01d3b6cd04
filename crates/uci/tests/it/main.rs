//! Tests of sessions, in one binary.

mod common;
mod polled;
mod traffic;
mod unit;
