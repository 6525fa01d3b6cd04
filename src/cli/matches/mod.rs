//! `temper match` and `temper tournament`: games between profiles or engines.

mod events;
mod observers;
mod options;
mod outputs;
#[doc(hidden)]
pub mod progress;
mod reporter;
mod setup;
mod tables;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use crate::cli::files::GameFile;
use crate::cli::interrupt::{INTERRUPTED, Interrupt};
use crate::cli::numbers::processors;
use crate::cli::resume::complain_interrupted;
use crate::cli::stdout::{IgnoreBrokenPipe, text_out};
use events::Events;
use observers::Observers;
use options::RunOptions;
use outputs::Outputs;
use reporter::Reporter;
use setup::{Request, Setup};
use temperament_engine::profile::Library;
use temperament_matches::MatchProgress;
use temperament_matches::arena::{Event, Match};
use temperament_matches::setup::{
    GameOptions, MatchPlayers, Players, TestArgs, TournamentPlayers, games as number_of_games,
};
use temperament_matches::stats::Decision;

/// Exit status if the match could not be played.
pub const FAILURE: u8 = 2;
/// Exit status if the test has accepted H0.
const ACCEPTED_H0: u8 = 1;
/// Exit status if the match has ended before its test.
const UNDECIDED: u8 = 3;

/// Arguments of `temper match`.
#[derive(Debug, clap::Args)]
#[command(mut_group("TestArgs", |group| group.conflicts_with("resume")))]
pub struct MatchArgs {
    #[command(flatten)]
    duel: MatchPlayers,
    #[command(flatten)]
    options: GameOptions,
    /// Number of games (with a test, the maximum), played in pairs: each opening with both colours [default: 100, with a
    /// test 40000]
    #[arg(long, value_name = "N", value_parser = number_of_games)]
    games: Option<usize>,
    #[command(flatten)]
    run_options: RunOptions,
    /// Write an HTML report with charts and notable games
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Print events as lines of JSON instead of text: positions of running games, results and statistics after each pair,
    /// with --style the styles
    #[arg(long)]
    events: bool,
    #[command(flatten, next_help_heading = "Sequential test (SPRT) of B against A, which ends the match")]
    test: TestArgs,
}

/// Arguments of `temper tournament`.
#[derive(Debug, clap::Args)]
pub struct TournamentArgs {
    #[command(flatten)]
    field: TournamentPlayers,
    #[command(flatten)]
    options: GameOptions,
    /// Number of games per pairing, played in pairs: each opening with both colours [default: 100]
    #[arg(long, value_name = "N", value_parser = number_of_games)]
    games: Option<usize>,
    #[command(flatten)]
    run_options: RunOptions,
}

/// Runs `temper match`; `set` are the overrides of `--set`. The exit code is that of the test, if any, and 130 if the
/// match was interrupted or an unfinished one is shown.
pub fn run_match(args: &MatchArgs, set: &[String], library: &Library) -> anyhow::Result<ExitCode> {
    let request = Request {
        players: Players::Match(args.duel.clone()),
        options: &args.options,
        test: Some(&args.test),
        games: args.games,
        run_options: &args.run_options,
        report: args.report.as_deref(),
        events: args.events,
    };
    run(request, set, library)
}

/// Runs `temper tournament`; `set` are the overrides of `--set`. The exit code is 130 if it was interrupted.
pub fn run_tournament(args: &TournamentArgs, set: &[String], library: &Library) -> anyhow::Result<ExitCode> {
    let request = Request {
        players: Players::Tournament(args.field.clone()),
        options: &args.options,
        test: None,
        games: args.games,
        run_options: &args.run_options,
        report: None,
        events: false,
    };
    run(request, set, library)
}

fn run(request: Request<'_>, set: &[String], library: &Library) -> anyhow::Result<ExitCode> {
    let run_options = request.run_options;
    let outputs = Outputs::new(run_options, request.report)?;
    let (prints_events, report, command) = (request.events, request.report, request.players.command());
    let setup = Setup::new(request, set, library)?;
    let games = run_options.pgn.as_deref();
    let games = games.map(|path| GameFile::create(path, run_options.force)).transpose()?;
    let is_timed = setup.plan.participants.iter().any(|c| c.limit.is_timed());
    let concurrency = run_options.concurrency.map_or_else(|| default_concurrency(is_timed), usize::from);
    let log = run_options.log.as_deref();
    if let Some(folder) = log {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    let out: Box<dyn Write> =
        if prints_events { Box::new(io::sink()) } else { Box::new(IgnoreBrokenPipe::new(text_out())) };
    let mut reporter = Reporter::new(out, run_options.quiet || prints_events);
    reporter.begin(&setup, (!run_options.show).then_some(concurrency))?;
    let Setup { plan, is_match, options, test, journal, earlier, run_info, .. } = setup;
    let events =
        if prints_events { Some(Events::begin(&plan, concurrency, run_options.style)?) } else { None };
    let interrupt = Interrupt::listen();
    let has_styles = run_options.style || is_match && outputs.are_wanted();
    let mut observers = Observers {
        plan: &plan,
        is_match,
        run_info,
        journal,
        games,
        log,
        reporter,
        events,
        prints_styles: run_options.style,
        progress: MatchProgress::new(&plan, test, has_styles),
    };
    let mut observe = |event: Event<'_>| observers.notify(event);
    let ran = if run_options.show {
        Match::recount(earlier, &mut observe)
    } else {
        plan.run(earlier, concurrency, &|| interrupt.is_set(), &mut observe)
    };
    let ran = match ran {
        // There are no results to report.
        Err(error) if observers.progress.results.games() == 0 => return Err(error),
        ran => ran,
    };
    let (is_cut, decision) = (observers.progress.is_cut(&plan), observers.progress.decision);
    ran.and(observers.end(&options, &outputs))?;
    if is_cut && !run_options.show {
        complain_interrupted(
            run_options.resume_command(command, report, prints_events).as_deref(),
            "--journal FILE",
        );
    }
    Ok(match (test, decision) {
        _ if is_cut => INTERRUPTED.into(),
        (None, _) | (_, Decision::H1) => ExitCode::SUCCESS,
        (_, Decision::H0) => ACCEPTED_H0.into(),
        (_, Decision::Continue) => UNDECIDED.into(),
    })
}

/// Timed games leave one processor to the rest of the system.
fn default_concurrency(is_timed: bool) -> usize {
    if is_timed { (processors() - 1).max(1) } else { processors() }
}
