//! The rows of a topic for people: what each key counts, as a sentence.

use crate::why::{describe, describe_placement, named, named_squares, points};
use temperament_engine::board::{Bitboard, COLORS, Color, PIECES, Piece, Position, side_name};
use temperament_engine::eval::Weights;
use temperament_engine::eval::groups::{Group, Line, Pawns, VISIBLE};
use temperament_engine::eval::keys::{DisplayRow, Entry, threats};

/// What is shown of one key, or of several that mean something together only.
#[derive(Debug)]
pub struct Shown {
    /// Shares of both sides.
    pub pawns: Pawns,
    /// A sentence without a full stop.
    pub text: String,
    /// True for a row that says little to a player: it favours the side that one would not expect, or is the same in all
    /// positions.
    pub is_odd: bool,
    /// True for the pieces that a side has more of: a player looks for that first, whatever it is worth.
    pub is_surplus: bool,
}

/// The rows of a group that differ. The first is the surplus of pieces, or the largest of those that favour the same side as
/// the sum; then the largest come first, and odd rows last. Keys that mean little to a player one by one share a row
/// ([`DisplayRow`]).
pub fn rows(w: &Weights, position: &Position, group: &Group) -> Vec<Shown> {
    let mut others: Vec<&Line> = group.lines.iter().collect();
    let mut take = |row: DisplayRow| -> Vec<&Line> {
        others.extract_if(.., |line| line.entry.decl.display == row).collect()
    };
    let (pieces, pairs) = (take(DisplayRow::PieceValues), take(DisplayRow::Imbalance));
    let (weak, support) = (take(DisplayRow::WeakPawns), take(DisplayRow::SupportedPawns));
    let (passed, escorts) = (take(DisplayRow::PassedPawns), take(DisplayRow::KingsAndPassedPawns));
    let (shelter, loose) = (take(DisplayRow::KingShelter), take(DisplayRow::Hanging));
    let placed = take(DisplayRow::Placement);
    let described = describe(w, position, others.iter().map(|line| line.entry));
    let mut rows: Vec<Shown> = others
        .iter()
        .zip(described)
        .map(|(line, described)| Shown {
            pawns: line.pawns,
            text: described.sentence.unwrap_or_else(|| meaning(&line.entry)),
            is_odd: described.is_surprise || line.entry.decl.display == DisplayRow::SingleLast,
            is_surplus: false,
        })
        .collect();
    let sum = |lines: &[&Line]| lines.iter().fold(Pawns::default(), |sum, line| sum.plus(line.pawns));
    // How the pieces go together is part of what a surplus is worth; alone, it is a row of its own.
    let surplus = more_pieces(position).filter(|_| !pieces.is_empty());
    let has_surplus = surplus.is_some();
    if let Some(text) = surplus {
        let pawns = sum(&[pieces.as_slice(), &pairs].concat());
        rows.push(Shown { pawns, text, is_odd: false, is_surplus: true });
    }
    let mut together = |lines: &[&Line], text: &dyn Fn(Pawns) -> String| {
        let pawns = sum(lines);
        rows.push(Shown { pawns, text: text(pawns), is_odd: false, is_surplus: false });
    };
    if !has_surplus {
        together(&pieces, &|_| "The values of the pieces".to_owned());
        together(&pairs, &|_| "How the pieces of each side go together (imbalance)".to_owned());
    }
    together(&shelter, &shelter_text);
    together(&weak, &|pawns| weakness_text(w, position, &weak, pawns));
    together(&support, &support_text);
    together(&passed, &|pawns| passed_text(w, position, &passed, pawns));
    together(&escorts, &escorts_text);
    together(&loose, &|_| loose_text(w, position, &loose));
    for piece in PIECES {
        let is_its = |line: &&Line| line.entry.pieces().contains(&piece);
        let lines: Vec<&Line> = placed.iter().copied().filter(is_its).collect();
        let entries: Vec<Entry> = lines.iter().map(|line| line.entry).collect();
        if !lines.is_empty() {
            together(&lines, &|_| describe_placement(w, position, piece, &entries));
        }
    }
    rows.retain(|row| row.pawns.differs() || row.is_surplus);
    let size = |row: &Shown| row.pawns.difference().abs();
    rows.sort_by(|a, b| a.is_odd.cmp(&b.is_odd).then(size(b).total_cmp(&size(a))));
    let agrees = |row: &Shown| !row.is_odd && row.pawns.difference() * group.sum.difference() > 0.0;
    let first = rows.iter().position(|row| row.is_surplus).or_else(|| rows.iter().position(agrees));
    if let Some(first) = first {
        rows[..=first].rotate_right(1);
    }
    rows
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
fn weakness_text(w: &Weights, position: &Position, lines: &[&Line], pawns: Pawns) -> String {
    let sides = by(pawns, |worth| -worth);
    let (pawns, are) = pawns_on(w, position, lines, sides[0].0);
    stated(sides, &format!("{pawns} {are} doubled, isolated or backward"))
}

/// The pawns of a side that keys count, such as `pawns on c4 and d4`, and `is` or `are`.
fn pawns_on(w: &Weights, position: &Position, lines: &[&Line], side: Color) -> (String, &'static str) {
    let described = describe(w, position, lines.iter().map(|line| line.entry));
    let counted = described.iter().filter_map(|described| described.squares[side as usize]);
    let set = counted.fold(Bitboard::EMPTY, |all, set| all | set) & position.colored(side, Piece::Pawn);
    let (pawns, are) = if set.len() == 1 { ("pawn", "is") } else { ("pawns", "are") };
    let place = if set.is_empty() { String::new() } else { format!(" on {}", named_squares(set)) };
    (format!("{pawns}{place}"), are)
}

/// Whose passed pawns matter more, and where they are.
fn passed_text(w: &Weights, position: &Position, lines: &[&Line], pawns: Pawns) -> String {
    let sides = by(pawns, f64::abs);
    let (pawns, _) = pawns_on(w, position, lines, sides[0].0);
    stated(sides, &format!("passed {pawns}"))
}

/// What is attacked and not guarded.
fn loose_text(w: &Weights, position: &Position, lines: &[&Line]) -> String {
    let hanging = lines.iter().find(|line| line.entry.ordinal == threats::HANGING.ordinal);
    let Some(line) = hanging.or(lines.first()) else {
        return String::new();
    };
    let described = describe(w, position, [line.entry]).into_iter().next();
    described.and_then(|described| described.sentence).unwrap_or_else(|| meaning(&line.entry))
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
fn meaning(entry: &Entry) -> String {
    format!("{}: {}", entry.key(), entry.decl.meaning.trim_end_matches('.'))
}
