//! Rows: what each key contributes to the difference, and sentences about them.

use std::sync::LazyLock;

use crate::board::attacks::squares;
use crate::board::{
    Bitboard, COLORS, Color, File, PIECES, Piece, Placement, Position, Square, piece_name, placements,
    side_name,
};
use crate::eval::explain::Explanation;
use crate::eval::keys::topic::Topic;
use crate::eval::keys::{Entry, Kind, SLOT_COUNT, Shape, entries, imbalance, king, mobility, psqt, space};
use crate::eval::share::Share;
use crate::eval::sink::Event;
use crate::eval::{Weights, trace};
use crate::terms::phrase::{About, Counted, Phrase, list};
use crate::terms::{By, Program, Sources, TermSource};

use super::line::Line;

/// A smaller change of the other side, in centipawns, is not stated beside that of one side.
const SMALLEST_OTHER: u64 = 5;
/// A piece whose square is worth less, in pawns, is not named.
const SMALLEST_PLACEMENT: f64 = 0.1;
/// Maximum number of squares that are named.
const MOST_PLACED: usize = 3;

/// A quiet position with everything that its rows state.
pub struct End<'a> {
    weights: &'a Weights,
    position: &'a Position,
    explanation: Explanation,
    share: Share,
    /// What each key counts for White and Black, by ordinal: squares of mobility, units, pieces.
    counts: Vec<[i32; 2]>,
    /// The number of its counts, by ordinal: for a phrase about squares, the number of squares.
    times: Vec<[i32; 2]>,
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
    fn counted(&self, entry: &Entry, side: Color) -> Counted {
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
    fn worths(&self, entries: &[Entry], side: Color, piece: Piece) -> Option<Vec<(Square, f64)>> {
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

/// Returns `true` if a key is about the material itself or the squares and mobility of pieces whose number differs.
pub fn is_material(entry: &Entry, a: &End, b: &End) -> bool {
    let differs = |piece: Piece| {
        COLORS.iter().any(|&c| a.position.colored(c, piece).len() != b.position.colored(c, piece).len())
    };
    let piece = |name: &str| crate::board::PIECES.into_iter().find(|p| crate::board::piece_name(*p) == name);
    let last = entry.decl.name.rsplit('.').next().unwrap_or_default();
    match entry.section.name {
        "material" | "imbalance" => true,
        "psqt" | "mobility" => piece(last).is_some_and(differs),
        section => {
            entry.decl.name.ends_with("_distance")
                && piece(section.trim_end_matches('s')).is_some_and(differs)
        }
    }
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

/// A sentence about what a key counts in one position: for the side that it matters more to, with the other side in
/// brackets, and whether the row favours the side that one would not expect. `counted` are its squares
/// ([`End::squares`]). `None` if that is not known.
pub fn description(entry: &Entry, end: &End, counted: &[Option<Bitboard>; 2]) -> Option<(String, bool)> {
    let phrase = phrase(entry, end).or_else(|| name_of_term(entry, end, counted))?;
    let mut sides = COLORS.map(|side| end.counted(entry, side));
    sides.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    let piece = piece_of(entry, psqt::SECTION.name);
    let placed = piece.and_then(|piece| placement(&[*entry], end, &sides, piece));
    let told = placed
        .or_else(|| room(entry, end, &sides))
        .or_else(|| space(entry, &sides))
        .or_else(|| pairs(entry, end, &sides));
    if let Some(text) = told {
        return Some((text, goes_against_count(entry, &sides)));
    }
    let is_castling = entry.ordinal == king::CASTLED.ordinal;
    let other = match phrase.about() {
        About::Squares => {
            for of_side in &mut sides {
                of_side.squares = counted[of_side.side as usize]?;
            }
            if sides[0].squares.is_empty() {
                return None;
            }
            let set = sides[1].squares;
            (!set.is_empty()).then(|| named_squares(set))
        }
        About::Number => {
            // That something is absent is easier to read behind what is there.
            if sides[0].n == 0 && sides[1].n != 0 {
                sides.reverse();
            }
            let counts = sides[1].n != 0 || hundredths(sides[1].value) != 0;
            counts.then(|| sides[1].n.to_string())
        }
        About::Value => (hundredths(sides[1].value) != 0).then(|| format!("{:+.2}", sides[1].value)),
        About::Presence => (is_castling && sides[1].n == 0).then(|| "no".to_owned()),
    };
    // Squares and numbers are of the side that the phrase speaks of; a value is what it is worth to a side.
    let of = match phrase.about() {
        About::Value => sides[1].side,
        _ => phrase.subject(sides[1].side),
    };
    let other = other.map(|text| format!("{}: {text}", side_name(of)));
    let surprise = surprise(entry, phrase.about(), &sides[0]);
    let is_surprise = surprise.is_some() || is_castling && !castling_matters(end.position, sides[1].side);
    let notes: Vec<String> = other.into_iter().chain(surprise).collect();
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
    Some((format!("{}{notes}", phrase.fill(&sides[0], end.position)), is_surprise))
}

/// Which pieces of a kind stand well or badly by several keys about their squares, with what these are worth to both
/// sides.
pub fn placement_by(entries: &[Entry], end: &End, piece: Piece) -> String {
    let mut sides = COLORS.map(|side| {
        let worth = entries.iter().map(|entry| end.counted(entry, side).value).sum();
        Counted { side, squares: Bitboard::EMPTY, n: 0, value: worth }
    });
    sides.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    placement(entries, end, &sides, piece).unwrap_or_else(|| {
        let [Counted { side, value, .. }, other] = &sides;
        let (whose, name) = (side_name(*side), piece_name(piece));
        let worth = format!("worth {value:+.2}{}", in_brackets(other));
        match end.position.colored(*side, piece).len() {
            1 => format!("the square of {whose}'s {name} is {worth}"),
            _ => format!("the squares of {whose}'s {name}s are {worth}"),
        }
    })
}

/// Which pieces stand well or badly by keys about their squares; `sides` has first the side that they matter more to.
fn placement(entries: &[Entry], end: &End, sides: &[Counted; 2], piece: Piece) -> Option<String> {
    let [Counted { side, value, .. }, other] = sides;
    let placed = end.position.colored(*side, piece);
    let mut telling = match squares(placed).next() {
        Some(only) if placed.len() == 1 => vec![(only, *value)],
        _ => end.worths(entries, *side, piece)?,
    };
    let all = telling.len();
    telling.retain(|(_, worth)| worth * value > 0.0 && worth.abs() >= SMALLEST_PLACEMENT);
    telling.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    telling.truncate(MOST_PLACED);
    let squares = list(telling.iter().map(|(square, _)| square.to_string()));
    let how = if *value > 0.0 { "good" } else { "poor" };
    let worth = format!("{value:+.2}{}", in_brackets(other));
    let (whose, name) = (side_name(*side), piece_name(piece));
    match (telling.len(), all) {
        (0, _) => None,
        (1, 1) => Some(format!("{whose}'s {name} on {squares} stands on a {how} square: {worth}")),
        (n, _) if n == all => Some(format!("{whose}'s {name}s on {squares} stand on {how} squares: {worth}")),
        _ => Some(format!("{whose}'s {name}s stand on {how} squares, above all {squares}: {worth}")),
    }
}

/// Returns `true` if the king of a side is still in the centre, and there is a queen to attack it.
fn castling_matters(position: &Position, side: Color) -> bool {
    matches!(position.king(side).file(), File::D | File::E | File::F)
        && !position.colored(!side, Piece::Queen).is_empty()
}

/// Which side has more space, for a key of space.
fn space(entry: &Entry, [a, b]: &[Counted; 2]) -> Option<String> {
    let (more, less) = if a.value > b.value { (a, b) } else { (b, a) };
    let place = if entry.ordinal == space::BEHIND_PAWNS.ordinal { " behind its pawns" } else { "" };
    let is_it = entry.section.name == space::SECTION.name && hundredths(a.value) != hundredths(b.value);
    is_it.then(|| {
        // Tables of space may be negative throughout, and "more: -0.86" is hard to understand.
        let worth = match hundredths(more.value) {
            n if n > 0 => format!(": {:+.2}{}", more.value, in_brackets(less)),
            _ => String::new(),
        };
        format!("{} has more space{place}{worth}", side_name(more.side))
    })
}

/// What a key is worth to the other side, unless that is nothing.
fn in_brackets(other: &Counted) -> String {
    match hundredths(other.value) {
        0 => String::new(),
        _ => format!(" ({}'s: {:+.2})", side_name(other.side), other.value),
    }
}

/// How many squares the pieces of a kind have, for a key of mobility.
fn room(entry: &Entry, end: &End, sides: &[Counted; 2]) -> Option<String> {
    let piece = piece_of(entry, mobility::SECTION.name)?;
    let [a, b] = sides;
    let (plural, have) =
        if end.position.colored(a.side, piece).len() == 1 { ("", "has") } else { ("s", "have") };
    let squares = if a.n == 1 { "square" } else { "squares" };
    let of_other = if b.n == 0 && hundredths(b.value) == 0 {
        String::new()
    } else {
        format!(" ({}'s: {})", side_name(b.side), b.n)
    };
    let (side, piece) = (side_name(a.side), piece_name(piece));
    Some(format!("{side}'s {piece}{plural} {have} {} {squares}{of_other}", a.n))
}

/// Which pieces a key of imbalance pairs, and how many of them each side has. The numbers that it counts are products,
/// or differences from an average army, which say nothing to a player.
fn pairs(entry: &Entry, end: &End, sides: &[Counted; 2]) -> Option<String> {
    if entry.section.name != imbalance::SECTION.name {
        return None;
    }
    let (how, kinds) = entry.decl.name.split_once('.')?;
    let (first, second) = kinds.split_once('_')?;
    let piece = |name: &str| PIECES.into_iter().find(|piece| piece_name(*piece) == name);
    let (first, second) = (piece(first)?, piece(second)?);
    let number = |side: Color, piece| end.position.colored(side, piece).len();
    let has = |side: Color, piece| match (number(side, piece), piece_name(piece)) {
        (0, name) => format!("no {name}"),
        (1, name) => format!("1 {name}"),
        (n, name) => format!("{n} {name}s"),
    };
    let paired = |side: Color| match how {
        _ if first == second => has(side, first),
        "beside" => format!("{} and {}", has(side, first), has(side, second)),
        _ => format!("{} against {}", has(side, first), has(!side, second)),
    };
    let [a, b] = [sides[0].side, sides[1].side];
    let together = if how == "beside" { " together" } else { "" };
    // Pieces that nobody has count all the same where an army without them is not the average one.
    let is_absent = COLORS.iter().any(|&side| number(side, first) == 0 || number(side, second) == 0);
    let measure = if is_absent && end.weights.is(imbalance::FROM_AVERAGE) {
        "; compared with an average army"
    } else {
        ""
    };
    let (whose, other) = (side_name(a), side_name(b));
    Some(format!("{whose} has {}{together} ({other}: {}{measure})", paired(a), paired(b)))
}

/// The kind of piece that a key of a section is named after.
fn piece_of(entry: &Entry, section: &str) -> Option<Piece> {
    let is_it = |piece: &Piece| piece_name(*piece) == entry.decl.name;
    PIECES.into_iter().find(is_it).filter(|_| entry.section.name == section)
}

/// Returns `true` if the side with fewer squares is better off, or both have equally many: the table is not even, and the
/// count explains nothing.
fn goes_against_count(entry: &Entry, [a, b]: &[Counted; 2]) -> bool {
    entry.section.name == mobility::SECTION.name && f64::from(a.n - b.n) * (a.value - b.value) <= 0.0
}

/// Says whom a row favours if that is not what its sentence suggests: tuned numbers may have the other sign than those of
/// the example of a key.
fn surprise(entry: &Entry, about: About, counted: &Counted) -> Option<String> {
    let is_plain = match about {
        About::Squares | About::Presence => true,
        About::Number => matches!(entry.decl.kind, Kind::Values(Shape::One, _)),
        About::Value => false,
    };
    // A correction goes against the side that is ahead, whatever its number.
    let is_plain = is_plain && !Topic::of(entry).corrects_sum();
    let usual = entry.decl.example.split(|c: char| !(c.is_ascii_digit() || "-.".contains(c)));
    let usual: f64 = usual.filter_map(|number| number.parse::<f64>().ok()).sum();
    let is_surprise = is_plain && hundredths(counted.value) != 0 && usual * counted.value < 0.0;
    let favoured = if counted.value > 0.0 { counted.side } else { !counted.side };
    is_surprise.then(|| format!("this profile counts it for {}", side_name(favoured)))
}

/// A phrase for a custom term without one: its name, and the squares or the number that it counts.
fn name_of_term(entry: &Entry, end: &End, counted: &[Option<Bitboard>; 2]) -> Option<Phrase> {
    let n = end.counts[entry.ordinal];
    let is_custom = entry.ordinal >= SLOT_COUNT;
    // A term may count something else than the squares that it looks at.
    let of_squares = COLORS.iter().all(|&side| {
        counted[side as usize].is_some_and(|set| set.len() as i32 == end.times[entry.ordinal][side as usize])
    });
    let what = if of_squares { "{squares}" } else { "{n}" };
    let is_known = is_custom && n != [0; 2];
    let text = format!("the term {} counts {what} for {{side}}", entry.decl.name);
    is_known.then(|| Phrase::parse(&text).ok()).flatten()
}

fn phrase(entry: &Entry, end: &End) -> Option<Phrase> {
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

fn hundredths(pawns: f64) -> i64 {
    (pawns * 100.0).round() as i64
}
