//! The settings of a match or tournament, as its journal stores them, and the match that they describe.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use super::game_options::{GameOptions, MAX_GAMES, checked_games};
use super::participants::{Notes, check_rules, participants, recorded_players};
use super::players::Players;
use super::test_args::TestArgs;
use crate::arena::external::EngineConfig;
use crate::arena::{Adjudication, Match, Participant, Schedule, Source, SourceIdentity, Stored, Suite};
use crate::stats::Sprt;
use temperament_engine::profile::Library;

/// Settings stored in the journal.
#[derive(Debug, Serialize, Deserialize)]
pub struct Settings {
    #[serde(flatten)]
    pub players: Players,
    pub options: GameOptions,
    pub test: Option<TestArgs>,
    /// Overrides of `--set`.
    pub set: Vec<String>,
    /// Command line of the start.
    #[serde(default)]
    pub command: Vec<String>,
    /// Whether these come from a journal.
    #[serde(skip)]
    pub is_resumed: bool,
}

impl Settings {
    /// The distinct external engines, spelled as in the journal.
    ///
    /// # Errors
    /// See [`Players::players`].
    pub fn engines(&self) -> anyhow::Result<Vec<String>> {
        let mut engines: Vec<String> = Vec::new();
        for side in self.players.players()? {
            let engine = side.engine().map(str::to_owned);
            engines.extend(engine.filter(|engine| !engines.contains(engine)));
        }
        Ok(engines)
    }

    /// Checks everything in a journal that can be checked before running its engines.
    ///
    /// # Errors
    /// The first problem.
    pub fn check(
        &self,
        stored: &Stored,
        path: &Path,
        games: usize,
        library: &Library,
        notes: Notes<'_>,
    ) -> anyhow::Result<()> {
        let mut plan = self.recorded(stored, path, games, library, notes)?;
        for (side, participant) in self.players.players()?.iter().zip(&plan.participants) {
            let is_engine = matches!(participant.source, Source::Recorded(SourceIdentity::External { .. }));
            ensure!(
                is_engine == side.engine().is_some(),
                "{}:1: {} is an engine by its options or by its identity, but not by both",
                path.display(),
                participant.name
            );
            if let Source::Recorded(SourceIdentity::External { command, options, .. }) = &participant.source {
                let launch = EngineConfig::parse(side.engine().unwrap_or_default())?;
                ensure!(
                    launch.command() == *command && launch.options_text() == *options,
                    "{}:1: {} was `{command}`, options `{options}`, and would be `{}`, options `{}` now",
                    path.display(),
                    participant.name,
                    launch.command(),
                    launch.options_text()
                );
            }
        }
        stored.header.restore_names(&mut plan);
        stored.check(&plan)?;
        Ok(())
    }

    /// The match as recorded in a journal, for reading its games.
    ///
    /// # Errors
    /// If the journal and its options contradict each other, or the openings cannot be used.
    pub fn recorded(
        &self,
        stored: &Stored,
        path: &Path,
        games: usize,
        library: &Library,
        notes: Notes<'_>,
    ) -> anyhow::Result<Match> {
        let players = recorded_players(&self.players.players()?, &self.options, stored, library, notes);
        let players = players.with_context(|| format!("{}:1", path.display()))?;
        self.plan(games, players, Adjudication::default(), notes)
    }

    /// Number of games per pairing: as requested now, else as in the journal (or as played, if a later command requested
    /// more).
    ///
    /// # Errors
    /// If that is no possible number, or fewer games than were played.
    pub fn games(&self, stored: &Stored, path: &Path, requested: Option<usize>) -> anyhow::Result<usize> {
        let pairings = self.players.pairings().len().max(1);
        let last = stored.last_game();
        let needed = last.div_ceil(2 * pairings).saturating_mul(2);
        match requested {
            Some(games) if games < needed => {
                let path = path.display();
                let each = if pairings > 1 { " of each two" } else { "" };
                bail!(
                    "--games {games} is less than what was played: {path} goes up to game {last}, --games {needed}{each}"
                )
            }
            Some(games) => Ok(games),
            None => {
                let games = stored.header.games / pairings;
                let checked = checked_games(games);
                checked.with_context(|| format!("{}:1: `games` cannot be {games}", path.display()))?;
                // An impossible game number is reported later.
                Ok(games.max(needed.min(MAX_GAMES)))
            }
        }
    }

    /// The sequential test, if there is one.
    ///
    /// # Errors
    /// If its bounds or error rates make no test.
    pub fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        Ok(self.test.as_ref().map(TestArgs::sprt).transpose()?.flatten())
    }

    /// The match with profiles loaded and engines checked.
    ///
    /// # Errors
    /// If a profile, an engine, the openings or the tablebases cannot be used.
    pub fn playable(&self, games: usize, library: &Library, notes: Notes<'_>) -> anyhow::Result<Match> {
        let participants = participants(&self.players.players()?, &self.options, library, notes)?;
        let plan = self.plan(games, participants, self.options.rules()?, notes)?;
        check_rules(&plan)?;
        Ok(plan)
    }

    /// The match plan with this many games per pairing.
    fn plan(
        &self,
        games: usize,
        participants: Vec<Participant>,
        rules: Adjudication,
        notes: Notes<'_>,
    ) -> anyhow::Result<Match> {
        let options = &self.options;
        let suite = Suite::load(&options.openings, options.plies);
        let suite = suite.map_err(|error| {
            // The journal may come from someone else and name any file.
            if self.is_resumed { error.without_contents() } else { error }
        })?;
        if !self.is_resumed {
            suite.notes().iter().for_each(|note| notes(note.clone()));
        }
        let openings = options.order().of(suite.openings().len());
        Ok(Match {
            participants,
            suite,
            schedule: Schedule::new(self.players.pairings(), openings, games / 2),
            rules,
            seed: options.seed(),
        })
    }
}
