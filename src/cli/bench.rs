//! `temper bench`: counts the nodes of a fixed search, or measures evaluations per second.

use std::hint::black_box;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use crate::cli::fens;
use crate::cli::load;
use crate::cli::reading::exit_code;
use temperament_engine::board::{Color, MoveInfo, Position};
use temperament_engine::eval;
use temperament_engine::eval::custom_scorer::CustomScorer;
use temperament_engine::eval::{Evaluator, PsqtAccumulator, Weights};
use temperament_engine::profile::Library;
use temperament_engine::search::{BENCH_DEPTH, MAX_THREADS, Report, Signals, Threads, bench};
use temperament_matches::setup::FileArg;
use temperament_uci as uci;
use temperament_uci::options::DEFAULT_PROFILE;
use temperament_uci::output::missing_threads;

/// Positions of `--eval`, one per line; lines that begin with `#` are comments.
pub const POSITIONS: &str = include_str!("bench.epd");

/// Number of moves evaluated per built-in position, evenly spread over the legal ones.
const MOVES_EACH: usize = 8;

/// CPU time of one measurement. Nobody compares the rates of a build with assertions, so it does not wait for exact ones.
const SPAN: Duration = Duration::from_millis(if cfg!(debug_assertions) { 100 } else { 2000 });

/// Arguments of `temper bench`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Depth of the search in plies
    #[arg(long, value_name = "N", default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Profile to search or evaluate with: a name or a path
    #[arg(long, value_name = "NAME|PATH", default_value = DEFAULT_PROFILE)]
    profile: FileArg,
    /// Number of threads; with more than one, node counts vary from run to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64), conflicts_with = "eval")]
    threads: u16,
    /// Measure evaluations per CPU second instead
    #[arg(long, conflicts_with = "depth")]
    eval: bool,
    /// Use the positions of a file instead of the built-in ones, each after one move; one FEN or EPD per line, `#` for
    /// comments (`-`: standard input)
    #[arg(long, requires = "eval", value_name = "FILE")]
    fens: Option<FileArg>,
}

/// Runs the command. The exit code is 1 if a position of a file could not be read.
pub fn run(args: &Args, library: &Library) -> anyhow::Result<ExitCode> {
    let weights = Arc::clone(load::compiled(library, &args.profile)?.of(Color::White));
    let mut out = io::stdout().lock();
    if !args.eval {
        return bench_search(args, weights, &mut out);
    }
    let (samples, all_read) = match &args.fens {
        Some(file) => samples_of(&weights, file)?,
        None => (built_in_samples(&weights), true),
    };
    anyhow::ensure!(!samples.is_empty(), "there is no position with a legal move to evaluate");
    bench_evaluation(&weights, &samples, &mut out)?;
    Ok(exit_code(all_read))
}

fn bench_search(args: &Args, weights: Arc<Weights>, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let mut missing = None;
    let mut report = |report| {
        if let Report::MissingThreads { started, reason } = report {
            missing = Some(missing_threads(started, &reason));
        }
    };
    let pool = Threads::new(weights, args.threads.into());
    if let Some(result) = bench::bench_until(pool, args.depth, &Signals::new(false), &mut report) {
        writeln!(out, "{}", uci::bench_line(&result))?;
    }
    if let Some(missing) = missing {
        complain!("error: {missing}");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// A position reached by a move, with the data a search has when it evaluates it.
pub struct Sample {
    before: Position,
    sums_before: PsqtAccumulator,
    move_info: MoveInfo,
    after: Position,
}

pub fn built_in_samples(weights: &Weights) -> Vec<Sample> {
    let mut samples = Vec::new();
    for position in positions() {
        add_samples(weights, &position, MOVES_EACH, &mut samples);
    }
    samples
}

pub(super) fn positions() -> impl Iterator<Item = Position> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    // A test checks that all are legal.
    lines.filter_map(|line| fens::read(line).ok())
}

/// One move from each position of a file, and whether all lines are positions; other lines are reported on standard
/// error.
fn samples_of(weights: &Weights, file: &FileArg) -> anyhow::Result<(Vec<Sample>, bool)> {
    let (mut samples, mut all_read) = (Vec::new(), true);
    fens::for_each_line(file, |number, line| {
        match fens::read(line) {
            Ok(position) => add_samples(weights, &position, 1, &mut samples),
            Err(error) => {
                complain!("error: line {number}: {error}: {line}");
                all_read = false;
            }
        }
        Ok(())
    })?;
    Ok((samples, all_read))
}

/// Adds up to `moves_each` moves from a position.
fn add_samples(weights: &Weights, before: &Position, moves_each: usize, samples: &mut Vec<Sample>) {
    let sums_before = PsqtAccumulator::new(weights, before);
    let moves = before.legal_moves();
    let step = moves.len().div_ceil(moves_each).max(1);
    samples.extend(moves.into_iter().step_by(step).map(|mv| Sample {
        after: before.after(mv),
        before: before.clone(),
        sums_before,
        move_info: before.move_info(mv),
    }));
}

fn bench_evaluation(weights: &Arc<Weights>, samples: &[Sample], out: &mut impl Write) -> anyhow::Result<()> {
    let w: &Weights = weights;
    writeln!(out, "Profile {} (id {:016x}), {} positions", w.name(), w.id(), samples.len())?;
    let mut report = |name: &str, speed: f64| {
        let result = writeln!(out, "{name:<44}{speed:>12.0} evaluations per CPU second");
        result.and_then(|()| out.flush())
    };
    let mut own = w.custom_terms().map(CustomScorer::without_cache);
    report(
        "from scratch",
        rate(samples, |s| {
            eval::evaluate_uncached(w, &s.after, &PsqtAccumulator::new(w, &s.after), own.as_mut())
        }),
    )?;
    let sums = |s: &Sample| {
        let mut sums = s.sums_before;
        sums.play(w, &s.before, s.move_info);
        sums
    };
    report(
        "incremental squares, no pawn cache",
        rate(samples, |s| eval::evaluate_uncached(w, &s.after, &sums(s), own.as_mut())),
    )?;
    let mut evaluator = Evaluator::new(Arc::clone(weights));
    report("incremental squares and pawn cache", rate(samples, |s| evaluator.evaluate(&s.after, &sums(s))))?;
    Ok(())
}

/// Calls per second of CPU time.
fn rate(samples: &[Sample], mut evaluate: impl FnMut(&Sample) -> i32) -> f64 {
    let start = cpu_time();
    let mut calls = 0_u64;
    loop {
        for sample in samples {
            black_box(evaluate(black_box(sample)));
        }
        calls += samples.len() as u64;
        let elapsed = cpu_time().saturating_sub(start);
        if elapsed >= SPAN {
            return calls as f64 / elapsed.as_secs_f64();
        }
    }
}

/// CPU time used by this process, so that other load does not distort a measurement.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    // The clock of a process starts at zero: no part of it is negative.
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// Wall-clock time since the first call: there is no safe interface to CPU time here.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
