//! Explanations of moves, reviews of games, and reports as HTML and JSON: a part of Temperament.

pub mod analysis;
pub mod chart;
pub mod effect;
pub mod line;
pub mod motif;
pub mod number;
pub mod position;
pub mod report;
pub mod review;
pub mod why;
pub mod wrap;
