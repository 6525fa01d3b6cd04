//! Matches between chess engines and profiles, their statistics, playing styles and tuning: a part of Temperament.

pub mod arena;
pub mod counts;
pub mod journal;
pub mod lines;
mod match_progress;
pub mod setup;
pub mod stats;
pub mod style;
pub mod tune;

pub use match_progress::MatchProgress;
