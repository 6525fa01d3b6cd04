//! A pair of middlegame and endgame scores in one word.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A pair (mg, eg) of 32-bit numbers packed in one 64-bit word: endgame in the upper half, middlegame
/// in the lower, so that one addition adds both.
///
/// Unlike in engines with a fixed evaluation, 16-bit halves are not enough: the sums of a profile reach 27,000, and a
/// profile may scale them. The sums cannot overflow: the checker bounds every value by [`super::keys::MAX_TENTHS`],
/// and no position counts more than a few thousand of them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct S(i64);

impl S {
    /// 0 in both stages.
    pub const ZERO: Self = Self(0);

    /// A pair of a middlegame and an endgame number.
    #[inline(always)]
    pub const fn new(mg: i32, eg: i32) -> Self {
        Self(((eg as i64) << 32) + mg as i64)
    }

    /// The middlegame number.
    #[inline(always)]
    pub const fn mg(self) -> i32 {
        self.0 as i32
    }

    /// The endgame number. The lower half borrows one from the upper when it is negative; adding half a
    /// word before the shift gives it back.
    #[inline(always)]
    pub const fn eg(self) -> i32 {
        ((self.0 + (1 << 31)) >> 32) as i32
    }

    /// Both numbers, middlegame first.
    pub const fn pair(self) -> [i32; 2] {
        [self.mg(), self.eg()]
    }
}

impl From<[i32; 2]> for S {
    fn from([mg, eg]: [i32; 2]) -> Self {
        Self::new(mg, eg)
    }
}

impl Add for S {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for S {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl AddAssign for S {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for S {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for S {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for S {
    type Output = Self;
    #[inline(always)]
    fn mul(self, n: i32) -> Self {
        Self(self.0 * n as i64)
    }
}

impl Sum for S {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Debug for S {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S({}, {})", self.mg(), self.eg())
    }
}
