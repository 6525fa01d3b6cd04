//! The command line.

pub mod profile;
