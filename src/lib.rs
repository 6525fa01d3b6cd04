//! **Temperament**: a UCI chess engine whose whole evaluation is a text file.
//!
//! Layers, each using only those before it (a test keeps it so):
//! [`board`] (rules) < [`eval`] (weights and terms) < [`profile`] (files), [`search`] < [`engine`] < [`uci`], [`arena`]
//! < [`tune`] < [`cli`]. [`stats`] (of matches) stands alone, for [`arena`] and [`cli`].
//! `docs/architecture.md` says how data flows and where to put a new thing.

#[cfg(all(feature = "syzygy", not(target_arch = "x86_64")))]
compile_error!("the feature `syzygy` needs an x86-64 processor: the crate pyrrhic-rs is not for others");

pub mod arena;
pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod profile;
pub mod search;
pub mod stats;
pub mod tune;
pub mod uci;
