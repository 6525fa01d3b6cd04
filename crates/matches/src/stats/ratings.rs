//! Ratings of several players from their pairwise results.
//!
//! The model is that of E. Zermelo, *Die Berechnung der Turnier-Ergebnisse als ein Maximumproblem der
//! Wahrscheinlichkeitsrechnung*, Mathematische Zeitschrift 29 (1929), and R. A. Bradley and M. E. Terry, *Rank analysis
//! of incomplete block designs*, Biometrika 39 (1952): the expected score of i against j is `1 / (1 + 10^((r_j - r_i) /
//! 400))`. The ratings maximise the likelihood, so that every player has as many points as expected. A draw is half a
//! win and half a loss: nothing is assumed about how often games are drawn, or how much the two games of a pair
//! depend on each other, so this is a quasi-likelihood (R. W. M. Wedderburn, Biometrika 61 (1974), 439-447). Its
//! errors are estimated from the actual deviations of the pairs from their expected scores: the "sandwich" `H⁻¹ J
//! H⁻¹` of
//! P. J. Huber, *The behavior of maximum likelihood estimates under nonstandard conditions*, 5th Berkeley Symposium
//! (1967).

use std::f64::consts::LN_10;

use super::distribution::{Distribution, Sample};
use super::normal::Z_95;
use super::{Estimate, Pentanomial, Undefined};

/// Natural logarithm of the odds per Elo.
const LOG_ODDS: f64 = LN_10 / 400.0;
/// Maximum number of iterations; about ten are needed.
const MAX_STEPS: u32 = 200;
/// The iteration ends when no rating changes by more; natural logarithm of the odds.
const PRECISION: f64 = 1e-12;
/// Maximum number of halvings of a step.
const MAX_HALVINGS: u32 = 40;

/// The results of two players against each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rated {
    /// Two different player numbers.
    pub players: [usize; 2],
    /// The pairs, for the first player.
    pub pairs: Pentanomial,
}

/// Returns the ratings of `players` players in Elo, with 95 % intervals. Their average is 0.
///
/// Ratings exist if no player or group has all points, or none, against all others (L. R. Ford, *Solution of a
/// ranking problem from binary comparisons*, American Mathematical Monthly 64 (1957), 28-33). Otherwise the largest
/// group that satisfies this is rated by the games among its members, and the others have no rating.
pub fn ratings(players: usize, results: &[Rated]) -> Vec<Result<Estimate, Undefined>> {
    let group = largest_group(players, results);
    let mut ratings: Vec<Result<Estimate, Undefined>> = (0..players)
        .map(|player| {
            let has_played = |met: &Rated| met.players.contains(&player) && met.pairs.pairs() > 0;
            Err(if results.iter().any(has_played) { Undefined::OneSided } else { Undefined::NoResults })
        })
        .collect();
    if group.len() > 1 {
        let estimates = Field::new(&group, results).estimates();
        for (player, estimate) in group.into_iter().zip(estimates) {
            ratings[player] = estimate;
        }
    }
    ratings
}

/// Returns the largest set of players in which a chain of points won leads from each player to each other one; the
/// first of several with equal size.
fn largest_group(players: usize, results: &[Rated]) -> Vec<usize> {
    let mut reaches = vec![vec![false; players]; players];
    for met in results {
        let [first, second] = met.players;
        let [none, .., all] = met.pairs.counts().map(u64::from);
        let pairs = met.pairs.pairs();
        reaches[first][second] |= pairs > none;
        reaches[second][first] |= pairs > all;
    }
    for through in 0..players {
        for from in 0..players {
            for to in 0..players {
                reaches[from][to] |= reaches[from][through] && reaches[through][to];
            }
        }
    }
    let group = |player: usize| -> Vec<usize> {
        let is_with =
            |other: &usize| *other == player || (reaches[player][*other] && reaches[*other][player]);
        (0..players).filter(is_with).collect()
    };
    let groups = (0..players).map(group);
    groups.reduce(|largest, next| if next.len() > largest.len() { next } else { largest }).unwrap_or_default()
}

/// Players to be rated together.
struct Field {
    size: usize,
    /// Opponents, by index in the group, and the results for the first one.
    met: Vec<([usize; 2], Sample<5>)>,
}

impl Field {
    fn new(group: &[usize], results: &[Rated]) -> Self {
        let place = |player: usize| group.iter().position(|&other| other == player);
        let met = results.iter().filter_map(|met| {
            let [first, second] = met.players;
            Some(([place(first)?, place(second)?], Sample::new(met.pairs.counts())?))
        });
        Self { size: group.len(), met: met.collect() }
    }

    fn estimates(&self) -> Vec<Result<Estimate, Undefined>> {
        let Some((strengths, inverse)) = self.likeliest() else {
            return vec![Err(Undefined::TooFar); self.size];
        };
        let spread = self.laplacian(|players, sample| {
            let expected = expected(&strengths, players);
            sample.size
                * sample.shares.expectation(Distribution::<5>::scores().map(|s| (s - expected).powi(2)))
        });
        let variances = product(&product(&inverse, &spread), &inverse);
        (0..self.size)
            .map(|player| {
                let value = strengths[player] / LOG_ODDS;
                let error = Z_95 * variances[player][player].max(0.0).sqrt() / LOG_ODDS;
                Ok(Estimate {
                    value,
                    interval: self
                        .check(player, spread[player][player])
                        .map(|()| (value - error, value + error)),
                })
            })
            .collect()
    }

    /// Checks that the results of a player, with this sum of squared deviations from the expected scores, allow an
    /// interval: by the same rule as in a match of two.
    fn check(&self, player: usize, squares: f64) -> Result<(), Undefined> {
        let own = self.met.iter().filter(|(players, _)| players.contains(&player));
        let (mut points, mut pairs) = (0.0, 0.0);
        for (players, sample) in own {
            let mean = sample.shares.mean();
            points += sample.size * if players[0] == player { mean } else { 1.0 - mean };
            pairs += sample.size;
        }
        if self.met.iter().all(|(_, sample)| !sample.has_spread()) {
            return Err(Undefined::PairsAlike);
        }
        let (share, error) = (points / pairs, Z_95 * squares.sqrt() / pairs);
        if share - error > 0.0 && share + error < 1.0 { Ok(()) } else { Err(Undefined::BeyondAllPoints) }
    }

    /// Returns the maximum-likelihood strengths, in natural logarithms of the odds, and the inverse of the
    /// information there, by Newton's method. The likelihood is concave, so a step that is short enough increases it.
    fn likeliest(&self) -> Option<(Vec<f64>, Vec<Vec<f64>>)> {
        let mut strengths = vec![0.0; self.size];
        for _ in 0..MAX_STEPS {
            let inverse = self.inverse_information(&strengths)?;
            let excess = self.excess(&strengths);
            let step: Vec<f64> =
                inverse.iter().map(|row| row.iter().zip(&excess).map(|(a, b)| a * b).sum()).collect();
            let before = self.likelihood(&strengths);
            let mut length = 1.0;
            let mut next = strengths.clone();
            for _ in 0..MAX_HALVINGS {
                next = strengths.iter().zip(&step).map(|(x, d)| x + length * d).collect();
                if self.likelihood(&next) >= before {
                    break;
                }
                length /= 2.0;
            }
            let change = next.iter().zip(&strengths).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            strengths = next;
            if change < PRECISION {
                break;
            }
        }
        let inverse = self.inverse_information(&strengths)?;
        Some((strengths, inverse))
    }

    /// Inverts the information on the space of strengths with sum 0. The matrix that is added is 0 there, and makes
    /// the sum invertible.
    fn inverse_information(&self, strengths: &[f64]) -> Option<Vec<Vec<f64>>> {
        let mut information = self.laplacian(|players, sample| {
            let expected = expected(strengths, players);
            sample.size * expected * (1.0 - expected)
        });
        let share = 1.0 / self.size as f64;
        information.iter_mut().flatten().for_each(|entry| *entry += share);
        let mut inverse = inverted(information)?;
        inverse.iter_mut().flatten().for_each(|entry| *entry -= share);
        Some(inverse)
    }

    /// Points of each player above the expected score, in pairs.
    fn excess(&self, strengths: &[f64]) -> Vec<f64> {
        let mut excess = vec![0.0; self.size];
        for (players, sample) in &self.met {
            let more = sample.size * (sample.shares.mean() - expected(strengths, *players));
            excess[players[0]] += more;
            excess[players[1]] -= more;
        }
        excess
    }

    fn likelihood(&self, strengths: &[f64]) -> f64 {
        let of_pairing = |([first, second], sample): &([usize; 2], Sample<5>)| {
            let difference = strengths[*first] - strengths[*second];
            let mean = sample.shares.mean();
            // ln p = -ln(1 + e^-d), ln(1 - p) = -ln(1 + e^d)
            -sample.size * (mean * softplus(-difference) + (1.0 - mean) * softplus(difference))
        };
        self.met.iter().map(of_pairing).sum()
    }

    /// The matrix of the quadratic form Σ w (x_i - x_j)² over all pairings.
    fn laplacian(&self, weight: impl Fn([usize; 2], &Sample<5>) -> f64) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![0.0; self.size]; self.size];
        for (players, sample) in &self.met {
            let ([first, second], weight) = (*players, weight(*players, sample));
            matrix[first][first] += weight;
            matrix[second][second] += weight;
            matrix[first][second] -= weight;
            matrix[second][first] -= weight;
        }
        matrix
    }
}

/// The expected score of the first of two.
fn expected(strengths: &[f64], [first, second]: [usize; 2]) -> f64 {
    1.0 / (1.0 + (strengths[second] - strengths[first]).exp())
}

/// ln(1 + e^x)
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let column = |row: &[f64], column: usize| row.iter().zip(b).map(|(x, other)| x * other[column]).sum();
    a.iter().map(|row| (0..b.len()).map(|number| column(row, number)).collect()).collect()
}

/// Inverts a matrix by Gaussian elimination with pivoting; `None` if it is singular.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (number, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == number))));
    }
    for column in 0..size {
        let pivot =
            (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, pivot);
        let head = matrix[column][column];
        if head == 0.0 || !head.is_finite() {
            return None;
        }
        matrix[column].iter_mut().for_each(|entry| *entry /= head);
        let row = matrix[column].clone();
        for (number, other) in matrix.iter_mut().enumerate() {
            let factor = other[column];
            if number != column && factor != 0.0 {
                other.iter_mut().zip(&row).for_each(|(entry, above)| *entry -= factor * above);
            }
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}
