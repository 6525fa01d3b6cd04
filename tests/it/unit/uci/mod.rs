//! Tests of the modules of `uci`.

mod command;
mod go;
mod options;
mod output;
mod paths;
mod session;
