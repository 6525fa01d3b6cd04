//! What the terms of a profile's own cost, and how often they count for anything: what `temper profile check` says.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::super::bench;
use crate::board::Position;
use crate::eval::keys::Entry;
use crate::eval::own_count::OwnScorer;
use crate::eval::own_weights::OwnWeights;
use crate::eval::{S, Values, Weights};
use crate::profile::Profile;

/// Each measurement takes so long at least.
const SPAN: Duration = Duration::from_millis(1);
/// The least of so many measurements counts: the rest is what else the machine did.
const MEASUREMENTS: usize = 3;

/// What a term costs, and how often it counts.
pub(super) struct Cost {
    /// The key.
    pub key: String,
    /// At most how many operations for one side.
    pub operations: u64,
    /// An evaluation, in nanoseconds; 0 of a term that adds up piece by piece, or is worth nothing.
    pub nanoseconds: f64,
    /// In how many positions of the sample it is worth something.
    pub live: usize,
    /// How many positions the sample has.
    pub positions: usize,
}

impl Cost {
    /// The columns of a line: what it costs at most, what it took, how often it counts.
    fn words(&self) -> [String; 3] {
        let Self { live, positions, .. } = self;
        [
            match self.operations {
                1 => "1 operation,".to_owned(),
                most => format!("up to {most} operations,"),
            },
            format!("{:.0} ns,", self.nanoseconds),
            format!("worth something in {live} of {positions} positions"),
        ]
    }

    /// The same in one line.
    pub fn line(&self) -> String {
        self.words().join(" ")
    }
}

/// What each of a profile's own terms costs.
pub(super) fn costs(profile: &Profile) -> Vec<Cost> {
    let positions: Vec<Position> = bench::positions().collect();
    let w = profile.compile();
    let Some(own) = w.own_terms() else {
        return Vec::new();
    };
    let terms = own.terms();
    let cost = |(number, entry): (usize, &Entry)| {
        let is_worth = |position: &&Position| own.score_of(number, position) != [S::ZERO; 2];
        let alone = Weights::new("", &only(&profile.values, number));
        Cost {
            key: entry.key(),
            operations: terms.term(entry).cost(),
            nanoseconds: time(alone.own_terms(), &positions),
            live: positions.iter().filter(is_worth).count(),
            positions: positions.len(),
        }
    };
    terms.entries().iter().enumerate().map(cost).collect()
}

/// A line for each term: what it costs at most, what it took, and in how many positions it is worth something; a last
/// one for all of them.
pub(super) fn report(profile: &Profile) -> String {
    let costs = costs(profile);
    if costs.is_empty() {
        return String::new();
    }
    let rows: Vec<(String, [String; 3])> = costs
        .iter()
        .map(|cost| (format!("{}:", cost.key), cost.words()))
        .collect();
    let key = rows.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .map(move |(_, row)| row[column].len())
            .max()
            .unwrap_or(0)
    };
    let [most, took] = [0, 1].map(width);
    let lines = rows
        .iter()
        .map(|(a, [b, c, d])| format!("  {a:key$} {b:most$} {c:>took$} {d}\n"));
    let positions: Vec<Position> = bench::positions().collect();
    let w = profile.compile();
    let all = time(w.own_terms(), &positions);
    let native = match w.own_terms().is_some_and(runs_as_machine_code) {
        true => ", as machine code",
        false => "",
    };
    lines.collect::<String>() + &format!("  all together: {all:.0} ns an evaluation{native}\n")
}

/// Whether machine code counts all terms.
fn runs_as_machine_code(own: &OwnWeights) -> bool {
    own.is_live() && OwnScorer::without_cache(own).is_native()
}

/// The same values with all own terms but one worth nothing.
fn only(values: &Values, number: usize) -> Values {
    let mut only = values.clone();
    for (other, entry) in values.own_entries().iter().enumerate() {
        if let Some(slot) = entry.slot().filter(|_| other != number) {
            only.scores[slot.offset..][..slot.len].fill([0, 0]);
        }
    }
    only
}

/// How long terms take in an evaluation, counted afresh, in nanoseconds.
fn time(own: Option<&OwnWeights>, positions: &[Position]) -> f64 {
    let Some(own) = own.filter(|own| own.is_live()) else {
        return 0.0;
    };
    let mut scorer = OwnScorer::without_cache(own);
    let mut measure = || {
        let (start, mut rounds) = (Instant::now(), 0_u32);
        while start.elapsed() < SPAN {
            for position in positions {
                black_box(scorer.score(own, position, None));
            }
            rounds += 1;
        }
        start.elapsed().as_secs_f64() * 1e9 / f64::from(rounds) / positions.len() as f64
    };
    (0..MEASUREMENTS).map(|_| measure()).fold(f64::INFINITY, f64::min)
}
