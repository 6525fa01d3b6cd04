//! Tests of the modules of `report::tuning`.

mod tables;
