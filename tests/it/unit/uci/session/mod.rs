//! Tests of the modules of `uci::session`.

mod refusals;
mod settings;
#[cfg(syzygy)]
mod syzygy;
