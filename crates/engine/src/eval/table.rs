//! Explanations as text tables: every term for both sides, and the blending of the sum.
//!
//! Middlegame and endgame columns are exact and sum to the last row. The share of a single row in the blended result
//! is a fraction, shown rounded to a tenth; only the whole is blended exactly.

use std::fmt::{self, Write as _};

use crate::board::{Color, Position, side_name};

use super::explain::{Explanation, Row};
use super::phase::{Blend, Phase};
use super::score::S;
use super::share::Share;
use super::weights::Weights;

/// Width of the column of keys.
const KEY_WIDTH: usize = 36;

/// The table of one position with one profile.
pub fn one(w: &Weights, position: &Position, explanation: &Explanation) -> String {
    let mut text = heading(position);
    // Writing to a string cannot fail.
    let _ = write_one(&mut text, w, position, explanation);
    text
}

/// The table of one position with two profiles, the rows sorted by their difference in pawns: profiles may have
/// different units.
pub fn two(position: &Position, sides: [(&Weights, &Explanation); 2]) -> String {
    let mut text = heading(position);
    // Writing to a string cannot fail.
    let _ = write_two(&mut text, position, sides);
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

fn write_one(text: &mut String, w: &Weights, position: &Position, explanation: &Explanation) -> fmt::Result {
    writeln!(text, "{}\n", profile_line(w))?;
    let share = Share::new(w, &explanation.blend);
    writeln!(text, "{:KEY_WIDTH$} |{:^24} |{:^24} |{:^24}", "", "White", "Black", "White - Black")?;
    let columns = format!("{:>7}{:>8}{:>9}", "mg", "eg", "tapered");
    writeln!(text, "{:KEY_WIDTH$} |{columns} |{columns} |{columns}", "term")?;
    let rule = format!("{:-<KEY_WIDTH$}-+{:-<24}-+{:-<24}-+{:-<24}\n", "", "", "", "");
    text.push_str(&rule);
    for row in explanation.rows.iter().filter(|row| is_shown(row)) {
        let cells = [row.white, row.black, row.difference()].map(|s| cells(&share, s));
        writeln!(text, "{:KEY_WIDTH$} |{}", row.entry.key(), cells.join(" |"))?;
    }
    text.push_str(&rule);
    let sum = |side: fn(&Row) -> S| explanation.rows.iter().map(side).sum::<S>();
    let cells = [sum(|r| r.white), sum(|r| r.black), explanation.total].map(|s| cells(&share, s));
    writeln!(text, "{:KEY_WIDTH$} |{}", "sum", cells.join(" |"))?;
    writeln!(text, "\nTerms that are 0 here are left out. The tapered columns are rounded to a tenth.\n")?;
    write_blend(text, w, explanation)?;
    text.push_str(&result_line(w, position, explanation.eval()));
    Ok(())
}

fn write_two(text: &mut String, position: &Position, sides: [(&Weights, &Explanation); 2]) -> fmt::Result {
    let [(w, a), (v, b)] = sides;
    writeln!(text, "A: {}\nB: {}\n", profile_line(w), profile_line(v))?;
    let (share_a, share_b) = (Share::new(w, &a.blend), Share::new(v, &b.blend));
    let columns = format!("{:>7}{:>8}{:>9}", "mg", "eg", "tapered");
    writeln!(text, "{:KEY_WIDTH$} |{:^24} |{:^24} |{:^9}", "White - Black", "A", "B", "B - A")?;
    writeln!(text, "{:KEY_WIDTH$} |{columns} |{columns} |{:>9}", "term", "pawns")?;
    let rule = format!("{:-<KEY_WIDTH$}-+{:-<24}-+{:-<24}-+{:-<9}\n", "", "", "", "");
    text.push_str(&rule);
    let mut rows: Vec<(Row, Row, f64)> = a
        .rows_beside(b)
        .into_iter()
        .filter(|(x, y)| x.difference() != S::ZERO || y.difference() != S::ZERO)
        .map(|(x, y)| (x, y, share_b.pawns(y.difference()) - share_a.pawns(x.difference())))
        .collect();
    rows.sort_by(|x, y| y.2.abs().total_cmp(&x.2.abs()));
    for (x, y, difference) in rows {
        let cells = [cells(&share_a, x.difference()), cells(&share_b, y.difference())].join(" |");
        writeln!(text, "{:KEY_WIDTH$} |{cells} |{}", x.entry.key(), hundredths(difference))?;
    }
    text.push_str(&rule);
    let cells = [cells(&share_a, a.total), cells(&share_b, b.total)].join(" |");
    let difference = share_b.pawns(b.total) - share_a.pawns(a.total);
    writeln!(text, "{:KEY_WIDTH$} |{cells} |{}", "sum", hundredths(difference))?;
    writeln!(
        text,
        "\nA and B are in their own units, B - A is in pawns of each; the largest difference stands first. Terms \
         that\nare worth the same to both colours are left out. The tapered columns are rounded to a tenth.\n"
    )?;
    for (name, (w, explanation)) in ["A", "B"].into_iter().zip(sides) {
        writeln!(text, "{name}: {}", profile_line(w))?;
        write_blend(text, w, explanation)?;
        writeln!(text, "{}\n", result_line(w, position, explanation.eval()))?;
    }
    text.truncate(text.trim_end().len());
    Ok(())
}

/// Returns `true` if a row is shown: it is not 0 for at least one side.
fn is_shown(row: &Row) -> bool {
    row.white != S::ZERO || row.black != S::ZERO
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
    let rounded = (number * 100.0).round() / 100.0;
    if rounded == 0.0 { format!("{:>9.2}", 0.0) } else { format!("{rounded:>+9.2}") }
}

/// The steps from two sums to the result, one per line.
fn write_blend(text: &mut String, w: &Weights, explanation: &Explanation) -> fmt::Result {
    let blend = &explanation.blend;
    let Blend { sum, phase, scale, .. } = *blend;
    let [mg, eg, result] = [blend.mg, blend.eg, blend.result].map(|steps| w.units(steps));
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
                writeln!(text, "Endgame     {} / {divisor} = {eg}", w.units(explanation.total.eg()))?;
            }
            let rest = scale - phase;
            writeln!(text, "Blend       ({mg} x {phase:.4} + {eg} x {rest:.4}) / {scale} = {result}")?;
        }
    }
    Ok(())
}

fn result_line(w: &Weights, position: &Position, eval: i32) -> String {
    let to_move = match position.stm() {
        Color::White => eval,
        Color::Black => -eval,
    };
    format!(
        "Evaluation  {} from White's point of view ({:+.2} pawns); {} for {}, to move",
        w.units(eval),
        f64::from(w.centipawns(eval)) / 100.0,
        w.units(to_move),
        side_name(position.stm()),
    )
}
