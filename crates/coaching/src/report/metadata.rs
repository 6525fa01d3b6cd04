//! Fields common to all reports: program, command, options, openings.

use serde::Serialize;
use serde_json::Value;

use temperament_engine::profile::Library;
use temperament_engine::profile::diff::{Change, changes};
use temperament_matches::arena::Match;
use temperament_matches::setup::Settings;

/// The version of the formats; it changes when a field changes its meaning or goes away.
const VERSION: u32 = 1;

/// Fields common to match and tournament reports, flattened into the JSON object.
#[derive(Debug, Clone, Serialize)]
pub struct Metadata {
    pub format: &'static str,
    /// The version of the format.
    pub version: u32,
    /// The program that played it.
    pub program: Program,
    #[serde(flatten)]
    pub run_info: RunInfo,
    pub state: State,
    pub games_planned: usize,
    pub openings: Openings,
}

/// How a match or tournament was run: what its games do not record.
#[derive(Debug, Clone, Serialize)]
pub struct RunInfo {
    /// Start date, `YYYY.MM.DD`.
    pub date: String,
    /// Command line of the start, word by word.
    pub command: Vec<String>,
    /// Command line of the resumption, if any.
    pub resumed: Option<Vec<String>>,
    /// Options as stored in the journal.
    pub options: Value,
    /// The name or path of the openings.
    #[serde(skip)]
    pub openings: String,
    /// Differences between the two profiles of a match; `None` if a side is an engine, or its profile has changed since
    /// the match.
    #[serde(skip)]
    pub changes: Option<Vec<Change>>,
}

impl RunInfo {
    /// How a match or tournament with these settings is run; `resumed` is the current command line, if another one
    /// started it.
    ///
    /// # Errors
    /// If an option names a player that does not exist.
    pub fn new(
        settings: &Settings,
        date: &str,
        resumed: Option<Vec<String>>,
        library: &Library,
    ) -> anyhow::Result<Self> {
        let mut options = serde_json::to_value(settings)?;
        if let Value::Object(fields) = &mut options {
            // It is a field next to the options.
            fields.shift_remove("command");
        }
        Ok(Self {
            command: settings.command.clone(),
            resumed,
            date: date.to_owned(),
            options,
            openings: settings.options.openings.to_string(),
            changes: profile_changes(settings, library)?,
        })
    }
}

/// Differences between the two profiles; `None` if there are not two, or a player is an engine.
fn profile_changes(settings: &Settings, library: &Library) -> anyhow::Result<Option<Vec<Change>>> {
    let values = settings.players.players()?.into_iter().map(|side| {
        let tweaks = library.tweaks().and(&side.overrides(&settings.options));
        let loaded = library.with_tweaks(tweaks).load(&side.profile);
        loaded.ok().map(|(profile, _)| profile.values)
    });
    let values: Option<Vec<_>> = values.collect();
    Ok(match values.as_deref() {
        Some([a, b]) => Some(changes(a, b)),
        _ => None,
    })
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Program {
    pub name: &'static str,
    pub version: &'static str,
}

impl Program {
    pub const THIS: Self = Self { name: "temperament", version: env!("CARGO_PKG_VERSION") };
}

/// The openings of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Openings {
    /// Name or path as given.
    pub source: String,
    pub count: usize,
    /// Hash of all openings, hexadecimal.
    pub id: String,
    /// Whether the rules of Chess960 apply.
    pub chess960: bool,
}

/// Whether a match was finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    Finished,
    Decided,
    Interrupted,
}

impl State {
    /// State of a match with this number of finished games.
    pub(super) fn new(plan: &Match, games: usize, is_decided: bool) -> Self {
        match (is_decided, games < plan.schedule.games()) {
            (true, _) => Self::Decided,
            (_, true) => Self::Interrupted,
            _ => Self::Finished,
        }
    }
}

impl Metadata {
    pub(super) fn new(format: &'static str, plan: &Match, run_info: RunInfo, state: State) -> Self {
        Self {
            format,
            version: VERSION,
            program: Program::THIS,
            state,
            games_planned: plan.schedule.games(),
            openings: Openings {
                source: run_info.openings.clone(),
                count: plan.suite.openings().len(),
                id: format!("{:016x}", plan.suite.id()),
                chess960: plan.suite.is_chess960(),
            },
            run_info,
        }
    }
}
