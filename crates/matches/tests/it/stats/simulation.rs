//! Simulated SPRTs between players of known strength: error rates and lengths.

use temperament_engine::random::{SplitMix64, unit};
use temperament_matches::stats::{Decision, Mean, Model, Pentanomial, Results, Sprt, Trinomial, holm};

const TESTS: u32 = 200;
const ALPHA: f64 = 0.05;
const BETA: f64 = 0.1;
/// Pairs between checks of the LLR, as with concurrent games.
const BATCH: u32 = 4;

pub struct Random(SplitMix64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    /// A uniform number from 0 to 1.
    fn uniform(&mut self) -> f64 {
        unit(self.0.number())
    }

    /// Draws a result with the given probabilities.
    pub fn result(&mut self, probabilities: &[f64]) -> usize {
        let mut left = self.uniform();
        for (result, p) in probabilities.iter().enumerate() {
            left -= p;
            if left < 0.0 {
                return result;
            }
        }
        probabilities.len() - 1
    }
}

/// Strength of a distribution of pairs, in the unit of the model.
fn strength(pairs: &[f64; 5], model: Model) -> f64 {
    let moment = |n: i32| (0..5).map(|i| pairs[i] * (i as f64 / 4.0).powi(n)).sum::<f64>();
    let (mean, variance) = (moment(1), moment(2) - moment(1).powi(2));
    match model {
        Model::Normalized => (mean - 0.5) / (2.0 * variance).sqrt() * 800.0 / 10_f64.ln(),
        _ => 400.0 * (mean / (1.0 - mean)).log10(),
    }
}

/// Returns a distribution of pairs with the given strength.
fn pairs_of(elo: f64, model: Model) -> [f64; 5] {
    let (mut low, mut high) = (-5.0_f64, 5.0_f64);
    let tilted = |steepness: f64| {
        let weights: [f64; 5] = [0.05, 0.2, 0.45, 0.22, 0.08];
        let tilted: [f64; 5] = std::array::from_fn(|i| weights[i] * (steepness * i as f64).exp());
        let sum = tilted.iter().sum::<f64>();
        tilted.map(|w| w / sum)
    };
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if strength(&tilted(middle), model) < elo {
            low = middle;
        } else {
            high = middle;
        }
    }
    tilted(low)
}

/// Losses, draws and wins in the model of BayesElo.
fn games_of(elo: f64) -> [f64; 3] {
    const DRAW_ELO: f64 = 150.0;
    let win_at = |elo: f64| 1.0 / (1.0 + 10_f64.powf((DRAW_ELO - elo) / 400.0));
    let (win, loss) = (win_at(elo), win_at(-elo));
    [loss, 1.0 - win - loss, win]
}

/// Simulates a test. Returns its decision and number of pairs.
fn play(sprt: &Sprt, elo: f64, random: &mut Random) -> (Decision, u32) {
    let (pairs, games) = (pairs_of(elo, sprt.model()), games_of(elo));
    let (mut pair_counts, mut game_counts) = ([0_u32; 5], [0_u32; 3]);
    for played in (BATCH..).step_by(BATCH as usize) {
        for _ in 0..BATCH {
            pair_counts[random.result(&pairs)] += 1;
            game_counts[random.result(&games)] += 1;
            game_counts[random.result(&games)] += 1;
        }
        let [losses, draws, wins] = game_counts;
        let results = match sprt.model() {
            Model::Bayesian => Results::Games(Trinomial { wins, draws, losses }),
            _ => Results::Pairs(Pentanomial::from_counts(pair_counts)),
        };
        let decision = sprt.llr(&results).map_or(Decision::Continue, |llr| sprt.decision(llr));
        if decision != Decision::Continue {
            return (decision, played);
        }
    }
    unreachable!("the loop is endless")
}

/// Simulates many tests at true strength `elo`. Returns the share that accepts H1 and the mean number of pairs.
fn play_many(sprt: &Sprt, elo: f64, seed: u64) -> (f64, f64) {
    let mut random = Random::new(seed);
    let (mut accepted, mut pairs) = (0, 0);
    for _ in 0..TESTS {
        let (decision, played) = play(sprt, elo, &mut random);
        accepted += u32::from(decision == Decision::H1);
        pairs += played;
    }
    (f64::from(accepted) / f64::from(TESTS), f64::from(pairs) / f64::from(TESTS))
}

fn errors_stay_within_alpha_and_beta(model: Model, elo0: f64, elo1: f64) {
    let sprt = Sprt::new(elo0, elo1, ALPHA, BETA, model).unwrap();
    let (wrong_h1, _) = play_many(&sprt, elo0, 1);
    let (right_h1, _) = play_many(&sprt, elo1, 2);
    println!("{model}: accepted H1 wrongly {wrong_h1}, H0 wrongly {}", 1.0 - right_h1);
    // Allow three standard deviations of the simulated error rate.
    let limit = |p: f64| p + 3.0 * (p * (1.0 - p) / f64::from(TESTS)).sqrt();
    assert!(wrong_h1 <= limit(ALPHA), "{wrong_h1}");
    assert!(1.0 - right_h1 <= limit(BETA), "{right_h1}");
}

#[test]
fn normalized_errors() {
    errors_stay_within_alpha_and_beta(Model::Normalized, 0.0, 40.0);
}

#[test]
fn logistic_errors() {
    errors_stay_within_alpha_and_beta(Model::Logistic, -10.0, 20.0);
}

#[test]
fn bayesian_errors() {
    errors_stay_within_alpha_and_beta(Model::Bayesian, 0.0, 40.0);
}

#[test]
fn tests_are_as_long_as_planned() {
    let sprt = Sprt::new(-5.0, 25.0, ALPHA, BETA, Model::Normalized).unwrap();
    for (seed, elo) in [(3, -5.0), (4, 10.0), (5, 40.0)] {
        let (accepts_h1, pairs) = play_many(&sprt, elo, seed);
        let expected = sprt.expectation(elo, None).unwrap();
        println!("{elo}: {pairs} pairs, H1 {accepts_h1}, expected {expected:?}");
        // The standard error of the mean is about 6 %, and overshooting the bounds adds some.
        assert!((pairs / expected.pairs - 1.0).abs() < 0.25, "{pairs} {expected:?}");
        assert!((accepts_h1 - expected.accepts_h1).abs() < 0.11, "{accepts_h1} {expected:?}");
    }
}

#[test]
fn holm_correction_limits_false_positives() {
    // Differences of rare events within pairs: mostly 0, sometimes 1, seldom large. Every second measure nearly equals
    // the previous one.
    const FAMILIES: usize = 1000;
    const MEASURES: usize = 20;
    let mut random = Random::new(11);
    let (mut single, mut families) = (0, 0);
    for _ in 0..FAMILIES {
        let mut p: Vec<f64> = Vec::new();
        for _ in 0..MEASURES / 2 {
            let mut sample: Vec<f64> = (0..60)
                .map(|_| [0.0, 1.0, -1.0, 12.0, -12.0][random.result(&[0.8, 0.08, 0.08, 0.02, 0.02])])
                .collect();
            p.push(Mean::of(&sample).p.unwrap());
            sample[0] += 1.0;
            sample[1] -= 1.0;
            p.push(Mean::of(&sample).p.unwrap());
        }
        single += p.iter().filter(|&&p| p <= 0.05).count();
        families += usize::from(holm(&p).iter().any(|&p| p <= 0.05));
    }
    let (single, families) =
        (single as f64 / (FAMILIES * MEASURES) as f64, families as f64 / FAMILIES as f64);
    assert!((0.01..0.055).contains(&single), "{single}");
    assert!(families < 0.05, "{families}");
}
