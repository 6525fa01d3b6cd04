//! Rows: what each key contributes to the difference of two positions, and sentences about that.

use temperament_engine::board::{COLORS, Color, Piece, side_name};
use temperament_engine::eval::keys::{Decl, DisplayRow, Entry, Topic};
use temperament_engine::terms::phrase::{About, Counted, Phrase};

use crate::line::Line;
use crate::number::hundredths;
use crate::position::Explained;

/// A smaller change of the other side, in centipawns, is not stated beside that of one side.
const SMALLEST_OTHER: u64 = 5;

/// A key that differs between two positions.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The key.
    pub entry: Entry,
    /// Centipawns for the side to move.
    pub centipawns: i32,
}

/// All rows that differ, for the side `us`: the first end minus the second, largest first.
pub fn differences(a: &Explained, b: &Explained, us: Color) -> Vec<Difference> {
    let pairs = a.keys().zip(b.keys());
    let sign = if us == Color::White { 1.0 } else { -1.0 };
    let rows = pairs.map(|(x, y)| {
        let pawns = x.pawns.difference() - y.pawns.difference();
        Difference { entry: x.entry, centipawns: (sign * pawns * 100.0).round() as i32 }
    });
    let mut rows: Vec<Difference> = rows.filter(|row| row.centipawns != 0).collect();
    rows.sort_by_key(|row| -row.centipawns.abs());
    rows
}

/// Returns `true` if a key is about the material itself, or the squares, mobility and distances of pieces whose number
/// differs.
pub fn is_material(entry: &Entry, a: &Explained, b: &Explained) -> bool {
    let differs = |piece: Piece| {
        COLORS.iter().any(|&c| a.position.colored(c, piece).len() != b.position.colored(c, piece).len())
    };
    let Decl { topic, display, .. } = entry.decl;
    let is_of_piece = *display == DisplayRow::Placement || *topic == Topic::Mobility;
    *topic == Topic::Material || is_of_piece && entry.pieces().into_iter().any(differs)
}

/// A sentence about a row without its number; `None` if the row differs only by how the positions are weighed.
pub fn statement(entry: &Entry, a: (&Explained, &Line), b: (&Explained, &Line)) -> Option<String> {
    let change = |side: Color| a.0.counted(entry, side).value - b.0.counted(entry, side).value;
    let side =
        if change(Color::White).abs() >= change(Color::Black).abs() { Color::White } else { Color::Black };
    let phrase = a.0.phrase(entry);
    let said = phrase.and_then(|phrase| by_phrase(&phrase, entry, side, a, b));
    said.or_else(|| by_value(entry, side, a, b))
}

/// Compares two positions by the phrase of a key.
fn by_phrase(
    phrase: &Phrase,
    entry: &Entry,
    side: Color,
    (a, line): (&Explained, &Line),
    (b, other): (&Explained, &Line),
) -> Option<String> {
    let (x, y) = (a.counted(entry, side), b.counted(entry, side));
    let (after, after_other) = (line.label(), other.label());
    let both = |number: String| {
        Some(format!("After {after}, {}; after {after_other}, {number}", phrase.fill(&x, a.position)))
    };
    match phrase.about() {
        About::Squares => {
            let (here, there) = (a.squares(entry, side)?, b.squares(entry, side)?);
            let of = |end: &Explained, counted: Counted, squares| {
                phrase.fill(&Counted { squares, ..counted }, end.position)
            };
            let only = [here & !there, there & !here];
            match only.map(|set| !set.is_empty()) {
                [true, false] => Some(format!("After {after}, {}", of(a, x, only[0]))),
                [false, true] => Some(format!("After {after_other}, {}", of(b, y, only[1]))),
                [true, true] => {
                    let (first, second) = (of(a, x, only[0]), of(b, y, only[1]));
                    Some(format!("After {after}, {first}; after {after_other}, {second}"))
                }
                [false, false] => None,
            }
        }
        About::Number if x.n != y.n => both(y.n.to_string()),
        About::Value if hundredths(x.value) != hundredths(y.value) => {
            let others = of_other_side(entry, side, a, b);
            both(format!("{:+.2}{others}", y.value))
        }
        About::Presence => match (x.n != 0, y.n != 0) {
            (true, false) => Some(format!("After {after}, {}", phrase.fill(&x, a.position))),
            (false, true) => Some(format!("After {after_other}, {}", phrase.fill(&y, b.position))),
            _ => None,
        },
        _ => None,
    }
}

/// Compares what a key is worth in two positions.
fn by_value(
    entry: &Entry,
    side: Color,
    (a, line): (&Explained, &Line),
    (b, other): (&Explained, &Line),
) -> Option<String> {
    let (x, y) = (a.counted(entry, side), b.counted(entry, side));
    if hundredths(x.value) == hundredths(y.value) {
        return None;
    }
    let name = side_name(side);
    let (after, after_other, key) = (line.label(), other.label(), entry.key());
    let others = of_other_side(entry, side, a, b);
    Some(format!(
        "After {after}, {key} is worth {:+.2} to {name}; after {after_other}, {:+.2}{others}",
        x.value, y.value
    ))
}

/// What a key is worth to the other side in two positions, in brackets, if it changes too.
fn of_other_side(entry: &Entry, side: Color, a: &Explained, b: &Explained) -> String {
    let other = !side;
    let [x, y] = [a, b].map(|end| end.counted(entry, other).value);
    let name = side_name(other);
    if hundredths(x).abs_diff(hundredths(y)) < SMALLEST_OTHER {
        return String::new();
    }
    format!(" ({name}: {x:+.2} and {y:+.2})")
}
