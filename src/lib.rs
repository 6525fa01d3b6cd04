//! **Temperament**: a UCI chess engine whose whole evaluation is a text file.
//!
//! Layers, each using only those before it (a test keeps it so):
//! [`board`] (rules) < [`eval`] (weights and terms) < [`profile`] (files), [`search`] < [`engine`] < [`uci`], [`cli`].
//! `docs/architecture.md` says how data flows and where to put a new thing.

pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod profile;
pub mod search;
pub mod uci;
