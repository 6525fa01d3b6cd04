//! The rows of a topic for people: what each key counts, as a sentence.

use crate::board::{Bitboard, COLORS, Color, PIECES, Piece, Position, piece_name, side_name};
use crate::eval::Weights;
use crate::eval::groups::{Group, Line, Pawns, VISIBLE};
use crate::eval::keys::{Entry, Slot, imbalance, king, pawns, topic};
use crate::why::{describe, describe_placement, named, named_squares};

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
}

/// The rows of a group that differ. The first is the largest of those that favour the same side as the sum; then the largest
/// come first, and odd rows last. Keys that mean little to a player one by one are one row: piece values and imbalances,
/// the squares of a kind of piece, the pawns before the kings, weak pawns, and pawns that support each other.
pub fn rows(w: &Weights, position: &Position, group: &Group) -> Vec<Shown> {
    let mut others: Vec<&Line> = group.lines.iter().collect();
    let mut take = |is_one: &dyn Fn(&Entry) -> bool| -> Vec<&Line> {
        others.extract_if(.., |line| is_one(&line.entry)).collect()
    };
    let (pieces, pairs) = (take(&is_piece_value), take(&is_imbalance));
    let (shelter, weak, support) = (take(&is_shelter), take(&is_weakness), take(&is_support));
    let placed = PIECES.map(|piece| (piece, take(&|entry| placed_piece(entry) == Some(piece))));
    let described = describe(w, position, others.iter().map(|line| line.entry));
    let mut rows: Vec<Shown> = others
        .iter()
        .zip(described)
        .map(|(line, described)| Shown {
            pawns: line.pawns,
            text: described.sentence.unwrap_or_else(|| meaning(&line.entry)),
            is_odd: described.is_surprise || says_little(&line.entry),
        })
        .collect();
    let mut together = |lines: &[&Line], text: &dyn Fn(Pawns) -> String| {
        let pawns = lines.iter().fold(Pawns::default(), |sum, line| sum.plus(line.pawns));
        rows.push(Shown { pawns, text: text(pawns), is_odd: false });
    };
    // How the pieces go together is part of what a surplus is worth; alone, it is a row of its own.
    if pieces.iter().map(|line| line.pawns.difference()).sum::<f64>().abs() >= VISIBLE {
        together(&[pieces, pairs].concat(), &|_| more_pieces(position));
    } else {
        together(&pairs, &|_| "How the pieces of each side go together (imbalance)".to_owned());
    }
    together(&shelter, &shelter_text);
    together(&weak, &|pawns| weakness_text(w, position, &weak, pawns));
    together(&support, &support_text);
    for (piece, lines) in placed.iter().filter(|(_, lines)| !lines.is_empty()) {
        let entries: Vec<Entry> = lines.iter().map(|line| line.entry).collect();
        together(lines, &|_| describe_placement(w, position, *piece, &entries));
    }
    rows.retain(|row| row.pawns.differs());
    let size = |row: &Shown| row.pawns.difference().abs();
    rows.sort_by(|a, b| a.is_odd.cmp(&b.is_odd).then(size(b).total_cmp(&size(a))));
    let agrees = |row: &Shown| !row.is_odd && row.pawns.difference() * group.sum.difference() > 0.0;
    if let Some(first) = rows.iter().position(agrees) {
        rows[..=first].rotate_right(1);
    }
    rows
}

/// Returns `true` for the key of an imbalance: singly, they mean nothing to a player.
pub fn is_imbalance(entry: &Entry) -> bool {
    entry.section.name == imbalance::SECTION.name
}

/// The names of keys by distance, which say where a piece stands.
const DISTANCES: [&str; 3] = ["centre_distance", "own_king_distance", "enemy_king_distance"];

/// Returns the kind of piece whose squares a key is about: those of a table, or distances.
fn placed_piece(entry: &Entry) -> Option<Piece> {
    let (section, name) = (entry.section.name, entry.decl.name);
    PIECES.into_iter().find(|&piece| match section {
        "psqt" => name == piece_name(piece),
        _ => section.strip_suffix('s') == Some(piece_name(piece)) && DISTANCES.contains(&name),
    })
}

/// Returns `true` for a key about the pawns before a king: one file alone means little to a player.
fn is_shelter(entry: &Entry) -> bool {
    entry.section.name == king::SECTION.name
        && ["shelter.", "storm."].iter().any(|group| entry.decl.name.starts_with(group))
}

/// How well the pawns of both sides shelter the king to which it matters more.
fn shelter_text(pawns: Pawns) -> String {
    let sides = by(pawns, f64::abs);
    let how = if sides[0].1 > 0.0 { "well" } else { "badly" };
    stated(sides, &format!("king is {how} sheltered by the pawns before it"))
}

/// Returns `true` for a key about weak pawns.
fn is_weakness(entry: &Entry) -> bool {
    use pawns::{BACKWARD, DOUBLED, DOUBLED_EACH, DOUBLED_ISOLATED, ISOLATED, WEAK_UNOPPOSED};
    is_one_of(entry, &[DOUBLED, DOUBLED_EACH, DOUBLED_ISOLATED, ISOLATED, BACKWARD, WEAK_UNOPPOSED])
}

/// Which side has the weaker pawns, and where.
fn weakness_text(w: &Weights, position: &Position, lines: &[&Line], pawns: Pawns) -> String {
    let sides = by(pawns, |worth| -worth);
    let side = sides[0].0;
    let described = describe(w, position, lines.iter().map(|line| line.entry));
    let weak = described.iter().filter_map(|described| described.squares[side as usize]);
    let weak = weak.fold(Bitboard::EMPTY, |all, set| all | set) & position.colored(side, Piece::Pawn);
    let (pawns, are) = if weak.len() == 1 { ("pawn", "is") } else { ("pawns", "are") };
    let place = if weak.is_empty() { String::new() } else { format!(" on {}", named_squares(weak)) };
    stated(sides, &format!("{pawns}{place} {are} doubled, isolated or backward"))
}

/// Returns `true` for a key about pawns that support each other.
fn is_support(entry: &Entry) -> bool {
    is_one_of(entry, &[pawns::SUPPORTED, pawns::PHALANX, pawns::CONNECTED_UNOPPOSED])
}

/// Whose pawns support each other better.
fn support_text(pawns: Pawns) -> String {
    stated(by(pawns, |worth| worth), "pawns support each other better")
}

fn is_one_of(entry: &Entry, slots: &[Slot]) -> bool {
    slots.iter().any(|slot| slot.ordinal == entry.ordinal)
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
    format!("{side}'s {what}: {worth:+.2} ({other}'s: {other_worth:+.2})")
}

/// Returns `true` for a key that tells a player nothing: it counts in all positions, or what is nearly always there.
fn says_little(entry: &Entry) -> bool {
    entry.key() == "winnable.always" || entry.decl.name == "own_pawn_on_file"
}

/// Returns `true` for the value of a kind of piece.
fn is_piece_value(entry: &Entry) -> bool {
    entry.section.name == "material" && PIECES.iter().any(|&piece| piece_name(piece) == entry.decl.name)
}

/// Which pieces each side has more of.
fn more_pieces(position: &Position) -> String {
    let more = |side: Color| -> Vec<Piece> {
        let count = |side, piece| position.colored(side, piece).len();
        let surplus = |piece: Piece| count(side, piece).saturating_sub(count(!side, piece));
        PIECES.into_iter().flat_map(|piece| std::iter::repeat_n(piece, surplus(piece) as usize)).collect()
    };
    let words = COLORS.map(|side| (side, more(side)));
    let said = words.iter().filter(|(_, pieces)| !pieces.is_empty());
    let said: Vec<String> =
        said.map(|(side, pieces)| format!("{} has {} more", side_name(*side), named(pieces))).collect();
    if said.is_empty() { "The values of the pieces".to_owned() } else { said.join(", ") }
}

/// The key and its meaning, where it is not known what it counts.
fn meaning(entry: &Entry) -> String {
    format!("{}: {}", entry.key(), topic::meaning(entry).trim_end_matches('.'))
}
