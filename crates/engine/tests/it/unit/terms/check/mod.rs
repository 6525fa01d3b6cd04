//! Tests of the modules of `terms::check`.

mod signatures;
