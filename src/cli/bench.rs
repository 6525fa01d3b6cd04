//! `temper bench`: nodes of a fixed search, or evaluations a second.

use std::hint::black_box;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;

use super::cpu_clock;
use crate::board::{Move, Position};
use crate::eval::{self, Evaluator, SquareSums, Weights};
use crate::profile::Library;
use crate::search::{BENCH_DEPTH, bench};
use crate::uci;
use crate::uci::options::DEFAULT_PROFILE;

/// The positions of `--eval`, one a line; lines that begin with `#` are comments.
const POSITIONS: &str = include_str!("bench.epd");

/// How many moves of each position are evaluated as well, evenly spread over the legal ones.
const MOVES_EACH: usize = 8;

/// How long each way of evaluating is measured.
const SPAN: Duration = Duration::from_secs(2);

/// Arguments of `temper bench`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Depth of the search in plies
    #[arg(long, value_name = "N", default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Profile to search or evaluate with: a name or a path
    #[arg(long, value_name = "NAME|PATH", default_value = DEFAULT_PROFILE)]
    profile: String,
    /// Measure evaluations per CPU second instead
    #[arg(long, conflicts_with = "depth")]
    eval: bool,
}

/// Runs the command.
pub fn run(args: &Args, library: &Library) -> anyhow::Result<()> {
    let weights = super::weights(library, &args.profile)?;
    let mut out = io::stdout().lock();
    if args.eval {
        return bench_evaluation(&weights, &mut out);
    }
    let result = bench::bench(weights, args.depth);
    writeln!(out, "{}", uci::bench_line(&result))?;
    Ok(())
}

/// A position reached by a move, with what a search knows when it evaluates it.
struct Sample {
    before: Position,
    sums_before: SquareSums,
    mv: Move,
    after: Position,
}

fn samples(weights: &Weights) -> anyhow::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let before = Position::from_fen(line).with_context(|| line.to_owned())?;
        let sums_before = SquareSums::new(weights, &before);
        let moves = before.legal_moves();
        let step = moves.len().div_ceil(MOVES_EACH).max(1);
        samples.extend(moves.into_iter().step_by(step).map(|mv| Sample {
            after: before.after(mv),
            before: before.clone(),
            sums_before,
            mv,
        }));
    }
    Ok(samples)
}

fn bench_evaluation(weights: &Arc<Weights>, out: &mut impl Write) -> anyhow::Result<()> {
    let samples = samples(weights)?;
    let w: &Weights = weights;
    writeln!(
        out,
        "Profile {} (id {:016x}), {} positions",
        w.name(),
        w.id(),
        samples.len()
    )?;
    let mut report = |name: &str, speed: f64| {
        let result = writeln!(out, "{name:<44}{speed:>12.0} evaluations per CPU second");
        result.and_then(|()| out.flush())
    };
    report("from scratch", rate(&samples, |s| eval::evaluate(w, &s.after)))?;
    let sums = |s: &Sample| s.sums_before.after(w, &s.before, s.mv);
    report(
        "incremental squares, no pawn cache",
        rate(&samples, |s| eval::evaluate_uncached(w, &s.after, &sums(s))),
    )?;
    let mut evaluator = Evaluator::new(Arc::clone(weights));
    report(
        "incremental squares and pawn cache",
        rate(&samples, |s| evaluator.evaluate(&s.after, &sums(s))),
    )?;
    Ok(())
}

/// Calls a second of processor time.
fn rate(samples: &[Sample], mut evaluate: impl FnMut(&Sample) -> i32) -> f64 {
    let start = cpu_clock::now();
    let mut calls = 0_u64;
    loop {
        for sample in samples {
            black_box(evaluate(black_box(sample)));
        }
        calls += samples.len() as u64;
        let elapsed = cpu_clock::now().saturating_sub(start);
        if elapsed >= SPAN {
            return calls as f64 / elapsed.as_secs_f64();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Values;

    #[test]
    fn the_built_in_positions_are_many_and_legal() {
        let weights = Weights::new("zero", &Values::default());
        assert!(samples(&weights).unwrap().len() > 500);
    }
}
