//! Tests of the modules of `position`.

mod table;
