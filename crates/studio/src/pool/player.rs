//! An engine that plays games of a match.

use std::path::Path;

use temperament_coaching::report::events;
use temperament_matches::arena::{CancelToken, GameRunner, Match, Stored};

use super::journal::{Journal, failure};
use crate::protocol::matches::Lines;
use crate::protocol::pool::Game;
use crate::protocol::{EventKind, Failure};
use crate::session::Emitter;

#[derive(Debug)]
pub(super) struct Player {
    id: String,
    plan: Match,
    stored: Stored,
    runner: GameRunner,
}

impl Player {
    /// Prepares for the match of a journal, of which only the first line matters; `thread` is its number in events.
    pub fn new(folder: &Path, id: &str, thread: usize) -> Result<Self, Failure> {
        let journal = Journal::read(folder, id)?;
        let plan = journal.playable()?;
        let runner = GameRunner::new(&plan, thread).map_err(failure)?;
        Ok(Self { id: id.to_owned(), plan, stored: journal.stored, runner })
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    /// Plays a game, by its number from 1.
    pub fn play(&mut self, game: usize, token: &CancelToken, emitter: &Emitter) -> Result<(), Failure> {
        let Self { plan, runner, stored, .. } = self;
        if !(1..=plan.schedule.games()).contains(&game) {
            return Err(Failure::new(format!("there is no game {game}")));
        }
        let mut on_position = |snapshot| {
            let lines = vec![events::position(plan, &snapshot)];
            // The game is of use even if nobody watches it.
            let _ = emitter.send(EventKind::Match(Lines { lines }));
        };
        let played = runner.play(plan, plan.schedule.slot(game - 1), token, &mut on_position);
        if let Some(played) = played {
            let line = stored.line(plan, &played).map_err(failure)?;
            emitter.send(EventKind::Game(Game { line }));
        }
        Ok(())
    }
}
