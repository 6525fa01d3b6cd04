//! Transposition-table entry, packed into 64 bits, and the slots and buckets that hold entries.

use std::fmt;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicU64;

use crate::board::Move16;

use super::info::Bound;
use super::score::Value;

/// An entry of the transposition table.
///
/// Bits, lowest first: move 16, score 16, evaluation 16, depth 8, bound 2; those above hold the age, which the table
/// sets. Never zero. It is passed in a register, and fields are extracted on demand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TtEntry(NonZeroU64);

/// Entries per bucket: four of 16 bytes fill a cache line.
const BUCKET: usize = 4;

/// Place for an entry; all zero if empty.
#[derive(Debug)]
pub(super) struct Slot {
    pub check: AtomicU64,
    pub data: AtomicU64,
}

/// The slots that a key may use.
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct Bucket(pub [Slot; BUCKET]);

const SCORE_SHIFT: u32 = 16;
const EVAL_SHIFT: u32 = 32;
/// Lowest of the eight bits of the depth in a slot.
pub(super) const DEPTH_SHIFT: u32 = 48;
const BOUND_SHIFT: u32 = 56;
/// Lowest bit of the age in a slot; the entry is below it.
pub(super) const AGE_SHIFT: u32 = 58;
/// Marks a missing evaluation.
const NO_EVAL: i16 = i16::MIN;

impl TtEntry {
    /// Creates an entry: the best move or cutoff move, if any; the score, mates counted from the node; the static
    /// evaluation unless in check; the remaining depth in plies (0 from quiescence, at most 255); and the bound type
    /// of the score.
    #[inline(always)]
    pub fn new(mv: Move16, score: Value, eval: Option<Value>, depth: i32, bound: Bound) -> Self {
        let half = |value: i16| u64::from(value as u16);
        let score = half(score as i16) << SCORE_SHIFT;
        let eval = half(eval.map_or(NO_EVAL, |e| e as i16)) << EVAL_SHIFT;
        let depth = (depth.clamp(0, i32::from(u8::MAX)) as u64) << DEPTH_SHIFT;
        Self(bound.bits() | u64::from(mv.bits()) | score | eval | depth)
    }

    /// Unpacks a slot, without its age; `None` for an empty slot.
    #[inline(always)]
    pub(super) fn from_slot(data: u64) -> Option<Self> {
        NonZeroU64::new(data & ((1 << AGE_SHIFT) - 1)).map(Self)
    }

    /// Packs the entry with an age.
    #[inline(always)]
    pub(super) fn to_slot(self, age: u8) -> u64 {
        self.0.get() | u64::from(age) << AGE_SHIFT
    }

    /// Returns the entry with the move of `other` if it has none.
    #[inline(always)]
    pub(super) fn or_move(self, other: Option<Self>) -> Self {
        match other {
            Some(other) if self.mv().is_none() => Self(self.0 | u64::from(other.mv().bits())),
            _ => self,
        }
    }

    /// Returns the best move or cutoff move.
    #[inline(always)]
    pub fn mv(self) -> Move16 {
        Move16::from_bits(self.0.get() as u16)
    }

    /// Returns the score; mates count from the node.
    #[inline(always)]
    pub fn score(self) -> Value {
        Value::from((self.0.get() >> SCORE_SHIFT) as i16)
    }

    /// Returns the static evaluation; `None` in check.
    #[inline(always)]
    pub fn eval(self) -> Option<Value> {
        let eval = (self.0.get() >> EVAL_SHIFT) as i16;
        (eval != NO_EVAL).then_some(Value::from(eval))
    }

    /// Returns the remaining depth in plies; 0 from quiescence.
    #[inline(always)]
    pub fn depth(self) -> i32 {
        i32::from((self.0.get() >> DEPTH_SHIFT) as u8)
    }

    /// Returns `true` if the score is at least this kind of bound; an exact score is both.
    #[inline(always)]
    pub fn is(self, bound: Bound) -> bool {
        let bits = bound.bits().get();
        self.0.get() & bits == bits
    }
}

impl Bound {
    /// Returns the bits of a bound: an exact score is an upper and a lower bound.
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
