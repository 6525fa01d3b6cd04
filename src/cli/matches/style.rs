//! The styles of those who play, as a table for each two who meet.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::arena::{Match, Played};
use crate::style::{Comparison, Difference, LEVEL, Measured, Sacrifices, Survey};

/// How those who meet play.
pub struct Styles {
    is_wanted: bool,
    /// By the numbers of two contenders, in the order of their pairing.
    surveys: BTreeMap<[usize; 2], Survey>,
}

impl Styles {
    /// Nothing is collected unless it is wanted.
    pub fn new(is_wanted: bool) -> Self {
        let surveys = BTreeMap::new();
        Self { is_wanted, surveys }
    }

    /// Adds a pair of games of a match that counts.
    pub fn add(&mut self, plan: &Match, pair: &[Played; 2]) {
        if self.is_wanted {
            // Who is named first has White first.
            let players = pair[0].slot.players;
            let survey = self.surveys.entry(players);
            survey.or_insert_with(|| empty(plan, players)).add(pair);
        }
    }

    /// The comparison of two who meet.
    pub fn comparison(&self, plan: &Match, players: [usize; 2]) -> Comparison {
        let names = players.map(|player| plan.contenders[player].name.as_str());
        let survey = self.surveys.get(&players);
        survey.map_or_else(
            || empty(plan, players).comparison(names),
            |survey| survey.comparison(names),
        )
    }

    /// Prints all comparisons.
    pub fn write(&self, plan: &Match, out: &mut impl Write) -> io::Result<()> {
        let mut all = self.surveys.keys();
        all.try_for_each(|players| write(out, &self.comparison(plan, *players)))
    }
}

/// A survey of two contenders without games.
fn empty(plan: &Match, players: [usize; 2]) -> Survey {
    let terms = players.map(|player| plan.contenders[player].source.own_terms());
    Survey::new(players, terms)
}

/// Prints what is measured of A and of B, and the differences.
fn write(out: &mut impl Write, styles: &Comparison) -> io::Result<()> {
    let Comparison { a, b, pairs, .. } = styles;
    writeln!(
        out,
        "\nStyle of A: {}, B: {}; pairs of games: {pairs}",
        a.name, b.name
    )?;
    row(out, "mean ± 95 %", ["A", "B", "B - A", "p"])?;
    for (of_a, of_b) in a.measures.iter().zip(&b.measures) {
        let (title, a, b) = (&of_a.title, number(of_a), number(of_b));
        match styles.difference(&of_a.key) {
            None => row(out, title, [&a, &b, "same games", ""])?,
            Some(difference) => {
                let p = p_value(difference);
                row(out, title, [&a, &b, &signed(&difference.measured), &p])?;
            }
        }
    }
    writeln!(
        out,
        "* differs: p, corrected for {} measures (Holm), is at most {LEVEL}",
        styles.tested
    )?;
    for (letter, fingerprint) in [("A", a), ("B", b)] {
        let Sacrifices { won, drawn, lost } = fingerprint.sacrifices;
        writeln!(
            out,
            "Sacrifices of {letter}: {won} in games won, {drawn} in games drawn, {lost} in games lost"
        )?;
    }
    out.flush()
}

/// No line is longer than 80 columns. The last two of `p` are for the mark.
fn row(out: &mut impl Write, title: &str, [a, b, difference, p]: [&str; 4]) -> io::Result<()> {
    let line = format!("{title:<31}{a:>12}{b:>12}{difference:>14}  {p}");
    writeln!(out, "{}", line.trim_end())
}

/// `12.3±0.4`, as much of it as there is.
fn number(measured: &Measured) -> String {
    let Some(value) = measured.value else {
        return "-".to_owned();
    };
    let decimals = if value.abs() < 10.0 { 2 } else { 1 };
    let error = measured.error.map(|error| format!("±{error:.decimals$}"));
    format!("{value:.decimals$}{}", error.unwrap_or_default())
}

/// The same with a sign, unless it is nothing.
fn signed(measured: &Measured) -> String {
    match measured.value {
        Some(value) if value > 0.0 => format!("+{}", number(measured)),
        _ => number(measured),
    }
}

/// The corrected p, and the mark of what differs.
fn p_value(difference: &Difference) -> String {
    let mark = if difference.differs { " *" } else { "" };
    match difference.p_corrected {
        None => "-".to_owned(),
        Some(p) if p < 0.001 => format!("<.001{mark}"),
        Some(p) => format!("{p:.3}{mark}"),
    }
}
