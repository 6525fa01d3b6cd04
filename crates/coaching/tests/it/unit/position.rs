//! Tests of the modules of `position`.

mod share;
mod table;
