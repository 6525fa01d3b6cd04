//! What is kept of the games while they are played.

use std::collections::BTreeMap;

use serde_json::Value;

use super::contender::Contender;
use super::course::Course;
use super::document::{Document, FORMAT, Openings, Program, State, VERSION};
use super::evaluation::Scores;
use super::games::GameLine;
use super::openings::OpeningTable;
use super::telling::Telling;
use super::{A, B, Letter};
use crate::arena::{Match, Played, Tally};
use crate::profile::diff::{self, Change};
use crate::stats::{CountsError, Decision, Report, Sprt};
use crate::style::Survey;

/// Hears the pairs of a match of two.
#[derive(Debug, Clone)]
pub struct Collector {
    test: Option<Sprt>,
    tally: Tally,
    course: Course,
    scores: Scores,
    openings: OpeningTable,
    telling: Telling,
    survey: Survey,
    reasons: BTreeMap<String, usize>,
    games: Vec<GameLine>,
}

/// What the games do not tell of a match.
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
    /// In what the two profiles differ; `None` if one of them is no profile.
    pub changes: Option<Vec<Change>>,
}

impl Collector {
    /// One that has heard nothing; the match may have a test.
    pub fn new(test: Option<Sprt>) -> Self {
        Self {
            test,
            tally: Tally::default(),
            course: Course::default(),
            scores: Scores::default(),
            openings: OpeningTable::default(),
            telling: Telling::default(),
            survey: Survey::new([A, B]),
            reasons: BTreeMap::new(),
            games: Vec::new(),
        }
    }

    /// A pair that counts.
    ///
    /// # Errors
    /// If there are more games than can be counted.
    pub fn add(&mut self, pair: &[Played; 2]) -> Result<(), CountsError> {
        self.tally.add(pair, B);
        self.survey.add(pair);
        let half_points = pair.iter().map(|played| played.half_points(B)).sum();
        self.course
            .add(half_points, &Report::new(self.tally.results()?, self.test));
        for played in pair {
            self.scores.add(played);
            self.openings.add(played);
            self.telling.add(played);
            let reason = played.record.verdict.reason.to_string();
            *self.reasons.entry(reason).or_default() += 1;
            self.games.push(GameLine::new(played));
        }
        Ok(())
    }

    /// The document on what was added.
    ///
    /// # Errors
    /// If there are more games than can be counted.
    pub fn document(self, plan: &Match, circumstances: Circumstances) -> Result<Document, CountsError> {
        let statistics = Report::new(self.tally.results()?, self.test);
        let [a, b] = [A, B].map(|number| Contender::new(Letter::of(number), &plan.contenders[number]));
        let is_decided = matches!(statistics.decision(), Some(Decision::H0 | Decision::H1));
        let state = match (is_decided, self.games.len() < plan.schedule.games()) {
            (true, _) => State::Decided,
            (_, true) => State::Interrupted,
            _ => State::Finished,
        };
        let changes = circumstances.changes;
        Ok(Document {
            format: FORMAT,
            version: VERSION,
            program: Program::THIS,
            date: circumstances.date,
            command: circumstances.command,
            resumed: circumstances.resumed,
            options: circumstances.options,
            state,
            games_planned: plan.schedule.games(),
            contenders: [a, b],
            openings: Openings {
                source: circumstances.openings,
                count: plan.suite.openings().len(),
                id: format!("{:016x}", plan.suite.id()),
                chess960: plan.suite.is_chess960(),
            },
            statistics,
            reasons: self.reasons,
            course: self.course,
            by_opening: self.openings.lines(plan),
            evaluation: self.scores.evaluation(),
            style: self
                .survey
                .comparison([A, B].map(|number| plan.contenders[number].name.as_str())),
            changes_text: changes.as_deref().map(diff::text).unwrap_or_default(),
            changes: changes.map(|changes| changes.iter().map(Change::json).collect()),
            telling: self.telling.stories(plan),
            games: self.games,
        })
    }
}
