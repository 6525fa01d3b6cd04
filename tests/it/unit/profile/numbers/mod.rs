//! Tests of the modules of `profile::numbers`.

mod paths;
