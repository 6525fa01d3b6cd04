//! What the terms of a profile's own cost, and how often they count for anything: what `temper profile check` says.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::super::bench;
use crate::board::Position;
use crate::eval::own_count::{OwnScorer, OwnWeights};
use crate::eval::vocabulary::Entry;
use crate::eval::{S, Values, Weights};
use crate::profile::Profile;

/// Each measurement takes so long at least.
const SPAN: Duration = Duration::from_millis(1);
/// The least of so many measurements counts: the rest is what else the machine did.
const MEASUREMENTS: usize = 3;

/// A line for each term: what it costs at most, what it took, and in how many positions it is worth something; a last
/// one for all of them.
pub(super) fn report(profile: &Profile) -> String {
    let positions: Vec<Position> = bench::positions().collect();
    let w = profile.compile();
    let Some(own) = w.own_terms() else {
        return String::new();
    };
    let terms = own.terms();
    let row = |(number, entry)| {
        let is_worth = |position: &&Position| own.score_of(number, position) != [S::ZERO; 2];
        let alone = Weights::new("", &only(&profile.values, number));
        [
            format!("{}:", Entry::key(entry)),
            format!("up to {} operations,", terms.term(entry).cost()),
            format!("{},", time(alone.own_terms(), &positions)),
            format!(
                "worth something in {} of {} positions",
                positions.iter().filter(is_worth).count(),
                positions.len()
            ),
        ]
    };
    let rows: Vec<[String; 4]> = terms.entries().iter().enumerate().map(row).collect();
    let width = |column: usize| rows.iter().map(move |row| row[column].len()).max().unwrap_or(0);
    let [key, most, took] = [0, 1, 2].map(width);
    let lines = rows
        .iter()
        .map(|[a, b, c, d]| format!("  {a:key$} {b:most$} {c:>took$} {d}\n"));
    let native = match OwnScorer::without_cache(own).is_native(own) && own.is_live() {
        true => ", as machine code",
        false => "",
    };
    let all = time(Some(own), &positions);
    lines.collect::<String>() + &format!("  all together: {all} an evaluation{native}\n")
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

/// How long terms take in an evaluation, counted afresh.
fn time(own: Option<&OwnWeights>, positions: &[Position]) -> String {
    let Some(own) = own.filter(|own| own.is_live()) else {
        return "0 ns".to_owned();
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
    let least = (0..MEASUREMENTS).map(|_| measure()).fold(f64::INFINITY, f64::min);
    format!("{least:.0} ns")
}
