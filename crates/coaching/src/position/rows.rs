//! The rows of a topic for people: what one key counts, or several keys together, as a sentence.

use temperament_engine::board::{Bitboard, COLORS, Color, PIECES, Piece, Position, side_name};
use temperament_engine::eval::keys::{DisplayRow, Entry, threats};

use super::{Described, Explained, Pawns, TopicGroup, named_squares};
use crate::number::VISIBLE;
use crate::why::{named, points};

/// What is shown of one key, or of several that mean something together only.
#[derive(Debug)]
pub struct Row {
    /// Shares of both sides.
    pub pawns: Pawns,
    /// A sentence without a full stop; `None` for one key of which it is not known what it counts.
    pub sentence: Option<String>,
    /// The keys, at least one.
    pub keys: Vec<Described>,
    /// True for a row that says little to a player: it favours the side that one would not expect, or is the same in all
    /// positions.
    pub is_odd: bool,
    /// True for the pieces that a side has more of: a player looks for that first, whatever it is worth.
    pub is_surplus: bool,
}

impl Row {
    /// Returns `true` if both sides get as much, so that the row tells nothing.
    pub fn is_even(&self) -> bool {
        !self.is_surplus && !self.pawns.differs()
    }

    /// Several keys together; `None` without keys.
    fn of_several(
        keys: Vec<Described>,
        sentence: impl FnOnce(&[Described], Pawns) -> String,
    ) -> Option<Self> {
        if keys.is_empty() {
            return None;
        }
        let pawns = keys.iter().fold(Pawns::default(), |sum, key| sum.plus(key.pawns));
        let sentence = Some(sentence(&keys, pawns));
        Some(Self { pawns, sentence, keys, is_odd: false, is_surplus: false })
    }

    fn of_one(key: Described) -> Self {
        let is_odd = key.is_surprise || key.entry.decl.display == DisplayRow::SingleLast;
        Self { pawns: key.pawns, sentence: key.sentence.clone(), keys: vec![key], is_odd, is_surplus: false }
    }
}

/// Keys that mean little to a player one by one, and what they mean together.
type Together = (DisplayRow, fn(&Explained, &[Described], Pawns) -> String);

const TOGETHER: [Together; 6] = [
    (DisplayRow::KingShelter, |_, _, pawns| shelter_text(pawns)),
    (DisplayRow::WeakPawns, |at, keys, pawns| weakness_text(at.position, keys, pawns)),
    (DisplayRow::SupportedPawns, |_, _, pawns| support_text(pawns)),
    (DisplayRow::PassedPawns, |at, keys, pawns| passed_text(at.position, keys, pawns)),
    (DisplayRow::KingsAndPassedPawns, |_, _, pawns| escorts_text(pawns)),
    (DisplayRow::Hanging, |_, keys, _| loose_text(keys)),
];

impl Explained<'_> {
    /// The rows of a topic. The first is the surplus of pieces, or the largest of those that favour the same side as the
    /// sum; then the largest come first, and odd rows last. Keys that mean little to a player one by one are one row: piece
    /// values and imbalances, the squares of a kind of piece, the pawns before the kings, weak pawns, pawns that support
    /// each other, passed pawns with their way ahead, the kings' distances to them, and what is attacked and not guarded.
    pub fn rows(&self, group: &TopicGroup) -> Vec<Row> {
        let mut others: Vec<Described> = group.keys.iter().map(|key| self.describe(&key.entry)).collect();
        let mut take = |row: DisplayRow| -> Vec<Described> {
            others.extract_if(.., |key| key.entry.decl.display == row).collect()
        };
        let mut rows = material(self.position, take(DisplayRow::PieceValues), take(DisplayRow::Imbalance));
        for (row, sentence) in TOGETHER {
            rows.extend(Row::of_several(take(row), |keys, pawns| sentence(self, keys, pawns)));
        }
        let mut placed = take(DisplayRow::Placement);
        for piece in PIECES {
            let is_its = |key: &mut Described| key.entry.pieces().contains(&piece);
            let keys: Vec<Described> = placed.extract_if(.., is_its).collect();
            let sentence = |keys: &[Described], _: Pawns| {
                let entries: Vec<Entry> = keys.iter().map(|key| key.entry).collect();
                self.describe_placement(piece, &entries)
            };
            rows.extend(Row::of_several(keys, sentence));
        }
        // Of rows of equal size, those of single keys come first.
        rows.splice(..0, others.into_iter().map(Row::of_one));
        let size = |row: &Row| row.pawns.difference().abs();
        rows.sort_by(|a, b| a.is_odd.cmp(&b.is_odd).then(size(b).total_cmp(&size(a))));
        let agrees = |row: &Row| !row.is_odd && row.pawns.difference() * group.sum.difference() > 0.0;
        let first = rows.iter().position(|row| row.is_surplus).or_else(|| rows.iter().position(agrees));
        if let Some(first) = first {
            rows[..=first].rotate_right(1);
        }
        rows
    }
}

/// The rows of the values of pieces and of how they go together. That is part of what a surplus is worth; alone, it is a row
/// of its own.
fn material(position: &Position, pieces: Vec<Described>, pairs: Vec<Described>) -> Vec<Row> {
    let more = more_pieces(position).filter(|_| !pieces.is_empty());
    let rows = match more {
        Some(text) => {
            let row = Row::of_several([pieces, pairs].concat(), |_, _| text);
            [row.map(|row| Row { is_surplus: true, ..row }), None]
        }
        None => [
            Row::of_several(pieces, |_, _| "The values of the pieces".to_owned()),
            Row::of_several(pairs, |_, _| "How the pieces of each side go together (imbalance)".to_owned()),
        ],
    };
    rows.into_iter().flatten().collect()
}

/// Returns `true` for the key of an imbalance: singly, they mean nothing to a player.
pub fn is_imbalance(entry: &Entry) -> bool {
    entry.decl.display == DisplayRow::Imbalance
}

/// How well the pawns of both sides shelter the king to which it matters more.
fn shelter_text(pawns: Pawns) -> String {
    let sides = by(pawns, f64::abs);
    let how = if sides[0].1 > 0.0 { "well" } else { "badly" };
    stated(sides, &format!("king is {how} sheltered by the pawns before it"))
}

/// Which side has the weaker pawns, and where.
fn weakness_text(position: &Position, keys: &[Described], pawns: Pawns) -> String {
    let sides = by(pawns, |worth| -worth);
    let (pawns, are) = pawns_on(position, keys, sides[0].0);
    stated(sides, &format!("{pawns} {are} doubled, isolated or backward"))
}

/// The pawns of a side that keys count, such as `pawns on c4 and d4`, and `is` or `are`.
fn pawns_on(position: &Position, keys: &[Described], side: Color) -> (String, &'static str) {
    let counted = keys.iter().filter_map(|key| key.squares[side as usize]);
    let set = counted.fold(Bitboard::EMPTY, |all, set| all | set) & position.colored(side, Piece::Pawn);
    let (pawns, are) = if set.len() == 1 { ("pawn", "is") } else { ("pawns", "are") };
    let place = if set.is_empty() { String::new() } else { format!(" on {}", named_squares(set)) };
    (format!("{pawns}{place}"), are)
}

/// Whose passed pawns matter more, and where they are.
fn passed_text(position: &Position, keys: &[Described], pawns: Pawns) -> String {
    let sides = by(pawns, f64::abs);
    let (pawns, _) = pawns_on(position, keys, sides[0].0);
    stated(sides, &format!("passed {pawns}"))
}

/// What is attacked and not guarded.
fn loose_text(keys: &[Described]) -> String {
    let hanging = keys.iter().find(|key| key.entry.ordinal == threats::HANGING.ordinal);
    let key = hanging.or(keys.first());
    key.map_or_else(String::new, |key| key.sentence.clone().unwrap_or_else(|| meaning(&key.entry)))
}

/// What the places of the kings are worth to passed pawns.
fn escorts_text(pawns: Pawns) -> String {
    let sides = by(pawns, f64::abs);
    let gain = if sides[0].1 > 0.0 { "gain" } else { "suffer" };
    stated(sides, &format!("passed pawns {gain} by where the kings stand"))
}

/// Whose pawns support each other better.
fn support_text(pawns: Pawns) -> String {
    stated(by(pawns, |worth| worth), "pawns support each other better")
}

/// Both sides with what something is worth to them, the one with the larger key first.
fn by(pawns: Pawns, key: fn(f64) -> f64) -> [(Color, f64); 2] {
    let mut sides = [(Color::White, pawns.white), (Color::Black, pawns.black)];
    sides.sort_by(|a, b| key(b.1).total_cmp(&key(a.1)));
    sides
}

/// A statement about what the first side has, with what it is worth to both.
fn stated([(side, worth), (other, other_worth)]: [(Color, f64); 2], what: &str) -> String {
    let [side, other] = [side, other].map(side_name);
    let of_other =
        if other_worth.abs() < VISIBLE { String::new() } else { format!(" ({other}'s: {other_worth:+.2})") };
    format!("{side}'s {what}: {worth:+.2}{of_other}")
}

/// Which pieces each side has more of, first the side whose pieces are worth more; `None` if both have the same.
fn more_pieces(position: &Position) -> Option<String> {
    let more = |side: Color| -> Vec<Piece> {
        let count = |side, piece| position.colored(side, piece).len();
        let surplus = |piece: Piece| count(side, piece).saturating_sub(count(!side, piece));
        PIECES.into_iter().flat_map(|piece| std::iter::repeat_n(piece, surplus(piece) as usize)).collect()
    };
    let mut sides = COLORS.map(|side| (side, more(side)));
    sides.sort_by_key(|(_, pieces)| -points(pieces));
    let [(side, pieces), (_, others)] = sides;
    match (pieces.is_empty(), others.is_empty()) {
        (true, _) => None,
        (false, true) => Some(format!("{} has {} more", side_name(side), named(&pieces))),
        (false, false) => Some(format!("{} has {} for {}", side_name(side), named(&pieces), named(&others))),
    }
}

/// The key and its meaning, where it is not known what it counts.
pub(super) fn meaning(entry: &Entry) -> String {
    format!("{}: {}", entry.key(), entry.decl.meaning.trim_end_matches('.'))
}
