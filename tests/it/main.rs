//! The integration tests, in one program: linking each file on its own would take longer than running it.
//!
//! What has to be alone in its process is a file next to this folder.

mod authoring;
mod characters;
mod cli;
mod common;
mod endings;
mod eval_properties;
mod evalfile;
mod layers;
mod makefile;
mod matches;
mod memory;
mod own_terms;
mod perft;
mod platforms;
mod profiles;
mod profiles_bad;
mod profiles_family;
mod profiles_library;
mod reference;
mod reference_page;
mod reload;
mod scale;
mod schema;
mod schema_tools;
mod search;
mod selfplay;
mod sides;
mod stats;
mod style;
mod terms;
mod tune;
mod tuning;
mod tutorial;
mod tweaks;
mod uci;
mod uci_traffic;
mod vocabulary;
mod watch;
