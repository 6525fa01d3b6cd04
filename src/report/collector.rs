//! What is kept of the games while they are played.

use std::collections::BTreeMap;

use super::contender::{Contender, Player};
use super::course::Course;
use super::document::{Document, FORMAT};
use super::evaluation::Scores;
use super::games::GameLine;
use super::head::{Circumstances, Head, State};
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
    reasons: BTreeMap<String, u64>,
    games: Vec<GameLine>,
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
        let contenders = [A, B].map(|number| Contender {
            letter: Letter::of(number),
            player: Player::new(&plan.contenders[number]),
        });
        let is_decided = matches!(statistics.decision(), Some(Decision::H0 | Decision::H1));
        let state = State::new(plan, self.games.len(), is_decided);
        let head = Head::new(FORMAT, plan, &circumstances, state);
        let changes = circumstances.changes;
        Ok(Document {
            head,
            contenders,
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
