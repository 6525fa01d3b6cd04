//! Tests of the modules of `eval`.

mod initiative;
mod keys;
mod minors;
mod scale_factor;
mod score;
mod table_slopes;
