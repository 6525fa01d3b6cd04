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
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::lines;
use crate::profile::{Library, LoadError};

use output::Output;

pub use background::bench_line;
pub use session::{Flow, Session};

/// Lines that are read before those ahead of them have been obeyed.
const READ_AHEAD: usize = 64;

/// How often to look whether a perft or bench has ended, while commands wait for that.
const POLL: Duration = Duration::from_millis(5);

/// What happens to a session.
#[derive(Debug)]
enum Event {
    /// The GUI says something.
    Line(String),
    /// There is no more input: it has ended, or cannot be read.
    EndOfInput(io::Result<()>),
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
    /// The input cannot be read.
    #[error("standard input cannot be read")]
    Input(#[source] io::Error),
    /// The output cannot be written; an error of the kind `BrokenPipe` if nobody reads it any more.
    #[error("standard output cannot be written")]
    Output(#[source] io::Error),
    /// What was to be tuned does not exist.
    #[error("{0}")]
    NoParameter(String),
}

/// Talks to a GUI until it says `quit`, ends its input or stops listening.
///
/// # Errors
/// See [`UciError`]. Whoever stops listening causes [`UciError::Output`] too.
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
    let mut end = None;
    while end.is_none() || session.is_waiting() {
        let mut flow = Flow::Continue;
        match next_event(&events, session.is_waiting()) {
            Some(Event::Line(line)) => flow = session.line(&line),
            Some(Event::FilesChanged) => session.files_changed(),
            Some(Event::EndOfInput(result)) => end = Some(result),
            None => {}
        }
        if flow == Flow::Quit || session.resume() == Flow::Quit || output.is_closed() {
            // Nobody may wait for room in the queue of events while the session ends.
            drop(events);
            session.quit();
            return output.result().map_err(UciError::Output);
        }
    }
    session.end_of_input();
    output.result().map_err(UciError::Output)?;
    end.unwrap_or(Ok(())).map_err(UciError::Input)
}

/// Waits for the next event. Returns `None` after [`POLL`] if commands wait for the end of a perft or bench.
fn next_event(events: &Receiver<Event>, is_waiting: bool) -> Option<Event> {
    let event = if is_waiting {
        events.recv_timeout(POLL)
    } else {
        events.recv().map_err(RecvTimeoutError::from)
    };
    match event {
        Ok(event) => Some(event),
        Err(RecvTimeoutError::Timeout) => None,
        // The watcher of the files sends as long as the session lives; should it fail, nothing more can happen.
        Err(RecvTimeoutError::Disconnected) => Some(Event::EndOfInput(Ok(()))),
    }
}

fn read_lines(mut input: impl BufRead, to: &SyncSender<Event>) {
    let result = loop {
        match lines::next_line(&mut input, lines::MAX_LINE) {
            Ok(Some(line)) => {
                if to.send(Event::Line(line)).is_err() {
                    return;
                }
            }
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    // The session may have ended first.
    let _ = to.send(Event::EndOfInput(result));
}
