//! The running match: hands out its games and counts them.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::Path;

use serde_json::Value;
use temperament_coaching::report::events::{self, PairEvents};
use temperament_matches::MatchProgress;
use temperament_matches::arena::{Match, PairOrder, Played, Stored};
use temperament_matches::stats::Decision;

use super::journal::{Journal, failure};
use crate::protocol::Failure;
use crate::protocol::matches::Listed;
use crate::protocol::pool::Response;

#[derive(Debug)]
pub(super) struct Running {
    id: String,
    plan: Match,
    stored: Stored,
    order: PairOrder,
    progress: MatchProgress,
    pairs: PairEvents,
    /// Indices of the finished games.
    finished: BTreeSet<usize>,
    /// Index of the next game to hand out, unless it is finished.
    next: usize,
    half_points: [usize; 2],
}

impl Running {
    /// Begins with the match of a journal, or resumes it.
    pub fn begin(folder: &Path, id: &str, concurrency: usize) -> Result<(Self, Response), Failure> {
        let journal = Journal::read(folder, id)?;
        let plan = journal.playable()?;
        let progress = journal.progress(&plan)?;
        let earlier = journal.stored.check(&plan).map_err(failure)?;
        let mut events = vec![events::start(&plan, concurrency)];
        let mut running = Self {
            id: id.to_owned(),
            order: PairOrder::new(Vec::new()),
            progress,
            pairs: PairEvents::new(true),
            finished: BTreeSet::new(),
            next: 0,
            half_points: [0, 0],
            plan,
            stored: journal.stored,
        };
        for played in earlier {
            running.finish(played);
        }
        events.extend(running.count());
        let unplayed = running.plan.schedule.games() - running.finished.len();
        let unplayed = if running.is_over() { 0 } else { unplayed };
        let listed = running.listed();
        Ok((running, Response::Begun { events, unplayed, listed }))
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    /// The number of the next game to play, from 1; `None` if there is none.
    pub fn next(&mut self) -> Option<usize> {
        while self.finished.contains(&self.next) {
            self.next += 1;
        }
        if self.is_over() || self.next >= self.plan.schedule.games() {
            return None;
        }
        self.next += 1;
        Some(self.next)
    }

    /// Adds a finished game by its line in the journal.
    pub fn add(&mut self, line: &str) -> Result<Response, Failure> {
        let played = self.stored.played(&self.plan, line).map_err(failure)?;
        if self.finished.contains(&played.slot.game) {
            return Err(Failure::new(format!("the game {} is there twice", played.slot.game + 1)));
        }
        self.finish(played);
        let events = self.count();
        Ok(Response::Added { events, listed: self.listed(), is_over: self.is_over() })
    }

    /// The last events.
    pub fn end(self) -> Vec<Value> {
        self.pairs.end(&self.plan, &self.progress)
    }

    fn is_over(&self) -> bool {
        !self.progress.is_cut(&self.plan)
    }

    fn finish(&mut self, played: Played) {
        self.finished.insert(played.slot.game);
        for (participant, half_points) in self.half_points.iter_mut().enumerate() {
            *half_points += played.half_points(participant);
        }
        self.order.add(played);
    }

    /// Counts the pairs whose turn it is, until the test is decided. Returns their events.
    fn count(&mut self) -> Vec<Value> {
        let Self { plan, order, progress, pairs, .. } = self;
        let mut events = Vec::new();
        if progress.decision != Decision::Continue {
            return events;
        }
        let Ok(_) = order.count::<Infallible>(|pair| {
            let (_, report) = progress.add(plan, *pair);
            events.extend(pairs.pair(plan, progress, &report));
            Ok(match progress.decision {
                Decision::Continue => ControlFlow::Continue(()),
                Decision::H0 | Decision::H1 => ControlFlow::Break(()),
            })
        });
        events
    }

    fn listed(&self) -> Listed {
        let participants = &self.plan.participants;
        let mut limits: Vec<String> = participants.iter().map(|player| player.limit.to_string()).collect();
        limits.dedup();
        Listed {
            id: self.id.clone(),
            players: participants.iter().map(|player| player.name.clone()).collect(),
            limits,
            date: self.stored.header.date.clone(),
            // The page knows when it has stored a game.
            changed: None,
            games_planned: self.plan.schedule.games(),
            games: self.finished.len(),
            points: self.half_points.iter().map(|&half_points| half_points as f64 / 2.0).collect(),
            is_running: true,
        }
    }
}
