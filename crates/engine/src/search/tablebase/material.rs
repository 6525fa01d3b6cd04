//! Material: the pieces on the board, which identify a table.

use super::MAX_PIECES;
use crate::board::{Color, Piece, Position};

/// Letters of table names besides the kings, strongest first as in names.
const PIECE_TYPE_NB: [(char, Piece); 5] =
    [('Q', Piece::Queen), ('R', Piece::Rook), ('B', Piece::Bishop), ('N', Piece::Knight), ('P', Piece::Pawn)];
/// Number of promotion pieces.
const PROMOTIONS: usize = 4;
const PAWN: usize = 4;
/// Code of a king in a table header.
const KING_CODE: u8 = 6;
/// Offset of the codes of the second side.
const SECOND_SIDE: u8 = 8;

/// Maximum number of equal pieces per side: with the kings the seven pieces of the largest tables.
const MOST_OF_A_KIND: u8 = 5;

/// Piece counts in the order of [`PIECE_TYPE_NB`], of White (or the first side of a name) and of Black, without
/// kings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material([[u8; 5]; 2]);

impl Material {
    /// Parses a table name like `KRPvKR`; the stronger side comes first, as in all table names.
    pub fn from_name(name: &str) -> Option<Self> {
        let (first, second) = name.split_once('v')?;
        let material = Self([side(first)?, side(second)?]);
        let strength = |side: [u8; 5]| (side.iter().sum::<u8>(), side);
        let [first, second] = material.0.map(strength);
        let is_table = (3..=MAX_PIECES).contains(&material.pieces());
        (is_table && first >= second).then_some(material)
    }

    /// Material of a position, which must not have more pieces than tables do.
    pub fn of(position: &Position) -> Self {
        let count = |color| PIECE_TYPE_NB.map(|(_, piece)| position.colored(color, piece).len() as u8);
        Self([count(Color::White), count(Color::Black)])
    }

    /// The same with the sides exchanged.
    pub fn mirrored(self) -> Self {
        let [white, black] = self.0;
        Self([black, white])
    }

    /// Number of pieces, kings included.
    pub fn pieces(self) -> u32 {
        2 + self.0.iter().flatten().map(|&n| u32::from(n)).sum::<u32>()
    }

    /// Returns `true` if these are the codes of all pieces, kings included, grouped by kind: 1 (pawn) to 6 (king) for
    /// the first side, and 8 more for the second.
    pub fn has_codes(self, codes: &[u8]) -> bool {
        let mut wanted = Vec::new();
        for (counts, side) in self.0.into_iter().zip([0, SECOND_SIDE]) {
            wanted.push((side + KING_CODE, 1));
            // Kinds are strongest first, codes weakest first.
            let codes = (side + 1..side + KING_CODE).rev();
            wanted.extend(codes.zip(counts).filter(|&(_, count)| count > 0));
        }
        let mut given: Vec<(u8, u8)> =
            codes.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u8)).collect();
        wanted.sort_unstable();
        given.sort_unstable();
        given == wanted
    }

    /// Pawns of the two sides.
    pub fn pawns(self) -> [u8; 2] {
        self.0.map(|side| side[PAWN])
    }

    /// Number of piece kinds, per side and kings included, with exactly one piece.
    pub fn single_kinds(self) -> usize {
        2 + self.0.iter().flatten().filter(|&&n| n == 1).count()
    }

    /// Returns the material after any single capture or promotion.
    pub fn successors(self) -> Vec<Self> {
        let mut all = Vec::new();
        for side in 0..2 {
            let promoted = self.promoted(side);
            for kind in (0..PIECE_TYPE_NB.len()).filter(|&kind| self.0[1 - side][kind] > 0) {
                for mut after in promoted.iter().copied().chain([self]) {
                    after.0[1 - side][kind] -= 1;
                    all.push(after);
                }
            }
            all.extend(promoted);
        }
        all
    }

    fn promoted(self, side: usize) -> Vec<Self> {
        let promote = |kind| {
            let mut after = self;
            after.0[side][PAWN] -= 1;
            after.0[side][kind] += 1;
            after
        };
        let has_pawn = self.0[side][PAWN] > 0;
        (0..PROMOTIONS).filter(|_| has_pawn).map(promote).collect()
    }
}

fn side(name: &str) -> Option<[u8; 5]> {
    let mut counts = [0; 5];
    for letter in name.strip_prefix('K')?.chars() {
        let kind = PIECE_TYPE_NB.iter().position(|&(l, _)| l == letter)?;
        if counts[kind + 1..].iter().any(|&weaker| weaker > 0) {
            return None;
        }
        counts[kind] += 1;
    }
    (counts.iter().sum::<u8>() <= MOST_OF_A_KIND).then_some(counts)
}
