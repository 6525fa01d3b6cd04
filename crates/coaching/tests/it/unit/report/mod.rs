//! Tests of the modules of `report`.

mod board;
mod evaluation;
mod markup;
mod notable_games;
mod page;
mod tuning;
