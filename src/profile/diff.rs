//! In what two evaluations differ, key by key: numbers and choices, not how they are written or what they are called.

use crate::eval::Values;
use crate::eval::vocabulary::{Entry, Kind, entries};

use super::shape::entry_words;

/// A key that is worth one thing in one evaluation and another in the other.
#[derive(Debug, Clone)]
pub struct Change {
    /// The key.
    pub entry: Entry,
    /// What it is worth in the two.
    pub what: What,
}

/// What a key is worth in two evaluations.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// The entries of a table that differ, in order; a single value is a table of one.
    Table(Vec<Cell>),
    /// Two words: the options of a choice, or the words that stand for special numbers.
    Words([String; 2]),
    /// Two numbers.
    Numbers([f64; 2]),
}

/// An entry of a table that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Its index, from 0; squares from a1 over b1 to h8.
    pub index: usize,
    /// What the index stands for, such as `e4`, `rank 3` or `count 7`.
    pub name: String,
    /// Pairs [mg, eg], in the one and in the other.
    pub values: [[i32; 2]; 2],
}

impl Cell {
    /// The second less the first, by stage.
    pub fn difference(&self) -> [i32; 2] {
        [0, 1].map(|stage| self.values[1][stage] - self.values[0][stage])
    }
}

/// The keys in which two evaluations differ, in the order of the vocabulary.
pub fn changes(a: &Values, b: &Values) -> Vec<Change> {
    entries()
        .filter_map(|entry| what(&entry, a, b).map(|what| Change { entry, what }))
        .collect()
}

fn what(entry: &Entry, a: &Values, b: &Values) -> Option<What> {
    let place = entry.place;
    match entry.decl.kind {
        Kind::Values(shape, _) => {
            let cell = |index: usize| Cell {
                index,
                name: entry_words(shape, index),
                values: [a, b].map(|values| values.scores[place + index]),
            };
            let cells = (0..shape.len()).map(cell);
            let cells: Vec<_> = cells.filter(|c| c.values[0] != c.values[1]).collect();
            (!cells.is_empty()).then_some(What::Table(cells))
        }
        Kind::Choice(options) => {
            let [x, y] = [a, b].map(|values| usize::from(values.choices[place]));
            (x != y).then(|| What::Words([x, y].map(|option| options[option].name.to_owned())))
        }
        Kind::Number { words, .. } => {
            let numbers = [a, b].map(|values| values.numbers[place]);
            let word = |n: f64| words.iter().find(|(_, value)| *value == n);
            // Bit for bit, as the id of an evaluation sees them.
            if numbers[0].to_bits() == numbers[1].to_bits() {
                None
            } else if numbers.iter().any(|&n| word(n).is_some()) {
                let text = |n| word(n).map_or_else(|| format!("{n}"), |(word, _)| (*word).to_owned());
                Some(What::Words(numbers.map(text)))
            } else {
                Some(What::Numbers(numbers))
            }
        }
        Kind::Text => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::vocabulary::{choice, number, slot};

    #[test]
    fn equal_ids_have_no_changes_and_every_kind_of_value_is_seen() {
        let a = Values::default();
        assert!(changes(&a, &a.clone()).is_empty());
        let mut b = a.clone();
        b.scores[slot("passed_pawns.by_rank").offset + 5] = [7, 0];
        b.choices[choice("phase.model", "material").ordinal] = choice("phase.model", "material").option;
        b.numbers[number("draw.value")] = f64::INFINITY;
        b.numbers[number("phase.scale")] = 24.0;
        let found: Vec<_> = changes(&a, &b)
            .into_iter()
            .map(|c| (c.entry.key(), c.what))
            .collect();
        let cell = Cell {
            index: 5,
            name: "rank 6".to_owned(),
            values: [[0, 0], [7, 0]],
        };
        let scale = a.numbers[number("phase.scale")];
        assert_eq!(
            found,
            [
                (
                    "phase.model".to_owned(),
                    What::Words(["none".to_owned(), "material".to_owned()])
                ),
                ("phase.scale".to_owned(), What::Numbers([scale, 24.0])),
                ("passed_pawns.by_rank".to_owned(), What::Table(vec![cell])),
                (
                    "draw.value".to_owned(),
                    What::Words(["0".to_owned(), "win".to_owned()])
                ),
            ]
        );
    }
}
