//! A distribution over the points of a game or of a pair.

/// Count of an absent result in a likelihood, so that every result stays possible: the regularisation of fishtest,
/// <https://github.com/official-stockfish/fishtest>.
const ABSENT: f64 = 1e-3;

/// Probabilities of `N` results, whose scores are evenly spaced from 0 to 1: 3 for a game, 5 for a pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Distribution<const N: usize> {
    /// Probability of each result; they sum to 1.
    pub p: [f64; N],
}

/// A sample: the counts of `N` results.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sample<const N: usize> {
    /// Number of results; at least 1.
    pub size: f64,
    /// Their shares.
    pub shares: Distribution<N>,
}

impl<const N: usize> Sample<N> {
    /// Creates a sample from counts; `None` if there are no results.
    pub fn new(counts: [u32; N]) -> Option<Self> {
        Self::weighted(counts.map(f64::from))
    }

    /// Creates a regularised sample, in which no count is 0; `None` if there are no results.
    pub fn regularized(counts: [u32; N]) -> Option<Self> {
        if counts == [0; N] {
            return None;
        }
        Self::weighted(counts.map(|n| if n == 0 { ABSENT } else { f64::from(n) }))
    }

    fn weighted(counts: [f64; N]) -> Option<Self> {
        let size = counts.iter().sum::<f64>();
        (size > 0.0).then(|| Sample { size, shares: Distribution { p: counts.map(|n| n / size) } })
    }

    /// Returns `true` if at least two results differ.
    pub fn has_spread(&self) -> bool {
        self.shares.p.iter().filter(|&&p| p > 0.0).count() > 1
    }
}

impl<const N: usize> Distribution<N> {
    /// The score of each result.
    pub fn scores() -> [f64; N] {
        std::array::from_fn(|i| i as f64 / (N - 1) as f64)
    }

    /// Expected value of a function of the result.
    pub fn expectation(&self, values: [f64; N]) -> f64 {
        self.p.iter().zip(values).map(|(p, value)| p * value).sum()
    }

    /// Expected score.
    pub fn mean(&self) -> f64 {
        self.expectation(Self::scores())
    }

    /// Variance of the score.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.expectation(Self::scores().map(|score| (score - mean).powi(2)))
    }

    /// Number of standard deviations by which the expected score is above one half. Infinite without spread.
    pub fn deviations(&self) -> f64 {
        (self.mean() - 0.5) / self.variance().sqrt()
    }
}
