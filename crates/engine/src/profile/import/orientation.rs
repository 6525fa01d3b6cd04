//! Which square the first number of a table belongs to.

use crate::board::Piece;
use crate::profile::Stage;

use super::boards::{Pair, SQUARES};

/// Smallest difference between the two ends of a table that says which is which, as a share of the range of its numbers.
const CLEAR: f64 = 0.12;

/// The order of the 64 numbers of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orientation {
    /// a8 first, then b8: as one sees the board from White.
    A8,
    /// a1 first, then b1.
    A1,
    /// h1 first, then g1: as one sees the board from Black.
    Black,
}

impl Orientation {
    pub const ALL: [Self; 3] = [Self::A8, Self::A1, Self::Black];

    pub const fn name(self) -> &'static str {
        match self {
            Self::A8 => "a8",
            Self::A1 => "a1",
            Self::Black => "black",
        }
    }

    /// Returns the square (a1 = 0, b1 = 1) of a number by its index in the file.
    pub const fn square(self, index: usize) -> usize {
        match self {
            Self::A8 => index ^ 56,
            Self::A1 => index,
            Self::Black => index ^ 7,
        }
    }

    /// Sorts the numbers of a table by square.
    pub fn sorted(self, table: &[Pair]) -> [Pair; SQUARES] {
        let mut sorted = [[0.0; 2]; SQUARES];
        for (i, pair) in table.iter().take(SQUARES).enumerate() {
            sorted[self.square(i)] = *pair;
        }
        sorted
    }
}

/// A table that says which way it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vote {
    pub piece: Piece,
    pub stage: Stage,
    pub orientation: Orientation,
}

/// What tables say about their orientation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// All tables that say something agree.
    Clear(Orientation, Vec<Vote>),
    /// Every table is the same read either way.
    Symmetric,
    /// They disagree.
    Contradictory(Vec<Vote>),
    Missing,
}

/// Judges tables: pawns are worth more near promotion, and the king stays on its own back rank in the middlegame. If
/// there are no clear tables of these, rooks and the minor pieces decide, if all of them agree.
pub fn judge(tables: &[(Piece, &[Pair])]) -> Evidence {
    let is_symmetric = |table: &[Pair]| (0..SQUARES).all(|i| table.get(i) == table.get(i ^ 56));
    if !tables.is_empty() && tables.iter().all(|(_, table)| is_symmetric(table)) {
        return Evidence::Symmetric;
    }
    let votes = |strong: bool| -> Vec<Vote> {
        let stages = |&(piece, table)| Stage::ALL.map(|stage| (piece, stage, table));
        let all = tables.iter().flat_map(stages);
        all.filter(|(piece, ..)| matches!(piece, Piece::Pawn | Piece::King) == strong)
            .filter_map(|(piece, stage, table)| {
                let orientation = vote(piece, stage, table)?;
                Some(Vote { piece, stage, orientation })
            })
            .collect()
    };
    for (votes, fewest) in [(votes(true), 1), (votes(false), 3)] {
        if votes.len() < fewest {
            continue;
        }
        if votes.iter().all(|vote| vote.orientation == votes[0].orientation) {
            return Evidence::Clear(votes[0].orientation, votes);
        }
        return Evidence::Contradictory(votes);
    }
    Evidence::Missing
}

/// Returns the orientation that a table suggests, if one end is clearly better than the other.
fn vote(piece: Piece, stage: Stage, table: &[Pair]) -> Option<Orientation> {
    // Rows from the first end to compare, in pairs of one from each end, and whether the better one is the far one.
    let (choices, is_far): (&[&[usize]], bool) = match (piece, stage) {
        // The first and last row of pawns say nothing.
        (Piece::Pawn | Piece::Knight | Piece::Bishop | Piece::Queen, _) => (&[&[1, 2]], true),
        (Piece::Rook, _) => (&[&[1]], true),
        (Piece::King, Stage::Mg) => (&[&[0, 1], &[0]], false),
        (Piece::King, Stage::Eg) => return None,
    };
    let number = |i: usize| table[i][stage as usize];
    let used = if piece == Piece::Pawn { 8..56 } else { 0..SQUARES };
    let highest = used.clone().map(number).fold(f64::NEG_INFINITY, f64::max);
    let lowest = used.map(number).fold(f64::INFINITY, f64::min);
    let row = |row: usize| (row * 8..row * 8 + 8).map(number).sum::<f64>() / 8.0;
    choices.iter().find_map(|rows| {
        let differences = rows.iter().map(|&at| row(at) - row(7 - at));
        let difference = differences.sum::<f64>() / rows.len() as f64;
        let is_clear = difference.abs() > CLEAR * (highest - lowest);
        is_clear.then_some(if (difference > 0.0) == is_far { Orientation::A8 } else { Orientation::A1 })
    })
}
