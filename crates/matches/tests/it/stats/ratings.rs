//! Ratings of several players: known results, undefined cases, coverage of intervals.

use temperament_matches::stats::{EloEstimate, Pentanomial, Rated, Results, Undefined, ratings};

use super::simulation::Random;

fn rated(first: usize, second: usize, counts: [u32; 5]) -> Rated {
    Rated { players: [first, second], pairs: Pentanomial::from_counts(counts) }
}

fn values(players: usize, results: &[Rated]) -> Vec<f64> {
    let ratings = ratings(players, results);
    ratings.into_iter().map(|rating| rating.unwrap().value).collect()
}

#[test]
fn two_players_are_as_far_apart_as_in_a_match() {
    let met = rated(0, 1, [10, 8, 61, 26, 45]);
    let alone = EloEstimate::new(&Results::Pairs(met.pairs)).elo.unwrap();
    let both = ratings(2, &[met]);
    let [first, second] = [both[0].unwrap(), both[1].unwrap()];
    assert!((first.value - second.value - alone.value).abs() < 1e-9);
    assert!((first.value + second.value).abs() < 1e-9);
    // One interval comes from the score, the other from Elo. Nearly equal; half as wide, since each rating is relative to
    // the mean.
    let ratio = 2.0 * first.error().unwrap() / alone.error().unwrap();
    assert!((ratio - 1.0).abs() < 0.03, "{ratio}");
}

#[test]
fn ratings_reproduce_the_points() {
    let results = [
        rated(0, 1, [3, 9, 30, 12, 6]),
        rated(1, 2, [1, 5, 20, 20, 14]),
        rated(2, 0, [10, 10, 10, 4, 1]),
        rated(0, 3, [0, 0, 1, 3, 16]),
    ];
    let elo = values(4, &results);
    let expected = |a: usize, b: usize| 1.0 / (1.0 + 10_f64.powf((elo[b] - elo[a]) / 400.0));
    for player in 0..4 {
        let mut excess = 0.0;
        for met in &results {
            let [first, second] = met.players;
            let results = Results::Pairs(met.pairs);
            let points = results.points() - results.number_of_games() as f64 * expected(first, second);
            excess += if first == player { points } else { 0.0 };
            excess -= if second == player { points } else { 0.0 };
        }
        assert!(excess.abs() < 1e-6, "{player}: {excess}");
    }
    assert!(elo.iter().sum::<f64>().abs() < 1e-6);
}

#[test]
fn players_with_all_or_no_points_have_no_rating() {
    let among = [rated(0, 1, [2, 3, 9, 4, 2])];
    let with_loser = [among[0], rated(0, 2, [0, 0, 0, 0, 9]), rated(2, 1, [9, 0, 0, 0, 0])];
    let all = ratings(4, &with_loser);
    assert_eq!(all[2], Err(Undefined::OneSided));
    assert_eq!(all[3], Err(Undefined::NoResults));
    assert_eq!(all[..2], ratings(2, &among)[..]);
    assert_eq!(ratings(2, &[rated(0, 1, [0, 0, 0, 0, 4])]), [Err(Undefined::OneSided); 2]);
    assert_eq!(ratings(2, &[]), [Err(Undefined::NoResults); 2]);
    assert!(ratings(0, &[]).is_empty());
}

#[test]
fn an_interval_needs_spread_and_enough_results() {
    let interval = |counts| ratings(2, &[rated(0, 1, counts)])[0].unwrap().interval;
    assert_eq!(interval([0, 0, 7, 0, 0]), Err(Undefined::PairsAlike));
    assert_eq!(interval([0, 0, 1, 0, 3]), Err(Undefined::BeyondAllPoints));
    assert!(interval([1, 4, 9, 4, 2]).is_ok());
}

/// Simulates game pairs with the expected score `score`; half of the games are draws where possible.
fn pairs(random: &mut Random, score: f64, number: u32) -> Pentanomial {
    let draw = 0.5 * (2.0 * score.min(1.0 - score));
    let game = [1.0 - score - draw / 2.0, draw, score - draw / 2.0];
    let mut counts = [0; 5];
    for _ in 0..number {
        counts[random.result(&game) + random.result(&game)] += 1;
    }
    Pentanomial::from_counts(counts)
}

#[test]
fn intervals_have_their_nominal_coverage() {
    const TOURNAMENTS: u32 = 400;
    let truth = [120.0, 30.0, -20.0, -130.0];
    let mut random = Random::new(7);
    let (mut inside, mut all) = (0, 0);
    for _ in 0..TOURNAMENTS {
        let mut results = Vec::new();
        for first in 0..4 {
            for second in first + 1..4 {
                let score = 1.0 / (1.0 + 10_f64.powf((truth[second] - truth[first]) / 400.0));
                let pairs = pairs(&mut random, score, 40);
                results.push(Rated { players: [first, second], pairs });
            }
        }
        for (rating, truth) in ratings(4, &results).into_iter().zip(truth) {
            let (low, high) = rating.unwrap().interval.unwrap();
            inside += u32::from((low..high).contains(&truth));
            all += 1;
        }
    }
    let share = f64::from(inside) / f64::from(all);
    assert!((0.93..0.97).contains(&share), "{share}");
}
