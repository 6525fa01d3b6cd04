//! `temper eval --show-term`: what a term of a profile's own sees in a position, drawn on the board.

use anyhow::{Context, bail};

use crate::board::diagram::Diagram;
use crate::board::{COLORS, Color, Position};
use crate::eval::keys::{Kind, Shape};
use crate::eval::own_weights::OwnWeights;
use crate::eval::{S, Weights};
use crate::profile::diff::pair;
use crate::profile::entry_words;
use crate::spelling::nearest;
use crate::terms::{Means, Shown, ShownPart};

/// How many of a term's values are told of which its worth is made.
const MOST_VALUES: usize = 8;

/// All parts of a term for both sides; `name` may have `term.` before it.
///
/// # Errors
/// If the profile has no such term.
pub(super) fn text(w: &Weights, position: &Position, name: &str) -> anyhow::Result<String> {
    let own = w
        .own_terms()
        .with_context(|| format!("{} has no terms of its own", w.name()))?;
    let entries = own.terms().entries();
    let wanted = name.strip_prefix("term.").unwrap_or(name);
    let Some(number) = entries.iter().position(|entry| entry.decl.name == wanted) else {
        let names = entries.iter().map(|entry| entry.decl.name);
        let hint = match nearest(wanted, names.clone()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("it has {}", names.collect::<Vec<_>>().join(", ")),
        };
        bail!("{} has no term `{wanted}`: {hint}", w.name());
    };
    let entry = &entries[number];
    let mut text = format!(
        "Position {position}\n{}: {}\n",
        entry.key(),
        own.terms().text(entry)
    );
    for color in COLORS {
        let side = if color == Color::White { "White" } else { "Black" };
        text += &format!("\n{side}\n");
        for part in own
            .terms()
            .program()
            .show(position, color, number, own.through_king())
        {
            text += &drawn(position, &part);
        }
        text += &worth(own, number, position, color);
    }
    Ok(text)
}

/// What a term is worth to a side, and which of its values count how often.
fn worth(own: &OwnWeights, number: usize, position: &Position, color: Color) -> String {
    let entry = &own.terms().entries()[number];
    let Kind::Values(shape, _) = entry.decl.kind else {
        return String::new();
    };
    let mut counts = vec![0; shape.len()];
    let program = own.terms().program();
    program.count_plainly(position, own.through_king(), |whose, term, index, n| {
        if (whose, term) == (color, number) {
            counts[index] += n;
        }
    });
    let value = |index: usize| own.value(color, entry.place + index);
    let counted = || counts.iter().enumerate().filter(|(_, n)| **n != 0);
    let total: S = counted().map(|(index, n)| value(index) * *n).sum();
    let summand = |(index, n): (usize, &i32)| {
        let value = pair(value(index).pair());
        match shape {
            Shape::One => format!("{n} x {value}"),
            _ if program.terms()[number].is_indexed() => format!("{n} x {value} (entry {index})"),
            _ => format!("{n} x {value} ({})", entry_words(shape, index)),
        }
    };
    let listed: Vec<String> = counted().map(summand).take(MOST_VALUES).collect();
    let more = match counted().count().saturating_sub(MOST_VALUES) {
        0 => "",
        _ => " + ...",
    };
    let whose = match (color, shape) {
        (Color::Black, Shape::ByRank | Shape::BySquare) => ", seen from Black's side",
        _ => "",
    };
    match listed.is_empty() {
        true => "  worth: 0\n".to_owned(),
        false => format!(
            "  worth{whose}: {} = {}{more}\n",
            pair(total.pair()),
            listed.join(" + ")
        ),
    }
}

fn drawn(position: &Position, part: &ShownPart) -> String {
    let of = part
        .square
        .map_or(String::new(), |square| format!(" of {square}"));
    let name = format!("{}{of}", part.name);
    let means = match part.means {
        None => String::new(),
        Some(Means::HeldAt(n)) => format!(", counts as {n}"),
        Some(Means::Entry(index)) => format!(", entry {index}"),
    };
    match part.shown {
        Shown::Number(n) => format!("  {name}: {n}{means}\n"),
        Shown::Truth(false) if part.name == "when" => format!("  {name}: false, so nothing is counted\n"),
        Shown::Truth(truth) => format!("  {name}: {truth}{means}\n"),
        Shown::Squares(set) if set.is_empty() => format!("  {name}: no squares{means}\n"),
        Shown::Squares(set) => {
            let diagram = Diagram {
                bottom: Color::White,
                unicode: false,
            };
            let noun = if set.len() == 1 { "square" } else { "squares" };
            let board = diagram.draw_set(position, set);
            let lines: String = board.lines().map(|line| format!("  {line}\n")).collect();
            format!("  {name}: {} {noun}{means}\n{lines}", set.len())
        }
    }
}
