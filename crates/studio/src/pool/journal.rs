//! Journals: those of new matches, and what they record.

use std::convert::Infallible;
use std::fmt::Display;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use temperament_coaching::report::events::{self, PairEvents};
use temperament_coaching::report::{Document, RunInfo, page};
use temperament_engine::input::Text;
use temperament_engine::profile::{Format, Library, Overrides, is_name, write};
use temperament_matches::MatchProgress;
use temperament_matches::arena::{Event, Header, Limit, Match, Stored, pgn};
use temperament_matches::setup::{
    FileArg, GameOptions, MatchPlayers, Players, Settings, TestArgs, checked_games, elo,
};

use crate::new_match;
use crate::profiles::Loaded;
use crate::protocol::Failure;
use crate::protocol::matches::Start;

/// Maximum size of a journal in bytes.
const MOST_BYTES: u64 = 512 << 20;

pub(super) fn failure(error: impl Display) -> Failure {
    // With the causes of an error, if it has any.
    Failure::new(format!("{error:#}"))
}

/// The journal of a match.
pub(super) struct Journal {
    pub stored: Stored,
    path: PathBuf,
    settings: Settings,
    library: Library,
}

impl Journal {
    /// Reads a journal.
    pub fn read(folder: &Path, id: &str) -> Result<Self, Failure> {
        let path = path(folder, id)?;
        let stored = Stored::read(&path).map_err(failure)?;
        let settings: Settings = serde_json::from_value(stored.header.options.clone()).map_err(failure)?;
        let settings = Settings { is_resumed: true, ..settings };
        let library = Library::of(Vec::new()).with_tweaks(Overrides::new("--set", &settings.set));
        Ok(Self { stored, path, settings, library: library.with_foreign_names() })
    }

    /// The match, to go on with it.
    pub fn playable(&self) -> Result<Match, Failure> {
        let games = self.settings.games(&self.stored, &self.path, None).map_err(failure)?;
        let mut plan = self.settings.playable(games, &self.library, &mut |_| {}).map_err(failure)?;
        self.stored.header.restore_names(&mut plan);
        Ok(plan)
    }

    /// The match without a game that counts.
    pub fn progress(&self, plan: &Match) -> Result<MatchProgress, Failure> {
        Ok(MatchProgress::new(plan, self.settings.sprt().map_err(failure)?, true))
    }
}

fn path(folder: &Path, id: &str) -> Result<PathBuf, Failure> {
    if !is_name(id) {
        return Err(Failure::new(format!("there is no match {id:?}")));
    }
    Ok(folder.join(format!("{id}.jsonl")))
}

/// The text of a journal.
pub(super) fn text(folder: &Path, id: &str) -> Result<String, Failure> {
    Ok(Text::read(&path(folder, id)?, MOST_BYTES).map_err(failure)?.text)
}

/// Writes the files of a new match. Returns its id.
pub(super) fn create(
    folder: &Path,
    start: &Start,
    players: &[Arc<Loaded>; 2],
    taken: &[String],
) -> Result<String, Failure> {
    let games = checked_games(start.games).map_err(|error| failure(format!("Games: {error}")))?;
    let id = new_match::free_id(start, |id| !taken.iter().any(|other| other == id))?;
    let copies = ["a", "b"].map(|side| folder.join(format!("{id}.{side}.toml")));
    for (loaded, copy) in players.iter().zip(&copies) {
        fs::write(copy, write::write(&loaded.profile, Format::Toml)).map_err(failure)?;
    }
    let settings = settings(start, &copies)?;
    let plan = settings.playable(games, &Library::of(Vec::new()), &mut |_| {}).map_err(failure)?;
    settings.options.check_seed(&plan.participants).map_err(failure)?;
    let options = serde_json::to_value(&settings).map_err(failure)?;
    let header = serde_json::to_string(&Header::new(&plan, pgn::today(), options)).map_err(failure)?;
    fs::write(path(folder, &id)?, header + "\n").map_err(failure)?;
    Ok(id)
}

/// The settings that the program would have by its command line.
fn settings(start: &Start, copies: &[PathBuf; 2]) -> Result<Settings, Failure> {
    let (option, value) = new_match::limit(start);
    let limit = match option {
        "elo" => elo(&value).map(Limit::Level).map_err(failure)?,
        _ => format!("{option}={value}").parse().map_err(failure)?,
    };
    let mut options = GameOptions::new(limit, new_match::openings(start));
    options.own_book = start.own_book;
    options.seed = start.seed;
    let test = TestArgs::new(start.sprt);
    test.sprt().map_err(failure)?;
    let text = |path: &PathBuf| path.to_string_lossy().into_owned();
    let command = ["temper", "match"].map(str::to_owned).into_iter();
    let profiles = [0, 1].map(|side| FileArg::from(copies[side].clone().into_os_string()));
    Ok(Settings {
        players: Players::Match(MatchPlayers::of_profiles(profiles, new_match::names(start))),
        options,
        test: Some(test),
        set: Vec::new(),
        command: command.chain(new_match::arguments(start, [0, 1].map(|side| text(&copies[side])))).collect(),
        is_resumed: false,
    })
}

/// A match as its journal records it.
pub(super) struct Recorded {
    plan: Match,
    run_info: RunInfo,
    progress: MatchProgress,
    /// The events of its pairs, and of its end.
    events: Vec<Value>,
}

impl Recorded {
    /// Counts the games of a journal.
    pub fn read(folder: &Path, id: &str) -> Result<Self, Failure> {
        let journal = Journal::read(folder, id)?;
        let Journal { stored, path, settings, library } = &journal;
        let games = settings.games(stored, path, None).map_err(failure)?;
        let plan = settings.recorded(stored, path, games, library, &mut |_| {}).map_err(failure)?;
        let run_info = RunInfo::new(settings, &stored.header.date, None, library).map_err(failure)?;
        let mut progress = journal.progress(&plan)?;
        let (mut pairs, mut events) = (PairEvents::new(true), Vec::new());
        let earlier = stored.games(&plan).map_err(failure)?;
        let Ok(()) = Match::recount::<Infallible>(earlier, &mut |event| {
            if let Event::Pair(pair) = event {
                let (_, report) = progress.add(&plan, *pair);
                events.extend(pairs.pair(&plan, &progress, &report));
            }
            Ok(ControlFlow::Continue(()))
        });
        events.extend(pairs.end(&plan, &progress));
        Ok(Self { plan, run_info, progress, events })
    }

    /// The course of the match; `concurrency` games would be played at once.
    pub fn events(self, concurrency: usize) -> Vec<Value> {
        [events::start(&self.plan, concurrency)].into_iter().chain(self.events).collect()
    }

    /// The games that count, as PGN.
    pub fn pgn(&self) -> String {
        let games = self.progress.results.pairs().iter().flatten();
        games.map(|played| self.plan.pgn(played, &self.run_info.date)).collect()
    }

    /// The report, an HTML page.
    pub fn report(self) -> Result<String, Failure> {
        let Self { plan, run_info, progress, .. } = self;
        let style = progress.styles.comparison(&plan, [0, 1]);
        let document = Document::new(&plan, &progress.results, progress.test, style, run_info);
        page::page(&document).map_err(failure)
    }
}
