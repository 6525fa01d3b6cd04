//! Compares two evaluations key by key: numbers and choices, independent of notation and names.

mod sections;
mod text;

use std::fmt;

use serde_json::{Value, json};

use crate::eval::Values;
use crate::eval::keys::{Entry, Kind, Shape, entries};

use crate::terms::Role;

use super::custom_terms;
use super::decimal::Number;
use super::shape::entry_words;
use super::write::line_of_own;

pub use text::{by_section, summary, text};

/// A key with different values in two evaluations.
#[derive(Debug, Clone)]
pub struct Change {
    pub entry: Entry,
    /// Its values in the two.
    pub what: What,
}

/// The values of a key in two evaluations.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// The entries of a table that differ, in order; a single value is a table of one.
    Table(Vec<Cell>),
    /// The factors of its scores by side.
    SidedWeights([Factors; 2]),
    /// Choices or numbers that are not scores.
    Scalars([Scalar; 2]),
    /// The expressions of a custom term; `None` if it does not exist.
    Term([Option<String>; 2]),
    /// The values of a custom term, if their shapes differ.
    Lists([Listed; 2]),
}

/// The values of a custom term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The field of the term that holds them, such as `table`.
    pub key: &'static str,
    shape: Shape,
    /// Pairs [mg, eg], in steps of 1 / `resolution`.
    pub pairs: Vec<[i32; 2]>,
    resolution: i32,
}

impl fmt::Display for Listed {
    /// Prints key and values in one line, as in a profile.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.key, line_of_own(self.shape, &self.pairs, self.resolution))
    }
}

/// Placeholder for a term that a profile does not have.
const ABSENT: &str = "absent";
/// Tables with more differing entries are shown as a grid of differences.
const MOST_LINES: usize = 8;

/// Factors by side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Factors {
    /// Pairs [mg, eg] for the engine's side.
    pub own: [f64; 2],
    /// Pairs [mg, eg] for the opponent's side.
    pub their: [f64; 2],
}

impl fmt::Display for Factors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [own, their] = [self.own, self.their].map(factor_pair);
        if own == their { f.write_str(&own) } else { write!(f, "own {own}, their {their}") }
    }
}

/// Formats factors [mg, eg] as in a profile: a single one if both are equal.
fn factor_pair([mg, eg]: [f64; 2]) -> String {
    if mg == eg { mg.to_string() } else { format!("[{mg}, {eg}]") }
}

/// A value that is not a score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scalar {
    /// The option of a choice, or the name of a special number.
    Word(&'static str),
    Number(f64),
}

impl fmt::Display for Scalar {
    /// Prints the value as in a profile.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => write!(f, "\"{word}\""),
            Self::Number(n) => n.fmt(f),
        }
    }
}

/// An entry of a table that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Index from 0; squares from a1 over b1 to h8.
    pub index: usize,
    /// Describes the index, such as `e4`, `rank 3` or `count 7`.
    pub name: String,
    /// Pairs [mg, eg] in the two evaluations, in steps of 1 / `resolution`.
    pub values: [[i32; 2]; 2],
    /// Steps per unit: the finer of the two profiles'.
    pub resolution: i32,
}

impl Cell {
    /// Both pairs as they stand in a profile.
    fn pairs(&self) -> [String; 2] {
        self.values.map(|values| pair(values, self.resolution))
    }

    /// Second value minus the first, by stage, in steps.
    pub fn difference(&self) -> [i32; 2] {
        [0, 1].map(|stage| self.values[1][stage] - self.values[0][stage])
    }
}

impl Change {
    /// Returns the cell that stands for all of a table that is constant in both evaluations.
    fn uniform(&self) -> Option<&Cell> {
        let (What::Table(cells), Kind::Values(shape, _)) = (&self.what, self.entry.decl.kind) else {
            return None;
        };
        let first = cells.first()?;
        (cells.len() == shape.len() && cells.iter().all(|c| c.values == first.values)).then_some(first)
    }

    /// Returns both values as they stand in a profile, for each entry of a table that differs or for the whole key.
    pub fn lines(&self) -> Vec<(Option<&Cell>, [String; 2])> {
        let values = match &self.what {
            What::Scalars(values) => values.map(|scalar| scalar.to_string()),
            What::SidedWeights(values) => values.map(|factors| factors.to_string()),
            What::Term(texts) => texts.clone().map(|text| text.unwrap_or_else(|| ABSENT.to_owned())),
            What::Lists(lists) => lists.each_ref().map(Listed::to_string),
            What::Table(cells) => match self.uniform() {
                Some(cell) => cell.pairs(),
                None => return cells.iter().map(|cell| (Some(cell), cell.pairs())).collect(),
            },
        };
        vec![(None, values)]
    }

    /// Returns JSON: `key` with `a` and `b`, or with the `entries` of a table that differ, or with `factors` by side.
    /// For a custom term, `a` and `b` are its expressions, or an object with its values.
    pub fn json(&self) -> Value {
        let key = self.entry.key();
        match &self.what {
            What::Table(cells) => {
                let entry = |c: &Cell| {
                    let [a, b] = c.values.map(|pair| numbers(pair, c.resolution));
                    json!({ "entry": c.name, "a": a, "b": b })
                };
                json!({ "key": key, "entries": cells.iter().map(entry).collect::<Vec<_>>() })
            }
            What::SidedWeights(factors) => {
                let [a, b] = factors.map(|f| json!({ "own": f.own, "their": f.their }));
                json!({ "key": key, "factors": { "a": a, "b": b } })
            }
            What::Scalars(scalars) => {
                let [a, b] = scalars.map(|scalar| match scalar {
                    Scalar::Word(word) => Value::from(word),
                    Scalar::Number(n) => Value::from(n),
                });
                json!({ "key": key, "a": a, "b": b })
            }
            What::Term([a, b]) => json!({ "key": key, "a": a, "b": b }),
            What::Lists(lists) => {
                let [a, b] = lists.each_ref().map(|listed| {
                    let pairs = listed.pairs.iter().map(|&pair| numbers(pair, listed.resolution));
                    json!({ listed.key: pairs.collect::<Vec<_>>() })
                });
                json!({ "key": key, "a": a, "b": b })
            }
        }
    }
}

/// Formats a pair [mg, eg] as in a profile: a single number if both are equal. It is in steps of 1 / `resolution`.
pub fn pair(pair: [i32; 2], resolution: i32) -> String {
    let [mg, eg] = pair.map(|steps| Number::new(steps, resolution));
    if mg == eg { mg.to_string() } else { format!("[{mg}, {eg}]") }
}

fn numbers(pair: [i32; 2], resolution: i32) -> Value {
    pair.into_iter().map(|steps| Number::new(steps, resolution).json()).collect()
}

/// Returns the keys that differ, in the order of the table. A key occurs twice if both its numbers and its factors by side
/// differ.
pub fn changes(a: &Values, b: &Values) -> Vec<Change> {
    entries()
        .flat_map(|entry| {
            let found = what(&entry, a, b).into_iter().chain(sides([&entry, &entry], a, b));
            found.map(move |what| Change { entry, what })
        })
        .chain(own_changes(a, b))
        .collect()
}

/// The same for custom terms, matched by name.
fn own_changes(a: &Values, b: &Values) -> Vec<Change> {
    let own = |values: &'_ Values| values.terms().map_or_else(Vec::new, |terms| terms.all_entries().to_vec());
    let (of_a, of_b) = (own(a), own(b));
    let of = |values: &Values, key: &Entry| {
        let entries = if std::ptr::eq(values, a) { &of_a } else { &of_b };
        custom_terms::find(entries, &key.key())
    };
    let is_new = |entry: &&Entry| of(a, entry).is_none();
    let all = of_a.iter().chain(of_b.iter().filter(is_new));
    let mut changes: Vec<Change> = Vec::new();
    for entry in all {
        let both = (of(a, entry), of(b, entry));
        let found = own_what(both, a, b);
        changes.extend(found.into_iter().map(|what| Change { entry: *entry, what }));
    }
    changes.extend(order_of_factors(&of_a, &of_b));
    changes
}

/// The first factor that applies at another place among those that both evaluations have: their order matters.
fn order_of_factors(a: &[Entry], b: &[Entry]) -> Option<Change> {
    let common = |of: &[Entry], other: &[Entry]| -> Vec<Entry> {
        let is_common = |entry: &&Entry| {
            entry.section.name == Role::Factor.key() && custom_terms::find(other, &entry.key()).is_some()
        };
        of.iter().filter(is_common).copied().collect()
    };
    let (of_a, of_b) = (common(a, b), common(b, a));
    let at = of_a.iter().zip(&of_b).position(|(one, other)| one.key() != other.key())?;
    let place = |of: &[Entry]| {
        let number = of.iter().position(|entry| entry.key() == of_a[at].key());
        number.map(|number| format!("number {} of the factors", number + 1))
    };
    Some(Change { entry: of_a[at], what: What::Term([place(&of_a), place(&of_b)]) })
}

/// Differences of a term that at least one of two evaluations has.
fn own_what((old, new): (Option<Entry>, Option<Entry>), a: &Values, b: &Values) -> Vec<What> {
    let text = |values: &Values, entry: &Option<Entry>| {
        let (terms, entry) = values.terms().zip(entry.as_ref())?;
        Some(terms.text(entry).to_owned())
    };
    let [before, mut after] = [text(a, &old), text(b, &new)];
    let (Some(old), Some(new)) = (old, new) else {
        let whole = |text: Option<String>, values, entry: Option<Entry>| {
            // A rule of draws has no values.
            match listed(values, &entry?) {
                Some(listed) => Some(format!("{}; {listed}", text?)),
                None => text,
            }
        };
        return vec![What::Term([whole(before, a, old), whole(after, b, new)])];
    };
    let mut found = Vec::new();
    let term = |values: &Values, entry| values.terms().map(|terms| terms.term(entry).clone());
    let counts_alike = match (term(a, &old), term(b, &new)) {
        (Some(one), Some(other)) => one.counts_like(&other) && one.applies_like(&other),
        _ => true,
    };
    if !counts_alike {
        if before == after {
            after = after.map(|text| text + " (by another definition or table)");
        }
        found.push(What::Term([before, after]));
    }
    match (listed(a, &old), listed(b, &new)) {
        (Some(one), Some(other)) if one.shape == other.shape => {
            let both = [(&*one.pairs, one.resolution), (&*other.pairs, other.resolution)];
            let mut entries = table(one.shape, both);
            if let Some(What::Table(cells)) = &mut entries
                && term(b, &new).is_some_and(|term| term.is_indexed())
            {
                cells.iter_mut().for_each(|cell| cell.name = format!("entry {}", cell.index));
            }
            found.extend(entries);
        }
        (Some(one), Some(other)) => found.push(What::Lists([one, other])),
        _ => {}
    }
    found.extend(sides([&old, &new], a, b));
    found
}

/// The values of a custom term.
fn listed(values: &Values, entry: &Entry) -> Option<Listed> {
    let (terms, slot) = values.terms().zip(entry.slot())?;
    let Kind::Values(shape, unit) = entry.decl.kind else {
        return None;
    };
    Some(Listed {
        key: terms.term(entry).values_key(),
        shape,
        pairs: values.scores[slot.offset..][..slot.len].to_vec(),
        resolution: values.resolution_of(unit),
    })
}

fn sides(entries: [&Entry; 2], a: &Values, b: &Values) -> Option<What> {
    let slots = [entries[0].slot()?, entries[1].slot()?];
    let factors = [(a, slots[0]), (b, slots[1])].map(|(values, slot)| {
        let split = values.splits.iter().find(|s| s.slot == slot);
        split.map_or(Factors { own: [1.0; 2], their: [1.0; 2] }, |s| Factors { own: s.own, their: s.their })
    });
    (factors[0] != factors[1]).then_some(What::SidedWeights(factors))
}

/// The entries that differ between two tables of a shape, each with its steps per unit.
fn table(shape: Shape, tables: [(&[[i32; 2]], i32); 2]) -> Option<What> {
    let resolution = tables[0].1.max(tables[1].1);
    let cell = |index: usize| {
        let values = tables.map(|(pairs, own)| pairs[index].map(|n| n * (resolution / own)));
        Cell { index, name: entry_words(shape, index), values, resolution }
    };
    let cells = (0..shape.len()).map(cell);
    let cells: Vec<_> = cells.filter(|c| c.values[0] != c.values[1]).collect();
    (!cells.is_empty()).then_some(What::Table(cells))
}

fn what(entry: &Entry, a: &Values, b: &Values) -> Option<What> {
    let location = entry.offset;
    match entry.decl.kind {
        Kind::Values(shape, unit) => {
            table(shape, [a, b].map(|values| (&values.scores[location..], values.resolution_of(unit))))
        }
        Kind::Choice(options) => {
            let [x, y] = [a, b].map(|values| values.choices[location]);
            let word = |option: u8| Scalar::Word(options[usize::from(option)].name);
            (x != y).then(|| What::Scalars([word(x), word(y)]))
        }
        Kind::Number { words, .. } => {
            let [x, y] = [a, b].map(|values| values.numbers[location]);
            let scalar = |n: f64| match words.iter().find(|(_, value)| *value == n) {
                Some((word, _)) => Scalar::Word(word),
                None => Scalar::Number(n),
            };
            // Compares bits, as the evaluation id does.
            (x.to_bits() != y.to_bits()).then(|| What::Scalars([scalar(x), scalar(y)]))
        }
        Kind::Text | Kind::Lines => None,
    }
}
