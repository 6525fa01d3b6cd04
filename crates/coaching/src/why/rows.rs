//! Rows: what each key contributes to the difference of two positions, and sentences about that.

use std::sync::LazyLock;

use temperament_engine::board::attacks::squares;
use temperament_engine::board::{
    Bitboard, COLORS, Color, Piece, Placement, Position, Square, placements, side_name,
};
use temperament_engine::eval::explain::Explanation;
use temperament_engine::eval::keys::{Decl, DisplayRow, Entry, Kind, SLOT_COUNT, Shape, Topic, entries};
use temperament_engine::eval::share::Share;
use temperament_engine::eval::sink::Event;
use temperament_engine::eval::{Weights, trace};
use temperament_engine::terms::phrase::{About, Counted, Phrase, list};
use temperament_engine::terms::{By, Program, Sources, TermSource};

use super::line::Line;

/// A smaller change of the other side, in centipawns, is not stated beside that of one side.
const SMALLEST_OTHER: u64 = 5;

/// A quiet position with everything that its rows state.
pub struct End<'a> {
    pub(super) weights: &'a Weights,
    pub(super) position: &'a Position,
    explanation: Explanation,
    share: Share,
    /// What each key counts for White and Black, by ordinal: squares of mobility, units, pieces.
    pub(super) counts: Vec<[i32; 2]>,
    /// The number of its counts, by ordinal: for a phrase about squares, the number of squares.
    pub(super) times: Vec<[i32; 2]>,
}

/// A key that differs between two positions.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The key.
    pub entry: Entry,
    /// Centipawns for the side to move.
    pub centipawns: i32,
}

impl<'a> End<'a> {
    /// Evaluates the end of a line.
    pub fn new(weights: &'a Weights, line: &'a Line) -> Self {
        Self::at(weights, line.end())
    }

    /// Evaluates a position.
    pub fn at(weights: &'a Weights, position: &'a Position) -> Self {
        let explanation = Explanation::new(weights, position);
        let share = Share::new(weights, &explanation.blend);
        let (mut counts, mut times) =
            (vec![[0; 2]; explanation.rows.len()], vec![[0; 2]; explanation.rows.len()]);
        for (color, slot, event) in trace(weights, position).events {
            let side = color as usize;
            let row = &explanation.rows[slot.ordinal];
            let (n, once) = match event {
                Event::Count { index, n } | Event::Adjust { index, n } => {
                    (n * multiple(&row.entry, index), n)
                }
                Event::Units(n) => (n, n),
                Event::Attack { attackers, .. } => (attackers as i32, attackers as i32),
            };
            counts[slot.ordinal][side] += n;
            times[slot.ordinal][side] += once;
        }
        Self { weights, position, explanation, share, counts, times }
    }

    /// What a key counts for a side.
    pub(super) fn counted(&self, entry: &Entry, side: Color) -> Counted {
        let row = &self.explanation.rows[entry.ordinal];
        let s = if side == Color::White { row.white } else { row.black };
        Counted {
            side,
            squares: Bitboard::EMPTY,
            n: self.counts[entry.ordinal][side as usize],
            value: self.share.pawns(s),
        }
    }

    /// What keys about the squares of a piece give for each one of a side, in pawns; `None` if one of them is not counted
    /// piece by piece.
    pub(super) fn worths(&self, entries: &[Entry], side: Color, piece: Piece) -> Option<Vec<(Square, f64)>> {
        let [first, others @ ..] = entries else {
            return None;
        };
        let mut sum = self.worths_of(first, side, piece)?;
        for entry in others {
            let of_entry = self.worths_of(entry, side, piece)?;
            sum.iter_mut().zip(of_entry).for_each(|(all, (_, one))| all.1 += one);
        }
        Some(sum)
    }

    fn worths_of(&self, entry: &Entry, side: Color, piece: Piece) -> Option<Vec<(Square, f64)>> {
        let slot = entry.slot()?;
        let events = trace(self.weights, self.position).events;
        let values = events.iter().filter(|(color, of, _)| *color == side && of.ordinal == slot.ordinal);
        let values: Vec<f64> = values
            .filter_map(|(_, slot, event)| match event {
                Event::Count { index, n } => {
                    Some(self.share.pawns(self.weights.value(side, *slot, *index) * *n))
                }
                _ => None,
            })
            .collect();
        let is_it = |p: &Placement| p.color == side && p.piece == piece;
        let squares: Vec<Square> = placements(self.position).filter(is_it).map(|p| p.square).collect();
        (squares.len() == values.len()).then(|| squares.into_iter().zip(values).collect())
    }

    /// The squares that a key counts for a side; `None` if they are not known, or not what was counted.
    pub fn squares(&self, entry: &Entry, side: Color) -> Option<Bitboard> {
        if entry.ordinal >= SLOT_COUNT {
            let custom = self.weights.custom_terms()?;
            let number = entry.ordinal - SLOT_COUNT;
            let program = custom.terms().program();
            return program.counted_squares(self.position, side, number, custom.through_king());
        }
        let program = PROGRAMS[entry.ordinal].as_ref()?;
        let set = program.counted_squares(self.position, side, 0, false)?;
        // A profile may have chosen another definition.
        let is_counted = set.len() as i32 == self.times[entry.ordinal][side as usize];
        is_counted.then_some(set)
    }
}

/// What one count of an entry of a key stands for: the index of a table by count or distance, else 1.
fn multiple(entry: &Entry, index: usize) -> i32 {
    match entry.decl.kind {
        Kind::Values(Shape::ByCount { .. }, _) => index as i32,
        Kind::Values(Shape::ByDistance { first, .. }, _) => index as i32 + first,
        _ => 1,
    }
}

/// The squares of each key as a program of one term, by ordinal.
static PROGRAMS: LazyLock<Vec<Option<Program>>> = LazyLock::new(|| {
    let program = |entry: Entry| {
        let squares = entry.decl.squares;
        let term = TermSource { count: Some(squares.to_owned()), ..TermSource::new("squares", By::One) };
        let sources = Sources { terms: vec![term], ..Sources::default() };
        if squares.is_empty() { None } else { Program::new(&sources).ok() }
    };
    entries().filter(|entry| entry.slot().is_some()).map(program).collect()
});

/// The phrase of each key, by ordinal.
static PHRASES: LazyLock<Vec<Option<Phrase>>> = LazyLock::new(|| {
    let phrase = |entry: Entry| Phrase::parse(entry.decl.phrase).ok();
    entries().filter(|entry| entry.slot().is_some()).map(phrase).collect()
});

/// All rows that differ, for the side `us`: the first end minus the second, largest first.
pub fn differences(a: &End, b: &End, us: Color) -> Vec<Difference> {
    let pairs = a.explanation.rows.iter().zip(&b.explanation.rows);
    let sign = if us == Color::White { 1.0 } else { -1.0 };
    let rows = pairs.map(|(x, y)| {
        let pawns = a.share.pawns(x.difference()) - b.share.pawns(y.difference());
        Difference { entry: x.entry, centipawns: (sign * pawns * 100.0).round() as i32 }
    });
    let mut rows: Vec<Difference> = rows.filter(|row| row.centipawns != 0).collect();
    rows.sort_by_key(|row| -row.centipawns.abs());
    rows
}

/// Returns `true` if a key is about the material itself, or the squares, mobility and distances of pieces whose number
/// differs.
pub fn is_material(entry: &Entry, a: &End, b: &End) -> bool {
    let differs = |piece: Piece| {
        COLORS.iter().any(|&c| a.position.colored(c, piece).len() != b.position.colored(c, piece).len())
    };
    let Decl { topic, display, .. } = entry.decl;
    let is_of_piece = *display == DisplayRow::Placement || *topic == Topic::Mobility;
    *topic == Topic::Material || is_of_piece && entry.pieces().into_iter().any(differs)
}

/// A sentence about a row without its number; `None` if the row differs only by how the positions are weighed.
pub fn statement(entry: &Entry, a: (&End, &Line), b: (&End, &Line)) -> Option<String> {
    let change = |side: Color| a.0.counted(entry, side).value - b.0.counted(entry, side).value;
    let side =
        if change(Color::White).abs() >= change(Color::Black).abs() { Color::White } else { Color::Black };
    let phrase = phrase(entry, a.0);
    let said = phrase.and_then(|phrase| by_phrase(&phrase, entry, side, a, b));
    said.or_else(|| by_value(entry, side, a, b))
}

/// The phrase of a key; `None` if it has none.
pub(super) fn phrase(entry: &Entry, end: &End) -> Option<Phrase> {
    if entry.ordinal >= SLOT_COUNT {
        return end.weights.custom_terms()?.terms().phrase(entry).cloned();
    }
    PHRASES[entry.ordinal].clone()
}

/// Compares two positions by the phrase of a key.
fn by_phrase(
    phrase: &Phrase,
    entry: &Entry,
    side: Color,
    (a, line): (&End, &Line),
    (b, other): (&End, &Line),
) -> Option<String> {
    let (x, y) = (a.counted(entry, side), b.counted(entry, side));
    let (after, after_other) = (line.label(), other.label());
    let both = |number: String| {
        Some(format!("After {after}, {}; after {after_other}, {number}", phrase.fill(&x, a.position)))
    };
    match phrase.about() {
        About::Squares => {
            let (here, there) = (a.squares(entry, side)?, b.squares(entry, side)?);
            let of = |end: &End, counted: Counted, squares| {
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
    (a, line): (&End, &Line),
    (b, other): (&End, &Line),
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
fn of_other_side(entry: &Entry, side: Color, a: &End, b: &End) -> String {
    let other = !side;
    let [x, y] = [a, b].map(|end| end.counted(entry, other).value);
    let name = side_name(other);
    if hundredths(x).abs_diff(hundredths(y)) < SMALLEST_OTHER {
        return String::new();
    }
    format!(" ({name}: {x:+.2} and {y:+.2})")
}

/// Squares as a list: `c6 and d5`.
pub fn named_squares(set: Bitboard) -> String {
    list(squares(set).map(|square| square.to_string()))
}

pub(super) fn hundredths(pawns: f64) -> i64 {
    (pawns * 100.0).round() as i64
}
