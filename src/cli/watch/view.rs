//! The lines of the view: evaluations before and after a save, largest change first.

use temperament_coaching::number::{VISIBLE, signed};
use temperament_coaching::position::verdict::{lead, lead_of_pawns};
use temperament_coaching::position::{Explained, KeyWorth};
use temperament_engine::board::{Position, notation};
use temperament_engine::engine::Info;
use temperament_engine::eval::SidedWeights;

/// An evaluation and its terms, in pawns for White.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// Who is ahead, as people see it.
    lead: String,
    /// Key and value of each term, custom terms last.
    terms: Vec<(String, f64)>,
    total: f64,
}

impl Snapshot {
    /// Evaluates a position with the weights of the side to move.
    pub fn new(profile: &SidedWeights, position: &Position) -> Self {
        let explained = Explained::new(profile.of(position.stm()), position);
        let pawns = |key: KeyWorth| (key.entry.key(), explained.share.unscaled_pawns(key.difference()));
        Self {
            terms: explained.keys().map(pawns).collect(),
            total: explained.pawns(),
            lead: lead_of_pawns(position, explained.pawns()),
        }
    }

    /// Value of a term, if it exists: a save can add and remove custom terms.
    fn value(&self, key: &str) -> Option<f64> {
        let term = self.terms.iter().find(|(its, _)| its == key);
        term.map(|(_, pawns)| *pawns)
    }
}

/// The total in one line.
pub fn total_line(now: &Snapshot, before: Option<&Snapshot>) -> String {
    let was = match before {
        Some(before) => format!(", was {}", before.lead),
        None => String::new(),
    };
    format!("Evaluation  {}{was}", now.lead)
}

/// One line per term: changed ones first, by size of the change; then, with `all`, the others by value.
pub fn term_lines(now: &Snapshot, before: Option<&Snapshot>, all: bool) -> Vec<String> {
    let old = before.unwrap_or(now);
    let gone = old.terms.iter().filter(|(key, _)| now.value(key).is_none());
    let mut rows: Vec<_> = now
        .terms
        .iter()
        .map(|(key, new)| (key, old.value(key).unwrap_or(0.0), *new))
        .chain(gone.map(|(key, old)| (key, *old, 0.0)))
        .map(|(key, old, new)| (key, old, new, new - old))
        .filter(|(_, old, new, change)| moved(*change) || all && (moved(*old) || moved(*new)))
        .collect();
    let size = |(_, _, new, change): &(&String, f64, f64, f64)| (moved(*change), change.abs(), new.abs());
    rows.sort_by(|a, b| {
        let (a, b) = (size(a), size(b));
        b.0.cmp(&a.0).then(b.1.max(VISIBLE).total_cmp(&a.1.max(VISIBLE))).then(b.2.total_cmp(&a.2))
    });
    let mut lines = vec![format!("{:36} {:>8} {:>8} {:>8}", "term, in pawns", "before", "now", "change")];
    lines.extend(rows.into_iter().map(|(key, old, new, change)| {
        let change = if moved(change) { signed(change, 2) } else { String::new() };
        format!("{key:36} {:>8} {:>8} {change:>8}", signed(old, 2), signed(new, 2))
    }));
    lines
}

/// One line per position, largest change first.
pub fn position_lines(
    positions: &[(String, Position)],
    now: &[Snapshot],
    before: Option<&[Snapshot]>,
) -> Vec<String> {
    let old = before.unwrap_or(now);
    let mut rows: Vec<_> = positions
        .iter()
        .zip(now.iter().zip(old))
        .map(|((text, _), (new, old))| (text, old.total, new.total, new.total - old.total))
        .collect();
    // The sort is stable: unchanged ones stay in file order.
    rows.sort_by(|a, b| b.3.abs().total_cmp(&a.3.abs()));
    let mut lines = vec![format!("{:>8} {:>8} {:>8}  position (pawns for White)", "before", "now", "change")];
    lines.extend(rows.into_iter().map(|(text, old, new, change)| {
        let change = if moved(change) { signed(change, 2) } else { String::new() };
        format!("{:>8} {:>8} {change:>8}  {text}", signed(old, 2), signed(new, 2))
    }));
    lines
}

pub fn engine_line(position: &Position, info: &Info) -> String {
    let line = notation::san_line(position, &info.pv);
    format!("Engine      {} at depth {}: {line}", lead(position, info.score), info.depth)
}

fn moved(pawns: f64) -> bool {
    pawns.abs() >= VISIBLE
}
