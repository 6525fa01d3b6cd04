//! `temper tune`: fits the numbers of a profile to game results (Texel tuning).

mod checkpoint;
mod options;
mod outcome;
mod progress;
mod target;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::ensure;

use crate::cli::interrupt::Interrupt;
use crate::cli::resume::{complain_interrupted, same_command};
use crate::cli::stdout::{TextOut, text_out};
use checkpoint::SearchSetup;
pub use options::Args;
use outcome::{Finished, outcome};
use progress::Console;
use target::{Outputs, Target};
use temperament_coaching::report::tuning;
use temperament_engine::eval::CENTIPAWNS;
use temperament_engine::profile::Library;
use temperament_matches::tune::{
    Block, Counter, Counts, Data, DataError, End, MIN_MEANINGFUL_K, Mix, Model, Occurrences, ScorePairs,
    Search, Settings, State, Variables, load,
};

/// Maximum number of positions for fitting K of the scores.
const LABELS_FOR_K: usize = 1_000_000;
/// Minimum time between two writes of the state file.
const STATE_INTERVAL: Duration = Duration::from_secs(10);
/// Minimum number of training positions.
const FEWEST: usize = 100;
/// Default regularisation towards the initial values: this divided by the number of independent positions. Measured with
/// two independent files of 27,000 and 47,000 positions, each validating the other: for `simplified` the optimum was
/// between 10 and 40.
const DEFAULT_ANCHOR: f64 = 30.0;
/// Positions of one game share its result, so a game counts as at most this many independent positions: the number per
/// game in these two files.
const INDEPENDENT_OF_GAME: usize = 13;

/// Runs the command. If interrupted, it writes the best values so far and the exit code is 130.
pub fn run(args: &Args, set: &[String], library: &Library) -> anyhow::Result<ExitCode> {
    ensure!(
        set.is_empty(),
        "--set cannot be combined with tune, which rewrites the numbers of a file: write the values into the file"
    );
    let target = Target::load(args, library)?;
    let constraints = args.constraints.resolve(target.profile.values.custom_entries())?;
    let mut variables =
        Variables::new(&target.numbers, &target.profile.values, &constraints).map_err(anyhow::Error::msg)?;
    ensure!(!variables.all.is_empty(), "{} has no number left to tune", target.source.file);
    for idle in &variables.idle {
        complain!("warning: {idle}");
    }
    let outputs = Outputs::new(args)?;
    let mut console = Console::new(text_out());
    console.begin(&target, &variables)?;
    let interrupt = Interrupt::listen();

    let touched = variables.touched();
    let model = Model::new(&target.weights, &touched);
    let counter = Counter::new(target.weights.clone(), &model, touched);
    let mut data = match gathered(args, &target, &counter, &mut console, &interrupt) {
        Err(error) if matches!(error.downcast_ref(), Some(DataError::Interrupted)) => {
            complain!("interrupted; nothing was written");
            return Ok(super::INTERRUPTED.into());
        }
        data => data?,
    };
    let mix = Mix { lambda: args.reading.lambda, score_k: Mix::fit_score_k(&data.labels(LABELS_FOR_K)) };
    if mix.lambda < 1.0 && mix.score_k < MIN_MEANINGFUL_K {
        complain!(
            "warning: the scores do not correlate with the results: are they for the side to move (--score-side mover)?"
        );
    }
    data.set_targets(&mix);
    variables.set_default_anchor(DEFAULT_ANCHOR / independent(&data.counts));

    let settings = Settings {
        loss: args.search.loss,
        rate: args.search.rate,
        batch: args.search.batch,
        epochs: args.search.epochs,
        patience: args.search.patience.into(),
        threads: args.search.threads(),
        seed: args.search.seed,
        pawn: target.weights.pawn(),
    };
    let occurrences = Occurrences::new(&data.train, &model, &variables);
    let [train, held_out]: [Vec<&Block>; 2] =
        [&data.train, &data.held_out].map(|blocks| blocks.iter().collect());
    let search = Search {
        settings: &settings,
        train: &train,
        held_out: &held_out,
        model: &model,
        variables: &variables,
        occurrences: &occurrences.variables,
    };
    let setup = SearchSetup::new(args, &target, data.fingerprint);
    let (state, end) = searched(args, &target, &search, &setup, &mut console, &interrupt)?;
    console.rounding()?;
    let rounded = search.rounded(&state, &|| interrupt.is_set());
    console.validating()?;
    let verdict = search.verdict(&state, &rounded, &|| interrupt.is_set());
    let numbers = if verdict.is_accepted() { &rounded } else { &search.whole_start() };
    let written = target.write(args, &outputs.profile, library, &variables, numbers)?;
    let run = Finished { state: &state, end, rounded: &rounded, verdict };
    let tuning = outcome(args, (&target, &written), &search, &run, (&data, &mix), &occurrences);
    let page = outputs.report.as_ref().map_or(Ok(()), |file| file.write(tuning::page(&tuning)));
    // Results are printed even if the report could not be written.
    console.end(&tuning)?;
    page?;
    // The interrupt may also have come while rounding.
    if !interrupt.is_set() {
        return Ok(ExitCode::SUCCESS);
    }
    let is_saved = args.search.state.is_some() || args.search.resume.is_some();
    let command = is_saved.then(|| same_command(Some(["--state", "--resume"]), Some("--force")));
    complain_interrupted(command.as_deref(), "--state FILE");
    Ok(super::INTERRUPTED.into())
}

/// Effective number of independent training positions.
fn independent(counts: &Counts) -> f64 {
    let independent = counts.taken.min(counts.taken_games * INDEPENDENT_OF_GAME);
    let learnt = (counts.taken - counts.held_out) as f64 / counts.taken as f64;
    independent as f64 * learnt
}

fn gathered(
    args: &Args,
    target: &Target,
    counter: &Counter,
    console: &mut Console<TextOut>,
    interrupt: &Interrupt,
) -> anyhow::Result<Data> {
    let settings = args.reading.settings(&args.search);
    let begun = Instant::now();
    let data = load(
        &args.data,
        &settings,
        counter,
        &target.weights,
        &mut |counts| console.reading(counts),
        &|| interrupt.is_set(),
    )?;
    console.read(&data, begun.elapsed())?;
    if data.counts.held_out == 0 {
        complain!("warning: nothing is held out, so overfitting does not show (--held-out)");
    }
    let learnt = data.counts.taken - data.counts.held_out;
    ensure!(learnt >= FEWEST, "{learnt} training positions are too few: at least {FEWEST} are needed");
    Ok(data)
}

/// Runs the optimiser to the end and keeps the state file up to date.
fn searched(
    args: &Args,
    target: &Target,
    search: &Search<'_>,
    setup: &SearchSetup,
    console: &mut Console<TextOut>,
    interrupt: &Interrupt,
) -> anyhow::Result<(State, End)> {
    let mut state = match &args.search.resume {
        Some(path) => setup.resumed(path, search)?,
        None => search.begin(args.search.k),
    };
    console.start(&state, search.settings.pawn, original(target, search, &state))?;
    if args.search.k.is_none() && state.k * search.settings.pawn < MIN_MEANINGFUL_K * f64::from(CENTIPAWNS) {
        complain!(
            "warning: the labels do not correlate with the evaluations (K is near 0): are the results for the side to \
             move (--result-side mover)?"
        );
    }
    let path = args.search.resume.as_ref().or(args.search.state.as_ref());
    let mut saved_at = Instant::now();
    let save = |state: &State| path.map_or(Ok(()), |path| setup.save(path, state));
    save(&state)?;
    let end = search.run(&mut state, &|| interrupt.is_set(), &mut |progress| {
        console.epoch(progress)?;
        if saved_at.elapsed() >= STATE_INTERVAL {
            save(progress.state)?;
            saved_at = Instant::now();
        }
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    save(&state)?;
    Ok((state, end))
}

/// Loss of the unmodified file, if constraints change its numbers before the first step.
fn original(target: &Target, search: &Search<'_>, state: &State) -> Option<f64> {
    let values = ScorePairs::of(&target.profile.values);
    let is_changed = search.variables.values(&search.start()).as_slice() != values.as_slice();
    is_changed.then(|| search.pass(&values, state.k).loss(search.checked()))
}

/// Writes a line and flushes.
fn say(out: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(out, "{text}")?;
    out.flush()
}
