//! `temper match`: two profiles, or one with two settings, play each other.

mod games;
mod options;
mod report;

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use super::compiled;
use super::interrupt::Interrupt;
use super::sprt::TestArgs;
use crate::arena::{Contender, Event, Header, Journal, Match, Order, Played, Schedule, Suite, Tally, pgn};
use crate::profile::{Library, Tweaks};
use crate::stats::{Decision, Report, Sprt};
pub use games::GameFile;

pub use options::Args;
use options::{OpeningOrder, Options};
use report::Reporter;

/// The number of the first and of the second contender.
const A: usize = 0;
const B: usize = 1;

/// The number of games of a match that asks for none.
const DEFAULT_GAMES: usize = 100;
/// The same if a test ends it before.
const DEFAULT_TEST_GAMES: usize = 40_000;

/// The exit status of a match that could not be played: 1 says something else.
pub const FAILURE: u8 = 2;
/// The exit status of a match whose test has accepted H0.
const ACCEPTED_H0: u8 = 1;
/// That of a match which has ended before its test.
const UNDECIDED: u8 = 3;

/// Runs the command; `set` is what lies over both profiles. The exit code is that of the test, if there is one, and 130 if
/// the match was interrupted.
pub fn run(args: &Args, set: &[String], library: &Library) -> anyhow::Result<ExitCode> {
    let Setup {
        plan,
        options,
        test,
        date,
        mut journal,
        earlier,
    } = Setup::new(args, set, library)?;
    let is_timed = plan.contenders.iter().any(|contender| contender.limit.is_timed());
    let concurrency = args
        .concurrency
        .map_or_else(|| default_concurrency(is_timed), usize::from);
    let mut pgn_file = match &args.pgn {
        Some(path) => Some(GameFile::create(path, args.force)?),
        None => None,
    };
    let mut reporter = Reporter::new(io::stdout(), args.quiet);
    reporter.begin(&plan, &options, concurrency, earlier.len())?;
    let interrupt = Interrupt::listen();
    let mut tally = Tally::default();
    let mut decision = Decision::Continue;
    let mut observe = |event: Event<'_>| -> anyhow::Result<ControlFlow<()>> {
        match event {
            Event::Finished(played) => {
                if let Some(journal) = &mut journal {
                    journal.add(&plan, played)?;
                }
            }
            Event::Pair(pair) => {
                tally.add(pair, B);
                if let Some(file) = &mut pgn_file {
                    file.add(pair.iter().map(|played| plan.pgn(played, &date)))?;
                }
                let report = Report::new(tally.results()?, test);
                decision = report.decision().unwrap_or(Decision::Continue);
                reporter.pair(&plan, pair, &tally, &report)?;
                if decision != Decision::Continue {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    };
    plan.run(earlier, concurrency, &|| interrupt.is_set(), &mut observe)?;
    let is_cut = decision == Decision::Continue && tally.games() < plan.schedule.games() as u64;
    reporter.end(&plan, &options, &Report::new(tally.results()?, test), is_cut)?;
    Ok(match (test, decision) {
        _ if is_cut => super::INTERRUPTED.into(),
        (None, _) | (_, Decision::H1) => ExitCode::SUCCESS,
        (_, Decision::H0) => ACCEPTED_H0.into(),
        (_, Decision::Continue) => UNDECIDED.into(),
    })
}

/// What a journal keeps beside the games.
#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    #[serde(flatten)]
    options: Options,
    #[serde(flatten)]
    test: TestArgs,
    /// What lies over both profiles.
    set: Vec<String>,
}

/// A match, new or resumed.
struct Setup {
    plan: Match,
    options: Options,
    test: Option<Sprt>,
    /// When the match began.
    date: String,
    journal: Option<Journal>,
    /// The games played before.
    earlier: Vec<Played>,
}

impl Setup {
    fn new(args: &Args, set: &[String], library: &Library) -> anyhow::Result<Self> {
        if let Some(path) = &args.resume {
            ensure!(set.is_empty(), "the values of --set stand in the journal");
            return Self::resumed(path, args.games, library);
        }
        let options = args.options.clone();
        let test = args.test.sprt()?;
        let most = test.map_or(DEFAULT_GAMES, |_| DEFAULT_TEST_GAMES);
        let plan = plan(&options, args.games.unwrap_or(most), library)?;
        let date = pgn::today();
        let saved = Saved {
            options: options.clone(),
            test: args.test.clone(),
            set: set.to_vec(),
        };
        let header = Header::new(&plan, date.clone(), serde_json::to_value(saved)?);
        let journal = match &args.journal {
            Some(path) => Some(Journal::create(path, &header, args.force)?),
            None => None,
        };
        Ok(Self {
            plan,
            options,
            test,
            date,
            journal,
            earlier: Vec::new(),
        })
    }

    fn resumed(path: &Path, games: Option<usize>, library: &Library) -> anyhow::Result<Self> {
        let stored = Journal::read(path)?;
        let saved: Saved = serde_json::from_value(stored.header.options.clone())
            .with_context(|| format!("{}:1", path.display()))?;
        let library = library.with_tweaks(Tweaks::new("--set", &saved.set));
        let (options, test) = (saved.options, saved.test.sprt()?);
        let plan = plan(&options, games.unwrap_or(stored.header.games), &library)?;
        let date = stored.header.date.clone();
        let (journal, earlier) = stored.resume(&plan)?;
        Ok(Self {
            plan,
            options,
            test,
            date,
            journal: Some(journal),
            earlier,
        })
    }
}

/// A clock runs while other programs need the processor too.
fn default_concurrency(is_timed: bool) -> usize {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    if is_timed {
        (processors - 1).max(1)
    } else {
        processors
    }
}

/// Loads all that the match needs.
fn plan(options: &Options, games: usize, library: &Library) -> anyhow::Result<Match> {
    let limit = options.limit();
    let mut contenders = Vec::new();
    for side in options.sides() {
        let Some(limit) = side.limit.or(limit) else {
            bail!("how long is a move to take? --nodes, --depth, --movetime or --tc says so");
        };
        let tweaks = library.tweaks().and(&Tweaks::new(side.origin, side.tweaks));
        let profile = compiled(&library.with_tweaks(tweaks), side.profile)?;
        contenders.push(Contender {
            name: side
                .name
                .map_or_else(|| profile.name().to_owned(), ToOwned::to_owned),
            profile,
            limit,
            hash_mib: options.hash,
        });
    }
    if contenders[A].name == contenders[B].name {
        for (contender, letter) in contenders.iter_mut().zip(["A", "B"]) {
            contender.name += &format!(" ({letter})");
        }
    }
    let suite = Suite::load(&options.openings, options.plies)?;
    let order = match options.order {
        OpeningOrder::Sequential => Order::Sequential,
        OpeningOrder::Random => Order::Random { seed: options.seed },
    };
    let openings = order.of(suite.openings().len());
    Ok(Match {
        contenders,
        suite,
        schedule: Schedule::new(vec![[A, B]], openings, games / 2),
        rules: options.rules(),
    })
}
