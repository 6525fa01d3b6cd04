//! Tests of the modules of `profile::numbers`.

mod literals;
mod paths;
