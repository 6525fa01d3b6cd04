//! The linear features of a position: how often each value of a profile counts.

use std::collections::BTreeMap;

use crate::board::{Color, Position};
use crate::eval::event::Event;
use crate::eval::explain::Explanation;
use crate::eval::keys::{Entry, Kind};
use crate::eval::{S, Weights};
use crate::profile::index_word;

/// How often one value of a profile counts in a position.
#[derive(Debug, Clone, Copy)]
pub struct Feature {
    /// The key.
    pub entry: Entry,
    /// Index of the value in the table of the key; 0 for a key with one value.
    pub index: usize,
    /// Index of its name in [`feature_names`].
    pub column: usize,
    /// Count for White.
    pub white: i32,
    /// Count for Black, to be subtracted.
    pub black: i32,
}

impl Feature {
    /// The key and, in a table, the entry: `pawns.isolated`, `mobility.knight.3`, `psqt.knight.e4` (the square as its owner
    /// sees the board).
    pub fn name(&self) -> String {
        name(&self.entry, self.index)
    }
}

/// The linear features of a position.
///
/// The sum of the counts, each multiplied by its value of the profile ([`Weights::value`]), and of [`Features::rest`]
/// is exactly the total of [`Explanation`]. The counts depend on the definitions that a profile chooses, and not on its
/// values.
#[derive(Debug, Clone)]
pub struct Features {
    /// The values that count, by [`Feature::column`]; a value that is not listed counts 0 times.
    pub counts: Vec<Feature>,
    /// Weight of the middlegame number in the blend, from 0 to 1; that of the endgame number is the rest.
    pub middlegame: f64,
    /// The score of what is not linear in the values, for White minus Black: king attacks, and the scaling of the sum.
    pub rest: S,
    /// The evaluation from White's point of view, in steps of the profile.
    pub evaluation: i32,
}

impl Features {
    /// Counts a position.
    pub fn new(w: &Weights, position: &Position) -> Self {
        let explanation = Explanation::new(w, position);
        let evaluation = explanation.eval();
        let Explanation { rows, total, blend, events, .. } = explanation;
        let mut counts: BTreeMap<usize, Feature> = BTreeMap::new();
        let mut rest = total;
        for (color, slot, event) in events {
            let Event::Count { index, n } = event else { continue };
            let (column, entry) = (slot.offset + index, rows[slot.ordinal].entry);
            let feature =
                counts.entry(column).or_insert(Feature { entry, index, column, white: 0, black: 0 });
            let score = w.value(color, slot, index) * n;
            match color {
                Color::White => {
                    feature.white += n;
                    rest -= score;
                }
                Color::Black => {
                    feature.black += n;
                    rest += score;
                }
            }
        }
        let mut counts: Vec<Feature> = counts.into_values().collect();
        counts.retain(|feature| feature.white != 0 || feature.black != 0);
        Self { counts, middlegame: blend.phase / blend.scale, rest, evaluation }
    }
}

/// The names of all values of a profile, by [`Feature::column`]: first those of the keys, in the same order for every
/// profile, then those of its own terms.
pub fn feature_names(w: &Weights) -> Vec<String> {
    let own = w.custom_terms().map_or(&[][..], |own| own.terms().entries());
    let all = crate::eval::keys::entries().chain(own.iter().copied());
    all.flat_map(|entry| {
        let len = entry.slot().map_or(0, |slot| slot.len);
        (0..len).map(move |index| name(&entry, index))
    })
    .collect()
}

fn name(entry: &Entry, index: usize) -> String {
    let word = match entry.decl.kind {
        Kind::Values(shape, _) => index_word(shape, index),
        _ => String::new(),
    };
    if word.is_empty() { entry.key() } else { format!("{}.{word}", entry.key()) }
}
