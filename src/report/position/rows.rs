//! The rows of a topic for people: what each key counts, as a sentence.

use crate::board::{COLORS, Color, PIECES, Piece, Position, piece_name, side_name};
use crate::eval::Weights;
use crate::eval::groups::{Group, Line, Pawns};
use crate::eval::keys::{Entry, imbalance, king, topic};
use crate::why::{describe, named};

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
/// come first, and odd rows last. Piece values and imbalances are
/// one row, and so are the pawns before the kings.
pub fn rows(w: &Weights, position: &Position, group: &Group) -> Vec<Shown> {
    let (pieces, others): (Vec<&Line>, Vec<&Line>) =
        group.lines.iter().partition(|line| is_piece_value(&line.entry));
    let (pairs, others): (Vec<&Line>, Vec<&Line>) =
        others.into_iter().partition(|line| is_imbalance(&line.entry));
    let (shelter, others): (Vec<&Line>, Vec<&Line>) =
        others.into_iter().partition(|line| is_shelter(&line.entry));
    let described = describe(w, position, others.iter().map(|line| line.entry));
    let mut rows: Vec<Shown> = others
        .iter()
        .zip(described)
        .map(|(line, described)| Shown {
            pawns: line.pawns,
            text: described.sentence.unwrap_or_else(|| meaning(&line.entry)),
            is_odd: described.is_surprise || is_constant(&line.entry),
        })
        .collect();
    let together = |lines: &[&Line], text: String| Shown {
        pawns: lines.iter().fold(Pawns::default(), |sum, line| sum.plus(line.pawns)),
        text,
        is_odd: false,
    };
    // How the pieces go together is part of what a surplus is worth; alone, it is a row of its own.
    if together(&pieces, String::new()).pawns.differs() {
        rows.push(together(&[pieces, pairs].concat(), more_pieces(position)));
    } else {
        rows.push(together(&pairs, "How the pieces of each side go together (imbalance)".to_owned()));
    }
    let sheltered = together(&shelter, String::new());
    rows.push(Shown { text: shelter_text(sheltered.pawns), ..sheltered });
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

/// Returns `true` for a key about the pawns before a king: one file alone means little to a player.
fn is_shelter(entry: &Entry) -> bool {
    entry.section.name == king::SECTION.name
        && ["shelter.", "storm."].iter().any(|group| entry.decl.name.starts_with(group))
}

/// How well the pawns of both sides shelter the king to which it matters more.
fn shelter_text(pawns: Pawns) -> String {
    let mut sides = [(Color::White, pawns.white), (Color::Black, pawns.black)];
    sides.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let [(side, worth), (other, other_worth)] = sides;
    let how = if worth > 0.0 { "well" } else { "badly" };
    let other = format!("{}'s: {other_worth:+.2}", side_name(other));
    format!("{}'s king is {how} sheltered by the pawns before it: {worth:+.2} ({other})", side_name(side))
}

/// Returns `true` for a correction that does not depend on the position.
fn is_constant(entry: &Entry) -> bool {
    entry.key() == "winnable.always"
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
