//! Tests of the modules of `uci::session`.

mod profile_options;
mod refusals;
#[cfg(syzygy)]
mod syzygy;
