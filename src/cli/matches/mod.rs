//! `temper match` and `temper tournament`: profiles, or one with several settings, play each other.

mod crosstable;
mod failures;
mod games;
mod listener;
mod options;
mod outputs;
mod players;
mod progress;
mod report;
mod setup;
mod source;
mod style;

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use super::interrupt::Interrupt;
use super::sprt::TestArgs;
use crate::arena::{Course, Event, Match};
use crate::profile::Library;
use crate::report::Collector;
use crate::stats::{Decision, Report};
use failures::Failures;
pub use games::GameFile;
use listener::Listener;
use options::{GameOptions, Running, games as number_of_games};
use outputs::Outputs;
use players::{Duel, Field, Players};
use report::Reporter;
use setup::{Asked, Setup};
use style::Styles;

/// The exit status of a match that could not be played: 1 says something else.
pub const FAILURE: u8 = 2;
/// The exit status of a match whose test has accepted H0.
const ACCEPTED_H0: u8 = 1;
/// That of a match which has ended before its test.
const UNDECIDED: u8 = 3;

/// Arguments of `temper match`.
#[derive(Debug, clap::Args)]
#[command(mut_group("TestArgs", |group| group.conflicts_with("resume")))]
pub struct MatchArgs {
    #[command(flatten)]
    duel: Duel,
    #[command(flatten)]
    options: GameOptions,
    /// Number of games, with a test the most; they come in pairs, each opening with both colours [default: 100, with a
    /// test 40000]
    #[arg(long, value_name = "N", value_parser = number_of_games)]
    games: Option<usize>,
    #[command(flatten)]
    running: Running,
    /// Write what --json writes as a page to be looked at, with charts and the most telling games
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(
        flatten,
        next_help_heading = "A test (SPRT) that ends the match, of B against A"
    )]
    test: TestArgs,
}

/// Arguments of `temper tournament`.
#[derive(Debug, clap::Args)]
pub struct TournamentArgs {
    #[command(flatten)]
    field: Field,
    #[command(flatten)]
    options: GameOptions,
    /// Number of games of each two who meet; they come in pairs, each opening with both colours [default: 100]
    #[arg(long, value_name = "N", value_parser = number_of_games)]
    games: Option<usize>,
    #[command(flatten)]
    running: Running,
}

/// Runs `temper match`; `set` is what lies over both profiles. The exit code is that of the test, if there is one, and
/// 130 if the match was interrupted, or is shown before its end.
pub fn run_match(args: &MatchArgs, set: &[String], library: &Library) -> anyhow::Result<ExitCode> {
    let outputs = Outputs::new(&args.running, args.report.as_deref())?;
    let asked = Asked {
        players: Players::Match(args.duel.clone()),
        options: &args.options,
        test: Some(&args.test),
        games: args.games,
        running: &args.running,
    };
    let setup = Setup::new(asked, set, library)?;
    let collector = outputs.collector(setup.test);
    run(&args.running, setup, &outputs, collector)
}

/// Runs `temper tournament`; `set` is what lies over all profiles. The exit code is 130 if it was interrupted.
pub fn run_tournament(args: &TournamentArgs, set: &[String], library: &Library) -> anyhow::Result<ExitCode> {
    let outputs = Outputs::new(&args.running, None)?;
    let asked = Asked {
        players: Players::Tournament(args.field.clone()),
        options: &args.options,
        test: None,
        games: args.games,
        running: &args.running,
    };
    run(&args.running, Setup::new(asked, set, library)?, &outputs, None)
}

/// Plays it; `collector` hears the pairs of a match.
fn run(
    running: &Running,
    setup: Setup,
    outputs: &Outputs,
    mut collector: Option<Collector>,
) -> anyhow::Result<ExitCode> {
    let mut pgn_file = match &running.pgn {
        Some(path) => Some(GameFile::create(path, running.force)?),
        None => None,
    };
    let is_timed = setup.plan.contenders.iter().any(|c| c.limit.is_timed());
    let concurrency = running
        .concurrency
        .map_or_else(|| default_concurrency(is_timed), usize::from);
    let failures = Failures::new(running.log.as_deref())?;
    let mut reporter = Reporter::new(Listener::new(io::stdout()), running.quiet);
    reporter.begin(&setup, (!running.show).then_some(concurrency))?;
    let Setup {
        plan,
        options,
        test,
        date,
        mut journal,
        earlier,
        told,
        ..
    } = setup;
    let interrupt = Interrupt::listen();
    let mut course = Course::new(&plan.schedule);
    let mut styles = Styles::new(running.style);
    let mut decision = Decision::Continue;
    let mut observe = |event: Event<'_>| -> anyhow::Result<ControlFlow<()>> {
        match event {
            Event::Finished(played) => {
                if let Some(journal) = &mut journal {
                    journal.add(&plan, played)?;
                }
                if let Some(note) = failures.note(&plan, played)? {
                    reporter.note(&note);
                }
            }
            Event::Pair(pair) => {
                styles.add(&pair);
                let written = pgn_file.as_mut().map_or(Ok(()), |file| {
                    file.add(pair.iter().map(|played| plan.pgn(played, &date)))
                });
                if let Some(collector) = &mut collector {
                    collector.add(&pair)?;
                }
                let (pairing, tally) = course.add(*pair);
                let report = Report::new(tally.results()?, test);
                decision = report.decision().unwrap_or(Decision::Continue);
                reporter.pair(&plan, &course, pairing, &report)?;
                // The pair counts all the same.
                written?;
                if decision != Decision::Continue {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    };
    let ran = match running.show {
        true => Match::recount(earlier, &mut observe),
        false => plan.run(earlier, concurrency, &|| interrupt.is_set(), &mut observe),
    };
    let is_cut = decision == Decision::Continue && course.games() < plan.schedule.games();
    let ran = match ran {
        // There is nothing else to tell.
        Err(error) if course.games() == 0 => return Err(error),
        ran => ran,
    };
    // Each is tried, whatever becomes of the others.
    let printed = reporter.end(&plan, &options, test, &course, is_cut);
    let compared = styles.write(&plan, reporter.out());
    let written = outputs.write(&plan, &course, collector, told);
    ran.and(printed).and(compared).and(written)?;
    Ok(match (test, decision) {
        _ if is_cut => super::INTERRUPTED.into(),
        (None, _) | (_, Decision::H1) => ExitCode::SUCCESS,
        (_, Decision::H0) => ACCEPTED_H0.into(),
        (_, Decision::Continue) => UNDECIDED.into(),
    })
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
