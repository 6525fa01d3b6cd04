//! The Universal Chess Interface: text lines in, text lines out.
//!
//! [`run`] is a program: the calling thread handles all events in order: lines, which another thread reads, and changes of
//! the profile files. A search, a perft or a bench runs on its own threads and writes through the same
//! [`output::Output`], so that `stop` and `isready` are processed meanwhile.
//!
//! Where there are no threads, or with [`Setup::poll`], [`Session::line`] returns when its search, perft or bench has
//! ended. Its output goes out meanwhile, and `poll` can stop it. Files are not watched.
//!
//! A bad line must never end an engine in the middle of a game, so lints forbid the usual panics in this crate.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod background;
pub mod command;
pub mod go;
pub mod output;
pub mod paths;
pub mod session;
mod tokens;

use std::ffi::OsString;
use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use temperament_engine::engine::Signals;
use temperament_engine::platform::HAS_THREADS;
use temperament_engine::profile::{Library, LoadError};
use temperament_matches::lines;

use output::Output;

pub use background::bench_line;
pub use session::{Session, options};

/// Maximum number of lines read ahead.
const READ_AHEAD: usize = 64;

/// Polling interval for the end of a perft or bench while commands wait for it.
const POLL: Duration = Duration::from_millis(5);

/// An event of a session.
#[derive(Debug)]
enum Event {
    /// A line from the GUI.
    Line(String),
    /// The input has ended, or cannot be read.
    EndOfInput(io::Result<()>),
    /// The files of the profile may have changed.
    FilesChanged,
}

/// Initial settings of a session.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// Name or path of the default profile; [`options::DEFAULT_PROFILE`] if `None`.
    pub profile: Option<OsString>,
    /// Patterns of the numbers of that profile to offer as options, see [`temperament_engine::profile::numbers::parameters`]; no
    /// numbers if empty.
    pub tune: Vec<String>,
    /// Called every few milliseconds while [`Session::line`] searches: it may stop the search or start its clock. The line
    /// `stop` or `ponderhit` has to follow.
    pub poll: Option<fn(&Signals)>,
}

impl Setup {
    /// Returns the signals of a search; `None` if it runs on its own threads.
    fn signals(&self, ponder: bool) -> Option<Signals> {
        match self.poll {
            Some(poll) => Some(Signals::polled(ponder, poll)),
            None => (!HAS_THREADS).then(|| Signals::new(ponder)),
        }
    }
}

/// Error: a session cannot start or continue.
#[derive(Debug, thiserror::Error)]
pub enum UciError {
    /// No profile can be loaded.
    #[error(transparent)]
    NoProfile(#[from] LoadError),
    /// A thread cannot be created.
    #[error("no thread to read the input with: {0}")]
    NoThread(#[from] io::Error),
    /// The input cannot be read.
    #[error("standard input cannot be read")]
    Input(#[source] io::Error),
    /// The output cannot be written; of the kind `BrokenPipe` once its reader has closed it.
    #[error("standard output cannot be written")]
    Output(#[source] io::Error),
    /// A number to tune does not exist.
    #[error("{0}")]
    NoParameter(String),
    /// An option was rejected while `Strict` was set.
    #[error("{0} (the option Strict ends the program)")]
    Refused(String),
}

/// Runs a session until `quit`, the end of input, or a closed output.
///
/// # Errors
/// See [`UciError`]. A closed output is [`UciError::Output`], too.
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
    thread::Builder::new().name("input".to_owned()).spawn(move || read_lines(input, &sender))?;
    let mut end = None;
    while end.is_none() || session.is_waiting() {
        let mut flow = ControlFlow::Continue(());
        match next_event(&events, session.is_waiting()) {
            Some(Event::Line(line)) => flow = session.line(&line),
            Some(Event::FilesChanged) => session.files_changed(),
            Some(Event::EndOfInput(result)) => end = Some(result),
            None => {}
        }
        let is_over = flow.is_break() || session.resume().is_break() || output.is_closed();
        let refusal = session.fatal_refusal();
        if is_over || refusal.is_some() {
            // No sender may block on a full event queue while the session ends.
            drop(events);
            session.quit();
            output.result().map_err(UciError::Output)?;
            return refusal.map_or(Ok(()), |reason| Err(UciError::Refused(reason)));
        }
    }
    session.end_of_input();
    output.result().map_err(UciError::Output)?;
    end.unwrap_or(Ok(())).map_err(UciError::Input)
}

/// Waits for the next event. Returns `None` after [`POLL`] if commands wait for the end of a perft or bench.
fn next_event(events: &Receiver<Event>, is_waiting: bool) -> Option<Event> {
    let event =
        if is_waiting { events.recv_timeout(POLL) } else { events.recv().map_err(RecvTimeoutError::from) };
    match event {
        Ok(event) => Some(event),
        Err(RecvTimeoutError::Timeout) => None,
        // The file watcher sends as long as the session lives; if it fails, nothing more can happen.
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
