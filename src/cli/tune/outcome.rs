//! The result of a tuning run, for the terminal ([`super::progress`]) and the HTML report.

use super::options::Args;
use super::target::{Target, Written};
use crate::arena::pgn;
use crate::cli::command_line;
use crate::eval::evaluate;
use crate::report::tuning::{Moved, Tuning};
use crate::report::{Program, tuning};
use crate::tune::{End, FEW, Mix, ScorePairs, Search, State};

/// The result of a run.
pub struct Outcome {
    pub end: End,
    /// Whether the rounded values have a lower loss than the initial ones.
    pub is_improved: bool,
    /// Training loss of the best values.
    pub best_train: f64,
    /// Loss of the rounded values: training, held out.
    pub rounded: [f64; 2],
    /// Loss of the actual evaluator with the new file on held-out positions, and their number.
    pub evaluated: Option<(f64, usize)>,
    tuned: usize,
    /// Changed numbers, largest change first.
    pub moved: Vec<Moved>,
    /// Number of independent variables that occur in too few positions.
    pub few: usize,
}

impl Outcome {
    /// Evaluates a finished run. `rounded` are the final variables.
    pub fn new(
        target: &Target,
        search: &Search<'_>,
        (state, end): (&State, End),
        rounded: &[f64],
        written: &Written,
        mix: &Mix,
    ) -> Self {
        let values = ScorePairs::of(&written.profile.values);
        let numbers = search.variables.all.iter().map(|variable| variable.numbers.len());
        Self {
            end,
            is_improved: rounded != search.whole_start(),
            best_train: search.loss_of(&search.train(), &state.best, state.k),
            rounded: [search.train(), search.checked()]
                .map(|blocks| search.pass(&values, state.k).loss(&blocks)),
            evaluated: evaluated(search, state, written, mix),
            tuned: numbers.sum(),
            moved: moved(target, search, written),
            few: search.occurrences.iter().filter(|count| **count < FEW).count(),
        }
    }

    /// Renders the HTML report. `occurrences` are those of the values.
    pub fn page(
        &self,
        args: &Args,
        target: &Target,
        search: &Search<'_>,
        state: &State,
        written: &Written,
        occurrences: &[u32],
    ) -> String {
        tuning::page(&Tuning {
            program: Program::THIS,
            date: pgn::today(),
            command: command_line(),
            name: &target.profile.name,
            files: [target.source.file.clone(), args.out.display().to_string()],
            end: self.end,
            history: &state.history,
            best: state.best_loss,
            rounded: self.rounded[1],
            evaluated: self.evaluated,
            k: state.k,
            pawn: search.settings.pawn,
            counts: search.data.counts,
            tuned: self.tuned,
            few: self.few,
            moved: &self.moved,
            values: [&target.profile.values, &written.profile.values],
            occurrences,
        })
    }
}

/// Loss of the actual evaluator on held-out positions.
fn evaluated(search: &Search<'_>, state: &State, written: &Written, mix: &Mix) -> Option<(f64, usize)> {
    let checked = &search.data.checked;
    let weights = written.profile.compile();
    let loss = search.settings.loss;
    let costs = checked.iter().map(|(position, label)| {
        let evaluation = evaluate(&weights, position) as f32;
        f64::from(loss.of(state.k as f32, evaluation, mix.target(*label)))
    });
    (!checked.is_empty()).then(|| (costs.sum::<f64>() / checked.len() as f64, checked.len()))
}

fn moved(target: &Target, search: &Search<'_>, written: &Written) -> Vec<Moved> {
    let mut positions = vec![0; target.numbers.len()];
    for (variable, count) in search.variables.all.iter().zip(search.occurrences) {
        for at in &variable.numbers {
            positions[*at] = *count;
        }
    }
    let numbers = target.numbers.iter().zip(&written.numbers).zip(positions);
    let changed = numbers.filter(|((number, after), _)| number.value != **after);
    let mut moved: Vec<Moved> = changed
        .map(|((number, after), positions)| Moved {
            name: number.name(),
            place: target.source.line_column(number.span.start),
            before: number.value,
            after: *after,
            positions,
        })
        .collect();
    moved.sort_by_key(|moved| std::cmp::Reverse(moved.by().abs()));
    moved
}
