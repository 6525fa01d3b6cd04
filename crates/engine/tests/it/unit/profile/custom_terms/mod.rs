//! Tests of the modules of `profile::custom_terms`.

mod texts;
