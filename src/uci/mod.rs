//! The Universal Chess Interface: text lines in, text lines out.
//!
//! A bad line must never end an engine in the middle of a game, so this module may not panic by any of
//! the usual means: the compiler sees to it. Everything that happens is obeyed in turn by the calling thread: lines,
//! which another thread reads, and word that the files of the profile have changed. A search, a perft or a bench
//! runs on its own and writes through the same [`output::Output`], so that `stop` and `isready` are heard meanwhile.
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
pub mod options;
pub mod output;
pub mod paths;
mod session;
mod wdl;

use std::ffi::OsString;
use std::io::{self, BufRead};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use crate::lines;
use crate::profile::{Library, LoadError};

use output::Output;

pub use background::bench_line;
pub use session::{Flow, Session};

/// Lines that are read before those ahead of them have been obeyed.
const READ_AHEAD: usize = 64;

/// What happens to a session.
#[derive(Debug)]
enum Event {
    /// The GUI says something.
    Line(String),
    /// The GUI has nothing more to say.
    EndOfInput,
    /// The files of the profile may have changed.
    FilesChanged,
}

/// How a conversation begins.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// Name or path of the profile that plays unless another is chosen; [`options::DEFAULT_PROFILE`] if none.
    pub profile: Option<OsString>,
    /// Which numbers of that profile are options too: patterns as [`crate::profile::parameters::parameters`] has them;
    /// without one, no number is.
    pub tune: Vec<String>,
}

/// Why there can be no conversation.
#[derive(Debug, thiserror::Error)]
pub enum UciError {
    /// Not a single profile can be loaded.
    #[error(transparent)]
    NoProfile(#[from] LoadError),
    /// The operating system refuses a thread.
    #[error("no thread to read the input with: {0}")]
    NoThread(#[from] io::Error),
    /// What was to be tuned does not exist.
    #[error("{0}")]
    NoParameter(String),
}

/// Talks to a GUI until it says `quit`, ends its input or stops listening.
///
/// # Errors
/// See [`UciError`].
pub fn run(
    library: Library,
    setup: &Setup,
    input: impl BufRead + Send + 'static,
    output: Output,
) -> Result<(), UciError> {
    let (sender, events) = sync_channel(READ_AHEAD);
    let changes = sender.clone();
    let on_change = move || changes.send(Event::FilesChanged).is_ok();
    let mut session = Session::new(library, setup, output.clone(), on_change)?;
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || read_lines(input, &sender))?;
    for event in events {
        match event {
            Event::Line(line) => {
                if session.line(&line) == Flow::Quit || output.is_closed() {
                    break;
                }
            }
            Event::FilesChanged => session.files_changed(),
            Event::EndOfInput => {
                session.end_of_input();
                return Ok(());
            }
        }
    }
    session.quit();
    Ok(())
}

fn read_lines(mut input: impl BufRead, to: &SyncSender<Event>) {
    // An input that fails says no more than one that has ended.
    while let Ok(Some(line)) = lines::next_line(&mut input, lines::MAX_LINE) {
        if to.send(Event::Line(line)).is_err() {
            return;
        }
    }
    // The session may have ended first.
    let _ = to.send(Event::EndOfInput);
}
