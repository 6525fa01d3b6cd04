//! Fingerprints of two participants, and their significant differences.

use std::borrow::Cow;

use serde::Serialize;

use super::counts::{Counts, counts};
use super::measures::{MEASURES, Measure, Rule, mean};
use super::own::OwnMeasures;
use super::style_game::StyleGame;
use super::variety::varieties;
use crate::arena::Played;
use crate::stats::{Mean, Undefined, holm};
use temperament_engine::eval::custom_weights::CustomWeights;

/// Significance level: maximum probability that any measure of two identical players is reported as different.
pub const LEVEL: f64 = 0.05;

/// Collects the pairs of games that two participants play with each other.
#[derive(Debug, Clone)]
pub struct StyleComparer {
    participants: [usize; 2],
    own: OwnMeasures,
    measures: Vec<Measure>,
    pairs: Vec<[Observed; 2]>,
}

/// Measurements of one participant in a pair of games.
#[derive(Debug, Clone)]
struct Observed {
    /// For each measure, the mean over the games in which it exists.
    values: Vec<Option<f64>>,
    first_moves: Vec<u16>,
    sacrifices: Sacrifices,
}

/// Sacrifices by the result of their game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Sacrifices {
    /// In games that the participant won.
    pub won: u32,
    /// In drawn games.
    pub drawn: u32,
    /// In lost games.
    pub lost: u32,
}

/// A number, the half width of its 95 % interval, and its number of pairs of games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Measured {
    /// The key of the measure.
    pub key: Cow<'static, str>,
    /// Title of the measure, for tables.
    pub title: Cow<'static, str>,
    /// Mean over pairs, if any pair has the measure.
    pub value: Option<f64>,
    /// Half width of the 95 % interval, if defined.
    pub error: Option<f64>,
    /// Number of pairs of games with the measure.
    pub pairs: usize,
    /// Reason for a missing number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Fingerprint of one participant.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fingerprint {
    pub name: String,
    /// Results of games with sacrifices.
    pub sacrifices: Sacrifices,
    /// In the order of [`MEASURES`], then those of custom terms.
    pub measures: Vec<Measured>,
}

/// Difference of a measure: second participant minus first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// The mean of the differences within pairs.
    #[serde(flatten)]
    pub measured: Measured,
    /// Two-sided p-value of the null hypothesis of no difference.
    pub p: Option<f64>,
    /// p-value corrected for multiple testing.
    pub p_corrected: Option<f64>,
    /// True if the corrected p-value is at most [`LEVEL`].
    pub differs: bool,
}

/// Two fingerprints side by side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// Number of pairs of games.
    pub pairs: usize,
    /// Number of measures tested together.
    pub tested: usize,
    /// The first participant.
    pub a: Fingerprint,
    /// The second.
    pub b: Fingerprint,
    /// Second participant minus first, in the order of the measures, without measures shared by both.
    pub differences: Vec<Difference>,
}

impl Comparison {
    /// Returns the difference of a measure; `None` for measures shared by both sides of a game.
    pub fn difference(&self, key: &str) -> Option<&Difference> {
        self.differences.iter().find(|difference| difference.measured.key == key)
    }
}

impl StyleComparer {
    /// Creates a comparer of two participants of a match, by number, whose profiles define these terms. Both are
    /// measured by all of them.
    pub fn new(participants: [usize; 2], terms: [Option<&CustomWeights>; 2]) -> Self {
        let own = OwnMeasures::new(terms);
        Self {
            participants,
            measures: MEASURES.iter().cloned().chain(own.measures()).collect(),
            own,
            pairs: Vec::new(),
        }
    }

    /// Adds a pair of games; pairs of other participants are ignored.
    pub fn add(&mut self, pair: &[Played; 2]) {
        let games = pair.each_ref().map(|played| {
            let which = |player| self.participants.iter().position(|&participant| participant == player);
            (StyleGame::from(&played.record), played.slot.players.map(which))
        });
        self.add_games(&games);
    }

    /// Adds a pair of games, or a single game, as one element of the sample. Each game comes with the numbers of its White
    /// and Black: 0 for the first participant, 1 for the second; games of others are ignored.
    pub fn add_games(&mut self, games: &[(StyleGame, [Option<usize>; 2])]) {
        let mut counted: [Vec<Counts>; 2] = [Vec::new(), Vec::new()];
        for (game, players) in games {
            for ((which, side), own) in players.iter().zip(counts(game)).zip(self.own.sums(game)) {
                if let Some(which) = *which {
                    counted[which].push(Counts { own, ..side });
                }
            }
        }
        if counted.iter().all(|counted| counted.len() == games.len()) {
            let observed = counted.map(|counted| Observed::new(&self.measures, &counted));
            self.pairs.push(observed);
        }
    }

    /// Returns the differences of a measure, second participant minus first: one entry per pair, `None` if one of the two
    /// does not have it.
    pub fn differences(&self, key: &str) -> Vec<Option<f64>> {
        let Some(index) = self.measures.iter().position(|measure| measure.key == key) else {
            return Vec::new();
        };
        let [a, b] = [0, 1].map(|which| self.sample(which, index, &self.measures[index]));
        a.into_iter().zip(b).map(|(a, b)| Some(b? - a?)).collect()
    }

    /// Returns the fingerprints of both participants and their comparison.
    pub fn comparison(&self, names: [&str; 2]) -> Comparison {
        let samples: Vec<[Vec<Option<f64>>; 2]> = self
            .measures
            .iter()
            .enumerate()
            .map(|(index, measure)| [0, 1].map(|which| self.sample(which, index, measure)))
            .collect();
        let [a, b] = [0, 1].map(|which| Fingerprint {
            name: names[which].to_owned(),
            sacrifices: self.sacrifices(which),
            measures: self
                .measures
                .iter()
                .zip(&samples)
                .map(|(measure, samples)| {
                    let sample: Vec<f64> = samples[which].iter().copied().flatten().collect();
                    Measured::new(measure, &Mean::of(&sample))
                })
                .collect(),
        });
        let means: Vec<(&Measure, Mean)> = self
            .measures
            .iter()
            .zip(&samples)
            .filter(|(measure, _)| !measure.is_shared())
            .map(|(measure, samples)| (measure, Mean::of(&differences(samples))))
            .collect();
        // Untestable measures stay in the family, whose size must not depend on the outcome.
        let p: Vec<f64> = means.iter().map(|(_, mean)| mean.p.unwrap_or(1.0)).collect();
        let differences = means.iter().zip(holm(&p)).map(|((measure, mean), corrected)| {
            let p = mean.p.ok();
            let p_corrected = p.map(|_| corrected);
            Difference {
                measured: Measured::new(measure, mean),
                p,
                p_corrected,
                differs: p_corrected.is_some_and(|p| p <= LEVEL),
            }
        });
        Comparison { pairs: self.pairs.len(), tested: p.len(), a, b, differences: differences.collect() }
    }

    /// Values of one participant: one entry per pair, `None` if the pair does not have the measure.
    fn sample(&self, which: usize, index: usize, measure: &Measure) -> Vec<Option<f64>> {
        if !matches!(measure.rule, Rule::Variety) {
            return self.pairs.iter().map(|pair| pair[which].values[index]).collect();
        }
        let first_moves: Vec<Vec<u16>> =
            self.pairs.iter().map(|pair| pair[which].first_moves.clone()).collect();
        varieties(&first_moves).into_iter().map(Some).collect()
    }

    fn sacrifices(&self, which: usize) -> Sacrifices {
        let mut sum = Sacrifices::default();
        for pair in &self.pairs {
            let Sacrifices { won, drawn, lost } = pair[which].sacrifices;
            sum.won += won;
            sum.drawn += drawn;
            sum.lost += lost;
        }
        sum
    }
}

/// Second minus first, where both exist.
fn differences([a, b]: &[Vec<Option<f64>>; 2]) -> Vec<f64> {
    let both = a.iter().zip(b).filter_map(|(&a, &b)| Some((a?, b?)));
    both.map(|(a, b)| b - a).collect()
}

impl Observed {
    fn new(measures: &[Measure], games: &[Counts]) -> Self {
        let value = |measure: &Measure| {
            let of_game = |game: &Counts| match measure.rule {
                Rule::Game(of) | Rule::Side(of) => of(game),
                Rule::Term(number) => mean(game, game.own[number]),
                Rule::Variety => None,
            };
            let values: Vec<f64> = games.iter().filter_map(of_game).collect();
            (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
        };
        let mut sacrifices = Sacrifices::default();
        for game in games {
            *match game.half_points {
                0 => &mut sacrifices.lost,
                1 => &mut sacrifices.drawn,
                _ => &mut sacrifices.won,
            } += game.pawn_sacrifices + game.piece_sacrifices;
        }
        Self {
            values: measures.iter().map(value).collect(),
            first_moves: games.iter().flat_map(|game| game.first_moves.clone()).collect(),
            sacrifices,
        }
    }
}

impl Measured {
    fn new(measure: &Measure, mean: &Mean) -> Self {
        let error = mean.estimate.and_then(|estimate| estimate.error());
        Self {
            key: measure.key.clone(),
            title: measure.title.clone(),
            value: mean.estimate.ok().map(|estimate| estimate.value),
            error: error.ok(),
            pairs: mean.size,
            note: error.err().map(|why: Undefined| why.to_string()),
        }
    }
}
