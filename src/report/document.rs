//! Everything about a match, as it is written.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::contender::Contender;
use super::course::Course;
use super::evaluation::Evaluation;
use super::games::GameLine;
use super::openings::OpeningLine;
use super::telling::Story;
use crate::stats::Report;
use crate::style::Comparison;

/// What a reader of the JSON finds in `format`.
pub(super) const FORMAT: &str = "temper match report";
/// And in `version`; it changes when a field changes its meaning or goes away.
pub(super) const VERSION: u32 = 1;

/// A match. In JSON the fields have these names, and what is not defined is `null`.
#[derive(Debug, Clone, Serialize)]
pub struct Document {
    /// What this is.
    pub format: &'static str,
    /// The version of the format.
    pub version: u32,
    /// What played it.
    pub program: Program,
    /// When the match began: `YYYY.MM.DD`.
    pub date: String,
    /// The command that began it, word by word.
    pub command: Vec<String>,
    /// The command that made this, if the match was resumed.
    pub resumed: Option<Vec<String>>,
    /// The options, as the journal has them.
    pub options: Value,
    /// Whether it was played to its end.
    pub state: State,
    /// How many games were asked for.
    pub games_planned: usize,
    /// Who played: A and B.
    pub contenders: [Contender; 2],
    /// Where the openings are from.
    pub openings: Openings,
    /// The statistics, for B: the fields of `temper sprt --json`.
    #[serde(serialize_with = "as_json")]
    pub statistics: Report,
    /// How many games ended for each reason.
    pub reasons: BTreeMap<String, usize>,
    /// The statistics after each pair.
    pub course: Course,
    /// Results by opening.
    pub by_opening: Vec<OpeningLine>,
    /// Scores by move.
    pub evaluation: Evaluation,
    /// How they play.
    pub style: Comparison,
    /// In what the two profiles differ, as `temper profile diff --json` has it; `None` if one of them is no profile.
    pub changes: Option<Vec<Value>>,
    /// The same for people.
    #[serde(skip)]
    pub changes_text: String,
    /// Games that are worth a look.
    pub telling: Vec<Story>,
    /// All games that count.
    pub games: Vec<GameLine>,
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

fn as_json<S: serde::Serializer>(report: &Report, serializer: S) -> Result<S::Ok, S::Error> {
    report.json().serialize(serializer)
}
