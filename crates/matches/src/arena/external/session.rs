//! The UCI dialogue with a running engine.

use std::time::{Duration, Instant};

use super::ExternalError;
use super::engine_config::EngineConfig;
use super::options::UciOption;
use super::process::{Line, Process, Received};
use crate::arena::cancel_token::CancelToken;
use crate::arena::player::{EngineError, MAX_MESSAGE_CHARS};
use crate::arena::termination::Reason;
use temperament_engine::escape;

/// Maximum length of an engine name, in characters.
const MAX_NAME_CHARS: usize = 100;

/// A running engine.
#[derive(Debug)]
pub struct Session {
    process: Process,
    /// Timeout for answers that need no search.
    timeout: Duration,
}

/// Answer of an engine to `uci`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Handshake {
    /// Name from `id name`; empty if missing.
    pub name: String,
    pub options: Vec<UciOption>,
}

/// Error: the expected answer did not come.
#[derive(Debug)]
pub enum WaitError {
    /// The deadline has passed.
    Timeout,
    /// The engine has crashed or closed its output.
    Failed(EngineError),
    Cancelled,
}

impl WaitError {
    /// Converts to the error of an engine that has not sent `expected`. After a cancellation the error is not used.
    fn into_engine_error(self, session: &Session, expected: &str) -> EngineError {
        match self {
            Self::Failed(error) => error,
            Self::Timeout | Self::Cancelled => {
                let message = format!("no {expected} within {} s", session.timeout.as_secs_f64());
                session.error(Reason::NoAnswer, message)
            }
        }
    }
}

impl Session {
    /// Starts an engine and performs the UCI handshake.
    ///
    /// # Errors
    /// [`EngineError`] if it cannot be started or does not answer `uciok`.
    pub fn start(
        config: &EngineConfig,
        timeout: Duration,
        cancel: &CancelToken,
    ) -> Result<(Self, Handshake), EngineError> {
        let process = Process::start(config).map_err(|error| EngineError {
            reason: Reason::Crash,
            message: format!("it cannot be started: {error}"),
            last_lines: Vec::new(),
        })?;
        let mut session = Self { process, timeout };
        session.send("uci");
        let mut handshake = Handshake::default();
        let answer = session.wait_for("uciok", Instant::now() + timeout, cancel, |line| {
            if let Some(name) = line.strip_prefix("id name ") {
                handshake.name = escape::bounded(name.trim(), MAX_NAME_CHARS);
            } else if let Some(option) = line.strip_prefix("option ").and_then(UciOption::parse) {
                handshake.options.push(option);
            }
        });
        match answer {
            Ok(_) => Ok((session, handshake)),
            Err(error) => Err(error.into_engine_error(&session, "uciok")),
        }
    }

    pub fn send(&self, line: &str) {
        self.process.send(line);
    }

    /// Sends `isready` and waits for `readyok`.
    ///
    /// # Errors
    /// [`EngineError`] if the answer does not come in time.
    pub fn synchronize(&mut self, cancel: &CancelToken) -> Result<(), EngineError> {
        self.send("isready");
        let deadline = Instant::now() + self.timeout;
        match self.wait_for("readyok", deadline, cancel, |_| {}) {
            Ok(_) => Ok(()),
            Err(error) => Err(error.into_engine_error(self, "readyok")),
        }
    }

    /// Waits for a line that begins with `word`. Passes all lines before it to `other`.
    ///
    /// # Errors
    /// [`WaitError`] if there is no such line.
    pub fn wait_for(
        &mut self,
        word: &str,
        deadline: Instant,
        cancel: &CancelToken,
        mut other: impl FnMut(&str),
    ) -> Result<Line, WaitError> {
        loop {
            match self.process.recv(deadline, cancel) {
                Received::Line(line) if line.text.split_ascii_whitespace().next() == Some(word) => {
                    return Ok(line);
                }
                Received::Line(line) => other(line.text.trim_start()),
                Received::Timeout => return Err(WaitError::Timeout),
                Received::Cancelled => return Err(WaitError::Cancelled),
                Received::Eof => {
                    let message = self.process.exit_message();
                    return Err(WaitError::Failed(self.error(Reason::Crash, message)));
                }
            }
        }
    }

    /// Creates an error of this engine, with the last lines of the dialogue.
    pub fn error(&self, reason: Reason, message: impl Into<String>) -> EngineError {
        EngineError {
            reason,
            message: escape::bounded(&message.into(), MAX_MESSAGE_CHARS),
            last_lines: self.process.last_lines(),
        }
    }

    /// Kills the process at once: an engine that does not answer would ignore `quit` too.
    pub fn kill(&mut self) {
        self.process.kill();
    }
}

impl ExternalError {
    /// Error of an engine that has failed before the match.
    pub(super) fn at_start(config: &EngineConfig, error: &EngineError) -> Self {
        let mut message = error.message.clone();
        let program = &config.program;
        let is_here = program.components().count() == 1 && program.is_file();
        if is_here && error.last_lines.is_empty() {
            message += &format!(" (the one in this folder is uci:./{})", program.display());
        }
        for line in &error.last_lines {
            message += &format!("\n  {line}");
        }
        Self::new(format!("uci:{}", program.display()), message)
    }
}
