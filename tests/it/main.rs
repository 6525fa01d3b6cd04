//! The integration tests, in one binary: linking one per file would take longer than running it.
//!
//! Tests that need a process of their own go into a file next to this folder.

mod authoring;
mod book;
mod characters;
mod cli;
mod common;
mod custom_terms;
mod endings;
mod eval_properties;
mod evalfile;
mod keys;
mod layers;
mod makefile;
mod matches;
mod memory;
mod normalize;
mod perft;
mod platforms;
mod profiles;
mod profiles_bad;
mod profiles_inheritance;
mod profiles_library;
mod reference;
mod reference_page;
mod reload;
mod review;
mod scale;
mod schema;
mod schema_tools;
mod search;
mod selfplay;
mod sides;
mod spsa;
mod stats;
mod strength;
#[cfg(feature = "studio")]
mod studio;
mod style;
mod terms;
mod tune;
mod tuning;
mod tutorial;
mod tweaks;
mod uci;
mod uci_traffic;
mod unit;
mod watch;
mod why;
