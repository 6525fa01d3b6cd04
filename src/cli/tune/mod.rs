//! `temper tune`: the numbers of a profile moved until its evaluations say best how games end.

mod options;
mod outcome;
mod outputs;
mod progress;
mod subject;

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

use super::files;
use super::interrupt::Interrupt;
use crate::profile::Library;
use crate::tune::{Counter, Data, DataError, End, Mix, Model, Search, Settings, State, Variables, read};
pub use options::Args;
use outcome::Outcome;
use outputs::Outputs;
use progress::Reporter;
use subject::Subject;

/// K of scores is fitted to at most so many positions.
const LABELS_FOR_K: usize = 1_000_000;
/// How often the file of the state is written at most.
const STATE_INTERVAL: Duration = Duration::from_secs(10);
/// With fewer positions there is nothing to learn.
const FEWEST: usize = 100;
/// How strongly numbers are pulled towards what they were unless another pull is wished: this divided by the number of
/// positions. Of two independent files of 27,000 and 47,000 positions each served to judge what was learnt from the other:
/// for `simplified` the best lay between 10 and 40.
const DEFAULT_ANCHOR: f64 = 30.0;

/// What the file of a state keeps.
#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    /// The profile that the search began with.
    profile: String,
    /// How many positions it learns from.
    positions: usize,
    state: State,
}

/// Runs the command. The exit code is 130 if it was interrupted; what was found until then is written.
pub fn run(args: &Args, set: &[String], library: &Library) -> anyhow::Result<ExitCode> {
    ensure!(
        set.is_empty(),
        "--set lays values over a profile that no file has: write them into the file to be tuned"
    );
    let subject = Subject::load(args, library)?;
    let wishes = args.wishes.wishes(subject.profile.values.own_entries())?;
    let mut variables =
        Variables::new(&subject.numbers, &subject.profile.values, &wishes).map_err(anyhow::Error::msg)?;
    ensure!(
        !variables.all.is_empty(),
        "no number of {} is left to be tuned",
        subject.source.file
    );
    let outputs = Outputs::new(args)?;
    let mut reporter = Reporter::new(io::stdout());
    reporter.begin(&subject, &variables)?;
    let interrupt = Interrupt::listen();

    let touched = variables.touched();
    let model = Model::new(&subject.weights, &touched);
    let counter = Counter::new(subject.weights.clone(), &model, touched);
    let mut data = match gathered(args, &subject, &counter, &mut reporter, &interrupt) {
        Err(error) if matches!(error.downcast_ref(), Some(DataError::Interrupted)) => {
            complain!("interrupted; nothing was written");
            return Ok(super::INTERRUPTED.into());
        }
        data => data?,
    };
    let mix = Mix {
        lambda: args.reading.lambda,
        score_k: Mix::fit_score_k(&data.labels(LABELS_FOR_K)),
    };
    data.set_targets(&mix);
    let learnt = data.counts.taken - data.counts.held_out;
    variables.set_default_anchor(DEFAULT_ANCHOR / learnt as f64);

    let settings = Settings {
        loss: args.search.loss.into(),
        rate: args.search.rate,
        batch: args.search.batch,
        epochs: args.search.epochs,
        patience: args.search.patience.into(),
        threads: args.search.threads(),
        seed: args.search.seed,
        pawn: subject.pawn(),
    };
    let mut of_values = vec![0; subject.profile.values.scores.len()];
    for block in &data.train {
        block.add_occurrences(&model, &mut of_values);
    }
    let occurrences = variables.occurrences(&of_values);
    let search = Search {
        settings: &settings,
        data: &data,
        model: &model,
        variables: &variables,
        occurrences: &occurrences,
    };
    let (state, end) = searched(args, &subject, &search, &mut reporter, &interrupt)?;
    reporter.rounding()?;
    let rounded = search.rounded(&state, &|| interrupt.is_set());
    let written = subject.write(args, &outputs.profile, library, &variables, &rounded)?;
    let outcome = Outcome::new(&subject, &search, &state, end, &written, &mix);
    let page = outputs.report.as_ref().map_or(Ok(()), |file| {
        file.write(&outcome.page(args, &subject, &search, &state, &written, &of_values))
    });
    // What was found is told even if the page could not be written.
    reporter.end(&state, &outcome)?;
    page?;
    // It may also have been while numbers were rounded.
    Ok(match interrupt.is_set() {
        true => super::INTERRUPTED.into(),
        false => ExitCode::SUCCESS,
    })
}

fn gathered(
    args: &Args,
    subject: &Subject,
    counter: &Counter,
    reporter: &mut Reporter<io::Stdout>,
    interrupt: &Interrupt,
) -> anyhow::Result<Data> {
    let settings = args.reading.settings(&args.search);
    let begun = Instant::now();
    let data = read(
        &args.data,
        &settings,
        counter,
        &subject.weights,
        &mut |counts| reporter.reading(counts),
        &|| interrupt.is_set(),
    )?;
    reporter.read(&data, begun.elapsed())?;
    let learnt = data.counts.taken - data.counts.held_out;
    ensure!(
        learnt >= FEWEST,
        "{learnt} positions to learn from are too few: at least {FEWEST}"
    );
    Ok(data)
}

/// Searches to the end, and keeps where it stands.
fn searched(
    args: &Args,
    subject: &Subject,
    search: &Search<'_>,
    reporter: &mut Reporter<io::Stdout>,
    interrupt: &Interrupt,
) -> anyhow::Result<(State, End)> {
    let profile = format!("{:016x}", subject.weights.id());
    let positions = search.data.counts.taken - search.data.counts.held_out;
    let mut state = match &args.search.resume {
        Some(path) => resumed(path, &profile, positions, search)?,
        None => search.begin(args.search.k),
    };
    reporter.start(&state, search.settings.pawn)?;
    let path = args.search.resume.as_ref().or(args.search.state.as_ref());
    let mut saved_at = Instant::now();
    let save = |state: &State| match path {
        Some(path) => save_state(path, &profile, positions, state),
        None => Ok(()),
    };
    save(&state)?;
    let end = search.run(&mut state, &|| interrupt.is_set(), &mut |progress| {
        reporter.epoch(progress)?;
        if saved_at.elapsed() >= STATE_INTERVAL {
            save(progress.state)?;
            saved_at = Instant::now();
        }
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    save(&state)?;
    Ok((state, end))
}

fn resumed(path: &Path, profile: &str, positions: usize, search: &Search<'_>) -> anyhow::Result<State> {
    let told = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(told)?;
    let saved: Saved = serde_json::from_str(&text).with_context(told)?;
    ensure!(
        saved.profile == profile,
        "{}: this is the search of another profile",
        told()
    );
    ensure!(
        saved.positions == positions && saved.state.fits(search.variables.all.len()),
        "{}: this is a search with other positions or keys",
        told()
    );
    Ok(saved.state)
}

fn save_state(path: &Path, profile: &str, positions: usize, state: &State) -> anyhow::Result<()> {
    let saved = Saved {
        profile: profile.to_owned(),
        positions,
        state: state.clone(),
    };
    files::save(path, &(serde_json::to_string(&saved)? + "\n"), true)
}

/// Writes a line and lets it be seen at once.
fn say(out: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(out, "{text}")?;
    out.flush()
}
