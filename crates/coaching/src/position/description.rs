//! Sentences about what a key counts in one position.

use temperament_engine::board::attacks::squares;
use temperament_engine::board::{
    Bitboard, COLORS, Color, File, PIECES, Piece, Position, piece_name, side_name,
};
use temperament_engine::eval::keys::{
    DisplayRow, Entry, Kind, SLOT_COUNT, Shape, Topic, imbalance, king, mobility, psqt, space,
};
use temperament_engine::terms::Role;
use temperament_engine::terms::phrase::{About, Counted, Phrase, list};

use super::counted::named_squares;
use super::{Explained, Pawns};
use crate::number::hundredths;

/// A piece whose square is worth less, in pawns, is not named.
const SMALLEST_PLACEMENT: f64 = 0.1;
/// Maximum number of squares that are named.
const MOST_PLACED: usize = 3;

/// A key with what it counts in a position.
#[derive(Debug, Clone)]
pub struct Described {
    pub entry: Entry,
    /// What it is worth to both sides.
    pub pawns: Pawns,
    /// The squares for White and Black; `None` if they are not known, or not what is counted.
    pub squares: [Option<Bitboard>; 2],
    /// A sentence, such as `Black's pawn on d5 is isolated`; `None` if it is not known what is counted.
    pub sentence: Option<String>,
    /// True if the row favours the side that one would not expect, as tuned numbers may; the sentence says so.
    pub is_surprise: bool,
}

impl Explained<'_> {
    /// Says what a key of the profile counts.
    pub fn describe(&self, entry: &Entry) -> Described {
        let squares = COLORS.map(|side| self.squares(entry, side));
        let (sentence, is_surprise) = description(entry, self, &squares).unzip();
        Described {
            entry: *entry,
            pawns: self.key(entry).pawns,
            squares,
            sentence: sentence.map(|text| capitalised(&text)),
            is_surprise: is_surprise.unwrap_or(false),
        }
    }

    /// Says which pieces of a kind stand well or badly, by keys about their squares that are stated together.
    pub(super) fn describe_placement(&self, piece: Piece, entries: &[Entry]) -> String {
        capitalised(&placement_by(entries, self, piece))
    }
}

/// The same text with a capital first.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// A sentence about what a key counts in one position: for the side that it matters more to, with the other side in
/// brackets, and whether the row favours the side that one would not expect. `counted` are its squares
/// ([`Explained::squares`]). `None` if that is not known.
fn description(
    entry: &Entry,
    explained: &Explained,
    counted: &[Option<Bitboard>; 2],
) -> Option<(String, bool)> {
    let phrase = explained.phrase(entry).or_else(|| name_of_term(entry, explained, counted))?;
    let mut sides = COLORS.map(|side| explained.counted(entry, side));
    sides.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    let piece = piece_of(entry, psqt::SECTION.name);
    let placed = piece.and_then(|piece| placement(&[*entry], explained, &sides, piece));
    let told = placed
        .or_else(|| room(entry, explained, &sides))
        .or_else(|| space(entry, &sides))
        .or_else(|| pairs(entry, explained, &sides));
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
    let is_surprise =
        surprise.is_some() || is_castling && !castling_matters(explained.position, sides[1].side);
    let notes: Vec<String> = other.into_iter().chain(surprise).collect();
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
    Some((format!("{}{notes}", phrase.fill(&sides[0], explained.position)), is_surprise))
}

/// Which pieces of a kind stand well or badly by several keys about their squares, with what these are worth to both
/// sides.
fn placement_by(entries: &[Entry], explained: &Explained, piece: Piece) -> String {
    let mut sides = COLORS.map(|side| {
        let worth = entries.iter().map(|entry| explained.counted(entry, side).value).sum();
        Counted { side, squares: Bitboard::EMPTY, n: 0, value: worth }
    });
    sides.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    placement(entries, explained, &sides, piece).unwrap_or_else(|| {
        let [Counted { side, value, .. }, other] = &sides;
        let (whose, name) = (side_name(*side), piece_name(piece));
        let worth = format!("worth {value:+.2}{}", in_brackets(other));
        match explained.position.colored(*side, piece).len() {
            1 => format!("the square of {whose}'s {name} is {worth}"),
            _ => format!("the squares of {whose}'s {name}s are {worth}"),
        }
    })
}

/// Which pieces stand well or badly by keys about their squares; `sides` has first the side that they matter more to.
fn placement(entries: &[Entry], explained: &Explained, sides: &[Counted; 2], piece: Piece) -> Option<String> {
    let [Counted { side, value, .. }, other] = sides;
    let placed = explained.position.colored(*side, piece);
    let mut telling = match squares(placed).next() {
        Some(only) if placed.len() == 1 => vec![(only, *value)],
        _ => explained.piece_by_piece(entries, *side, piece)?,
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
    let is_it = entry.decl.topic == Topic::Space && hundredths(a.value) != hundredths(b.value);
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

/// How many squares of the mobility area the pieces of a kind have, for a key of mobility.
fn room(entry: &Entry, explained: &Explained, sides: &[Counted; 2]) -> Option<String> {
    let piece = piece_of(entry, mobility::SECTION.name)?;
    let [a, b] = sides;
    let (plural, have) =
        if explained.position.colored(a.side, piece).len() == 1 { ("", "has") } else { ("s", "have") };
    // Some legal moves do not count there.
    let useful = if explained.weights.is(mobility::USEFUL_SQUARES) { "useful " } else { "" };
    let squares = if a.n == 1 { "square" } else { "squares" };
    let of_other = if b.n == 0 && hundredths(b.value) == 0 {
        String::new()
    } else {
        format!(" ({}'s: {})", side_name(b.side), b.n)
    };
    let (side, piece) = (side_name(a.side), piece_name(piece));
    Some(format!("{side}'s {piece}{plural} {have} {} {useful}{squares}{of_other}", a.n))
}

/// Which pieces a key of imbalance pairs, and how many of them each side has. The numbers that it counts are products,
/// or differences from an average army, which say nothing to a player.
fn pairs(entry: &Entry, on: &Explained, sides: &[Counted; 2]) -> Option<String> {
    if entry.decl.display != DisplayRow::Imbalance {
        return None;
    }
    let (how, _) = entry.decl.name.split_once('.')?;
    let [first, second] = entry.pieces()[..] else {
        return None;
    };
    let number = |side: Color, piece| on.position.colored(side, piece).len();
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
    let measure = if is_absent && on.weights.is(imbalance::FROM_AVERAGE) {
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
    entry.decl.topic == Topic::Mobility && f64::from(a.n - b.n) * (a.value - b.value) <= 0.0
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
fn name_of_term(entry: &Entry, explained: &Explained, counted: &[Option<Bitboard>; 2]) -> Option<Phrase> {
    let n = explained.counts[entry.ordinal];
    let is_custom = entry.ordinal >= SLOT_COUNT;
    // A term may count something else than the squares that it looks at.
    let of_squares = COLORS.iter().all(|&side| {
        counted[side as usize]
            .is_some_and(|set| set.len() as i32 == explained.times[entry.ordinal][side as usize])
    });
    let what = if of_squares { "{squares}" } else { "{n}" };
    let is_known = is_custom && n != [0; 2];
    let name = entry.decl.name;
    let text = match entry.section.name {
        section if section == Role::Factor.key() => {
            format!("the factor {name} changes {{side}}'s lead by {{value}}")
        }
        section if section == Role::Drawn.key() => format!("the position is a draw by the rule {name}"),
        _ => format!("the term {name} counts {what} for {{side}}"),
    };
    is_known.then(|| Phrase::parse(&text).ok()).flatten()
}
