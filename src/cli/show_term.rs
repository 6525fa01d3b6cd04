//! `temper eval --show-term`: what a term of a profile's own sees in a position, drawn on the board.

use anyhow::{Context, bail};

use crate::board::diagram::Diagram;
use crate::board::{COLORS, Color, Position};
use crate::eval::Weights;
use crate::spelling::nearest;
use crate::terms::{Shown, ShownPart};

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
    }
    Ok(text)
}

fn drawn(position: &Position, part: &ShownPart) -> String {
    let of = part
        .square
        .map_or(String::new(), |square| format!(" of {square}"));
    let name = format!("{}{of}", part.name);
    match part.shown {
        Shown::Number(n) => format!("  {name}: {n}\n"),
        Shown::Truth(truth) => format!("  {name}: {truth}\n"),
        Shown::Squares(set) if set.is_empty() => format!("  {name}: no squares\n"),
        Shown::Squares(set) => {
            let diagram = Diagram {
                bottom: Color::White,
                unicode: false,
            };
            let noun = if set.len() == 1 { "square" } else { "squares" };
            let board = diagram.draw_set(position, set);
            let lines: String = board.lines().map(|line| format!("  {line}\n")).collect();
            format!("  {name}: {} {noun}\n{lines}", set.len())
        }
    }
}
