//! Tests of the modules.

mod command;
mod go;
mod options;
mod output;
mod paths;
mod session;
