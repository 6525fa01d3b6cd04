//! Sets up a match or tournament from the command line or from a journal.

use std::path::Path;

use anyhow::{Context, ensure};

use super::options::RunOptions;
use crate::cli::command_line::command_line;
use crate::cli::journal;
use crate::cli::journal::{check_command, check_options};
use temperament_coaching::report::RunInfo;
use temperament_engine::output::is_special;
use temperament_engine::profile::{Library, Overrides};
use temperament_matches::arena::{
    Header, Match, MatchJournal, Participant, Played, Source, SourceIdentity, Stored, pgn,
};
use temperament_matches::setup::{GameOptions, MatchPlayers, Players, Settings, TestArgs, TournamentPlayers};
use temperament_matches::stats::Sprt;

/// Default number of games per pairing.
const DEFAULT_GAMES: usize = 100;
/// Default number of games with an SPRT.
const DEFAULT_TEST_GAMES: usize = 40_000;

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
        let saved = Settings {
            players: request.players,
            options: request.options.clone(),
            test: request.test.cloned(),
            set: set.to_vec(),
            command: command_line(),
            is_resumed: false,
        };
        let most = saved.sprt()?.map_or(DEFAULT_GAMES, |_| DEFAULT_TEST_GAMES);
        let plan = saved.playable(request.games.unwrap_or(most), library, &mut note)?;
        saved.options.check_seed(&plan.participants)?;
        let run_info = RunInfo::new(&saved, &pgn::today(), None, library)?;
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
        let saved = settings(&stored, path, request)?;
        let library = library.with_tweaks(Overrides::new("--set", &saved.set)).with_foreign_names();
        let games = saved.games(&stored, path, request.games)?;
        let mut run_info = RunInfo::new(&saved, &stored.header.date, Some(command_line()), &library)?;
        let Some(journal) = journal else {
            let plan = saved.recorded(&stored, path, games, &library, &mut note)?;
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
            saved.check(&stored, path, games, &library, &mut note)?;
            journal::confirm_engines(path, &engines, &request.run_options.allow_engine)?;
        }
        let mut plan = saved.playable(games, &library, &mut note)?;
        stored.header.restore_names(&mut plan);
        let earlier = journal.resume(&stored, &plan)?;
        Self::of(saved, plan, Some(journal), earlier, run_info)
    }

    fn of(
        saved: Settings,
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

/// Reads the settings of a journal and checks that the same command wrote it.
fn settings(stored: &Stored, path: &Path, request: &Request<'_>) -> anyhow::Result<Settings> {
    let options = &stored.header.options;
    check_command(options, request.players.command(), path)?;
    check_options::<MatchPlayers>(&options["match"], path)?;
    check_options::<TournamentPlayers>(&options["tournament"], path)?;
    check_options::<GameOptions>(&options["options"], path)?;
    check_options::<TestArgs>(&options["test"], path)?;
    let place = || format!("{}:1", path.display());
    let saved: Settings = serde_json::from_value(options.clone()).with_context(place)?;
    saved.players.players().with_context(place)?;
    Ok(Settings { is_resumed: true, ..saved })
}

/// Prints a note or a warning.
fn note(text: String) {
    complain!("{text}");
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
