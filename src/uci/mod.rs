//! The Universal Chess Interface: text lines in, text lines out.
//!
//! A bad line must never end an engine in the middle of a game, so this module may not panic by any of
//! the usual means: the compiler sees to it. Lines are read and obeyed by the calling thread; a search,
//! a perft or a bench runs on its own and writes through the same [`output::Output`], so that `stop` and
//! `isready` are heard meanwhile.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod background;
pub mod command;
mod go;
pub mod input;
pub mod options;
pub mod output;
pub mod paths;
mod session;
mod wdl;

use std::io::BufRead;

use crate::profile::{Library, LoadError};

use output::Output;

pub use background::bench_line;
pub use session::{Flow, Session};

/// Talks to a GUI until it says `quit`, ends its input or stops listening.
///
/// # Errors
/// When not a single profile can be loaded.
pub fn run(library: Library, mut input: impl BufRead, output: Output) -> Result<(), LoadError> {
    let mut session = Session::new(library, output.clone())?;
    // An input that fails says no more than one that has ended.
    while let Ok(Some(line)) = input::next_line(&mut input) {
        if session.line(&line) == Flow::Quit || output.is_closed() {
            session.quit();
            return Ok(());
        }
    }
    session.end_of_input();
    Ok(())
}
