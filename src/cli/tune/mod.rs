//! `temper tune`: the numbers of a profile moved until its evaluations say best how games end.

mod options;
mod outcome;
mod outputs;
mod progress;
mod saved;
mod subject;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::ensure;

use super::interrupt::Interrupt;
use crate::cli::{TextOut, text_out};
use crate::eval::CENTIPAWNS;
use crate::profile::Library;
use crate::tune::{
    Counter, Counts, Data, DataError, End, LEAST_TELLING, Mix, Model, Occurrences, Pairs, Search, Settings,
    State, Variables, read,
};
pub use options::Args;
use outcome::Outcome;
use outputs::Outputs;
use progress::Reporter;
use saved::Question;
use subject::Subject;

/// K of scores is fitted to at most so many positions.
const LABELS_FOR_K: usize = 1_000_000;
/// How often the file of the state is written at most.
const STATE_INTERVAL: Duration = Duration::from_secs(10);
/// With fewer positions there is nothing to learn.
const FEWEST: usize = 100;
/// How strongly numbers are pulled towards what they were unless another pull is wished: this divided by the number of
/// independent positions. Of two independent files of 27,000 and 47,000 positions each served to judge what was learnt
/// from the other: for `simplified` the best lay between 10 and 40.
const DEFAULT_ANCHOR: f64 = 30.0;
/// Positions of one game share its result, so those of a game count as at most this many independent ones. It is what
/// these two files have of each game.
const INDEPENDENT_OF_GAME: usize = 13;

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
    for idle in &variables.idle {
        complain!("warning: {idle}");
    }
    let outputs = Outputs::new(args)?;
    let mut reporter = Reporter::new(text_out());
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
    if mix.lambda < 1.0 && mix.score_k < LEAST_TELLING {
        complain!(
            "warning: the scores say nothing about the results: are those of the other side meant (--score-side mover)?"
        );
    }
    data.set_targets(&mix);
    variables.set_default_anchor(DEFAULT_ANCHOR / independent(&data.counts));

    let settings = Settings {
        loss: args.search.loss.into(),
        rate: args.search.rate,
        batch: args.search.batch,
        epochs: args.search.epochs,
        patience: args.search.patience.into(),
        threads: args.search.threads(),
        seed: args.search.seed,
        pawn: subject.weights.pawn(),
    };
    let occurrences = Occurrences::new(&data.train, &model, &variables);
    let search = Search {
        settings: &settings,
        data: &data,
        model: &model,
        variables: &variables,
        occurrences: &occurrences.variables,
    };
    let (state, end) = searched(args, &subject, &search, &mut reporter, &interrupt)?;
    reporter.rounding()?;
    let rounded = search.rounded(&state, &|| interrupt.is_set());
    let written = subject.write(args, &outputs.profile, library, &variables, &rounded)?;
    let outcome = Outcome::new(&subject, &search, (&state, end), &rounded, &written, &mix);
    let page = outputs.report.as_ref().map_or(Ok(()), |file| {
        file.write(&outcome.page(args, &subject, &search, &state, &written, &occurrences.values))
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

/// Number of positions to learn from that are as good as independent.
fn independent(counts: &Counts) -> f64 {
    let independent = counts.taken.min(counts.taken_games * INDEPENDENT_OF_GAME);
    let learnt = (counts.taken - counts.held_out) as f64 / counts.taken as f64;
    independent as f64 * learnt
}

fn gathered(
    args: &Args,
    subject: &Subject,
    counter: &Counter,
    reporter: &mut Reporter<TextOut>,
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
    if data.counts.held_out == 0 {
        complain!(
            "warning: nothing is set aside, so nothing shows when positions are only learnt by heart (--held-out)"
        );
    }
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
    reporter: &mut Reporter<TextOut>,
    interrupt: &Interrupt,
) -> anyhow::Result<(State, End)> {
    let question = Question::new(args, subject, search.data.fingerprint);
    let mut state = match &args.search.resume {
        Some(path) => question.resumed(path, search)?,
        None => search.begin(args.search.k),
    };
    reporter.start(&state, search.settings.pawn, original(subject, search, &state))?;
    if args.search.k.is_none() && state.k * search.settings.pawn < LEAST_TELLING * f64::from(CENTIPAWNS) {
        complain!(
            "warning: the labels say nothing about these evaluations (K is next to 0): are results of the other side \
             meant (--result-side mover)?"
        );
    }
    let path = args.search.resume.as_ref().or(args.search.state.as_ref());
    let mut saved_at = Instant::now();
    let save = |state: &State| path.map_or(Ok(()), |path| question.save(path, state));
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

/// The loss of the file as it is, where what binds its numbers changes some of them before the first step.
fn original(subject: &Subject, search: &Search<'_>, state: &State) -> Option<f64> {
    let values = Pairs::of(&subject.profile.values);
    let is_changed = search.variables.values(&search.start()).as_slice() != values.as_slice();
    is_changed.then(|| search.pass(&values, state.k).loss(&search.checked()))
}

/// Writes a line and lets it be seen at once.
fn say(out: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(out, "{text}")?;
    out.flush()
}
