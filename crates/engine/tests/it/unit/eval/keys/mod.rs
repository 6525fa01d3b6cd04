//! Tests of the modules of `eval::keys`.

mod group;
mod sets;
mod table;
