//! Adjustments of the sum of all other terms before blending, as a function with a gradient: [`temperament_engine::eval::scaling`]
//! without the rounding.
//!
//! Each side's values are counted as if it were ahead; the sign of the sum decides, stage by stage, which side's
//! apply. A sum of 0 stays 0, while the smallest lead gets the full adjustment, so the function may jump there; on
//! either side the gradient is that of the formula.

use super::score_pairs::ScorePairs;

/// Maximum share, in hundredths.
const ALL: f32 = 100.0;

/// Count of a value for a side, should it be ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Adjustment {
    /// Index of the value.
    pub index: u16,
    /// Count.
    pub n: i8,
    /// The side: 1 White, -1 Black.
    pub sign: i8,
}

/// The adjusted sum of one stage, from White's point of view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adjusted {
    /// The adjusted sum.
    pub sum: f32,
    /// Derivative by the unadjusted sum.
    pub slope: f32,
    /// The side whose values apply: 1 White, -1 Black.
    ahead: i8,
    /// Derivative by the points of the side ahead.
    chance_slope: f32,
    /// Derivative by the share of the side ahead.
    share_slope: f32,
}

impl Adjusted {
    /// An unadjusted sum.
    #[inline(always)]
    pub fn untouched(sum: f32) -> Self {
        Self { sum, slope: 1.0, ahead: 0, chance_slope: 0.0, share_slope: 0.0 }
    }

    /// Applies adjustments to the sum of `stage`. `is_share` returns `true` for indices of values that are shares of
    /// the lead, not points.
    pub fn new(
        sum: f32,
        stage: usize,
        adjustments: &[Adjustment],
        values: &ScorePairs,
        is_share: impl Fn(u16) -> bool,
    ) -> Self {
        let ahead = if sum < 0.0 { -1 } else { 1 };
        let (mut chance, mut share) = (0.0, 0.0);
        for one in adjustments.iter().filter(|one| one.sign == ahead) {
            let value = values.get(one.index)[stage] * f32::from(one.n);
            if is_share(one.index) {
                share += value;
            } else {
                chance += value;
            }
        }
        let sign = f32::from(ahead);
        let lead = sum.abs() + chance;
        let left = (ALL - share.clamp(-ALL, ALL)) / ALL;
        if sum == 0.0 {
            let slope = if lead < 0.0 { 0.0 } else { left };
            return Self { slope, ..Self::untouched(0.0) };
        }
        if lead <= 0.0 {
            return Self { slope: 0.0, ..Self::untouched(0.0) };
        }
        Self {
            sum: sign * lead * left,
            slope: left,
            ahead,
            chance_slope: sign * left,
            // The same at a bound as inside it, so that a share can come back from there.
            share_slope: if share.abs() <= ALL { -sign * lead / ALL } else { 0.0 },
        }
    }

    /// Adds the derivative of the sum by each value of the adjustments, times `slope`, to `gradient`.
    pub fn add_gradient(
        &self,
        stage: usize,
        adjustments: &[Adjustment],
        slope: f32,
        is_share: impl Fn(u16) -> bool,
        gradient: &mut ScorePairs,
    ) {
        for one in adjustments.iter().filter(|one| one.sign == self.ahead) {
            let by = if is_share(one.index) { self.share_slope } else { self.chance_slope };
            gradient.get_mut(one.index)[stage] += slope * by * f32::from(one.n);
        }
    }
}
