//! `temper sprt`.

use serde_json::Value;

use super::{stderr, stdout, temper};

fn text_of(arguments: &str) -> String {
    let output = temper(&arguments.split(' ').collect::<Vec<_>>(), "");
    assert!(output.status.success(), "{arguments}: {}", stderr(&output));
    stdout(&output)
}

fn json_of(arguments: &str) -> Value {
    serde_json::from_str(&text_of(arguments)).unwrap()
}

/// Runs a command that must fail and returns standard error.
fn error_of(arguments: &str) -> String {
    let output = temper(&arguments.split(' ').collect::<Vec<_>>(), "");
    assert_eq!(output.status.code(), Some(2), "{arguments}");
    assert!(output.stdout.is_empty(), "{arguments}");
    stderr(&output)
}

#[test]
fn the_lines_are_those_of_fastchess() {
    let text = text_of("sprt --ptnml 10,8,61,26,45 --wdl 172,44,84 --elo0 0 --elo1 200");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "Elo: 105.00 +/- 35.49, nElo: 124.09 +/- 39.32",
            "LOS: 100.00 %, DrawRatio: 40.67 %, PairsRatio: 3.94",
            "Games: 300, Wins: 172, Losses: 84, Draws: 44, Points: 194.0 (64.67 %)",
            "Ptnml(0-2): [10, 8, 61, 26, 45], WL/DD Ratio: 11.20",
            "DrawRatio of pairs: 40.67 %, of games: 14.67 %",
            "LLR: 11.00 (373.6%) (-2.94, 2.94) [0.00, 200.00]",
            "SPRT (normalized): H1 accepted: stronger; measured 105.00 +/- 35.49 Elo",
        ]
    );
}

/// A decision rejects one hypothesis: the text says what is known then, and what was measured.
#[test]
fn a_decision_says_what_is_known_now() {
    let [won, lost] = ["20,400,1500,1300,300", "300,1300,1500,400,20"];
    for (bounds, ptnml, claim) in [
        ("--elo0 0 --elo1 5", lost, "H0 accepted: not stronger by 5 nElo or more"),
        ("--elo0 0 --elo1 5", won, "H1 accepted: stronger"),
        ("--elo0 2 --elo1 7", won, "H1 accepted: stronger by more than 2 nElo"),
        ("--elo0 -5 --elo1 0", won, "H1 accepted: not weaker by 5 nElo or more"),
        ("--elo0 -5 --elo1 0", lost, "H0 accepted: weaker"),
        ("--elo0 -9 --elo1 -4", lost, "H0 accepted: weaker by more than 4 nElo"),
    ] {
        let text = text_of(&format!("sprt --ptnml {ptnml} {bounds}"));
        let elo = text.strip_prefix("Elo: ").and_then(|text| text.split_once(',')).unwrap().0;
        assert!(text.ends_with(&format!("SPRT (normalized): {claim}; measured {elo} Elo\n")), "{text}");
    }
}

#[test]
fn games_without_pairs_have_no_line_of_pairs() {
    let text = text_of("sprt --wdl 172,44,84 --elo0 0 --elo1 200 --model logistic");
    assert!(text.contains("LOS: 100.00 %, DrawRatio: 14.67 %\n"), "{text}");
    assert!(text.contains("LLR: 3.90 (132.4%) (-2.94, 2.94) [0.00, 200.00]\n"), "{text}");
    assert!(!text.contains("Ptnml") && !text.contains("Pairs"), "{text}");
}

#[test]
fn json_has_the_numbers() {
    let json = json_of("sprt --ptnml 10,8,61,26,45 --elo0 0 --elo1 10 --alpha 0.05 --beta 0.05 --json");
    for (key, expected) in [
        ("elo", 104.99835),
        ("elo_error", 35.48541),
        ("nelo", 124.08512),
        ("nelo_error", 39.31532),
        ("los", 1.0),
        ("llr", 2.59553),
        ("lower", -2.94444),
        ("upper", 2.94444),
        ("draw_ratio_pairs", 61.0 / 150.0),
        ("pairs_ratio", 71.0 / 18.0),
    ] {
        let found = json[key].as_f64().expect(key);
        assert!((found - expected).abs() < 6e-6, "{key}: {found}");
    }
    assert_eq!(json["decision"], "continue");
    assert_eq!(json["ptnml"].to_string(), "[10,8,61,26,45]");
    assert!(json["wins"].is_null() && json["draw_ratio_games"].is_null());
}

#[test]
fn undefined_values_are_null_with_a_reason() {
    let json = json_of("sprt --ptnml 0,0,0,0,20 --elo0 0 --elo1 10 --json");
    for key in ["elo", "elo_error", "nelo", "nelo_error", "los", "pairs_ratio"] {
        assert!(json[key].is_null(), "{key}: {json}");
    }
    let alike = json_of("sprt --ptnml 0,0,5,0,0 --json");
    assert!(alike["nelo"].is_null() && alike["nelo_error"].is_null(), "{alike}");
    assert!(alike["notes"].to_string().contains("nelo_error: the spread is unknown"), "{alike}");
    assert_eq!(json["decision"], "continue");
    let text = text_of("sprt --ptnml 0,0,0,0,20 --elo0 0 --elo1 10");
    assert!(text.starts_with("Elo: undefined (all points went to one side), "), "{text}");
    let text = text_of("sprt --ptnml 0,0,1,0,3");
    assert!(text.starts_with("Elo: 338.04 (no interval: too few results"), "{text}");
    let text = text_of("sprt --wdl 0,0,0 --elo0 0 --elo1 5 --model bayesian");
    assert!(text.contains("there are no results yet") && text.contains("LLR: 0.00"), "{text}");
}

#[test]
fn zero_has_no_minus_sign() {
    let text = text_of("sprt --ptnml 0,1,2,1,0 --json");
    assert!(text.contains("\"elo\":0.0,") && !text.contains("-0.0,"), "{text}");
}

#[test]
fn the_bayesian_model_asks_for_games() {
    let arguments = "sprt --ptnml 10,8,61,26,45 --elo0 0 --elo1 10 --model bayesian";
    let json = json_of(&format!("{arguments} --json"));
    assert!(json["llr"].is_null() && json["decision"].is_null() && json["elo"].is_number());
    assert!(text_of(arguments).contains("the games must be given too"));
    let json = json_of(&format!("{arguments} --wdl 172,44,84 --json"));
    assert!(json["llr"].is_number(), "{json}");
}

#[test]
fn counts_of_a_report_can_be_pasted() {
    let pasted = temper(&["sprt", "--ptnml", "[10, 8, 61, 26, 45]"], "");
    assert_eq!(stdout(&pasted), text_of("sprt --ptnml 10,8,61,26,45"));
}

#[test]
fn a_plan_says_how_many_pairs() {
    let json = json_of("sprt --plan --true-elo -2 --true-elo 2.5 --elo0 0 --elo1 5 --json");
    let rows = json["plan"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    // Expected length without drift: a b / (t1 - t0)², with a = b = ln 19 and t1 - t0 = √2 · 5 ln 10 / 800.
    let pairs = 19_f64.ln().powi(2) / (2.0 * (5.0 * 10_f64.ln() / 800.0).powi(2));
    assert!((rows[1]["expected_pairs"].as_f64().unwrap() / pairs - 1.0).abs() < 1e-9, "{json}");
    assert!((rows[1]["accepts_h1"].as_f64().unwrap() - 0.5).abs() < 1e-9, "{json}");
    assert!(rows[0]["accepts_h1"].as_f64().unwrap() < 0.05, "{json}");
    let text = text_of("sprt --plan --elo0 0 --elo1 5 --model logistic --ptnml 10,8,61,26,45");
    assert!(text.contains("true Elo") && text.lines().count() == 5, "{text}");
}

#[test]
fn invalid_arguments_are_errors() {
    for (arguments, message) in [
        ("sprt", "no results: give"),
        ("sprt --ptnml 1,2,3", "3 numbers where 5 are needed"),
        ("sprt --ptnml 1,2,3,4,-5", "`-5` is not a whole number"),
        ("sprt --ptnml 1,2,3,4,5 --wdl 1,1,1", "15 pairs are 30 games, not 3"),
        ("sprt --ptnml 0,0,1,0,0 --wdl 0,1,1", "the pairs bring 1 points, the games 0.5"),
        ("sprt --ptnml 0,1,0,1,0 --wdl 2,0,2", "0 drawn games do not fit"),
        ("sprt --wdl 1,1,1 --elo0 5 --elo1 0", "elo1 must be larger"),
        ("sprt --wdl 1,1,1 --elo0 nan --elo1 0", "elo0 is NaN"),
        ("sprt --wdl 1,1,1 --elo0 0", "--elo1"),
        ("sprt --wdl 1,1,1 --elo0 0 --elo1 5 --alpha 0", "alpha is 0"),
        ("sprt --wdl 1,1,1 --elo0 0 --elo1 5 --model elo", "normalized, logistic, bayesian"),
        ("sprt --plan --elo0 0 --elo1 5 --model logistic", "without --ptnml or --wdl"),
        ("sprt --plan --elo0 0 --elo1 5 --true-elo inf", "not a number from -1000 to 1000"),
    ] {
        let error = error_of(arguments);
        assert!(error.contains(message), "{arguments}: {error}");
    }
}
