//! Sets up a match or tournament from the command line or from a journal.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use super::options::{GameOptions, MAX_GAMES, RunOptions, checked_games};
use super::players::{MatchPlayers, PlayerSpec, Players, TournamentPlayers, check_rules, profile, source};
use crate::cli::journal::{check_command, check_options};
use crate::cli::sprt::TestArgs;
use crate::cli::{command_line, journal};
use temperament_coaching::report::RunInfo;
use temperament_engine::output::is_special;
use temperament_engine::profile::{Library, Overrides};
use temperament_matches::arena::external::EngineConfig;
use temperament_matches::arena::{
    Adjudication, Header, Limit, Match, MatchJournal, Participant, Played, Schedule, Source, SourceIdentity,
    Stored, Suite, pgn,
};
use temperament_matches::stats::Sprt;

/// Default number of games per pairing.
const DEFAULT_GAMES: usize = 100;
/// Default number of games with an SPRT.
const DEFAULT_TEST_GAMES: usize = 40_000;

/// Limit of a player without a limit or a level.
const DEFAULT_LIMIT: Limit = Limit::Nodes(20_000);

/// A command line of either command.
pub(super) struct Request<'a> {
    pub players: Players,
    pub options: &'a GameOptions,
    pub test: Option<&'a TestArgs>,
    /// Number of games per pairing.
    pub games: Option<usize>,
    pub run_options: &'a RunOptions,
    /// Path of the HTML report.
    pub report: Option<&'a Path>,
    /// Whether events are printed instead of text.
    pub events: bool,
}

/// Settings stored in the journal.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MatchOptions {
    #[serde(flatten)]
    pub players: Players,
    pub options: GameOptions,
    test: Option<TestArgs>,
    /// Overrides of `--set`.
    set: Vec<String>,
    /// Command line of the start.
    #[serde(default)]
    pub command: Vec<String>,
    /// Whether these come from a journal.
    #[serde(skip)]
    is_resumed: bool,
}

/// A match or a tournament, new or resumed.
pub(super) struct Setup {
    pub plan: Match,
    /// Whether it is a match rather than a tournament.
    pub is_match: bool,
    /// Labels of the players: `A`, `B`, or numbers.
    pub labels: Vec<String>,
    pub options: GameOptions,
    pub test: Option<Sprt>,
    pub journal: Option<MatchJournal>,
    /// Games from the journal.
    pub earlier: Vec<Played>,
    pub run_info: RunInfo,
}

impl Setup {
    /// Loads profiles, engines, openings and journal; `set` are the overrides of `--set`.
    pub fn new(request: Request<'_>, set: &[String], library: &Library) -> anyhow::Result<Self> {
        if let Some(path) = &request.run_options.resume {
            ensure!(
                set.is_empty(),
                "--set cannot be combined with --resume: its values come from the journal"
            );
            return Self::resumed(path, &request, library);
        }
        let saved = MatchOptions {
            players: request.players,
            options: request.options.clone(),
            test: request.test.cloned(),
            set: set.to_vec(),
            command: command_line(),
            is_resumed: false,
        };
        let most = saved.sprt()?.map_or(DEFAULT_GAMES, |_| DEFAULT_TEST_GAMES);
        let plan = saved.playable(request.games.unwrap_or(most), library)?;
        saved.options.check_seed(&plan.participants)?;
        let run_info = saved.run_info(&pgn::today(), None, library)?;
        let header = Header::new(&plan, run_info.date.clone(), serde_json::to_value(&saved)?);
        let journal =
            request.run_options.journal.as_ref().map(|path| {
                MatchJournal::create(path, &header, request.run_options.force || is_special(path))
            });
        Self::of(saved, plan, journal.transpose()?, Vec::new(), run_info)
    }

    /// Sets up the match of a journal; `--show` needs neither its profiles nor its engines.
    fn resumed(path: &Path, request: &Request<'_>, library: &Library) -> anyhow::Result<Self> {
        let (journal, stored) = if request.run_options.show {
            (None, Stored::read(path)?)
        } else {
            let (journal, stored) = MatchJournal::open(path)?;
            (Some(journal), stored)
        };
        let saved = MatchOptions::of(&stored, path, request)?;
        let library = library.with_tweaks(Overrides::new("--set", &saved.set)).with_foreign_names();
        let games = saved.games(&stored, path, request)?;
        let mut run_info = saved.run_info(&stored.header.date, Some(command_line()), &library)?;
        let Some(journal) = journal else {
            let plan = saved.recorded(&stored, path, games, &library)?;
            if request.run_options.style {
                plan.participants.iter().for_each(warn_of_lost_terms);
            }
            if plan.participants.iter().any(|participant| !matches!(participant.source, Source::Profile(_))) {
                run_info.changes = None;
            }
            let earlier = stored.games(&plan)?;
            return Self::of(saved, plan, None, earlier, run_info);
        };
        let engines = saved.engines()?;
        if !engines.is_empty() {
            saved.check(&stored, path, games, &library)?;
            journal::confirm_engines(path, &engines, &request.run_options.allow_engine)?;
        }
        let mut plan = saved.playable(games, &library)?;
        stored.header.restore_names(&mut plan);
        let earlier = journal.resume(&stored, &plan)?;
        Self::of(saved, plan, Some(journal), earlier, run_info)
    }

    fn of(
        saved: MatchOptions,
        plan: Match,
        journal: Option<MatchJournal>,
        earlier: Vec<Played>,
        run_info: RunInfo,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            plan,
            is_match: matches!(saved.players, Players::Match(_)),
            labels: saved.players.players()?.into_iter().map(|side| side.label).collect(),
            test: saved.sprt()?,
            options: saved.options,
            journal,
            earlier,
            run_info,
        })
    }
}

impl MatchOptions {
    /// Reads the settings of a journal and checks that the same command wrote it.
    fn of(stored: &Stored, path: &Path, request: &Request<'_>) -> anyhow::Result<Self> {
        let options = &stored.header.options;
        check_command(options, request.players.command(), path)?;
        check_options::<MatchPlayers>(&options["match"], path)?;
        check_options::<TournamentPlayers>(&options["tournament"], path)?;
        check_options::<GameOptions>(&options["options"], path)?;
        check_options::<TestArgs>(&options["test"], path)?;
        let place = || format!("{}:1", path.display());
        let saved: Self = serde_json::from_value(options.clone()).with_context(place)?;
        saved.players.players().with_context(place)?;
        Ok(Self { is_resumed: true, ..saved })
    }

    /// The distinct external engines, spelled as in the journal.
    fn engines(&self) -> anyhow::Result<Vec<String>> {
        let mut engines: Vec<String> = Vec::new();
        for side in self.players.players()? {
            let engine = side.engine().map(str::to_owned);
            engines.extend(engine.filter(|engine| !engines.contains(engine)));
        }
        Ok(engines)
    }

    /// Checks everything in a journal that can be checked before running its engines.
    fn check(&self, stored: &Stored, path: &Path, games: usize, library: &Library) -> anyhow::Result<()> {
        let mut plan = self.recorded(stored, path, games, library)?;
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
    fn recorded(
        &self,
        stored: &Stored,
        path: &Path,
        games: usize,
        library: &Library,
    ) -> anyhow::Result<Match> {
        let players = recorded_players(&self.players.players()?, &self.options, stored, library);
        self.plan(games, players.with_context(|| format!("{}:1", path.display()))?, Adjudication::default())
    }

    /// Number of games per pairing: as requested now, else as in the journal (or as played, if a later command requested
    /// more).
    fn games(&self, stored: &Stored, path: &Path, request: &Request<'_>) -> anyhow::Result<usize> {
        let pairings = self.players.pairings().len().max(1);
        let last = stored.last_game();
        let needed = last.div_ceil(2 * pairings).saturating_mul(2);
        match request.games {
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

    fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        Ok(self.test.as_ref().map(TestArgs::sprt).transpose()?.flatten())
    }

    /// The match with profiles loaded and engines checked.
    fn playable(&self, games: usize, library: &Library) -> anyhow::Result<Match> {
        let participants = participants(&self.players.players()?, &self.options, library)?;
        let plan = self.plan(games, participants, self.options.rules()?)?;
        check_rules(&plan)?;
        Ok(plan)
    }

    /// The match plan with this many games per pairing.
    fn plan(
        &self,
        games: usize,
        participants: Vec<Participant>,
        rules: Adjudication,
    ) -> anyhow::Result<Match> {
        let options = &self.options;
        let suite = Suite::load(&options.openings, options.plies);
        let suite = suite.map_err(|error| {
            // The journal may come from someone else and name any file.
            if self.is_resumed { error.without_contents() } else { error }
        })?;
        if !self.is_resumed {
            suite.notes().iter().for_each(|note| complain!("{note}"));
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

/// The players, with unique names.
fn participants(
    players: &[PlayerSpec],
    options: &GameOptions,
    library: &Library,
) -> anyhow::Result<Vec<Participant>> {
    let mut participants =
        players.iter().map(|side| participant(side, options, library)).collect::<anyhow::Result<Vec<_>>>()?;
    for number in namesakes(&participants) {
        if let Some(elo) = participants[number].source.level() {
            participants[number].name += &format!(" ({elo})");
        }
    }
    for number in namesakes(&participants) {
        participants[number].name += &format!(" ({})", players[number].label);
    }
    for (number, participant) in participants.iter().enumerate() {
        let is_taken = participants[..number].iter().any(|other| other.name == participant.name);
        ensure!(!is_taken, "two players are named `{}`", participant.name);
    }
    Ok(participants)
}

/// The numbers of the participants that have the name of another one.
fn namesakes(participants: &[Participant]) -> Vec<usize> {
    let is_of_another = |&number: &usize| {
        let others = participants.iter().enumerate().filter(|(other, _)| *other != number);
        others.into_iter().any(|(_, other)| other.name == participants[number].name)
    };
    (0..participants.len()).filter(is_of_another).collect()
}

/// The players recorded in a journal.
fn recorded_players(
    players: &[PlayerSpec],
    options: &GameOptions,
    stored: &Stored,
    library: &Library,
) -> anyhow::Result<Vec<Participant>> {
    let recorded: Vec<_> = stored.header.participants().collect();
    ensure!(
        recorded.len() == players.len(),
        "it names {} players, and its options {}",
        recorded.len(),
        players.len()
    );
    let participant =
        |(side, (name, source, limit)): (&PlayerSpec, (&str, &SourceIdentity, &str))| -> anyhow::Result<_> {
            Ok(Participant {
                name: name.to_owned(),
                source: recorded_source(source, side, options, library),
                limit: side.limit_of(options).map_or_else(|| Limit::recorded(limit), Ok)?,
                hash_mib: options.hash,
                own_book: side.has_own_book(options),
                tunables: side.tunables()?,
            })
        };
    players.iter().zip(recorded).map(participant).collect()
}

/// The profile that played, if it is unchanged; otherwise its identity in the journal.
fn recorded_source(
    identity: &SourceIdentity,
    side: &PlayerSpec,
    options: &GameOptions,
    library: &Library,
) -> Source {
    let is_profile = side.engine().is_none();
    // Errors of a profile that cannot be loaded do not matter here.
    let now = is_profile.then(|| profile(side, options, library).ok()).flatten();
    let now = now.map(Source::Profile);
    now.filter(|now| SourceIdentity::new(now).is_same(identity))
        .unwrap_or_else(|| Source::Recorded(identity.clone()))
}

/// Warns that style measures of custom terms are missing for a profile that has changed.
fn warn_of_lost_terms(participant: &Participant) {
    if let Source::Recorded(SourceIdentity::Profile { .. }) = &participant.source {
        complain!(
            "note: style measures of the custom terms of {} are left out: the profile has changed since the match",
            participant.name
        );
    }
}

fn participant(side: &PlayerSpec, options: &GameOptions, library: &Library) -> anyhow::Result<Participant> {
    let limit = side.limit_of(options);
    if let Some(engine) = side.engine() {
        side.check_engine(engine, options)?;
    }
    let (source, name) = source(side, options, library)?;
    let limit = limit.or_else(|| source.limit()).unwrap_or(DEFAULT_LIMIT);
    Ok(Participant {
        name: side.name.clone().unwrap_or(name),
        source,
        limit,
        hash_mib: options.hash,
        own_book: side.has_own_book(options),
        tunables: side.tunables()?,
    })
}
