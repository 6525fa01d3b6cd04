//! Tests of the modules of `arena`.

mod adjudication;
mod casual;
mod external;
mod openings;
mod pgn;
mod pgn_reader;
mod play;
mod schedule;
mod time_control;
