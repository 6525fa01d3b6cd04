//! x
pub mod profile;
