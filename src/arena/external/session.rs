//! Talking UCI with a running engine, and telling in which way it fails.

use std::time::{Duration, Instant};

use super::ExternalError;
use super::launch::Launch;
use super::options::Declared;
use super::process::{Heard, Line, Process};
use crate::arena::dropping::Dropping;
use crate::arena::player::{Fault, LONGEST_FAULT};
use crate::arena::verdict::Reason;
use crate::escape;

/// The longest name of an engine, in characters.
const LONGEST_NAME: usize = 100;

/// A running engine.
#[derive(Debug)]
pub struct Session {
    process: Process,
    /// How long it may take for an answer that needs no thinking.
    patience: Duration,
}

/// What an engine says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Introduction {
    /// Its name; empty if it has none.
    pub name: String,
    /// The options it declares.
    pub options: Vec<Declared>,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Silence {
    /// It has not come in time.
    Late,
    /// It will never come.
    Gone(Fault),
    /// Nobody wants it any more.
    Dropped,
}

impl Silence {
    /// The fault of an engine that owed an answer. One that nobody wants any more owes none, but there is no other way
    /// to go on.
    pub fn fault(self, session: &Session, owed: &str) -> Fault {
        match self {
            Self::Gone(fault) => fault,
            Self::Late | Self::Dropped => {
                let what = format!("no {owed} within {} s", session.patience.as_secs_f64());
                session.fault(Reason::NoAnswer, what)
            }
        }
    }
}

impl Session {
    /// Starts an engine and hears what it has to say of itself.
    ///
    /// # Errors
    /// [`Fault`] if it cannot be started or does not say `uciok`.
    pub fn start(
        launch: &Launch,
        patience: Duration,
        dropping: &Dropping,
    ) -> Result<(Self, Introduction), Fault> {
        let process = Process::start(launch).map_err(|error| Fault {
            reason: Reason::Crash,
            what: format!("it cannot be started: {error}"),
            last_words: Vec::new(),
        })?;
        let mut session = Self { process, patience };
        session.send("uci");
        let mut introduction = Introduction::default();
        let answer = session.wait_for("uciok", Instant::now() + patience, dropping, |line| {
            if let Some(name) = line.strip_prefix("id name ") {
                introduction.name = escape::bounded(name.trim(), LONGEST_NAME);
            } else if let Some(option) = line.strip_prefix("option ").and_then(Declared::read) {
                introduction.options.push(option);
            }
        });
        match answer {
            Ok(_) => Ok((session, introduction)),
            Err(silence) => Err(silence.fault(&session, "uciok")),
        }
    }

    /// Sends a line.
    pub fn send(&self, line: &str) {
        self.process.send(line);
    }

    /// Waits until it has done all it was told.
    ///
    /// # Errors
    /// [`Fault`] if it does not say so in time.
    pub fn synchronize(&mut self, dropping: &Dropping) -> Result<(), Fault> {
        self.send("isready");
        let deadline = Instant::now() + self.patience;
        match self.wait_for("readyok", deadline, dropping, |_| {}) {
            Ok(_) => Ok(()),
            Err(silence) => Err(silence.fault(self, "readyok")),
        }
    }

    /// Waits for a line whose first word is this one; all lines before it go to `other`.
    ///
    /// # Errors
    /// [`Silence`] if there is none.
    pub fn wait_for(
        &mut self,
        word: &str,
        deadline: Instant,
        dropping: &Dropping,
        mut other: impl FnMut(&str),
    ) -> Result<Line, Silence> {
        loop {
            match self.process.hear(deadline, dropping) {
                Heard::Line(line) if line.text.split_ascii_whitespace().next() == Some(word) => {
                    return Ok(line);
                }
                Heard::Line(line) => other(line.text.trim_start()),
                Heard::Nothing => return Err(Silence::Late),
                Heard::Dropped => return Err(Silence::Dropped),
                Heard::End => {
                    let what = self.process.ending();
                    return Err(Silence::Gone(self.fault(Reason::Crash, what)));
                }
            }
        }
    }

    /// A fault of this engine.
    pub fn fault(&self, reason: Reason, what: impl Into<String>) -> Fault {
        Fault {
            reason,
            what: escape::bounded(&what.into(), LONGEST_FAULT),
            last_words: self.process.last_words(),
        }
    }

    /// Ends it at once: one that has not answered will not hear `quit` either.
    pub fn kill(&mut self) {
        self.process.kill();
    }
}

impl ExternalError {
    /// That an engine has failed before the match began.
    pub(super) fn at_start(launch: &Launch, fault: &Fault) -> Self {
        let mut message = fault.what.clone();
        let program = &launch.program;
        let is_here = program.components().count() == 1 && program.is_file();
        if is_here && fault.last_words.is_empty() {
            message += &format!(" (the one in this folder is uci:./{})", program.display());
        }
        for line in &fault.last_words {
            message += &format!("\n  {line}");
        }
        Self::new(format!("uci:{}", program.display()), message)
    }
}
