//! Custom terms of a compiled profile: which of them count for anything, what each value is worth, and their code.
//! Terms that add up piece by piece need no code: they are folded into the piece-square tables ([`super::squares`]).

use std::sync::{Arc, OnceLock};

use crate::board::attacks::relative_square;
use crate::board::{COLORS, Color, Piece, Position, Square};
use crate::terms::{Code, Compiled, DEPENDS, Placed};

use super::keys::mobility::LETS_SLIDERS_THROUGH;
use super::keys::{Slot, VALUE_COUNT};
use super::own_terms::OwnTerms;
use super::score::S;
use super::values::Values;

/// The own terms of a compiled profile.
#[derive(Debug, Clone)]
pub struct OwnWeights {
    terms: Arc<OwnTerms>,
    slots: Vec<Slot>,
    /// Of those that add up piece by piece, what pieces count.
    placed: Vec<Option<Placed>>,
    /// What each value is worth to White and to Black, from place [`VALUE_COUNT`] on.
    values: Vec<[S; 2]>,
    /// The code of the others with a value other than zero, by what they depend on.
    pub(super) code: [Code; 3],
    /// The same compiled with the values, when it is first needed, and shared.
    compiled: OnceLock<Arc<[Compiled; 3]>>,
    /// Whether sliders see through a king in check.
    through_king: bool,
}

impl OwnWeights {
    /// Those of a profile whose scores for White and Black are these; none if it has no terms.
    pub fn new(source: &Values, scores: &[Vec<[i32; 2]>; 2]) -> Option<Self> {
        let terms = Arc::clone(source.terms()?);
        let slots: Vec<Slot> = terms.slots().collect();
        let is_worth = |number: usize| {
            let Slot { offset, len, .. } = slots[number];
            let worth = |side: &Vec<[i32; 2]>| side[offset..][..len].iter().any(|pair| *pair != [0, 0]);
            scores.iter().any(worth)
        };
        let program = terms.program();
        let placed: Vec<Option<Placed>> = program.terms().iter().map(|term| term.placed()).collect();
        let code = DEPENDS.map(|depends| {
            let is_meant = |number: usize| program.terms()[number].depends_on() == depends;
            program.code(|number| placed[number].is_none() && is_meant(number) && is_worth(number))
        });
        Some(Self {
            values: (VALUE_COUNT..VALUE_COUNT + terms.len())
                .map(|place| scores.each_ref().map(|scores| S::from(scores[place])))
                .collect(),
            slots,
            placed,
            code,
            compiled: OnceLock::new(),
            through_king: source.is(LETS_SLIDERS_THROUGH),
            terms,
        })
    }

    /// The terms.
    pub fn terms(&self) -> &Arc<OwnTerms> {
        &self.terms
    }

    /// Whether sliders of the side that is not to move see through the king of the side to move.
    pub fn through_king(&self) -> bool {
        self.through_king
    }

    /// What a value is worth to a side; `place` is that among all values.
    pub fn value(&self, color: Color, place: usize) -> S {
        self.values[place - VALUE_COUNT][color as usize]
    }

    /// What the terms that add up piece by piece give a side for one of its pieces on a square.
    pub fn square(&self, color: Color, piece: Piece, square: Square) -> S {
        let index = Square::index(relative_square(square, color));
        let of_term = |(placed, slot): (&Option<Placed>, &Slot)| {
            let (value, n) = placed.as_ref()?.count(piece, index)?;
            Some(self.value(color, slot.offset + value) * n)
        };
        self.placed.iter().zip(&self.slots).filter_map(of_term).sum()
    }

    /// Whether any term is worth something that does not add up piece by piece.
    pub fn is_live(&self) -> bool {
        self.code.iter().any(|code| !code.is_empty())
    }

    /// The code compiled with the values.
    pub(super) fn compiled(&self) -> Arc<[Compiled; 3]> {
        let compiled = self.compiled.get_or_init(|| {
            let values: Vec<[i64; 2]> = self.values.iter().map(|both| both.map(S::packed)).collect();
            Arc::new(self.code.each_ref().map(|code| code.compile(&values)))
        });
        Arc::clone(compiled)
    }

    /// What all terms are worth but for those that add up piece by piece, counted as they are written.
    pub fn total(&self, position: &Position) -> S {
        let mut sums = [S::ZERO; 2];
        let program = self.terms.program();
        program.count_plainly(position, self.through_king, |color, term, index, n| {
            if self.placed[term].is_none() {
                sums[color as usize] += self.value(color, self.slots[term].offset + index) * n;
            }
        });
        sums[0] - sums[1]
    }

    /// Counts one term afresh, and says what it gives to White and to Black.
    pub fn score_of(&self, number: usize, position: &Position) -> [S; 2] {
        let program = self.terms.program();
        COLORS.map(|color| {
            let mut sum = S::ZERO;
            let add = |_, index: usize, n: i32| {
                sum += self.value(color, self.slots[number].offset + index) * n;
            };
            program.count_side_plainly(position, color, self.through_king, |it| it == number, add);
            sum
        })
    }

    /// Reports what all terms count to `add`, whatever it is worth: side, key, index and number.
    pub fn count(&self, position: &Position, mut add: impl FnMut(Color, Slot, usize, i32)) {
        let program = self.terms.program();
        program.count_plainly(position, self.through_king, |color, term, index, n| {
            add(color, self.slots[term], index, n);
        });
    }
}
