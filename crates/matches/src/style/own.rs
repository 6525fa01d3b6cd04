//! Custom terms of the participants as measures: the count of each for a side, whichever profile defines it.

use std::sync::Arc;

use super::measures::{Measure, Rule};
use super::style_game::StyleGame;
use temperament_engine::eval::custom_terms::CustomTerms;
use temperament_engine::eval::custom_weights::CustomWeights;
use temperament_engine::terms::{Role, Tables};

/// Maximum length of a title in characters, that of the longest of [`super::MEASURES`]: it fits beside the numbers on
/// a narrow page.
pub const WIDTH: usize = 27;
/// Suffix of a term of B if A has a different one with the same name.
pub const OF_B: &str = " (B)";

/// The custom terms by which two participants are measured.
#[derive(Debug, Clone, Default)]
pub(super) struct OwnMeasures {
    sources: Vec<Source>,
    keys: Vec<String>,
}

/// The terms of one participant.
#[derive(Debug, Clone)]
struct Source {
    terms: Arc<CustomTerms>,
    tables: Tables,
    /// For each term, the number of its measure, if any.
    numbers: Vec<Option<usize>>,
}

impl OwnMeasures {
    /// Collects all terms of A, and those of B that differ from them.
    pub fn new([a, b]: [Option<&CustomWeights>; 2]) -> Self {
        let mut all = Self::default();
        for (terms, earlier) in [(a, None), (b, a)] {
            if let Some(terms) = terms {
                all.add(terms, earlier);
            }
        }
        all
    }

    fn add(&mut self, own: &CustomWeights, earlier: Option<&CustomWeights>) {
        let terms = own.terms();
        let numbers = terms.entries().iter().map(|entry| {
            if terms.term(entry).role() != Role::Term {
                return None;
            }
            let earlier = earlier.map(CustomWeights::terms);
            let namesake =
                earlier.and_then(|earlier| Some(earlier.term(&earlier.find(Role::Term, entry.decl.name)?)));
            if namesake.is_some_and(|namesake| namesake.sums_like(terms.term(entry))) {
                return None;
            }
            let mark = namesake.map_or("", |_| OF_B);
            self.keys.push(entry.key() + mark);
            Some(self.keys.len() - 1)
        });
        let numbers: Vec<Option<usize>> = numbers.collect();
        // Terms of a profile that plays against itself are counted once.
        if numbers.iter().any(Option::is_some) {
            let source = Source { terms: Arc::clone(terms), tables: own.tables().clone(), numbers };
            self.sources.push(source);
        }
    }

    /// The measures, by number.
    pub fn measures(&self) -> impl Iterator<Item = Measure> {
        self.keys.iter().enumerate().map(|(number, key)| Measure {
            key: key.clone().into(),
            title: shortened(key).into(),
            rule: Rule::Term(number),
        })
    }

    /// Returns the sum of each count for White and for Black over the positions after their own moves.
    pub fn sums(&self, measured: &StyleGame) -> [Vec<i32>; 2] {
        let mut sums = [vec![0; self.keys.len()], vec![0; self.keys.len()]];
        if self.keys.is_empty() {
            return sums;
        }
        for position in measured.positions().into_iter().skip(measured.opening_plies + 1) {
            let mover = !position.stm();
            let sums = &mut sums[mover as usize];
            for Source { terms, tables, numbers } in &self.sources {
                let is_meant = |term: usize| numbers.get(term).is_some_and(Option::is_some);
                terms.count(position, tables, mover, is_meant, |term, n| {
                    if let Some(number) = numbers[term] {
                        sums[number] = i32::saturating_add(sums[number], n);
                    }
                });
            }
        }
        sums
    }
}

/// A key with `…` in its middle if it is too long: names of terms often share a prefix.
pub fn shortened(key: &str) -> String {
    if key.len() <= WIDTH {
        return key.to_owned();
    }
    let half = (WIDTH - 1) / 2;
    // Names of terms are ASCII.
    format!("{}…{}", &key[..half], &key[key.len() - half..])
}
