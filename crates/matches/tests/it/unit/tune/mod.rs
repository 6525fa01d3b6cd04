//! Tests of the modules of `tune`.

mod adjustments;
mod chunks;
mod labels;
mod loss;
mod spsa;
mod variables;
