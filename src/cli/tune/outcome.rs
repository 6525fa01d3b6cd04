//! The result of a tuning run, for the terminal ([`super::progress`]) and the HTML report.

use super::options::Args;
use super::target::{Target, Written};
use crate::cli::command_line::command_line;
use temperament_coaching::report::tuning::{Moved, Tuning};
use temperament_engine::eval::evaluate;
use temperament_engine::profile::decimal::Number;
use temperament_matches::tune::{Block, Data, End, FEW, Mix, Occurrences, Search, State, Verdict};

/// A finished run.
pub struct Finished<'a> {
    pub state: &'a State,
    pub end: End,
    /// The best variables, rounded.
    pub rounded: &'a [f64],
    pub verdict: Verdict,
}

/// Evaluates a finished run.
pub fn outcome<'a>(
    args: &Args,
    (target, written): (&'a Target, &'a Written),
    search: &Search<'_>,
    run: &Finished<'a>,
    (data, mix): (&Data, &Mix),
    occurrences: &'a Occurrences,
) -> Tuning<'a> {
    let loss = |blocks: &[&Block]| search.loss_of(blocks, run.rounded, run.state.k);
    Tuning {
        command: command_line(),
        name: &target.profile.name,
        files: [target.source.file.clone(), args.out.display().to_string()],
        end: run.end,
        state: run.state,
        verdict: run.verdict,
        best_train: search.loss_of(search.train, &run.state.best, run.state.k),
        rounded: [search.train, search.checked()].map(loss),
        evaluated: run
            .verdict
            .is_accepted()
            .then(|| evaluated(search, run.state, written, data, mix))
            .flatten(),
        pawn: search.settings.pawn,
        counts: data.counts,
        tuned: search.variables.all.iter().map(|variable| variable.numbers.len()).sum(),
        few: search.occurrences.iter().filter(|count| **count < FEW).count(),
        moved: moved(target, search, written),
        values: [&target.profile.values, &written.profile.values],
        occurrences: &occurrences.values,
    }
}

/// Loss of the actual evaluator with the new file on the held-out positions, if any.
fn evaluated(search: &Search<'_>, state: &State, written: &Written, data: &Data, mix: &Mix) -> Option<f64> {
    let positions = &data.held_out_positions;
    let weights = written.profile.compile();
    let loss = search.settings.loss;
    let costs = positions.iter().map(|(position, label)| {
        let evaluation = evaluate(&weights, position) as f32;
        f64::from(loss.of(state.k as f32, evaluation, mix.target(*label)))
    });
    (!positions.is_empty()).then(|| costs.sum::<f64>() / positions.len() as f64)
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
