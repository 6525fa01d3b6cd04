//! Match statistics: known results, properties, and simulated tests.

mod properties;
mod ratings;
mod simulation;

use std::collections::HashMap;

use temperament_matches::stats::{
    Decision, EloEstimate, Model, Pentanomial, Results, Sprt, Trinomial, Undefined,
};

/// Expected values have five decimals.
const ROUNDING: f64 = 5.001e-6;

/// A row of the file: fields by column name.
struct Row(HashMap<&'static str, &'static str>);

impl Row {
    fn number(&self, column: &str) -> f64 {
        self.0[column].parse().expect(column)
    }

    fn count(&self, column: &str) -> u32 {
        self.0[column].parse().expect(column)
    }

    fn pairs(&self) -> Pentanomial {
        let [ll, ld, wl, dd, wd, ww] = ["LL", "LD", "WL", "DD", "WD", "WW"].map(|name| self.count(name));
        Pentanomial::from_counts([ll, ld, wl + dd, wd, ww])
    }

    fn games(&self) -> Trinomial {
        Trinomial { wins: self.count("wins"), draws: self.count("draws"), losses: self.count("losses") }
    }

    fn sprt(&self, model: Model) -> Sprt {
        let [elo0, elo1, alpha, beta] = ["elo0", "elo1", "alpha", "beta"].map(|name| self.number(name));
        Sprt::new(elo0, elo1, alpha, beta, model).unwrap()
    }

    /// Checks a result against a column; both must be undefined, or nearly equal.
    fn check(&self, column: &str, actual: Result<f64, Undefined>) {
        let expected = self.number(column);
        let agrees = match actual {
            Ok(actual) => (actual - expected).abs() <= ROUNDING,
            Err(_) => !expected.is_finite(),
        };
        assert!(agrees, "{column}: {actual:?}, not {expected}: {:?}", self.0);
    }
}

fn rows() -> Vec<Row> {
    let mut lines = include_str!("../data/stats-vectors.csv").lines().filter(|line| !line.starts_with('#'));
    let names = lines.next().unwrap();
    let rows: Vec<Row> = lines.map(|line| Row(names.split(',').zip(line.split(',')).collect())).collect();
    assert_eq!(rows.len(), 22);
    rows
}

#[test]
fn estimates_match_the_reference() {
    for row in rows() {
        let of_pairs = EloEstimate::new(&Results::Pairs(row.pairs()));
        let of_games = EloEstimate::new(&Results::Games(row.games()));
        row.check("elo", of_pairs.elo.map(|e| e.value));
        row.check("elo_err95", of_pairs.elo.and_then(|e| e.error()));
        row.check("nelo", of_pairs.nelo);
        // fastchess prints the error of an undefined nElo, too.
        if of_pairs.nelo.is_ok() {
            row.check("nelo_err95", of_pairs.nelo_error);
        }
        row.check("los", of_pairs.los);
        row.check("elo", of_games.elo.map(|e| e.value));
        row.check("tri_elo_err95", of_games.elo.and_then(|e| e.error()));
        row.check("tri_nelo", of_games.nelo);
        row.check("tri_los", of_games.los);
    }
}

#[test]
fn likelihood_ratios_match_the_reference() {
    let mut decided = 0;
    for row in rows() {
        let (pairs, games) = (Results::Pairs(row.pairs()), Results::Games(row.games()));
        let [normalized, logistic] = [Model::Normalized, Model::Logistic].map(|model| row.sprt(model));
        row.check("llr_norm_penta", normalized.llr(&pairs));
        row.check("llr_norm_tri", normalized.llr(&games));
        row.check("llr_logistic_penta", logistic.llr(&pairs));
        row.check("llr_logistic_tri", logistic.llr(&games));
        row.check("lower", Ok(normalized.lower()));
        row.check("upper", Ok(normalized.upper()));
        let llr = normalized.llr(&pairs).unwrap();
        if (llr - normalized.upper()).abs().min((llr - normalized.lower()).abs()) > 0.01 {
            let decision = normalized.decision(llr).name();
            assert_eq!(decision, row.0["decision_norm_penta"], "{:?}", row.0);
            decided += 1;
        }
    }
    assert!(decided >= 20, "{decided}");
}

#[test]
fn games_agree_with_their_pairs() {
    for row in rows() {
        let pairs = row.pairs().with_games(row.games()).unwrap();
        assert_eq!(pairs.games(), Some(row.games()));
        assert_eq!(pairs.twice_drawn(), Some(row.count("DD")));
    }
}

/// Reference values with two decimals from fastchess pull request 426.
#[test]
fn bayesian_ratios_are_those_of_fastchess() {
    for ([wins, draws, losses], [elo0, elo1], expected) in
        [([68965, 128_429, 68526], [0.0, 2.0], -1.26), ([21629, 41111, 21484], [0.5, 2.5], -1.13)]
    {
        let sprt = Sprt::new(elo0, elo1, 0.05, 0.05, Model::Bayesian).unwrap();
        let games = Results::Games(Trinomial { wins, draws, losses });
        let llr = sprt.llr(&games).unwrap();
        assert!((llr - expected).abs() <= 0.005, "{llr}, not {expected}");
    }
}

#[test]
fn undefined_values_have_a_reason() {
    let strength = |counts| EloEstimate::new(&Results::Pairs(Pentanomial::from_counts(counts)));
    let none = strength([0; 5]);
    assert_eq!(none.elo, Err(Undefined::NoResults));
    assert_eq!(none.los, Err(Undefined::NoResults));
    let won = strength([0, 0, 0, 0, 20]);
    assert_eq!(won.elo, Err(Undefined::OneSided));
    assert_eq!((won.nelo, won.nelo_error), (Err(Undefined::PairsAlike), Err(Undefined::PairsAlike)));
    let drawn = strength([0, 0, 7, 0, 0]);
    assert_eq!(drawn.elo.unwrap().value, 0.0);
    assert_eq!(drawn.elo.unwrap().interval, Err(Undefined::PairsAlike));
    assert_eq!(drawn.los, Err(Undefined::PairsAlike));
    let games = EloEstimate::new(&Results::Games(Trinomial { wins: 0, draws: 7, losses: 0 }));
    assert_eq!(games.los, Err(Undefined::NoSpread));
    let few = strength([0, 0, 1, 0, 3]);
    assert_eq!(few.elo.unwrap().interval, Err(Undefined::BeyondAllPoints));
    assert!(few.nelo.is_ok() && few.los.is_ok());
}

#[test]
fn the_bayesian_model_wants_games_with_a_win_and_a_loss() {
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Bayesian).unwrap();
    let pairs = Pentanomial::from_counts([10, 8, 61, 26, 45]);
    assert_eq!(sprt.llr(&Results::Pairs(pairs)), Err(Undefined::GamesUnknown));
    let games = Trinomial { wins: 172, draws: 44, losses: 84 };
    let known = Results::Pairs(pairs.with_games(games).unwrap());
    assert_eq!(sprt.llr(&known), sprt.llr(&Results::Games(games)));
    let won = Trinomial { losses: 0, ..games };
    assert_eq!(sprt.llr(&Results::Games(won)), Err(Undefined::NoDrawModel));
}

#[test]
fn bad_parameters_are_refused() {
    let is_refused = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, Model::Logistic).is_err();
    assert!(!is_refused(-3.0, 1.0, 0.1, 0.2));
    for (elo0, elo1, alpha, beta) in [
        (1.0, 1.0, 0.05, 0.05),
        (2.0, 1.0, 0.05, 0.05),
        (f64::NAN, 1.0, 0.05, 0.05),
        (0.0, f64::INFINITY, 0.05, 0.05),
        (0.0, 1.0, 0.0, 0.05),
        (0.0, 1.0, 0.05, 1.0),
        (0.0, 1.0, 0.05, f64::NAN),
        (0.0, 1.0, 0.5, 0.5),
    ] {
        assert!(is_refused(elo0, elo1, alpha, beta), "{elo0} {elo1} {alpha} {beta}");
    }
    assert!("elo".parse::<Model>().unwrap_err().to_string().contains("logistic"));
}

#[test]
fn a_bound_that_is_reached_decides() {
    let sprt = Sprt::new(0.0, 5.0, 0.05, 0.1, Model::Normalized).unwrap();
    assert_eq!(sprt.decision(sprt.upper()), Decision::H1);
    assert_eq!(sprt.decision(sprt.lower()), Decision::H0);
    assert_eq!(sprt.decision(0.0), Decision::Continue);
}
