//! `temper spsa`: tunes numbers of a profile, or constants of the search, by games (SPSA).

mod games;
mod journal;
mod numbers;
mod options;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::cli::interrupt::Interrupt;
use crate::cli::stdout::text_out;
use crate::cli::{processors, resume};
use anyhow::ensure;
use games::Games;
use journal::Stored;
use numbers::Numbers;
use options::Options;
use temperament_engine::profile::Library;
use temperament_matches::arena::{Order, Suite};
use temperament_matches::tune::spsa::Spsa;

/// Arguments of `temper spsa`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    options: Options,
    /// Write each result to this file, from which the run can be resumed
    #[arg(long, value_name = "FILE", required_unless_present = "resume")]
    journal: Option<PathBuf>,
    /// Resume a run from its journal (settings come from the journal)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["Options", "journal"])]
    resume: Option<PathBuf>,
    /// Print the numbers of the journal without playing
    #[arg(long, requires = "resume")]
    show: bool,
    /// Overwrite an existing journal
    #[arg(long)]
    force: bool,
    /// Number of games played in parallel (default: the number of processors)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
}

/// Runs the command; `set` are the overrides of `--set`. The exit code is 130 if it was interrupted.
pub fn run(args: &Args, set: &[String], library: &Library) -> anyhow::Result<ExitCode> {
    ensure!(set.is_empty(), "--set cannot be combined with spsa: write the values into the profile");
    let (journal, stored) = match &args.resume {
        Some(path) if args.show => (None, Some(Stored::read(path)?)),
        Some(path) => {
            let (journal, stored) = journal::resume(path)?;
            (Some(journal), Some(stored))
        }
        None => (None, None),
    };
    let options = stored.as_ref().map_or(&args.options, |stored| &stored.options);
    ensure!(options.rate.is_finite() && options.rate > 0.0, "--rate must be above 0");
    let numbers = Numbers::load(options, library)?;
    if let Some(stored) = &stored {
        stored.check(&numbers.stored())?;
    }
    let mut journal = match &args.journal {
        Some(path) => Some(journal::create(path, options, numbers.stored(), args.force)?),
        None => journal,
    };
    let mut spsa = Spsa::new(numbers.parameters().to_vec(), options.pairs, options.rate, options.seed);
    let mut pair = 0;
    for batch in stored.iter().flat_map(|stored| &stored.results) {
        pair = learn(&mut spsa, pair, batch);
    }
    let interrupt = Interrupt::listen();
    if let Some(journal) = &mut journal {
        let suite = Suite::load(&options.openings, None)?;
        suite.notes().iter().for_each(|note| complain!("{note}"));
        let order = Order::Random { seed: options.seed }.of(suite.openings().len());
        let games = Games { options, numbers: &numbers, library, suite: &suite, order };
        let threads = args.concurrency.map_or_else(processors, usize::from);
        while pair < options.pairs && !interrupt.is_set() {
            let Some(batch) = games.play(&spsa, pair, threads, &|| interrupt.is_set())? else {
                break;
            };
            journal::add(journal, &batch)?;
            pair = learn(&mut spsa, pair, &batch);
            complain!("{pair} of {} pairs", options.pairs);
        }
    }
    print(&numbers, &spsa, pair, options.pairs)?;
    if !interrupt.is_set() {
        return Ok(ExitCode::SUCCESS);
    }
    let journal = args.journal.as_deref().or(args.resume.as_deref());
    let concurrency = [("--concurrency", args.concurrency.map(|count| count.to_string()))];
    let command = resume::from_journal("spsa", journal, &concurrency, &[]);
    resume::complain_interrupted(command.as_deref(), "--journal FILE");
    Ok(super::INTERRUPTED.into())
}

/// Updates the numbers by the results of a batch, whose games were played with the same numbers. Returns the next pair.
fn learn(spsa: &mut Spsa, first: u64, batch: &[i32]) -> u64 {
    let played: Vec<_> =
        (first..).zip(batch).map(|(pair, result)| (pair, spsa.perturbation(pair), *result)).collect();
    for (pair, perturbation, result) in &played {
        spsa.update(*pair, perturbation, *result);
    }
    first + batch.len() as u64
}

/// Prints the numbers, and a match of the old against the new ones.
fn print(numbers: &Numbers, spsa: &Spsa, pair: u64, pairs: u64) -> anyhow::Result<()> {
    let mut out = text_out();
    writeln!(out, "After {pair} of {pairs} pairs of games:")?;
    let mut changes = String::new();
    for (name, old, new) in numbers.changes(spsa.values()) {
        if old == new {
            writeln!(out, "{name} = {new}")?;
        } else {
            writeln!(out, "{name} = {new} (was {old})")?;
            changes += &format!(" --b-set {name}={new}");
        }
    }
    let profile = numbers.profile();
    if !changes.is_empty() {
        writeln!(out, "Try it: temper match {profile} {profile}{changes}")?;
    }
    Ok(())
}
