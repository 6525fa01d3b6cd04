//! Tests of the modules of `cli::profile`.

mod plot;
