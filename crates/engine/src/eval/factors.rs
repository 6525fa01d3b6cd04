//! Factors and rules of draws that a profile declares itself: they apply to the sum of all terms, before or after the blend
//! of middlegame and endgame.
//!
//! Each is counted for either side as if it were ahead; the sign of the score selects the side, for each stage apart
//! before the blend. Several apply one after the other, in the order of the profile.

use crate::board::{COLORS, Color};
use crate::terms::{Role, Term};

use super::score::S;

/// What applies in a position.
#[derive(Debug, Clone, Default)]
pub struct Factors {
    /// For each factor and side, by number of the term: the middlegame and endgame factor, if it applies.
    applied: Vec<[Option<[i64; 2]>; 2]>,
    /// The term that makes the position a draw for either side.
    drawn: Option<usize>,
}

impl Factors {
    /// Nothing applies.
    pub fn new(terms: &[Term]) -> Self {
        Self { applied: vec![[None; 2]; terms.len()], drawn: None }
    }

    /// Forgets a position.
    pub fn clear(&mut self) {
        self.applied.fill([None; 2]);
        self.drawn = None;
    }

    /// A factor counts `value` `n` times for a side; a rule of draws holds.
    pub fn note(&mut self, terms: &[Term], color: Color, number: usize, value: S, n: i32) {
        if terms[number].role() == Role::Drawn {
            self.drawn = self.drawn.or(Some(number));
        } else {
            let factor = [value.mg(), value.eg()].map(|value| i64::from(value) * i64::from(n));
            self.applied[number][color as usize] = Some(factor);
        }
    }

    /// Number of the term that makes the position a draw.
    pub fn drawn(&self) -> Option<usize> {
        self.drawn
    }

    /// Applies the factors before the blend to a sum from White's point of view. Calls `on_change` with the number of each
    /// term and its change.
    pub fn before_blend(&self, terms: &[Term], mut total: S, mut on_change: impl FnMut(usize, S)) -> S {
        for (number, sides) in self.numbered(terms, false) {
            let stage = |sum: i32, stage: usize| {
                let factor = sides[ahead(sum) as usize];
                factor.map_or(sum, |factor| terms[number].scaled(sum, factor[stage]))
            };
            let after = S::new(stage(total.mg(), 0), stage(total.eg(), 1));
            on_change(number, after - total);
            total = after;
        }
        total
    }

    /// The same for those after the blend.
    pub fn after_blend(&self, terms: &[Term], mut score: i32, mut on_change: impl FnMut(usize, i32)) -> i32 {
        for (number, sides) in self.numbered(terms, true) {
            let Some(factor) = sides[ahead(score) as usize] else {
                continue;
            };
            let after = terms[number].scaled(score, factor[0]);
            on_change(number, after - score);
            score = after;
        }
        score
    }

    fn numbered<'f>(
        &'f self,
        terms: &'f [Term],
        after_blend: bool,
    ) -> impl Iterator<Item = (usize, &'f [Option<[i64; 2]>; 2])> {
        let applied = self.applied.iter().enumerate();
        applied.filter(move |(number, sides)| {
            **sides != [None; 2] && terms[*number].is_after_blend() == after_blend
        })
    }
}

/// The side for which a score counts: of 0 either, since it stays 0.
fn ahead(score: i32) -> Color {
    if score > 0 { COLORS[0] } else { COLORS[1] }
}
