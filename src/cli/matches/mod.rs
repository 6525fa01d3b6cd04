//! `temper match` and `temper tournament`: profiles, or one with several settings, play each other.

mod audience;
mod consent;
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

use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use super::interrupt::Interrupt;
use super::sprt::TestArgs;
use crate::arena::{Course, Event, Match};
use crate::cli::text_out;
use crate::profile::Library;
use crate::report::Collector;
use crate::stats::Decision;
use audience::Audience;
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
    let collector = outputs.are_wanted().then(Collector::default);
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

/// Plays it; `collector` hears the pairs of a match of which reports are wanted.
fn run(
    running: &Running,
    setup: Setup,
    outputs: &Outputs,
    collector: Option<Collector>,
) -> anyhow::Result<ExitCode> {
    let games = running.pgn.as_deref();
    let games = games
        .map(|path| GameFile::create(path, running.force))
        .transpose()?;
    let is_timed = setup.plan.contenders.iter().any(|c| c.limit.is_timed());
    let concurrency = running
        .concurrency
        .map_or_else(|| default_concurrency(is_timed), usize::from);
    let failures = Failures::new(running.log.as_deref())?;
    let mut reporter = Reporter::new(Listener::new(text_out()), running.quiet);
    reporter.begin(&setup, (!running.show).then_some(concurrency))?;
    let Setup {
        plan,
        options,
        test,
        date,
        journal,
        earlier,
        told,
        ..
    } = setup;
    let interrupt = Interrupt::listen();
    let mut audience = Audience {
        plan: &plan,
        test,
        date: &date,
        journal,
        games,
        failures,
        reporter,
        styles: Styles::new(running.style || collector.is_some()),
        prints_styles: running.style,
        collector,
        course: Course::new(&plan.schedule),
        decision: Decision::Continue,
    };
    let mut observe = |event: Event<'_>| audience.hear(event);
    let ran = match running.show {
        true => Match::recount(earlier, &mut observe),
        false => plan.run(earlier, concurrency, &|| interrupt.is_set(), &mut observe),
    };
    let ran = match ran {
        // There is nothing else to tell.
        Err(error) if audience.course.games() == 0 => return Err(error),
        ran => ran,
    };
    let (is_cut, decision) = (audience.is_cut(), audience.decision);
    ran.and(audience.end(&options, outputs, told))?;
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
