//! Tests of the modules of `arena::external`.

mod engine_config;
mod info;
mod options;
mod player;
mod transcript;
