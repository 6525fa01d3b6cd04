//! **Temperament**: a UCI chess engine whose whole evaluation is a text file.
//!
//! This package is the program `temper`: its command line ([`cli`]). The packages below it, each using only those before
//! it: `temperament-engine`, `temperament-matches`, `temperament-coaching`, `temperament-uci`, `temperament-studio`.
//! `docs/architecture.md` describes the data flow and where to add code.

pub mod cli;
