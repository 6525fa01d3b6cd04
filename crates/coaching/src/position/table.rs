//! Explanations as text tables: every term for both sides, and the blending of the sum.
//!
//! Middlegame and endgame columns are exact and sum to the last row. The share of a single row in the blended result
//! is a fraction, shown rounded to a tenth; only the whole is blended exactly.

use std::fmt::{self, Write as _};

use temperament_engine::board::{Color, Position, side_name};
use temperament_engine::eval::phase::{Blend, Phase};
use temperament_engine::eval::{S, Weights};

use super::share::Share;
use super::{Explained, KeyWorth};
use crate::number::signed;

/// Width of the column of keys.
const KEY_WIDTH: usize = 36;

/// The table of one position with one profile.
pub fn one(explained: &Explained) -> String {
    let mut text = heading(explained.position);
    // Writing to a string cannot fail.
    let _ = write_one(&mut text, explained);
    text
}

/// The table of one position with two profiles, the rows sorted by their difference in pawns: profiles may have
/// different units.
pub fn two(a: &Explained, b: &Explained) -> String {
    let mut text = heading(a.position);
    // Writing to a string cannot fail.
    let _ = write_two(&mut text, a, b);
    text
}

fn heading(position: &Position) -> String {
    format!("Position {position}, {} to move\n\n", side_name(position.stm()))
}

fn profile_line(w: &Weights) -> String {
    let own = w.own().map(side_name);
    let own = own.map_or(String::new(), |side| format!(", for an engine that plays {side}"));
    format!("Profile {} (id {:016x}){own}", w.name(), w.id())
}

fn write_one(text: &mut String, explained: &Explained) -> fmt::Result {
    writeln!(text, "{}\n", profile_line(explained.weights))?;
    let share = &explained.share;
    writeln!(text, "{:KEY_WIDTH$} |{:^24} |{:^24} |{:^24}", "", "White", "Black", "White - Black")?;
    let columns = format!("{:>7}{:>8}{:>9}", "mg", "eg", "tapered");
    writeln!(text, "{:KEY_WIDTH$} |{columns} |{columns} |{columns}", "term")?;
    let rule = format!("{:-<KEY_WIDTH$}-+{:-<24}-+{:-<24}-+{:-<24}\n", "", "", "", "");
    text.push_str(&rule);
    let [mut white, mut black] = [S::ZERO; 2];
    for key in explained.keys().filter(|key| key.white != S::ZERO || key.black != S::ZERO) {
        white += key.white;
        black += key.black;
        let cells = [key.white, key.black, key.difference()].map(|s| cells(share, s));
        writeln!(text, "{:KEY_WIDTH$} |{}", key.entry.key(), cells.join(" |"))?;
    }
    text.push_str(&rule);
    let cells = [white, black, explained.explanation.total].map(|s| cells(share, s));
    writeln!(text, "{:KEY_WIDTH$} |{}", "sum", cells.join(" |"))?;
    writeln!(text, "\nTerms that are 0 here are left out. The tapered columns are rounded to a tenth.\n")?;
    write_blend(text, explained)?;
    text.push_str(&result_line(explained));
    Ok(())
}

fn write_two(text: &mut String, a: &Explained, b: &Explained) -> fmt::Result {
    writeln!(text, "A: {}\nB: {}\n", profile_line(a.weights), profile_line(b.weights))?;
    let columns = format!("{:>7}{:>8}{:>9}", "mg", "eg", "tapered");
    writeln!(text, "{:KEY_WIDTH$} |{:^24} |{:^24} |{:^9}", "White - Black", "A", "B", "B - A")?;
    writeln!(text, "{:KEY_WIDTH$} |{columns} |{columns} |{:>9}", "term", "pawns")?;
    let rule = format!("{:-<KEY_WIDTH$}-+{:-<24}-+{:-<24}-+{:-<9}\n", "", "", "", "");
    text.push_str(&rule);
    let mut rows: Vec<(KeyWorth, KeyWorth, f64)> = a
        .beside(b)
        .into_iter()
        .filter(|(x, y)| x.difference() != S::ZERO || y.difference() != S::ZERO)
        .map(|(x, y)| (x, y, b.share.unscaled_pawns(y.difference()) - a.share.unscaled_pawns(x.difference())))
        .collect();
    rows.sort_by(|x, y| y.2.abs().total_cmp(&x.2.abs()));
    for (x, y, difference) in rows {
        let cells = [cells(&a.share, x.difference()), cells(&b.share, y.difference())].join(" |");
        writeln!(text, "{:KEY_WIDTH$} |{cells} |{}", x.entry.key(), hundredths(difference))?;
    }
    text.push_str(&rule);
    let totals = [a, b].map(|side| side.explanation.total);
    let cells = [cells(&a.share, totals[0]), cells(&b.share, totals[1])].join(" |");
    let difference = b.share.unscaled_pawns(totals[1]) - a.share.unscaled_pawns(totals[0]);
    writeln!(text, "{:KEY_WIDTH$} |{cells} |{}", "sum", hundredths(difference))?;
    writeln!(
        text,
        "\nA and B are in their own units, B - A is in pawns of the screen; the largest difference stands first. Terms \
         that\nare worth the same to both colours are left out. The tapered columns are rounded to a tenth.\n"
    )?;
    for (name, side) in [("A", a), ("B", b)] {
        writeln!(text, "{name}: {}", profile_line(side.weights))?;
        write_blend(text, side)?;
        writeln!(text, "{}\n", result_line(side))?;
    }
    text.truncate(text.trim_end().len());
    Ok(())
}

/// A pair and its share of the result.
fn cells(share: &Share, s: S) -> String {
    let [mg, eg] = [s.mg(), s.eg()].map(|steps| share.whole(steps).to_string());
    format!("{mg:>7}{eg:>8}{}", tenths(share.units(s)))
}

/// A number rounded to a tenth, without the sign of a zero.
fn tenths(number: f64) -> String {
    let rounded = (number * 10.0).round() / 10.0;
    format!("{:>9.1}", rounded + 0.0)
}

/// A number rounded to a hundredth, with its sign unless it is zero.
fn hundredths(number: f64) -> String {
    format!("{:>9}", signed((number * 100.0).round() / 100.0, 2))
}

/// The steps from two sums to the result, one per line.
fn write_blend(text: &mut String, explained: &Explained) -> fmt::Result {
    let Explained { weights: w, explanation, .. } = explained;
    let blend = &explanation.blend;
    let Blend { sum, phase, scale, .. } = *blend;
    let after = explanation.after_blend;
    let [mg, eg, blended] = [blend.mg, blend.eg, blend.result - after].map(|steps| w.units(steps));
    let stage = if phase == 0.0 { "endgame" } else { "middlegame" };
    match w.phase() {
        Phase::None => writeln!(text, "Phase       one stage: the middlegame sum counts")?,
        Phase::Simplified => {
            writeln!(text, "Phase       {stage}, by the pieces left: the {stage} sum counts")?
        }
        Phase::Material { below, .. } => {
            writeln!(
                text,
                "Phase       {stage}, as material {sum} is {} {below}: the {stage} sum counts",
                if phase == 0.0 { "below" } else { "not below" }
            )?;
        }
        Phase::Linear(_) => {
            writeln!(
                text,
                "Phase       {phase:.4} of {scale} (0 endgame, {scale} middlegame), from a piece sum of {sum}"
            )?;
            let divisor = w.phase().endgame_divisor();
            if divisor != 1.0 {
                writeln!(text, "Endgame     {} / {divisor} = {eg}", w.units(explanation.total.eg() - after))?;
            }
            let rest = scale - phase;
            writeln!(text, "Blend       ({mg} x {phase:.4} + {eg} x {rest:.4}) / {scale} = {blended}")?;
        }
    }
    if after != 0 {
        let [after, result] = [after, blend.result].map(|steps| w.units(steps));
        writeln!(text, "After blend {blended} + {after} = {result}")?;
    }
    Ok(())
}

fn result_line(explained: &Explained) -> String {
    let Explained { weights: w, position, explanation, .. } = explained;
    let eval = explanation.eval();
    let to_move = match position.stm() {
        Color::White => eval,
        Color::Black => -eval,
    };
    format!(
        "Evaluation  {} from White's point of view ({:+.2} pawns); {} for {}, to move",
        w.units(eval),
        explained.pawns(),
        w.units(to_move),
        side_name(position.stm()),
    )
}
