//! What is kept of the games while they are played.

use super::contender::{Contender, Player};
use super::course::Course;
use super::document::{Document, FORMAT};
use super::evaluation::Scores;
use super::games::GameLine;
use super::head::{Circumstances, Head, State};
use super::openings::OpeningTable;
use super::telling::Telling;
use super::{A, B, Letter};
use crate::arena::{self, Match, Played};
use crate::profile::diff::{self, Change};
use crate::stats::{Decision, Report};
use crate::style::Comparison;

/// Hears the pairs of a match of two.
#[derive(Debug, Clone, Default)]
pub struct Collector {
    course: Course,
    scores: Scores,
    openings: OpeningTable,
    telling: Telling,
    games: Vec<GameLine>,
}

impl Collector {
    /// A pair that counts; the statistics include it.
    pub fn add(&mut self, pair: &[Played; 2], statistics: &Report) {
        let half_points = pair.iter().map(|played| played.half_points(B)).sum();
        self.course.add(half_points, statistics);
        for played in pair {
            self.scores.add(played);
            self.openings.add(played);
            self.telling.add(played);
            self.games.push(GameLine::new(played));
        }
    }

    /// The document on what was added: all that counts of the match, to which statistics and style belong.
    pub fn document(
        self,
        plan: &Match,
        course: &arena::Course,
        statistics: Report,
        style: Comparison,
        told: Circumstances,
    ) -> Document {
        let is_decided = matches!(statistics.decision(), Some(Decision::H0 | Decision::H1));
        let state = State::new(plan, course.games(), is_decided);
        Document {
            head: Head::new(FORMAT, plan, &told, state),
            contenders: [A, B].map(|number| Contender {
                letter: Letter::of(number),
                player: Player::new(&plan.contenders[number]),
            }),
            statistics,
            reasons: course.reasons(),
            course: self.course,
            by_opening: self.openings.lines(plan),
            evaluation: self.scores.evaluation(),
            style,
            changes_text: told.changes.as_deref().map(diff::text).unwrap_or_default(),
            changes: told
                .changes
                .map(|changes| changes.iter().map(Change::json).collect()),
            telling: self.telling.stories(plan),
            games: self.games,
        }
    }
}
