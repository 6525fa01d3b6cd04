//! What happens to the sum of all other terms before it is blended, as a function with a gradient: [`crate::eval::adjust`]
//! without the rounding.
//!
//! What is counted is told for each side as if it were ahead; which one is, the sum itself says, stage by stage. Where a
//! sum is 0 nobody is ahead and it stays 0, but the smallest lead gets all that a lead gets. There the function may jump;
//! on either side of it the gradient is that of the formula.

use super::model::Pairs;

/// The largest share that is taken or given, in hundredths.
const ALL: f32 = 100.0;

/// How often a value counts in what a side would have if it were ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Adjustment {
    /// Index of the value.
    pub index: u16,
    /// How often.
    pub n: i8,
    /// The side: 1 White, -1 Black.
    pub sign: i8,
}

/// The sum of one stage, adjusted; from White's point of view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adjusted {
    /// What it has become.
    pub sum: f32,
    /// How fast that grows with what it was before.
    pub slope: f32,
    /// The side whose values counted: 1 White's, -1 Black's.
    ahead: i8,
    /// How fast it grows with what the side ahead gets.
    chance_slope: f32,
    /// How fast it grows with the share that the side ahead loses.
    share_slope: f32,
}

impl Adjusted {
    /// A sum that nothing adjusts.
    #[inline(always)]
    pub fn untouched(sum: f32) -> Self {
        Self {
            sum,
            slope: 1.0,
            ahead: 0,
            chance_slope: 0.0,
            share_slope: 0.0,
        }
    }

    /// The sum of `stage` with these adjustments. `is_share` says of the index of a value whether it is a share of the lead,
    /// not a number of points.
    pub fn new(
        sum: f32,
        stage: usize,
        adjustments: &[Adjustment],
        values: &Pairs,
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
            return Self {
                slope,
                ..Self::untouched(0.0)
            };
        }
        if lead <= 0.0 {
            return Self {
                slope: 0.0,
                ..Self::untouched(0.0)
            };
        }
        Self {
            sum: sign * lead * left,
            slope: left,
            ahead,
            chance_slope: sign * left,
            // At a bound as inside it, so that a share can come back from there.
            share_slope: if share.abs() <= ALL {
                -sign * lead / ALL
            } else {
                0.0
            },
        }
    }

    /// Adds to `gradient` what each value of the adjustments does for the sum, times `slope`.
    pub fn add_gradient(
        &self,
        stage: usize,
        adjustments: &[Adjustment],
        slope: f32,
        is_share: impl Fn(u16) -> bool,
        gradient: &mut Pairs,
    ) {
        for one in adjustments.iter().filter(|one| one.sign == self.ahead) {
            let by = match is_share(one.index) {
                true => self.share_slope,
                false => self.chance_slope,
            };
            gradient.get_mut(one.index)[stage] += slope * by * f32::from(one.n);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARE: u16 = 1;

    fn adjusted(sum: f32, values: [f64; 2]) -> Adjusted {
        let pairs = Pairs::new(&values.map(|value| [0.0, value]));
        let both = |index, n| [1, -1].map(|sign| Adjustment { index, n, sign });
        let adjustments = [both(0, 2), both(SHARE, 1)].concat();
        Adjusted::new(sum, 1, &adjustments, &pairs, |index| index == SHARE)
    }

    #[test]
    fn a_lead_is_moved_but_not_past_zero_and_a_part_of_it_is_lost() {
        let told = |sum, values| {
            let adjusted = adjusted(sum, values);
            (adjusted.sum, adjusted.slope)
        };
        assert_eq!(told(100.0, [-10.0, 50.0]), (40.0, 0.5));
        assert_eq!(told(-100.0, [-10.0, 50.0]), (-40.0, 0.5));
        assert_eq!(told(-100.0, [10.0, -150.0]), (-240.0, 2.0));
        assert_eq!(told(15.0, [-10.0, 50.0]), (0.0, 0.0));
        assert_eq!(told(0.0, [-10.0, 0.0]), (0.0, 0.0));
        assert_eq!(told(0.0, [10.0, 50.0]), (0.0, 0.5));
    }

    #[test]
    fn the_gradient_is_that_of_differences() {
        for (sum, values) in [
            (100.0, [-10.0, 50.0]),
            (-70.0, [7.0, -20.0]),
            (-9.0, [-5.0, 30.0]),
            (40.0, [3.0, 130.0]),
        ] {
            let exact = adjusted(sum, values);
            let mut gradient = Pairs::default();
            let adjustments = [0, SHARE].map(|index| Adjustment {
                index,
                n: if index == SHARE { 1 } else { 2 },
                sign: if sum < 0.0 { -1 } else { 1 },
            });
            exact.add_gradient(1, &adjustments, 1.0, |index| index == SHARE, &mut gradient);
            for at in 0..2 {
                let of = |step: f64| {
                    let mut values = values;
                    values[at] += step;
                    adjusted(sum, values).sum
                };
                let numeric = (of(0.5) - of(-0.5)) / 1.0;
                let told = gradient.get(at as u16)[1];
                assert!(
                    (told - numeric).abs() < 1e-3,
                    "{sum} {values:?}: {told} {numeric}"
                );
            }
        }
    }
}
