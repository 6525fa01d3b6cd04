//! External UCI engines.
//!
//! Their output is not trusted, and they cannot hold up a match. An engine that crashes, does not answer, plays an
//! illegal move or exceeds its time (by our clock) loses the game with that reason; the next game starts a new process
//! if necessary.

pub mod engine_config;
pub mod info;
pub mod options;
pub mod player;
mod process;
mod session;
pub mod transcript;

use std::fmt;
use std::time::Duration;

use super::cancel_token::CancelToken;
use super::player::{EngineError, MAX_MESSAGE_CHARS, Player};
use temperament_engine::escape;

use options::UciOption;
use player::ExternalPlayer;
use session::{Handshake, Session};

pub use engine_config::EngineConfig;

/// UCI option: hash size in MiB.
const HASH: &str = "Hash";
/// UCI option: Chess960.
const CHESS960: &str = "UCI_Chess960";
/// UCI option: report win, draw and loss probabilities.
const SHOW_WDL: &str = "UCI_ShowWDL";

/// Error: an external engine cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{engine}: {message}")]
pub struct ExternalError {
    engine: String,
    message: String,
}

impl ExternalError {
    fn new(engine: impl Into<String>, message: impl Into<String>) -> Self {
        Self { engine: engine.into(), message: message.into() }
    }
}

/// An external engine that has passed the UCI handshake.
#[derive(Debug, Clone)]
pub struct External {
    config: EngineConfig,
    handshake: Handshake,
    /// Timeout for start, `isready`, and moves without a clock.
    timeout: Duration,
}

impl External {
    /// Starts an engine, performs the UCI handshake, sets its options, and stops it again.
    ///
    /// # Errors
    /// [`ExternalError`] if one of these steps fails or the engine does not have one of the options.
    pub fn probe(config: EngineConfig, hash_mib: usize, timeout: Duration) -> Result<Self, ExternalError> {
        let never = CancelToken::default();
        let failed = |error: EngineError| ExternalError::at_start(&config, &error);
        let (mut session, handshake) = Session::start(&config, timeout, &never).map_err(failed)?;
        for (name, value) in &config.options {
            handshake.check(name, value).map_err(|message| {
                let engine = format!("uci:{}", config.program.display());
                ExternalError::new(engine, escape::bounded(&message, MAX_MESSAGE_CHARS))
            })?;
        }
        let engine = Self { config: config.clone(), handshake, timeout };
        engine.set_options(&mut session, hash_mib, false, &never).map_err(failed)?;
        Ok(engine)
    }

    /// Returns the name from `id name`, or the file name without one.
    pub fn name(&self) -> String {
        let program = &self.config.program;
        let file = program.file_stem().unwrap_or(program.as_os_str());
        match self.handshake.name.as_str() {
            "" => file.to_string_lossy().into_owned(),
            name => name.to_owned(),
        }
    }

    /// Returns the command line.
    pub fn command(&self) -> String {
        self.config.command()
    }

    /// Returns the configured options as `NAME=VALUE`, separated by `;`.
    pub fn options(&self) -> String {
        self.config.options_text()
    }

    /// Timeout for start, `isready`, and moves without a clock.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Returns `true` if it supports Chess960.
    pub fn supports_chess960(&self) -> bool {
        self.handshake.option(CHESS960).is_some()
    }

    /// Returns the engine with `UCI_ShowWDL` enabled; `None` if it does not have that option.
    pub fn with_wdl(mut self) -> Option<Self> {
        let option = self.handshake.option(SHOW_WDL)?.name.clone();
        self.config.options.retain(|(name, _)| !name.eq_ignore_ascii_case(SHOW_WDL));
        self.config.options.push((option, "true".to_owned()));
        Some(self)
    }

    pub(super) fn player(&self, hash_mib: usize, chess960: bool) -> Box<dyn Player> {
        Box::new(ExternalPlayer::new(self.clone(), hash_mib, chess960))
    }

    /// Starts a process that is ready to play.
    fn start(&self, hash_mib: usize, chess960: bool, cancel: &CancelToken) -> Result<Session, EngineError> {
        let (mut session, _) = Session::start(&self.config, self.timeout, cancel)?;
        self.set_options(&mut session, hash_mib, chess960, cancel)?;
        Ok(session)
    }

    fn set_options(
        &self,
        session: &mut Session,
        hash_mib: usize,
        chess960: bool,
        cancel: &CancelToken,
    ) -> Result<(), EngineError> {
        let given = &self.config.options;
        let is_given = |option: &UciOption| given.iter().any(|(name, _)| option.is(name));
        if let Some(hash) = self.handshake.option(HASH).filter(|&hash| !is_given(hash)) {
            let wanted = i64::try_from(hash_mib).unwrap_or(i64::MAX);
            let size = hash.clamp(wanted).unwrap_or(wanted);
            session.send(&hash.set_command(&size.to_string()));
        }
        for (name, value) in given {
            // `probe` has checked that the option exists.
            if let Some(option) = self.handshake.option(name) {
                session.send(&option.set_command(value));
            }
        }
        if let (true, Some(option)) = (chess960, self.handshake.option(CHESS960)) {
            session.send(&option.set_command("true"));
        }
        session.synchronize(cancel).inspect_err(|_| session.kill())
    }
}

impl fmt::Display for External {
    /// Writes, for example, `/opt/stash (Stash 37.0, Hash=32;MoveOverhead=10)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.command(), self.name())?;
        match self.options().as_str() {
            "" => f.write_str(")"),
            options => write!(f, ", {options})"),
        }
    }
}

impl Handshake {
    fn option(&self, name: &str) -> Option<&UciOption> {
        self.options.iter().find(|option| option.is(name))
    }

    /// Checks an option that the user wants to set; describes the error otherwise.
    fn check(&self, name: &str, value: &str) -> Result<(), String> {
        let Some(option) = self.option(name) else {
            let lower = name.to_lowercase();
            let distance =
                |option: &&UciOption| strsim::damerau_levenshtein(&option.name.to_lowercase(), &lower);
            let nearest = self.options.iter().min_by_key(distance);
            let hint = nearest.map(|option| format!("; did you mean `{}`?", option.name));
            return Err(format!("it has no option `{name}`{}", hint.unwrap_or_default()));
        };
        option.check(value)
    }
}
