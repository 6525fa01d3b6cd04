//! The integration tests, in one binary: linking one per file would take longer than running it.
//!
//! Tests that need a process of their own go into a file next to this folder.

mod authoring;
mod book;
mod characters;
mod cli;
mod common;
mod custom_terms;
mod evalfile;
mod makefile;
mod matches;
mod memory;
mod normalize;
mod platforms;
mod profiles_library;
mod reference_page;
mod reload;
mod review;
mod schema;
mod schema_tools;
mod spsa;
mod strength;
mod structure;
#[cfg(feature = "studio")]
mod studio;
mod style;
mod tune;
mod tuning;
mod tutorial;
mod uci;
mod unit;
mod watch;
mod why;
