//! Tests of the modules of `cli::profile::plot`.

mod draw;
