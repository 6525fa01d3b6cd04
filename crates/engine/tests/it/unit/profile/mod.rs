//! Tests of the modules of `profile`.

mod custom_terms;
mod dependencies;
mod diagnostic;
mod diff;
mod format;
mod import;
mod keys;
mod numbers;
mod read_ron;
mod read_toml;
mod save;
mod source;
mod warnings;
