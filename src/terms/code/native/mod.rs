//! Own terms as machine code, by the crates of cranelift (feature `native`): the steps of a program, whose values are known
//! here, become one function that returns what all its terms are worth.
//!
//! The machine stays the meaning of the steps and what runs where there is no such code: on a processor that cranelift does
//! not know, for more than [`MAX_STEPS`], or if the system does not let a program make code. A test makes random programs
//! and compares the two.
//!
//! [`translate`] puts steps into the compiler's form ([`values`], [`numbers`], [`counts`], [`maps`]), [`helpers`] is what
//! they call, [`facts`] what they read, and [`function`] what comes out.

mod counts;
mod facts;
mod function;
mod helpers;
mod maps;
mod numbers;
mod range;
mod translate;
mod values;

use crate::board::{Bitboard, Position, Square};

use super::draft::{Draft, Drafts};
use super::instruction::Does;
use super::{Code, Machine, Part, inputs};

use facts::{Facts, Needs};
use function::Function;

/// The most steps that are compiled: what takes a few hundredths of a second.
const MAX_STEPS: usize = 4_000;

/// Terms as machine code, with their values. It can be run by many threads at once.
#[derive(Debug)]
pub struct Native {
    function: Function,
    needs: Needs,
}

impl Code {
    /// The same as machine code; `values` are those of all terms, for White and for Black, as numbers that can be added.
    /// None if that cannot be made, or if these are too few values.
    pub fn native(&self, values: &[[i64; 2]]) -> Option<Native> {
        let parts = self.parts.iter().map(|part| match part {
            Part::Steps { drafts, .. } => Some(drafts),
            Part::Plain(..) => None,
        });
        let parts: Vec<&Drafts> = parts.collect::<Option<_>>()?;
        let steps = || parts.iter().flat_map(|drafts| &drafts.code);
        let are_few = steps().any(|step| last_place(step).is_some_and(|last| last >= values.len()));
        if parts.is_empty() || steps().count() > MAX_STEPS || are_few {
            return None;
        }
        let needs = Needs::of(steps());
        let function = Function::new(&parts, needs, values)?;
        Some(Native { function, needs })
    }
}

/// The last of the values that a step may look up.
fn last_place(step: &Draft) -> Option<usize> {
    let root = step.root?;
    let others = match step.does {
        Does::CountEntry | Does::EachEntry | Does::CountIndexed | Does::EachIndexed => root.last.into(),
        Does::CountRanks | Does::EachRank | Does::CountFiles | Does::EachFile => 7,
        Does::CountSquares | Does::EachSquare => 63,
        _ => 0,
    };
    Some(usize::from(root.place) + others)
}

impl Native {
    /// What all terms are worth, White's less Black's: the sum of the values that count. `by_square` and `through_king`
    /// are as for [`Code::count`].
    #[inline]
    pub fn sum(
        &self,
        machine: &mut Machine,
        position: &Position,
        through_king: bool,
        by_square: Option<&[Bitboard; Square::NUM]>,
    ) -> i64 {
        if self.needs.by_square && by_square.is_none() {
            inputs::fill_squares(&mut machine.by_square, position, through_king);
        }
        let by_square = by_square.unwrap_or(&machine.by_square);
        self.function.call(&Facts::new(position, by_square, self.needs))
    }
}
