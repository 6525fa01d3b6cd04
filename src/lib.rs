//! **Temperament**: a UCI chess engine whose whole evaluation is a text file.
//!
//! Layers, each using only those before it (a test keeps it so):
//! [`board`] (rules) < [`terms`] (a profile's own) < [`eval`] (weights and terms) < [`profile`] (files), [`search`]
//! < [`engine`] < [`uci`], [`arena`] < [`style`] (how profiles play) < [`report`] (of a match) < [`cli`]; [`tune`]
//! (moves their numbers) is above [`arena`] and [`profile`]. [`stats`] (of matches), [`chart`], [`input`] (opening
//! files), [`escape`] (showing text from outside) and [`lines`] (reading text) stand alone, for those who need them.
//! `docs/architecture.md` says how data flows and where to put a new thing.

#[cfg(all(feature = "syzygy", not(target_arch = "x86_64")))]
compile_error!("the feature `syzygy` needs an x86-64 processor: the crate pyrrhic-rs is not for others");

pub mod arena;
pub mod board;
pub mod chart;
pub mod cli;
pub mod engine;
pub mod escape;
pub mod eval;
pub mod input;
pub mod lines;
pub mod profile;
pub mod report;
pub mod search;
mod spelling;
pub mod stats;
pub mod style;
pub mod terms;
pub mod tune;
pub mod uci;
