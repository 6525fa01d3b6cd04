//! Everything about a match, as it is written.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::contender::Contender;
use super::course::Course;
use super::evaluation::Evaluation;
use super::games::GameLine;
use super::head::Head;
use super::openings::OpeningLine;
use super::telling::Story;
use crate::stats::Report;
use crate::style::Comparison;

/// What a reader of the JSON finds in `format`.
pub(super) const FORMAT: &str = "temper match report";

/// A match. In JSON the fields have these names, and what is not defined is `null`.
#[derive(Debug, Clone, Serialize)]
pub struct Document {
    /// What it has in common with other reports.
    #[serde(flatten)]
    pub head: Head,
    /// Who played: A and B.
    pub contenders: [Contender; 2],
    /// The statistics, for B: the fields of `temper sprt --json`.
    #[serde(serialize_with = "as_json")]
    pub statistics: Report,
    /// How many games ended for each reason.
    pub reasons: BTreeMap<String, u64>,
    /// The statistics after each pair.
    pub course: Course,
    /// Results by opening.
    pub by_opening: Vec<OpeningLine>,
    /// Scores by move.
    pub evaluation: Evaluation,
    /// How they play.
    pub style: Comparison,
    /// In what the two profiles differ, as `temper profile diff --json` has it; `None` if one side is no profile, or
    /// its profile is no longer the one that played.
    pub changes: Option<Vec<Value>>,
    /// The same for people.
    #[serde(skip)]
    pub changes_text: String,
    /// Games that are worth a look.
    pub telling: Vec<Story>,
    /// All games that count.
    pub games: Vec<GameLine>,
}

fn as_json<S: serde::Serializer>(report: &Report, serializer: S) -> Result<S::Ok, S::Error> {
    report.json().serialize(serializer)
}
