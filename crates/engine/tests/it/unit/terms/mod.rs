//! Tests of the modules of `terms`.

mod check;
mod expr;
mod fuzz;
mod ops;
mod psqt_fold;
