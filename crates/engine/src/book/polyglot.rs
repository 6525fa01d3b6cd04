//! Polyglot's book format: position keys, moves and entries.
//!
//! A file is a sorted list of entries of 16 bytes, big-endian: key (8), move (2), weight (2), learn (4). Specification:
//! <http://hgm.nubati.net/book_format.html>.

use crate::board::{COLORS, Color, File, Move, Piece, Position, Rank, Square, placements};

use super::random_64::RANDOM_64;

/// Index of the first number of castling rights.
const CASTLING: usize = 768;
/// Index of the first number of en passant files.
const EN_PASSANT: usize = 772;
/// Index of the number for White to move.
const WHITE_TO_MOVE: usize = 780;
/// Size of an entry in bytes.
pub const ENTRY_BYTES: usize = 16;
/// Promotion codes, from 1.
const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// One move of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Polyglot's key of the position.
    pub key: u64,
    /// The move: target file, target rank, origin file, origin rank and promotion, three bits each.
    pub mv: u16,
    /// Relative frequency.
    pub weight: u16,
    /// Free for learning programs; kept, but not used.
    pub learn: u32,
}

impl Entry {
    /// Parses an entry.
    pub fn from_bytes(bytes: [u8; ENTRY_BYTES]) -> Self {
        let word = u128::from_be_bytes(bytes);
        Self {
            key: (word >> 64) as u64,
            mv: (word >> 48) as u16,
            weight: (word >> 32) as u16,
            learn: word as u32,
        }
    }

    /// Formats an entry.
    pub fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let word = u128::from(self.key) << 64
            | u128::from(self.mv) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        word.to_be_bytes()
    }
}

/// Returns Polyglot's key of a position.
pub fn key(position: &Position) -> u64 {
    let mut key = 0;
    for placed in placements(position) {
        // Black pawn 0, white pawn 1, black knight 2, ...
        let kind = 2 * placed.piece as usize + usize::from(placed.color == Color::White);
        key ^= RANDOM_64[64 * kind + placed.square as usize];
    }
    for (number, color) in COLORS.into_iter().enumerate() {
        let rights = [position.castles_short(color), position.castles_long(color)];
        for (side, _) in rights.into_iter().enumerate().filter(|(_, has)| *has) {
            key ^= RANDOM_64[CASTLING + 2 * number + side];
        }
    }
    if let Some(file) = capturable_file(position) {
        key ^= RANDOM_64[EN_PASSANT + file as usize];
    }
    if position.stm() == Color::White {
        key ^= RANDOM_64[WHITE_TO_MOVE];
    }
    key
}

/// The file of a pawn that has just made a double step, if a pawn of the side to move is beside it.
fn capturable_file(position: &Position) -> Option<File> {
    let file = position.en_passant_square()?.file();
    let rank = Rank::Fifth.relative_to(position.stm());
    let pawns = position.colored(position.stm(), Piece::Pawn);
    let is_beside = !(file.adjacent() & rank.bitboard() & pawns).is_empty();
    is_beside.then_some(file)
}

/// Encodes a legal move. Castling is the king capturing its rook, as everywhere in this program.
pub fn encode(mv: Move) -> u16 {
    let promotion =
        PROMOTIONS.iter().position(|&piece| Some(piece) == mv.promotion).map_or(0, |code| code + 1);
    (promotion << 12 | (mv.from as usize) << 6 | mv.to as usize) as u16
}

/// Decodes a move; `None` if it is not legal. Castling may also be written as a king's move.
pub fn decode(mv: u16, position: &Position) -> Option<Move> {
    let square = |shift: u32| Square::index(usize::from(mv >> shift & 63));
    let promotion = match usize::from(mv >> 12 & 7) {
        0 => None,
        code => Some(*PROMOTIONS.get(code - 1)?),
    };
    let mv = Move { from: square(6), to: square(0), promotion };
    let is_legal = |mv: &Move| position.is_legal(*mv);
    Some(mv).filter(is_legal).or_else(|| castling(mv, position).filter(is_legal))
}

/// Returns the castling move that moves the king as `mv` does.
fn castling(mv: Move, position: &Position) -> Option<Move> {
    let steps = mv.to.file() as i32 - mv.from.file() as i32;
    let is_castling = position.king(position.stm()) == mv.from && steps.abs() == 2;
    let file = if steps > 0 { File::H } else { File::A };
    is_castling.then(|| Move { to: Square::new(file, mv.from.rank()), ..mv })
}
