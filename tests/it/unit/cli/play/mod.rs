//! Tests of the modules of `cli::play`.

mod parse_move;
