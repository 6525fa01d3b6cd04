//! Custom terms of a compiled profile: their values, and the code of those with a value other than zero. Terms that
//! fold into piece-square tables need no code ([`super::psqt`]).

use std::sync::Arc;

use crate::board::attacks::relative_square;
use crate::board::{COLORS, Color, Piece, Position, Square};
use crate::terms::{Code, DEPENDS, PsqtFold};

use super::custom_terms::CustomTerms;
use super::keys::mobility::LETS_SLIDERS_THROUGH;
use super::keys::{Slot, VALUE_COUNT};
use super::score::S;
use super::values::Values;

/// The custom terms of a compiled profile.
#[derive(Debug, Clone)]
pub struct CustomWeights {
    terms: Arc<CustomTerms>,
    slots: Vec<Slot>,
    /// For the terms that are folded into the piece-square table, the count of each piece.
    placed: Vec<Option<PsqtFold>>,
    /// Each value for White and for Black, from index [`VALUE_COUNT`] on.
    pub(super) values: Vec<[S; 2]>,
    /// The code of the others with a value other than zero, by dependency.
    pub(super) code: [Code; 3],
    /// True if sliders see through a king in check.
    through_king: bool,
}

impl CustomWeights {
    /// Compiles the terms of a profile, given its scores for White and Black; `None` if it has no terms.
    pub fn new(source: &Values, scores: &[Vec<[i32; 2]>; 2]) -> Option<Self> {
        let terms = Arc::clone(source.terms()?);
        let slots: Vec<Slot> = terms.slots().collect();
        let is_worth = |number: usize| {
            let Slot { offset, len, .. } = slots[number];
            let worth = |side: &Vec<[i32; 2]>| side[offset..][..len].iter().any(|pair| *pair != [0, 0]);
            scores.iter().any(worth)
        };
        let checked = terms.program().terms();
        let placed: Vec<Option<PsqtFold>> = checked.iter().map(|term| term.psqt_fold()).collect();
        let code = DEPENDS.map(|depends| {
            let is_meant = |number: usize| checked[number].depends_on() == depends;
            Code::new(checked, |number| placed[number].is_none() && is_meant(number) && is_worth(number))
        });
        Some(Self {
            values: (VALUE_COUNT..VALUE_COUNT + terms.len())
                .map(|place| scores.each_ref().map(|scores| S::from(scores[place])))
                .collect(),
            slots,
            placed,
            code,
            through_king: source.is(LETS_SLIDERS_THROUGH),
            terms,
        })
    }

    pub fn terms(&self) -> &Arc<CustomTerms> {
        &self.terms
    }

    /// Returns `true` if sliders of the side that is not to move see through the king of the side to move.
    pub fn through_king(&self) -> bool {
        self.through_king
    }

    /// A value for a side; `place` is its index among all values.
    pub fn value(&self, color: Color, place: usize) -> S {
        self.values[place - VALUE_COUNT][color as usize]
    }

    /// The value of a piece on a square by the terms that are folded into the piece-square table.
    pub fn square(&self, color: Color, piece: Piece, square: Square) -> S {
        let index = Square::index(relative_square(square, color));
        let of_term = |(placed, slot): (&Option<PsqtFold>, &Slot)| {
            let (value, n) = placed.as_ref()?.count(piece, index)?;
            Some(self.value(color, slot.offset + value) * n)
        };
        self.placed.iter().zip(&self.slots).filter_map(of_term).sum()
    }

    /// Maximum number of operations per evaluation, both sides together.
    pub fn most_operations(&self) -> u64 {
        2 * self.code.iter().map(Code::cost).sum::<u64>()
    }

    /// Returns `true` if any term must be counted: one with a value that is not part of the piece-square table.
    pub fn is_live(&self) -> bool {
        self.code.iter().any(|code| !code.is_empty())
    }

    /// Score of all terms that are not part of the piece-square table, computed by the interpreter.
    pub fn total(&self, position: &Position) -> S {
        let mut sums = [S::ZERO; 2];
        let program = self.terms.program();
        program.interpret(position, self.through_king, |color, term, index, n| {
            if self.placed[term].is_none() {
                sums[color as usize] += self.value(color, self.slots[term].offset + index) * n;
            }
        });
        sums[0] - sums[1]
    }

    /// Score of one term for White and for Black, computed by the interpreter.
    pub fn score_of(&self, number: usize, position: &Position) -> [S; 2] {
        let program = self.terms.program();
        COLORS.map(|color| {
            let mut sum = S::ZERO;
            let add = |_, index: usize, n: i32| {
                sum += self.value(color, self.slots[number].offset + index) * n;
            };
            program.interpret_side(position, color, self.through_king, |it| it == number, add);
            sum
        })
    }

    /// Reports all counts to `add`, whatever their values: side, key, index and number.
    pub fn count(&self, position: &Position, mut add: impl FnMut(Color, Slot, usize, i32)) {
        let program = self.terms.program();
        program.interpret(position, self.through_king, |color, term, index, n| {
            add(color, self.slots[term], index, n);
        });
    }
}
