//! Tests of the modules of `eval::keys`.

mod sets;
mod table;
