//! Tests of the engine, in one binary.

mod common;
mod endings;
mod eval_properties;
mod examples;
mod keys;
mod perft;
mod profiles;
mod profiles_bad;
mod profiles_inheritance;
mod reference;
mod scale;
mod search;
mod selfplay;
mod sides;
mod terms;
mod tweaks;
mod unit;
