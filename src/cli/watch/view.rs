//! What the view says: evaluations before and after a save, what moved most first.

use crate::board::{Color, Position, notation};
use crate::engine::{Info, Score};
use crate::eval::Sides;
use crate::eval::explain::Explanation;
use crate::eval::share::Share;

/// Smaller changes, in pawns, do not show in two decimals.
const VISIBLE: f64 = 0.005;

/// An evaluation with what each term gives White, in pawns.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Key and pawns of each term, in the order of the vocabulary; then the profile's own.
    terms: Vec<(String, f64)>,
    /// The whole.
    total: f64,
}

impl Picture {
    /// Evaluates a position for an engine that is to move.
    pub fn new(profile: &Sides, position: &Position) -> Self {
        let w = profile.of(position.stm());
        let explanation = Explanation::new(w, position);
        let share = Share::new(w, &explanation.blend);
        let rows = explanation.rows.iter();
        Self {
            terms: rows
                .map(|row| (row.entry.key(), share.pawns(row.difference())))
                .collect(),
            total: f64::from(w.centipawns(explanation.eval())) / 100.0,
        }
    }

    /// What a term gives, if there is one: a save may bring own terms and take them away.
    fn of(&self, key: &str) -> Option<f64> {
        let term = self.terms.iter().find(|(its, _)| its == key);
        term.map(|(_, pawns)| *pawns)
    }
}

/// The evaluation in one line.
pub fn total_line(now: &Picture, before: Option<&Picture>) -> String {
    let was = match before {
        Some(before) => format!(", was {}", signed(before.total)),
        None => String::new(),
    };
    format!("Evaluation  {} pawns for White{was}", signed(now.total))
}

/// The terms, one a line: those that moved first, by how much; then, with `all`, those that did not, by size.
pub fn term_lines(now: &Picture, before: Option<&Picture>, all: bool) -> Vec<String> {
    let old = before.unwrap_or(now);
    let gone = old.terms.iter().filter(|(key, _)| now.of(key).is_none());
    let mut rows: Vec<_> = now
        .terms
        .iter()
        .map(|(key, new)| (key, old.of(key).unwrap_or(0.0), *new))
        .chain(gone.map(|(key, old)| (key, *old, 0.0)))
        .map(|(key, old, new)| (key, old, new, new - old))
        .filter(|(_, old, new, change)| moved(*change) || all && (moved(*old) || moved(*new)))
        .collect();
    let size = |(_, _, new, change): &(&String, f64, f64, f64)| (moved(*change), change.abs(), new.abs());
    rows.sort_by(|a, b| {
        let (a, b) = (size(a), size(b));
        b.0.cmp(&a.0)
            .then(b.1.max(VISIBLE).total_cmp(&a.1.max(VISIBLE)))
            .then(b.2.total_cmp(&a.2))
    });
    let mut lines = vec![format!(
        "{:36} {:>8} {:>8} {:>8}",
        "term, in pawns", "before", "now", "change"
    )];
    lines.extend(rows.into_iter().map(|(key, old, new, change)| {
        let change = if moved(change) {
            signed(change)
        } else {
            String::new()
        };
        format!("{key:36} {:>8} {:>8} {change:>8}", signed(old), signed(new))
    }));
    lines
}

/// Many positions, one a line, the one that moved most first.
pub fn position_lines(
    positions: &[(String, Position)],
    now: &[Picture],
    before: Option<&[Picture]>,
) -> Vec<String> {
    let old = before.unwrap_or(now);
    let mut rows: Vec<_> = positions
        .iter()
        .zip(now.iter().zip(old))
        .map(|((text, _), (new, old))| (text, old.total, new.total, new.total - old.total))
        .collect();
    // Those that did not move stay in the order of the file.
    rows.sort_by(|a, b| b.3.abs().total_cmp(&a.3.abs()));
    let mut lines = vec![format!(
        "{:>8} {:>8} {:>8}  position (pawns for White)",
        "before", "now", "change"
    )];
    lines.extend(rows.into_iter().map(|(text, old, new, change)| {
        let change = if moved(change) {
            signed(change)
        } else {
            String::new()
        };
        format!("{:>8} {:>8} {change:>8}  {text}", signed(old), signed(new))
    }));
    lines
}

/// The engine's line of play.
pub fn engine_line(position: &Position, info: &Info) -> String {
    let white = |n: i32| if position.stm() == Color::White { n } else { -n };
    let score = match info.score {
        Score::Centipawns(cp) => signed(f64::from(white(cp)) / 100.0),
        Score::Mate(moves) => format!("mate in {}", white(moves)),
    };
    let line = notation::san_line(position, &info.pv);
    format!("Engine      {score} for White at depth {}: {line}", info.depth)
}

fn moved(pawns: f64) -> bool {
    pawns.abs() >= VISIBLE
}

fn signed(pawns: f64) -> String {
    match moved(pawns) {
        true => format!("{pawns:+.2}"),
        false => "0.00".to_owned(),
    }
}
