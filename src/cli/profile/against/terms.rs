//! Compares the expected scores of terms with the rows of the explanation.

use std::collections::BTreeSet;

use anyhow::Context;
use serde_json::{Value, json};

use super::EXACT;
use super::expected::{Term, Worth};
use crate::cli::numbers::grouped;
use temperament_coaching::position::Explained;
use temperament_engine::eval::S;
use temperament_engine::eval::keys::Entry;
use temperament_engine::profile::Profile;
use temperament_engine::profile::keys::nearest_key;
use temperament_engine::profile::numbers::keys_like;

/// The results of all terms.
#[derive(Debug)]
pub struct Terms {
    own: Vec<Entry>,
    /// Keys of terms that have other names, by term.
    map: Vec<(String, BTreeSet<String>)>,
    tallies: Vec<Tally>,
}

/// The result of one term.
#[derive(Debug)]
struct Tally {
    name: String,
    /// The keys whose sum is compared; none if the name is unknown.
    keys: BTreeSet<String>,
    positions: usize,
    agree: usize,
    first: Option<Found>,
}

/// A disagreement about a term.
#[derive(Debug)]
struct Found {
    line: usize,
    fen: String,
    expected: [Worth; 2],
    got: [Worth; 2],
}

impl Terms {
    /// `map` are the arguments `TERM=KEYS` of the command line.
    ///
    /// # Errors
    /// If one has another form, or names an unknown key.
    pub fn new(profile: &Profile, map: &[String]) -> anyhow::Result<Self> {
        let own = profile.values.custom_entries().to_vec();
        let read = |text: &String| {
            let (name, patterns) = text
                .split_once('=')
                .with_context(|| format!("--map {text}: expected TERM=KEY or TERM=KEY,KEY,..."))?;
            let mut keys = BTreeSet::new();
            for pattern in patterns.split(',') {
                let pattern = pattern.trim();
                let message = || {
                    let near = nearest_key(pattern).map(|near| format!("; did you mean `{near}`?"));
                    format!("--map {text}: there is no key or term `{pattern}`{}", near.unwrap_or_default())
                };
                keys.extend(keys_of(pattern, &own).with_context(message)?);
            }
            Ok((name.trim().to_owned(), keys))
        };
        let map = map.iter().map(read).collect::<anyhow::Result<_>>()?;
        Ok(Self { own, map, tallies: Vec::new() })
    }

    /// Returns `true` if all known terms agree.
    pub fn agree(&self) -> bool {
        self.known().all(|tally| tally.agree == tally.positions)
    }

    fn known(&self) -> impl Iterator<Item = &Tally> {
        self.tallies.iter().filter(|tally| !tally.keys.is_empty())
    }

    /// The names that are neither keys, sections nor custom terms.
    pub fn unknown(&self) -> impl Iterator<Item = &str> {
        self.tallies.iter().filter(|tally| tally.keys.is_empty()).map(|tally| tally.name.as_str())
    }

    /// Compares the terms of a position.
    pub fn add(&mut self, line: usize, explained: &Explained<'_>, terms: &[Term]) {
        for term in terms {
            let at = self.tallies.iter().position(|tally| tally.name == term.name);
            let at = at.unwrap_or_else(|| {
                self.tallies.push(self.tally(&term.name));
                self.tallies.len() - 1
            });
            let tally = &mut self.tallies[at];
            if tally.keys.is_empty() {
                continue;
            }
            let rows = explained.explanation.rows.iter().filter(|row| tally.keys.contains(&row.entry.key()));
            let [white, black] = rows.fold([S::ZERO; 2], |[w, b], row| [w + row.white, b + row.black]);
            let sides = [(term.sides[0], white), (term.sides[1], black)];
            let is_same = sides.map(|(expected, got)| agrees(explained, expected, got));
            tally.positions += 1;
            if is_same == [true; 2] {
                tally.agree += 1;
            } else if tally.first.is_none() {
                let got = sides.map(|(expected, got)| alike(explained, expected, got));
                let fen = explained.position.fen(false);
                tally.first = Some(Found { line, fen, expected: term.sides, got });
            }
        }
    }

    fn tally(&self, name: &str) -> Tally {
        let mapped = self.map.iter().find(|(term, _)| term == name).map(|(_, keys)| keys.clone());
        let keys = mapped.or_else(|| keys_of(name, &self.own)).unwrap_or_default();
        Tally { name: name.to_owned(), keys, positions: 0, agree: 0, first: None }
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        for tally in self.known() {
            let (agree, positions) = (grouped(tally.agree), grouped(tally.positions));
            text += &format!("term {}: {agree} of {positions} positions agree\n", tally.name);
            if let Some(Found { line, fen, expected, got }) = &tally.first {
                let words = |sides: &[Worth; 2]| format!("{} and {}", word(sides[0]), word(sides[1]));
                let (expected, got) = (words(expected), words(got));
                text +=
                    &format!("  line {line}: White and Black {expected} expected, got {got}\n    {fen}\n");
            }
        }
        let unknown: Vec<String> = self.unknown().map(|name| format!("`{name}`")).collect();
        if !unknown.is_empty() {
            let (names, first) = (unknown.join(", "), unknown[0].trim_matches('`'));
            text += &format!(
                "note: not compared, since the profile has no key, section or custom term of this name: {names}; \
                 --map {first}=KEY names its key\n"
            );
        }
        text
    }

    pub fn json(&self) -> Value {
        let known = self.known().map(|tally| {
            let first = tally.first.as_ref().map(|found| {
                let sides = |sides: &[Worth; 2]| sides.map(worth_json);
                json!({
                    "line": found.line,
                    "fen": found.fen,
                    "expected": sides(&found.expected),
                    "got": sides(&found.got),
                })
            });
            json!({
                "term": tally.name,
                "positions": tally.positions,
                "agree": tally.agree,
                "first_disagreement": first,
            })
        });
        known.collect()
    }
}

/// The keys that a name means: a key, a section, a pattern, or a custom term with or without `term.`.
fn keys_of(name: &str, own: &[Entry]) -> Option<BTreeSet<String>> {
    let found = keys_like(name, own).or_else(|_| keys_like(&format!("term.{name}"), own));
    found.ok().map(|keys| keys.into_iter().collect())
}

fn agrees(explained: &Explained<'_>, expected: Worth, got: S) -> bool {
    let blend = &explained.explanation.blend;
    let is_close = |a: f64, b: f64| (a - b).abs() < EXACT;
    match (expected, alike(explained, expected, got)) {
        (Worth::Pair(expected), Worth::Pair(got)) => {
            is_close(expected[0], got[0]) && is_close(expected[1], got[1])
        }
        (Worth::Blended(expected), Worth::Blended(got)) => {
            // A share between the stages has a fraction, which the expected number may have lost either way.
            let is_mixed = blend.phase > 0.0 && blend.phase < blend.scale && got.fract() != 0.0;
            if is_mixed { (expected - got).abs() < 1.0 } else { is_close(expected, got) }
        }
        _ => false,
    }
}

/// A score in the form of the expected one.
fn alike(explained: &Explained<'_>, expected: Worth, got: S) -> Worth {
    match expected {
        Worth::Pair(_) => Worth::Pair(got.pair().map(|steps| explained.share.whole(steps))),
        Worth::Blended(_) => Worth::Blended(explained.share.units(got)),
    }
}

fn word(worth: Worth) -> String {
    let rounded = |n: f64| (n * 100.0).round() / 100.0;
    match worth {
        Worth::Blended(n) => rounded(n).to_string(),
        Worth::Pair([mg, eg]) => format!("[{}, {}]", rounded(mg), rounded(eg)),
    }
}

fn worth_json(worth: Worth) -> Value {
    match worth {
        Worth::Blended(n) => json!(n),
        Worth::Pair(pair) => json!(pair),
    }
}
