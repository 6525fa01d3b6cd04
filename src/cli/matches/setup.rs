//! What is to be played: from the command line, or from the journal of what was begun before.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use super::consent;
use super::options::{GameOptions, MOST_GAMES, Running};
use super::players::{Players, Side};
use super::source::{check_rules, profile, source};
use crate::arena::external::Launch;
use crate::arena::{
    Adjudication, Contender, Header, Journal, Limit, Match, Order, Played, Schedule, Source, SourceIdentity,
    Stored, Suite, pgn,
};
use crate::cli::command_line;
use crate::cli::files::is_special;
use crate::cli::journals::check_command;
use crate::cli::sprt::TestArgs;
use crate::profile::{Library, Tweaks};
use crate::report::Circumstances;
use crate::stats::Sprt;

/// The number of games of a pairing if none is asked for.
const DEFAULT_GAMES: usize = 100;
/// The same if a test ends it before.
const DEFAULT_TEST_GAMES: usize = 40_000;

/// What a command line asks for.
pub(super) struct Asked<'a> {
    pub players: Players,
    pub options: &'a GameOptions,
    pub test: Option<&'a TestArgs>,
    /// Number of games of each pairing.
    pub games: Option<usize>,
    pub running: &'a Running,
}

/// What a journal keeps beside the games.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    #[serde(flatten)]
    pub players: Players,
    pub options: GameOptions,
    test: Option<TestArgs>,
    /// What lies over all profiles.
    set: Vec<String>,
    /// The command that began it, word by word.
    #[serde(default)]
    pub command: Vec<String>,
    /// Whether a journal says all this, rather than the user.
    #[serde(skip)]
    is_resumed: bool,
}

/// A match or a tournament, new or resumed.
pub(super) struct Setup {
    pub plan: Match,
    /// What the command line calls the contenders.
    pub labels: Vec<String>,
    pub options: GameOptions,
    pub test: Option<Sprt>,
    /// When it began.
    pub date: String,
    pub journal: Option<Journal>,
    /// The games played before.
    pub earlier: Vec<Played>,
    /// What reports tell of it.
    pub told: Circumstances,
}

impl Setup {
    /// Loads all that is needed; `set` is what lies over all profiles.
    pub fn new(asked: Asked<'_>, set: &[String], library: &Library) -> anyhow::Result<Self> {
        if let Some(path) = &asked.running.resume {
            ensure!(set.is_empty(), "the values of --set stand in the journal");
            return match asked.running.show {
                true => Self::shown(path, &asked, library),
                false => Self::resumed(path, &asked, library),
            };
        }
        ensure!(
            asked.options.seed.is_none() || asked.options.seed().is_some(),
            "--seed is for --order random"
        );
        let saved = Saved {
            players: asked.players,
            options: asked.options.clone(),
            test: asked.test.cloned(),
            set: set.to_vec(),
            command: command_line(),
            is_resumed: false,
        };
        let test = saved.sprt()?;
        let most = test.map_or(DEFAULT_GAMES, |_| DEFAULT_TEST_GAMES);
        let (plan, labels) = saved.playable(asked.games.unwrap_or(most), library)?;
        let date = pgn::today();
        let told = saved.circumstances(&date, None, library)?;
        let header = Header::new(&plan, date.clone(), serde_json::to_value(&saved)?);
        let journal = match &asked.running.journal {
            Some(path) => Some(Journal::create(
                path,
                &header,
                asked.running.force || is_special(path),
            )?),
            None => None,
        };
        Ok(Self {
            plan,
            labels,
            options: saved.options,
            test,
            date,
            journal,
            earlier: Vec::new(),
            told,
        })
    }

    fn resumed(path: &Path, asked: &Asked<'_>, library: &Library) -> anyhow::Result<Self> {
        let (journal, stored) = Journal::open(path)?;
        let saved = Saved::of(&stored, path, asked)?;
        let library = library.with_tweaks(Tweaks::new("--set", &saved.set));
        let library = library.with_foreign_names();
        let test = saved.sprt()?;
        let games = saved.games(&stored, path, asked)?;
        let engines = saved.engines()?;
        if !engines.is_empty() {
            saved.check(&stored, path, games, &library)?;
            consent::ask(path, &engines, &asked.running.allow_engine)?;
        }
        let (mut plan, labels) = saved.playable(games, &library)?;
        stored.restore_names(&mut plan);
        let date = stored.header.date.clone();
        let told = saved.circumstances(&date, Some(command_line()), &library)?;
        let earlier = journal.resume(&stored, &plan)?;
        Ok(Self {
            plan,
            labels,
            options: saved.options,
            test,
            date,
            journal: Some(journal),
            earlier,
            told,
        })
    }

    /// What is in a journal, to be shown and not played: of the profiles and engines nothing is needed.
    fn shown(path: &Path, asked: &Asked<'_>, library: &Library) -> anyhow::Result<Self> {
        let stored = Stored::read(path)?;
        let saved = Saved::of(&stored, path, asked)?;
        let library = library.with_tweaks(Tweaks::new("--set", &saved.set));
        let library = library.with_foreign_names();
        let test = saved.sprt()?;
        let games = saved.games(&stored, path, asked)?;
        let sides = saved.players.sides()?;
        let contenders = told_contenders(&sides, &saved.options, &stored, &library)
            .with_context(|| format!("{}:1", path.display()))?;
        let is_unchanged = contenders
            .iter()
            .all(|contender| matches!(contender.source, Source::Profile(_)));
        if asked.running.style {
            contenders.iter().for_each(tell_of_lost_terms);
        }
        let plan = saved.plan(games, contenders, Adjudication::default())?;
        let date = stored.header.date.clone();
        let mut told = saved.circumstances(&date, Some(command_line()), &library)?;
        if !is_unchanged {
            told.changes = None;
        }
        Ok(Self {
            earlier: stored.games(&plan)?,
            plan,
            labels: sides.into_iter().map(|side| side.label).collect(),
            options: saved.options,
            test,
            date,
            journal: None,
            told,
        })
    }
}

impl Saved {
    /// What a journal has, if it is one of the command that was called.
    fn of(stored: &Stored, path: &Path, asked: &Asked<'_>) -> anyhow::Result<Self> {
        let options = &stored.header.options;
        check_command(options, asked.players.command(), path)?;
        let saved: Self =
            serde_json::from_value(options.clone()).with_context(|| format!("{}:1", path.display()))?;
        Ok(Self {
            is_resumed: true,
            ..saved
        })
    }

    /// The external engines among the players, as they stand there, each once.
    fn engines(&self) -> anyhow::Result<Vec<String>> {
        let mut engines: Vec<String> = Vec::new();
        for side in self.players.sides()? {
            let engine = side.engine().map(str::to_owned);
            engines.extend(engine.filter(|engine| !engines.contains(engine)));
        }
        Ok(engines)
    }

    /// Makes sure of all of a journal that can be known before any engine of it runs.
    fn check(&self, stored: &Stored, path: &Path, games: usize, library: &Library) -> anyhow::Result<()> {
        let sides = self.players.sides()?;
        let told = told_contenders(&sides, &self.options, stored, library)
            .with_context(|| format!("{}:1", path.display()))?;
        for (side, contender) in sides.iter().zip(&told) {
            let is_engine = matches!(contender.source, Source::Told(SourceIdentity::External { .. }));
            ensure!(
                is_engine == side.engine().is_some(),
                "{}:1: {} is an engine by its options or by its identity, but not by both",
                path.display(),
                contender.name
            );
            if let Source::Told(SourceIdentity::External { command, options, .. }) = &contender.source {
                let launch = Launch::read(side.engine().unwrap_or_default())?;
                ensure!(
                    launch.command() == *command && launch.options_text() == *options,
                    "{}:1: {} was `{command}`, options `{options}`, and would be `{}`, options `{}` now",
                    path.display(),
                    contender.name,
                    launch.command(),
                    launch.options_text()
                );
            }
        }
        let mut plan = self.plan(games, told, Adjudication::default())?;
        stored.restore_names(&mut plan);
        stored.check(&plan)?;
        Ok(())
    }

    /// The number of games of each pairing: what is asked for now, or else what it was, or as many as were played if a
    /// later command has asked for more.
    fn games(&self, stored: &Stored, path: &Path, asked: &Asked<'_>) -> anyhow::Result<usize> {
        let pairings = self.players.pairings().len().max(1);
        let last = stored.last_game();
        let needed = 2 * last.div_ceil(2 * pairings);
        match asked.games {
            Some(games) if games < needed => {
                let path = path.display();
                let each = if pairings > 1 { " of each two" } else { "" };
                bail!(
                    "--games {games} is less than what was played: {path} goes up to game {last}, --games {needed}{each}"
                )
            }
            Some(games) => Ok(games),
            // A line with a number that no match has will be told as such.
            None => Ok((stored.header.games / pairings).max(needed.min(MOST_GAMES))),
        }
    }

    fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        Ok(self.test.as_ref().map(TestArgs::sprt).transpose()?.flatten())
    }

    /// The games, so many of each pairing, ready to be played, and what the command line calls the contenders.
    fn playable(&self, games: usize, library: &Library) -> anyhow::Result<(Match, Vec<String>)> {
        let sides = self.players.sides()?;
        let contenders = contenders(&sides, &self.options, library)?;
        let plan = self.plan(games, contenders, self.options.rules()?)?;
        check_rules(&plan)?;
        Ok((plan, sides.into_iter().map(|side| side.label).collect()))
    }

    /// The games, so many of each pairing.
    fn plan(&self, games: usize, contenders: Vec<Contender>, rules: Adjudication) -> anyhow::Result<Match> {
        let options = &self.options;
        let suite = Suite::load(&options.openings, options.plies);
        let suite = suite.map_err(|error| match self.is_resumed {
            // Who wrote the journal may have named any file here.
            true => error.without_contents(),
            false => error,
        })?;
        let order = match options.seed() {
            None => Order::Sequential,
            Some(seed) => Order::Random { seed },
        };
        let openings = order.of(suite.openings().len());
        Ok(Match {
            contenders,
            suite,
            schedule: Schedule::new(self.players.pairings(), openings, games / 2),
            rules,
        })
    }
}

/// Those who play, each with a name of its own.
fn contenders(sides: &[Side], options: &GameOptions, library: &Library) -> anyhow::Result<Vec<Contender>> {
    let mut contenders = sides
        .iter()
        .map(|side| contender(side, options, library))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let names: Vec<String> = contenders
        .iter()
        .map(|contender| contender.name.clone())
        .collect();
    for (number, side) in sides.iter().enumerate() {
        if names.iter().filter(|name| **name == names[number]).count() > 1 {
            contenders[number].name += &format!(" ({})", side.label);
        }
    }
    for (number, contender) in contenders.iter().enumerate() {
        let is_taken = contenders[..number]
            .iter()
            .any(|other| other.name == contender.name);
        ensure!(!is_taken, "two players would be called `{}`", contender.name);
    }
    Ok(contenders)
}

/// Those who have played, as a journal tells.
fn told_contenders(
    sides: &[Side],
    options: &GameOptions,
    stored: &Stored,
    library: &Library,
) -> anyhow::Result<Vec<Contender>> {
    let told: Vec<_> = stored.contenders().collect();
    ensure!(
        told.len() == sides.len(),
        "it names {} players, and its options {}",
        told.len(),
        sides.len()
    );
    let contender = |(side, (name, source)): (&Side, (&str, &SourceIdentity))| {
        Ok(Contender {
            name: name.to_owned(),
            source: told_source(source, side, library),
            limit: limit(side, options)?,
            hash_mib: options.hash,
        })
    };
    sides.iter().zip(told).map(contender).collect()
}

/// The profile that has played, if it is still the same; else what a journal tells.
fn told_source(identity: &SourceIdentity, side: &Side, library: &Library) -> Source {
    let is_profile = side.engine().is_none();
    // What is wrong with one that cannot be loaded does not matter here.
    let now = is_profile.then(|| profile(side, library).ok()).flatten();
    let now = now.map(Source::Profile);
    now.filter(|now| SourceIdentity::new(now).is_same(identity))
        .unwrap_or_else(|| Source::Told(identity.clone()))
}

/// Says that a measure of style is missing for each of the terms that a profile had of its own, if it had any.
fn tell_of_lost_terms(contender: &Contender) {
    if let Source::Told(SourceIdentity::Profile { .. }) = &contender.source {
        complain!(
            "own terms of {}, if it has any, are left out: the profile is no longer the one that played",
            contender.name
        );
    }
}

fn limit(side: &Side, options: &GameOptions) -> anyhow::Result<Limit> {
    let limit = side.limit.or_else(|| options.limit());
    limit.context("how long is a move to take? --nodes, --depth, --movetime or --tc says so")
}

fn contender(side: &Side, options: &GameOptions, library: &Library) -> anyhow::Result<Contender> {
    let limit = limit(side, options)?;
    let (source, name) = source(side, options, library)?;
    Ok(Contender {
        name: side.name.clone().unwrap_or(name),
        source,
        limit,
        hash_mib: options.hash,
    })
}
