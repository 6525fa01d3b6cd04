//! What is to be played: from the command line, or from the journal of what was begun before.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use super::options::{GameOptions, OpeningOrder, Running};
use super::outputs::command_line;
use super::players::{Players, Side};
use super::source::{check_rules, source};
use crate::arena::{Contender, Header, Journal, Match, Order, Played, Schedule, Suite, pgn};
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
            return Self::resumed(path, &asked, library);
        }
        let saved = Saved {
            players: asked.players,
            options: asked.options.clone(),
            test: asked.test.cloned(),
            set: set.to_vec(),
            command: command_line(),
        };
        let test = saved.sprt()?;
        let most = test.map_or(DEFAULT_GAMES, |_| DEFAULT_TEST_GAMES);
        let (plan, labels) = saved.plan(asked.games.unwrap_or(most), library)?;
        let date = pgn::today();
        let told = saved.circumstances(&date, None, library)?;
        let header = Header::new(&plan, date.clone(), serde_json::to_value(&saved)?);
        let journal = match &asked.running.journal {
            Some(path) => Some(Journal::create(path, &header, asked.running.force)?),
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
        let saved: Saved = serde_json::from_value(stored.header.options.clone())
            .with_context(|| format!("{}:1", path.display()))?;
        let command = saved.players.command();
        if command != asked.players.command() {
            let path = path.display();
            bail!("{path} is the journal of a {command}; temper {command} --resume {path} goes on with it");
        }
        let library = library.with_tweaks(Tweaks::new("--set", &saved.set));
        let test = saved.sprt()?;
        let before = stored.header.games / saved.players.pairings().len().max(1);
        let (plan, labels) = saved.plan(asked.games.unwrap_or(before), &library)?;
        let date = stored.header.date.clone();
        let told = saved.circumstances(&date, Some(command_line()), &library)?;
        let earlier = journal.resume(stored, &plan)?;
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
}

impl Saved {
    fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        Ok(self.test.as_ref().map(TestArgs::sprt).transpose()?.flatten())
    }

    /// The games, so many of each pairing, and what the command line calls the contenders.
    fn plan(&self, games: usize, library: &Library) -> anyhow::Result<(Match, Vec<String>)> {
        let options = &self.options;
        let sides = self.players.sides()?;
        let contenders = contenders(&sides, options, library)?;
        let suite = Suite::load(&options.openings, options.plies)?;
        let order = match options.order {
            OpeningOrder::Sequential => Order::Sequential,
            OpeningOrder::Random => Order::Random { seed: options.seed },
        };
        let openings = order.of(suite.openings().len());
        let plan = Match {
            contenders,
            suite,
            schedule: Schedule::new(self.players.pairings(), openings, games / 2),
            rules: options.rules()?,
        };
        check_rules(&plan)?;
        Ok((plan, sides.into_iter().map(|side| side.label).collect()))
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

fn contender(side: &Side, options: &GameOptions, library: &Library) -> anyhow::Result<Contender> {
    let Some(limit) = side.limit.or_else(|| options.limit()) else {
        bail!("how long is a move to take? --nodes, --depth, --movetime or --tc says so");
    };
    let (source, name) = source(side, options, library)?;
    Ok(Contender {
        name: side.name.clone().unwrap_or(name),
        source,
        limit,
        hash_mib: options.hash,
    })
}
