//! Tests of the modules of `stats`.

mod mean;
mod multiple_testing;
mod normal;
mod student;
