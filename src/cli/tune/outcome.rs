//! The result of a tuning run, for the terminal ([`super::progress`]) and the HTML report.

use super::options::Args;
use super::target::{Target, Written};
use crate::cli::command_line;
use crate::eval::evaluate;
use crate::profile::decimal::Number;
use crate::report::tuning::{Moved, Tuning};
use crate::tune::{End, FEW, Mix, Occurrences, ScorePairs, Search, State};

/// Evaluates a finished run. `rounded` are the final variables.
pub fn outcome<'a>(
    args: &Args,
    (target, written): (&'a Target, &'a Written),
    search: &Search<'_>,
    (state, end): (&'a State, End),
    rounded: &[f64],
    mix: &Mix,
    occurrences: &'a Occurrences,
) -> Tuning<'a> {
    let values = ScorePairs::of(&written.profile.values);
    let rounded_losses =
        [search.train(), search.checked()].map(|blocks| search.pass(&values, state.k).loss(&blocks));
    Tuning {
        command: command_line(),
        name: &target.profile.name,
        files: [target.source.file.clone(), args.out.display().to_string()],
        end,
        state,
        is_improved: rounded != search.whole_start(),
        best_train: search.loss_of(&search.train(), &state.best, state.k),
        rounded: rounded_losses,
        evaluated: evaluated(search, state, written, mix),
        pawn: search.settings.pawn,
        counts: search.data.counts,
        tuned: search.variables.all.iter().map(|variable| variable.numbers.len()).sum(),
        few: search.occurrences.iter().filter(|count| **count < FEW).count(),
        moved: moved(target, search, written),
        values: [&target.profile.values, &written.profile.values],
        occurrences: &occurrences.values,
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
            before: Number::new(number.value, number.resolution).units(),
            after: Number::new(*after, number.resolution).units(),
            positions,
        })
        .collect();
    moved.sort_by(|a, b| b.by().abs().total_cmp(&a.by().abs()));
    moved
}
