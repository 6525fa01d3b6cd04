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
    /// The factors that apply, in the order of the profile.
    applied: Vec<Applied>,
    /// The first term that makes the position a draw for either side.
    drawn: Option<usize>,
}

/// A factor that applies for some side.
#[derive(Debug, Clone, Copy)]
struct Applied {
    /// Number of the term.
    number: usize,
    /// The middlegame and endgame factor of each side for which it applies.
    sides: [Option<[i64; 2]>; 2],
}

impl Factors {
    /// Forgets a position.
    pub fn clear(&mut self) {
        self.applied.clear();
        self.drawn = None;
    }

    /// Copies from another position, without allocating memory if possible.
    pub fn copy_from(&mut self, other: &Self) {
        self.applied.clone_from(&other.applied);
        self.drawn = other.drawn;
    }

    /// A factor counts `value` `n` times for a side; a rule of draws holds.
    pub fn note(&mut self, terms: &[Term], color: Color, number: usize, value: S, n: i32) {
        if terms[number].role() == Role::Drawn {
            self.drawn = Some(self.drawn.map_or(number, |first| first.min(number)));
            return;
        }
        let at = self.applied.partition_point(|applied| applied.number < number);
        if self.applied.get(at).is_none_or(|applied| applied.number != number) {
            self.applied.insert(at, Applied { number, sides: [None; 2] });
        }
        let factor = [value.mg(), value.eg()].map(|value| i64::from(value) * i64::from(n));
        self.applied[at].sides[color as usize] = Some(factor);
    }

    /// Number of the term that makes the position a draw.
    pub fn drawn(&self) -> Option<usize> {
        self.drawn
    }

    /// Applies the factors before the blend to a sum from White's point of view. Calls `on_change` with the number of each
    /// term and its change.
    pub fn before_blend(&self, terms: &[Term], mut total: S, mut on_change: impl FnMut(usize, S)) -> S {
        for &Applied { number, sides } in self.numbered(terms, false) {
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
        for &Applied { number, sides } in self.numbered(terms, true) {
            let Some(factor) = sides[ahead(score) as usize] else {
                continue;
            };
            let after = terms[number].scaled(score, factor[0]);
            on_change(number, after - score);
            score = after;
        }
        score
    }

    fn numbered<'f>(&'f self, terms: &'f [Term], after_blend: bool) -> impl Iterator<Item = &'f Applied> {
        self.applied.iter().filter(move |applied| terms[applied.number].is_after_blend() == after_blend)
    }
}

/// The side for which a score counts: of 0 either, since it stays 0.
fn ahead(score: i32) -> Color {
    if score > 0 { COLORS[0] } else { COLORS[1] }
}
