//! Tests of the modules of `cli::play`.

mod clock;
mod parse_move;
