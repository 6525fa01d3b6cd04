//! What has come of a tuning: said in the terminal ([`super::progress`]) and shown as a page.

use super::options::Args;
use super::subject::{Subject, Written};
use crate::arena::pgn;
use crate::cli::command_line;
use crate::eval::evaluate;
use crate::report::Program;
use crate::report::tuning::{self, Moved, Tuning};
use crate::tune::{End, FEW, Mix, Pairs, Search, State};

/// The end of a search, and what its best numbers are worth.
pub struct Outcome {
    /// Why it ended.
    pub end: End,
    /// Whether numbers were found that lose less than those of the start, also when they are whole.
    pub is_improved: bool,
    /// The loss of the best numbers on the training set.
    pub best_train: f64,
    /// The loss of the numbers that were written: on the training set, and on the held-out positions.
    pub rounded: [f64; 2],
    /// The loss of the evaluator itself with the new file on so many positions that were set aside, if any were.
    pub evaluated: Option<(f64, usize)>,
    /// How many numbers were tuned.
    tuned: usize,
    /// The numbers that have changed, the largest change first.
    pub moved: Vec<Moved>,
    /// How many of those that are tuned apart count in too few positions.
    pub few: usize,
}

impl Outcome {
    /// Of a search whose best numbers have been written. `rounded` are the variables they come from.
    pub fn new(
        subject: &Subject,
        search: &Search<'_>,
        (state, end): (&State, End),
        rounded: &[f64],
        written: &Written,
        mix: &Mix,
    ) -> Self {
        let values = Pairs::of(&written.profile.values);
        let numbers = search.variables.all.iter().map(|variable| variable.numbers.len());
        Self {
            end,
            is_improved: rounded != search.whole_start(),
            best_train: search.loss_of(&search.train(), &state.best, state.k),
            rounded: [search.train(), search.checked()]
                .map(|blocks| search.pass(&values, state.k).loss(&blocks)),
            evaluated: evaluated(search, state, written, mix),
            tuned: numbers.sum(),
            moved: moved(subject, search, written),
            few: search.occurrences.iter().filter(|count| **count < FEW).count(),
        }
    }

    /// All of it as a page. `occurrences` are those of the values.
    pub fn page(
        &self,
        args: &Args,
        subject: &Subject,
        search: &Search<'_>,
        state: &State,
        written: &Written,
        occurrences: &[u32],
    ) -> String {
        tuning::page(&Tuning {
            program: Program::THIS,
            date: pgn::today(),
            command: command_line(),
            name: &subject.profile.name,
            files: [subject.source.file.clone(), args.out.display().to_string()],
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
            values: [&subject.profile.values, &written.profile.values],
            occurrences,
        })
    }
}

/// What the evaluator itself says of positions that were set aside.
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

fn moved(subject: &Subject, search: &Search<'_>, written: &Written) -> Vec<Moved> {
    let mut positions = vec![0; subject.numbers.len()];
    for (variable, count) in search.variables.all.iter().zip(search.occurrences) {
        for at in &variable.numbers {
            positions[*at] = *count;
        }
    }
    let numbers = subject.numbers.iter().zip(&written.numbers).zip(positions);
    let changed = numbers.filter(|((number, after), _)| number.value != **after);
    let mut moved: Vec<Moved> = changed
        .map(|((number, after), positions)| Moved {
            name: number.name(),
            place: subject.source.line_column(number.span.start),
            before: number.value,
            after: *after,
            positions,
        })
        .collect();
    moved.sort_by_key(|moved| std::cmp::Reverse(moved.by().abs()));
    moved
}
