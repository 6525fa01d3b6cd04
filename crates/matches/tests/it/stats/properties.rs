//! Properties for random counts.

use proptest::prelude::*;
use temperament_matches::stats::{
    EloEstimate, MAX_ELO, MIN_GAP, Model, Outcome, Pentanomial, Report, Results, Sprt, Trinomial, Undefined,
};

/// A count of any magnitude, often zero.
fn count() -> impl Strategy<Value = u32> {
    prop_oneof![
        4 => Just(0_u32),
        4 => 0..10_u32,
        4 => 0..1000_u32,
        2 => 0..1_000_000_u32,
        1 => any::<u32>(),
    ]
}

/// Pentanomial counts of a realistic match.
fn realistic_counts() -> impl Strategy<Value = [u32; 5]> {
    prop::array::uniform5(prop_oneof![1 => Just(0_u32), 4 => 0..500_u32])
}

fn results() -> impl Strategy<Value = Results> {
    prop_oneof![
        prop::array::uniform5(count()).prop_map(|counts| Results::Pairs(Pentanomial::from_counts(counts))),
        [count(), count(), count()].prop_map(|[wins, draws, losses]| Results::Games(Trinomial {
            wins,
            draws,
            losses
        })),
        prop::collection::vec((outcome(), outcome()), 0..40).prop_map(|pairs| {
            Results::Pairs(pairs.into_iter().map(|(a, b)| Pentanomial::of_pair(a, b)).sum())
        }),
    ]
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop::sample::select(vec![Outcome::Loss, Outcome::Draw, Outcome::Win])
}

fn elo() -> impl Strategy<Value = f64> {
    prop_oneof![-10.0..10.0, -MAX_ELO..MAX_ELO]
}

fn sprt(models: &[Model]) -> impl Strategy<Value = Sprt> {
    let model = prop::sample::select(models.to_vec());
    (elo(), elo(), 1e-9..0.5_f64, 1e-9..0.5_f64, model)
        .prop_filter("far enough apart", |(a, b, ..)| (a - b).abs() >= MIN_GAP)
        .prop_map(|(a, b, alpha, beta, model)| Sprt::new(a.min(b), a.max(b), alpha, beta, model).unwrap())
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-7 * (1.0 + a.abs() + b.abs())
}

/// All numbers of a `Strength`.
fn numbers(strength: &EloEstimate) -> Vec<Result<f64, Undefined>> {
    let interval = strength.elo.and_then(|elo| elo.interval);
    vec![
        strength.elo.map(|elo| elo.value),
        interval.map(|(low, _)| low),
        interval.map(|(_, high)| high),
        strength.nelo,
        strength.nelo_error,
        strength.los,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_number_is_finite(results in results(), sprt in sprt(&Model::ALL)) {
        let report = Report::new(results, Some(sprt));
        for number in numbers(&report.strength) {
            prop_assert!(number.is_err() || number.is_ok_and(f64::is_finite), "{report:?}");
        }
        let text = report.to_string();
        prop_assert!(!text.contains("nan") && !text.contains("inf") && !text.contains("NaN"), "{text}");
        let los = report.strength.los.unwrap_or(0.5);
        prop_assert!((0.0..=1.0).contains(&los));
        // Exactly the undefined numbers have a note with the reason.
        let json = report.json();
        for (key, value) in json.as_object().unwrap() {
            let has_note = json["notes"].as_array().unwrap().iter()
                .any(|note| note.as_str().unwrap().starts_with(&format!("{key}:")));
            let may_lack_note = ["elo_interval", "wins", "draws", "losses", "ptnml", "decision"].contains(&key.as_str());
            prop_assert!(may_lack_note || has_note == value.is_null(), "{key}: {json}");
        }
    }

    #[test]
    fn normalized_and_logistic_llr_are_always_defined(
        results in results(),
        sprt in sprt(&[Model::Normalized, Model::Logistic]),
    ) {
        let llr = sprt.llr(&results);
        prop_assert!(llr.is_ok_and(f64::is_finite), "{llr:?}");
    }

    #[test]
    fn swapping_the_sides_negates(results in results(), sprt in sprt(&Model::ALL)) {
        // With more games, rounding errors near a score of 0.5 exceed the tolerance.
        prop_assume!(results.number_of_games() < 100_000_000);
        let (one, other) = (EloEstimate::new(&results), EloEstimate::new(&results.swapped()));
        let negated = |x: Result<f64, Undefined>| x.map(|x| -x);
        let interval = |s: &EloEstimate| s.elo.and_then(|elo| elo.interval);
        for (a, b) in [
            (one.elo.map(|e| e.value), negated(other.elo.map(|e| e.value))),
            (interval(&one).map(|i| i.0), negated(interval(&other).map(|i| i.1))),
            (one.nelo, negated(other.nelo)),
            (one.nelo_error, other.nelo_error),
            (one.los, other.los.map(|los| 1.0 - los)),
        ] {
            let agree = match (a, b) {
                (Ok(a), Ok(b)) => is_near(a, b),
                (a, b) => a.err() == b.err(),
            };
            prop_assert!(agree, "{a:?} {b:?}");
        }
        let mirrored = Sprt::new(-sprt.elo1(), -sprt.elo0(), sprt.beta(), sprt.alpha(), sprt.model()).unwrap();
        prop_assert!(is_near(sprt.upper(), -mirrored.lower()));
        if let Ok(llr) = sprt.llr(&results) {
            let other = mirrored.llr(&results.swapped()).unwrap();
            prop_assert!(is_near(llr, -other), "{llr} {other}");
        }
    }

    #[test]
    fn a_better_pair_is_worth_more(counts in realistic_counts(), from in 0..4_usize, sprt in sprt(&Model::ALL)) {
        prop_assume!(counts[from] > 0);
        let mut better = counts;
        better[from] -= 1;
        better[from + 1] += 1;
        let [before, after] = [counts, better].map(|c| Results::Pairs(Pentanomial::from_counts(c)));
        prop_assert!(after.points() > before.points());
        if let (Ok(a), Ok(b)) = (EloEstimate::new(&before).elo, EloEstimate::new(&after).elo) {
            prop_assert!(b.value > a.value);
        }
        if sprt.model() == Model::Logistic && better[from] > 0 && counts[from + 1] > 0 {
            let (a, b) = (sprt.llr(&before).unwrap(), sprt.llr(&after).unwrap());
            prop_assert!(b > a, "{a} {b}");
        }
    }

    #[test]
    fn more_pairs_with_the_same_shares_narrow_the_interval(counts in realistic_counts(), times in 2..20_u32) {
        let [few, many] = [1, times].map(|n| {
            EloEstimate::new(&Results::Pairs(Pentanomial::from_counts(counts.map(|count| n * count))))
        });
        if let (Ok(few), Ok(many)) = (few.nelo, many.nelo) {
            prop_assert!(is_near(few, many));
        }
        if let (Ok(few), Ok(many)) = (few.elo.and_then(|e| e.error()), many.elo.and_then(|e| e.error())) {
            prop_assert!(many < few);
        }
        if let (Ok(few), Ok(many)) = (few.los, many.los) {
            prop_assert!((many - 0.5).abs() >= (few - 0.5).abs() - 1e-12);
        }
    }

    #[test]
    fn merging_counts_is_counting_all(pairs in prop::collection::vec((outcome(), outcome()), 0..60), cut in 0..60_usize) {
        let total = |pairs: &[(Outcome, Outcome)]| {
            pairs.iter().map(|&(a, b)| Pentanomial::of_pair(a, b)).sum::<Pentanomial>()
        };
        let (first, second) = pairs.split_at(cut.min(pairs.len()));
        prop_assert_eq!(total(first) + total(second), total(&pairs));
        prop_assert_eq!(total(second) + total(first), total(&pairs));
        let number = |wanted| pairs.iter().flat_map(|&(a, b)| [a, b]).filter(|&o| o == wanted).count() as u32;
        let games = Trinomial {
            wins: number(Outcome::Win),
            draws: number(Outcome::Draw),
            losses: number(Outcome::Loss),
        };
        prop_assert_eq!(total(&pairs).games(), Some(games));
        let counted = Pentanomial::from_counts(total(&pairs).counts());
        prop_assert_eq!(counted.with_games(games), Ok(total(&pairs)));
        let one_more = Trinomial { wins: games.wins + 1, ..games };
        prop_assert!(counted.with_games(one_more).is_err());
    }

    #[test]
    fn plans_are_finite_and_shorter_away_from_the_middle(sprt in sprt(&Model::ALL), a in 0.0..MAX_ELO, b in 0.0..MAX_ELO) {
        let earlier = Pentanomial::from_counts([10, 20, 61, 26, 12])
            .with_games(Trinomial { wins: 81, draws: 106, losses: 71 })
            .unwrap();
        let plan = |elo| sprt.expectation(elo, Some(&Results::Pairs(earlier)));
        let (near, far) = (a.min(b), a.max(b));
        let far_above = plan((sprt.elo1() + far).min(MAX_ELO)).unwrap();
        let above = plan((sprt.elo1() + near).min(MAX_ELO)).unwrap();
        prop_assert!(far_above.pairs.is_finite() && far_above.pairs <= above.pairs * (1.0 + 1e-9));
        prop_assert!(far_above.accepts_h1 >= above.accepts_h1 - 1e-9 && far_above.accepts_h1 <= 1.0);
        let below = plan((sprt.elo0() - near).max(-MAX_ELO)).unwrap();
        prop_assert!(below.accepts_h1 >= 0.0 && below.accepts_h1 <= sprt.alpha() + 1e-6);
        prop_assert!(is_near(plan(sprt.elo0()).unwrap().accepts_h1, sprt.alpha()));
        prop_assert!(is_near(plan(sprt.elo1()).unwrap().accepts_h1, 1.0 - sprt.beta()));
    }
}
