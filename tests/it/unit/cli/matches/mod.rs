//! Tests of the modules of `cli::matches`.

mod progress;
