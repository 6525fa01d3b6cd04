//! Tests of the modules of `board`.

mod attacks;
mod check_info;
mod display;
mod epd;
mod fen;
mod game;
mod move16;
mod movegen;
mod notation;
mod position;
mod see;
mod zobrist;
