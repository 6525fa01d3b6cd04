//! The positions on which two evaluations disagree most, and the terms that make the difference.

use super::super::super::fens;
use crate::board::Position;
use crate::cli::file_arg::FileArg;
use crate::eval::evaluate;
use crate::eval::explain::Explanation;
use crate::eval::share::Share;
use crate::eval::{Sides, Weights};

/// How many terms are told of a position.
const TERMS: usize = 5;
/// Terms that make less of a difference are not worth a word, in centipawns.
const LEAST: f64 = 0.5;

/// A position and what two evaluations make of it.
#[derive(Debug, Clone)]
pub(super) struct Disagreement {
    /// The line of the file.
    pub fen: String,
    /// Evaluations for White in centipawns of each, where a pawn is 100.
    pub centipawns: [i32; 2],
    /// The keys that differ most, with the second's share less the first's in centipawns.
    pub terms: Vec<(String, f64)>,
}

impl Disagreement {
    /// The second evaluation less the first.
    pub fn difference(&self) -> i32 {
        self.centipawns[1] - self.centipawns[0]
    }
}

/// Reads a file of positions: those with the largest difference, the largest first, and whether every line was a
/// position. Lines that are none are told on standard error.
pub(super) fn disagreements(
    file: &FileArg,
    profiles: [&Sides; 2],
    top: usize,
) -> anyhow::Result<(Vec<Disagreement>, bool)> {
    let mut all_read = true;
    let mut list: Vec<Disagreement> = Vec::new();
    fens::for_each_line(file, |number, line| {
        let position = match fens::read(line) {
            Ok(position) => position,
            Err(error) => {
                complain!("error: line {number}: {error}: {line}");
                all_read = false;
                return Ok(());
            }
        };
        // As an engine sees it that is to move.
        let weights = profiles.map(|profile| &**profile.of(position.stm()));
        let centipawns = weights.map(|w| w.centipawns(evaluate(w, &position)));
        let difference = (centipawns[1] - centipawns[0]).abs();
        let rank = list.partition_point(|d| d.difference().abs() >= difference);
        if difference > 0 && rank < top {
            list.truncate(top - 1);
            let found = Disagreement {
                fen: line.to_owned(),
                centipawns,
                terms: terms(weights, &position),
            };
            list.insert(rank, found);
        }
        Ok(())
    })?;
    Ok((list, all_read))
}

/// The keys in which the evaluations of a position differ most.
fn terms(weights: [&Weights; 2], position: &Position) -> Vec<(String, f64)> {
    let [a, b] = weights.map(|w| {
        let explanation = Explanation::new(w, position);
        (Share::new(w, &explanation.blend), explanation)
    });
    let mut terms: Vec<_> =
        a.1.rows_beside(&b.1)
            .into_iter()
            .map(|(x, y)| {
                let difference = b.0.pawns(y.difference()) - a.0.pawns(x.difference());
                (x.entry.key(), difference * 100.0)
            })
            .filter(|(_, difference)| difference.abs() >= LEAST)
            .collect();
    terms.sort_by(|x, y| y.1.abs().total_cmp(&x.1.abs()));
    terms.truncate(TERMS);
    terms
}
