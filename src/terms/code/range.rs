//! Bounds of numbers: where the result of an operation fits into 32 bits anyway, it need not be clamped.

use super::graph::NOT_COUNTED;

/// The smallest and the largest value that a number can have; without meaning for sets. An error here would give wrong
/// counts, but no access outside of a table (`counts.rs`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    pub low: i64,
    pub high: i64,
}

impl Range {
    /// Any number.
    pub const NUMBER: Self = Self::new(i32::MIN as i64, i32::MAX as i64);
    /// 1 or 0.
    pub const TRUTH: Self = Self::new(0, 1);
    /// The size of a set.
    pub const SIZE: Self = Self::new(0, 64);

    pub const fn new(low: i64, high: i64) -> Self {
        Self { low, high }
    }

    /// Whether the value may be [`NOT_COUNTED`], which is smaller than all numbers.
    pub fn may_be_none(self) -> bool {
        self.low == NOT_COUNTED as i64
    }

    /// The smallest range that has both.
    pub fn or(self, other: Self) -> Self {
        Self::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// Its bounds clamped to another.
    pub fn clamp(self, other: Self) -> Self {
        Self::new(
            self.low.clamp(other.low, other.high),
            self.high.clamp(other.low, other.high),
        )
    }

    pub fn add(self, other: Self) -> Self {
        Self::new(
            self.low.saturating_add(other.low),
            self.high.saturating_add(other.high),
        )
    }

    pub fn negative(self) -> Self {
        Self::new(self.high.saturating_neg(), self.low.saturating_neg())
    }

    pub fn subtract(self, other: Self) -> Self {
        self.add(other.negative())
    }

    pub fn multiply(self, other: Self) -> Self {
        let by = |a: i64| {
            let (x, y) = (a.saturating_mul(other.low), a.saturating_mul(other.high));
            Self::new(x.min(y), x.max(y))
        };
        by(self.low).or(by(self.high))
    }

    pub fn absolute(self) -> Self {
        let most = self.low.saturating_abs().max(self.high.saturating_abs());
        Self::new(0, most)
    }

    pub fn least(self, other: Self) -> Self {
        Self::new(self.low.min(other.low), self.high.min(other.high))
    }

    pub fn most(self, other: Self) -> Self {
        Self::new(self.low.max(other.low), self.high.max(other.high))
    }

    /// The range of a sum of at most that many.
    pub fn sum(self, times: i64) -> Self {
        Self::new(
            self.low.min(0).saturating_mul(times),
            self.high.max(0).saturating_mul(times),
        )
    }
}
