//! Tests of the modules of `uci::session`.

mod refusals;
mod settings;
mod syzygy;
