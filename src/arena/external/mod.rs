//! Other programs that take part in a match: UCI engines behind pipes.
//!
//! Nothing of what they say is trusted, and nothing they do holds up a match: whoever crashes, does not answer, plays
//! an illegal move or oversteps the time that we measure loses that game, with the reason told, and the next game begins
//! with a new process if the old one is of no use.

mod info;
mod launch;
mod options;
mod player;
mod process;
mod session;
mod transcript;

use std::fmt;
use std::time::Duration;

use super::dropping::Dropping;
use super::player::{Fault, LONGEST_FAULT, Player};
use crate::escape;

use options::Declared;
use player::ExternalPlayer;
use session::{Introduction, Session};

pub use launch::Launch;

/// The option that holds the size of the hash table in MiB.
const HASH: &str = "Hash";
/// The option for the rules of Chess960.
const CHESS960: &str = "UCI_Chess960";
/// The option that makes an engine tell the chances of a result.
const CHANCES: &str = "UCI_ShowWDL";

/// Why an external engine cannot take part.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{who}: {what}")]
pub struct ExternalError {
    who: String,
    what: String,
}

impl ExternalError {
    fn new(who: impl Into<String>, what: impl Into<String>) -> Self {
        Self {
            who: who.into(),
            what: what.into(),
        }
    }
}

/// An engine that was started once, to see that it works, and has said who it is.
#[derive(Debug, Clone)]
pub struct External {
    launch: Launch,
    introduction: Introduction,
    /// How long it may take to start, to be ready, and for a move without a clock.
    patience: Duration,
}

impl External {
    /// Starts an engine, hears what it says of itself, sets its options, and ends it.
    ///
    /// # Errors
    /// [`ExternalError`] with what it said last, if it fails in this; or if it has no such option.
    pub fn try_out(launch: Launch, hash_mib: usize, patience: Duration) -> Result<Self, ExternalError> {
        let never = Dropping::default();
        let failed = |fault: Fault| ExternalError::at_start(&launch, &fault);
        let (mut session, introduction) = Session::start(&launch, patience, &never).map_err(failed)?;
        for (name, value) in &launch.options {
            introduction.check(name, value).map_err(|what| {
                let who = format!("uci:{}", launch.program.display());
                ExternalError::new(who, escape::bounded(&what, LONGEST_FAULT))
            })?;
        }
        let engine = Self {
            launch: launch.clone(),
            introduction,
            patience,
        };
        engine
            .set_up(&mut session, hash_mib, false, &never)
            .map_err(failed)?;
        Ok(engine)
    }

    /// What it calls itself; the name of its file if it does not.
    pub fn name(&self) -> String {
        let program = &self.launch.program;
        let file = program.file_stem().unwrap_or(program.as_os_str());
        match self.introduction.name.as_str() {
            "" => file.to_string_lossy().into_owned(),
            name => name.to_owned(),
        }
    }

    /// The command that starts it.
    pub fn command(&self) -> String {
        self.launch.command()
    }

    /// The options that were given to it, `NAME=VALUE` with `;` between them.
    pub fn options(&self) -> String {
        self.launch.options_text()
    }

    /// How long it may take to start, to be ready, and for a move without a clock.
    pub fn patience(&self) -> Duration {
        self.patience
    }

    /// Whether it can play by the rules of Chess960.
    pub fn knows_chess960(&self) -> bool {
        self.introduction.option(CHESS960).is_some()
    }

    /// The same engine, told to say what it thinks of the chances of winning, drawing and losing; `None` if it cannot.
    pub fn with_chances(mut self) -> Option<Self> {
        let option = self.introduction.option(CHANCES)?.name.clone();
        self.launch
            .options
            .retain(|(name, _)| !name.eq_ignore_ascii_case(CHANCES));
        self.launch.options.push((option, "true".to_owned()));
        Some(self)
    }

    pub(super) fn player(&self, hash_mib: usize, chess960: bool) -> Box<dyn Player> {
        Box::new(ExternalPlayer::new(self.clone(), hash_mib, chess960))
    }

    /// A process of it, ready to play.
    fn start(&self, hash_mib: usize, chess960: bool, dropping: &Dropping) -> Result<Session, Fault> {
        let (mut session, _) = Session::start(&self.launch, self.patience, dropping)?;
        self.set_up(&mut session, hash_mib, chess960, dropping)?;
        Ok(session)
    }

    fn set_up(
        &self,
        session: &mut Session,
        hash_mib: usize,
        chess960: bool,
        dropping: &Dropping,
    ) -> Result<(), Fault> {
        let given = &self.launch.options;
        let is_given = |option: &Declared| given.iter().any(|(name, _)| option.is(name));
        if let Some(hash) = self.introduction.option(HASH).filter(|&hash| !is_given(hash)) {
            let wanted = i64::try_from(hash_mib).unwrap_or(i64::MAX);
            let size = hash.nearest(wanted).unwrap_or(wanted);
            session.send(&hash.line(&size.to_string()));
        }
        for (name, value) in given {
            // It has been seen that there is one.
            if let Some(option) = self.introduction.option(name) {
                session.send(&option.line(value));
            }
        }
        if let (true, Some(option)) = (chess960, self.introduction.option(CHESS960)) {
            session.send(&option.line("true"));
        }
        session.synchronize(dropping).inspect_err(|_| session.kill())
    }
}

impl fmt::Display for External {
    /// `/opt/stash (Stash 37.0, Hash=32;MoveOverhead=10)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.command(), self.name())?;
        match self.options().as_str() {
            "" => f.write_str(")"),
            options => write!(f, ", {options})"),
        }
    }
}

impl Introduction {
    fn option(&self, name: &str) -> Option<&Declared> {
        self.options.iter().find(|option| option.is(name))
    }

    /// Says what is wrong with an option that a user wants to set.
    fn check(&self, name: &str, value: &str) -> Result<(), String> {
        let Some(option) = self.option(name) else {
            let lower = name.to_lowercase();
            let distance =
                |option: &&Declared| strsim::damerau_levenshtein(&option.name.to_lowercase(), &lower);
            let nearest = self.options.iter().min_by_key(distance);
            let hint = nearest.map(|option| format!("; did you mean `{}`?", option.name));
            return Err(format!("it has no option `{name}`{}", hint.unwrap_or_default()));
        };
        option.fault(value).map_or(Ok(()), Err)
    }
}
