//! Tables of the style of play, for `match --style` and `temper style`.

use std::io::{self, Write};

use crate::cli::stdout::columns;
use temperament_matches::style::{Comparison, Difference, LEVEL, Measured, Sacrifices};

/// Prints the measures of A and B and their differences. `sample` is the size of the sample: `games: 12`.
pub fn write(out: &mut impl Write, styles: &Comparison, sample: &str) -> io::Result<()> {
    let Comparison { a, b, .. } = styles;
    writeln!(out, "\nStyle of A: {}, B: {}; {sample}", a.name, b.name)?;
    let mut rows = vec![["mean ± 95 %", "A", "B", "B - A", "p"].map(str::to_owned).to_vec()];
    for (of_a, of_b) in a.measures.iter().zip(&b.measures) {
        let (difference, p) = match styles.difference(&of_a.key) {
            None => ("same games".to_owned(), String::new()),
            Some(difference) => (signed(&difference.measured), p_value(difference)),
        };
        rows.push(vec![of_a.title.to_string(), number(of_a), number(of_b), difference, p]);
    }
    write!(out, "{}", columns(rows, &[0, 4]))?;
    writeln!(out, "* differs: p, corrected for {} measures (Holm), is at most {LEVEL}", styles.tested)?;
    for (letter, fingerprint) in [("A", a), ("B", b)] {
        let Sacrifices { won, drawn, lost } = fingerprint.sacrifices;
        writeln!(
            out,
            "Sacrifices of {letter}: {won} in games won, {drawn} in games drawn, {lost} in games lost"
        )?;
    }
    out.flush()
}

/// `12.3±0.4`; `-` if undefined.
fn number(measured: &Measured) -> String {
    let Some(value) = measured.value else {
        return "-".to_owned();
    };
    let decimals = if value.abs() < 10.0 { 2 } else { 1 };
    let error = measured.error.map(|error| format!("±{error:.decimals$}"));
    format!("{value:.decimals$}{}", error.unwrap_or_default())
}

/// The same with a sign.
fn signed(measured: &Measured) -> String {
    match measured.value {
        Some(value) if value > 0.0 => format!("+{}", number(measured)),
        _ => number(measured),
    }
}

fn p_value(difference: &Difference) -> String {
    difference.p_corrected.map_or("-".to_owned(), |p| p_text(p, difference.differs))
}

/// A corrected p-value, marked if significant.
pub fn p_text(p: f64, differs: bool) -> String {
    let mark = if differs { " *" } else { "" };
    if p < 0.001 { format!("<.001{mark}") } else { format!("{p:.3}{mark}") }
}
