//! An entry of the transposition table, packed as it is stored.

use std::fmt;
use std::num::NonZeroU64;

use crate::board::PackedMove;

use super::info::Bound;
use super::score::Value;

/// What the table knows about a position.
///
/// The bits, lowest first: move 16, score 16, evaluation 16, depth 8, bound 2; those above are for the age, which is the
/// table's business. One number, and never zero: it is handed on in a register, and only what is asked for is taken out
/// of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TtEntry(NonZeroU64);

const SCORE_SHIFT: u32 = 16;
const EVAL_SHIFT: u32 = 32;
const DEPTH_SHIFT: u32 = 48;
const BOUND_SHIFT: u32 = 56;
/// Lowest bit of the age in a slot; what is below is the entry proper.
pub(super) const AGE_SHIFT: u32 = 58;
/// Stands for no evaluation.
const NO_EVAL: i16 = i16::MIN;

impl TtEntry {
    /// A move that proved best, or cut, if there is one; the score, mates counted from the node; the static evaluation
    /// unless in check; the remaining depth of the search in plies, 0 from quiescence, 255 at most; and what is known
    /// about the score.
    #[inline(always)]
    pub fn new(mv: PackedMove, score: Value, eval: Option<Value>, depth: i32, bound: Bound) -> Self {
        let half = |value: i16| u64::from(value as u16);
        let score = half(score as i16) << SCORE_SHIFT;
        let eval = half(eval.map_or(NO_EVAL, |e| e as i16)) << EVAL_SHIFT;
        let depth = (depth.clamp(0, i32::from(u8::MAX)) as u64) << DEPTH_SHIFT;
        Self(bound.bits() | u64::from(mv.bits()) | score | eval | depth)
    }

    /// The entry of a slot, without its age; nothing from an empty slot.
    #[inline(always)]
    pub(super) fn from_slot(data: u64) -> Option<Self> {
        NonZeroU64::new(data & ((1 << AGE_SHIFT) - 1)).map(Self)
    }

    /// What a slot with this entry holds.
    #[inline(always)]
    pub(super) fn to_slot(self, age: u8) -> u64 {
        self.0.get() | u64::from(age) << AGE_SHIFT
    }

    /// The same, with the move of another if this one has none.
    #[inline(always)]
    pub(super) fn or_move(self, other: Option<Self>) -> Self {
        match other {
            Some(other) if self.mv().is_none() => Self(self.0 | u64::from(other.mv().bits())),
            _ => self,
        }
    }

    /// The move that proved best, or cut.
    #[inline(always)]
    pub fn mv(self) -> PackedMove {
        PackedMove::from_bits(self.0.get() as u16)
    }

    /// The score; mates count from the node.
    #[inline(always)]
    pub fn score(self) -> Value {
        Value::from((self.0.get() >> SCORE_SHIFT) as i16)
    }

    /// The static evaluation; `None` in check.
    #[inline(always)]
    pub fn eval(self) -> Option<Value> {
        let eval = (self.0.get() >> EVAL_SHIFT) as i16;
        (eval != NO_EVAL).then_some(Value::from(eval))
    }

    /// Remaining depth of the search that wrote it, in plies; 0 from quiescence.
    #[inline(always)]
    pub fn depth(self) -> i32 {
        i32::from((self.0.get() >> DEPTH_SHIFT) as u8)
    }

    /// Whether the score is such a bound; an exact one is both.
    #[inline(always)]
    pub fn is(self, bound: Bound) -> bool {
        let bits = bound.bits().get();
        self.0.get() & bits == bits
    }
}

impl Bound {
    /// The bits in an entry: an exact score is an upper and a lower bound.
    const fn bits(self) -> NonZeroU64 {
        const UPPER: NonZeroU64 = NonZeroU64::new(1 << BOUND_SHIFT).unwrap();
        const LOWER: NonZeroU64 = NonZeroU64::new(2 << BOUND_SHIFT).unwrap();
        const EXACT: NonZeroU64 = NonZeroU64::new(3 << BOUND_SHIFT).unwrap();
        match self {
            Self::Upper => UPPER,
            Self::Lower => LOWER,
            Self::Exact => EXACT,
        }
    }
}

impl fmt::Debug for TtEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bounds = [Bound::Exact, Bound::Lower, Bound::Upper];
        f.debug_struct("TtEntry")
            .field("mv", &self.mv().unpack())
            .field("score", &self.score())
            .field("eval", &self.eval())
            .field("depth", &self.depth())
            .field("bound", &bounds.into_iter().find(|&bound| self.is(bound)))
            .finish()
    }
}
