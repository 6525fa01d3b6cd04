//! The keys of `terms` in `temper eval --json`.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;
use temperament_engine::eval::keys::{Entry, Kind};
use temperament_engine::profile::{Library, Overrides};

use super::{json_lines, path, temper};
use crate::common::{everything, write_file};

/// Middlegames and endgames; many lack some piece types.
fn positions() -> String {
    let openings = fs::read_to_string("crates/matches/openings/balanced.epd").unwrap();
    let openings: Vec<&str> = openings.lines().take(50).collect();
    let bench = fs::read_to_string("crates/engine/src/search/bench.fen").unwrap();
    format!("{bench}\n{}\n4k3/8/8/8/8/8/P7/4K3 w - - 0 1\n", openings.join("\n"))
}

/// Keys that a profile gives scores for, and its rules of draws.
fn given_keys(profile: &str, tweak: &str) -> BTreeSet<String> {
    let library = Library::new(Vec::new()).with_tweaks(Overrides::new("--set", [tweak]));
    let (profile, _) = library.load(profile).unwrap();
    let given = profile.given.iter();
    let valued = given.filter(|given| matches!(given.entry.decl.kind, Kind::Values(..)));
    let own = profile.values.terms().map_or(&[][..], |terms| terms.all_entries());
    let drawn = own.iter().filter(|entry| entry.slot().is_none()).map(Entry::key);
    valued.map(|given| given.key.clone()).chain(drawn).collect()
}

/// Without the errors of binary fractions.
fn tenths(n: f64) -> f64 {
    (n * 10.0).round() / 10.0
}

/// Sum of the terms of a line, White minus Black, for middlegame and endgame.
fn sum(terms: &Value) -> [f64; 2] {
    let share = |term: &Value, side: &str, stage: usize| term[side][stage].as_f64().unwrap();
    let terms = terms.as_object().unwrap();
    [0, 1].map(|stage| {
        let differences = terms.values().map(|t| share(t, "white", stage) - share(t, "black", stage));
        tenths(differences.sum())
    })
}

/// Checks every line of output for a profile. Returns the keys of `terms`.
fn check(profile: &str, tweak: &str, fens: &str) -> Vec<String> {
    let set = if tweak.is_empty() { vec![] } else { vec!["--set", tweak] };
    let args = [&["eval", "--json", "--profile", profile, "--fens", "-"], set.as_slice()].concat();
    let lines = json_lines(&temper(&args, fens));
    assert!(lines.len() > 60, "{profile}: {}", lines.len());
    let keys = |line: &Value| -> Vec<String> { line["terms"].as_object().unwrap().keys().cloned().collect() };
    let first = keys(&lines[0]);
    for line in &lines {
        assert_eq!(keys(line), first, "{profile}: {}", line["fen"]);
        let after = line.get("after_blend").map_or(0.0, |n| n.as_f64().unwrap());
        let total = [&line["mg"], &line["eg_sum"]].map(|n| tenths(n.as_f64().unwrap() + after));
        assert_eq!(sum(&line["terms"]), total, "{profile}: {}", line["fen"]);
    }
    assert_eq!(first.iter().cloned().collect::<BTreeSet<_>>(), given_keys(profile, tweak), "{profile}");
    first
}

#[test]
fn terms_are_the_keys_that_the_profile_gives_in_every_position() {
    let fens = positions();
    for profile in Library::new(Vec::new()).names() {
        check(&profile, "", &fens);
    }
    for file in [everything(), "crates/engine/tests/data/profiles/typical.toml"] {
        check(file, "", &fens);
    }
    let keys = check("crates/engine/tests/data/profiles/custom-steps.toml", "", &fens);
    assert_eq!(keys.last().unwrap(), "drawn.bare_side");
}

#[test]
fn a_key_that_a_tweak_or_a_child_gives_is_one_of_the_terms_even_if_it_is_0() {
    let fens = positions();
    let plain = check("simplified", "", &fens);
    assert!(!plain.contains(&"pawns.isolated".to_owned()), "{plain:?}");
    assert!(check("simplified", "pawns.isolated=0", &fens).contains(&"pawns.isolated".to_owned()));
    let text = "name = \"child\"\nextends = \"simplified\"\nreset = [\"psqt.queen\"]\nscale.psqt = { own = 1, their = 2 }\n\
                [[term]]\nname = \"knights.on_rim\"\neach = \"own.knights & rim\"\nvalue = 0\n";
    let child = write_file("cli-json-terms", "child.toml", text);
    let keys = check(path(&child), "", &fens);
    assert_eq!(keys.last().unwrap(), "term.knights.on_rim", "custom terms come last");
    assert!(!keys.contains(&"psqt.queen".to_owned()), "{keys:?}");
}
