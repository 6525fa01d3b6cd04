//! Tests of the modules of `profile::warnings`.

mod tables;
