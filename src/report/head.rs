//! What every report begins with.

use serde::Serialize;
use serde_json::Value;

use crate::arena::Match;
use crate::profile::diff::Change;

/// The version of the formats; it changes when a field changes its meaning or goes away.
const VERSION: u32 = 1;

/// What reports of matches and of tournaments have in common. In JSON its fields stand beside the others.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Head {
    /// What this is.
    pub format: &'static str,
    /// The version of the format.
    pub version: u32,
    /// What played it.
    pub program: Program,
    /// When it began: `YYYY.MM.DD`.
    pub date: String,
    /// The command that began it, word by word.
    pub command: Vec<String>,
    /// The command that made this, if it was resumed.
    pub resumed: Option<Vec<String>>,
    /// The options, as the journal has them.
    pub options: Value,
    /// Whether it was played to its end.
    pub state: State,
    /// How many games were asked for.
    pub games_planned: usize,
    /// Where the openings are from.
    pub openings: Openings,
}

/// What the games do not tell of a match or tournament.
#[derive(Debug, Clone)]
pub struct Circumstances {
    /// The command that began it, word by word.
    pub command: Vec<String>,
    /// The command that has resumed it, if it was.
    pub resumed: Option<Vec<String>>,
    /// When it began: `YYYY.MM.DD`.
    pub date: String,
    /// The options.
    pub options: Value,
    /// The name or path of the openings.
    pub openings: String,
    /// In what the two profiles of a match differ; `None` if one side is no profile, or its profile is no longer the
    /// one that played.
    pub changes: Option<Vec<Change>>,
}

/// A program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Program {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

impl Program {
    /// This one.
    pub const THIS: Self = Self {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
    };
}

/// The openings of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Openings {
    /// The name or path that was asked for.
    pub source: String,
    /// How many there are.
    pub count: usize,
    /// A hash of all of them, as hexadecimal digits.
    pub id: String,
    /// Whether the rules of Chess960 apply.
    pub chess960: bool,
}

/// How far a match came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// All games were played.
    Finished,
    /// The test has ended it.
    Decided,
    /// It was interrupted.
    Interrupted,
}

impl State {
    /// That of a match of which so many games count, and whose test has ended it or has not.
    pub(super) fn new(plan: &Match, games: usize, is_decided: bool) -> Self {
        match (is_decided, games < plan.schedule.games()) {
            (true, _) => Self::Decided,
            (_, true) => Self::Interrupted,
            _ => Self::Finished,
        }
    }
}

impl Head {
    pub(super) fn new(format: &'static str, plan: &Match, told: &Circumstances, state: State) -> Self {
        Self {
            format,
            version: VERSION,
            program: Program::THIS,
            date: told.date.clone(),
            command: told.command.clone(),
            resumed: told.resumed.clone(),
            options: told.options.clone(),
            state,
            games_planned: plan.schedule.games(),
            openings: Openings {
                source: told.openings.clone(),
                count: plan.suite.openings().len(),
                id: format!("{:016x}", plan.suite.id()),
                chess960: plan.suite.is_chess960(),
            },
        }
    }
}
