//! The chess engine **Temperament** as a library.

#![warn(missing_docs)]

#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod book;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod escape;
#[doc(hidden)]
pub mod eval;
#[doc(hidden)]
pub mod fnv;
#[doc(hidden)]
pub mod input;
#[doc(hidden)]
pub mod locked;
#[doc(hidden)]
pub mod output;
#[doc(hidden)]
pub mod profile;
#[doc(hidden)]
pub mod random;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod spelling;
#[doc(hidden)]
pub mod terms;
