//! Correction history: how wrong the static evaluation has turned out to be, by features of the position
//! that change slowly. The next evaluation of a position with the same feature is moved by the mean error.
//!
//! It belongs to a thread's memory, which goes when the profile changes: errors of one profile never
//! correct another. Source of the idea: Caissa and Stockfish, 2023.

use crate::board::{COLORS, Color, Piece, Position};

use super::params::{CORRECTION_GRAIN, CORRECTION_LIMIT};
use super::score::Value;
use super::tunables::{correction_depth_cap, correction_memory, correction_percent};

/// Entries of each table and side to move; a power of two.
const SIZE: usize = 1 << 14;

/// Mean errors by side to move and hashed feature, in centipawns times [`CORRECTION_GRAIN`].
#[derive(Debug)]
struct Table(Box<[[i16; SIZE]; 2]>);

const _: () = assert!(CORRECTION_LIMIT * CORRECTION_GRAIN <= i16::MAX as Value);

impl Default for Table {
    fn default() -> Self {
        let rows = vec![[0; SIZE]; 2].into_boxed_slice();
        Self(rows.try_into().unwrap_or_else(|_| unreachable!("two rows were made")))
    }
}

/// The features by which errors are remembered: the pawns, White's pieces, Black's pieces.
pub const FEATURES: usize = 3;

/// All corrections of a thread.
#[derive(Debug, Default)]
pub struct Corrections([Table; FEATURES]);

impl Corrections {
    /// Returns the correction of the static evaluation for the side to move, in centipawns.
    #[inline]
    pub fn get(&self, position: &Position) -> Value {
        let stm = position.stm() as usize;
        let sum: i32 =
            features(position).iter().zip(&self.0).map(|(&i, table)| i32::from(table.0[stm][i])).sum();
        sum * correction_percent() / (CORRECTION_GRAIN * 100)
    }

    /// Records that a search of this depth (plies) found the static evaluation wrong by `error` centipawns.
    pub fn update(&mut self, position: &Position, depth: i32, error: Value) {
        let stm = position.stm() as usize;
        let weight = (depth + 1).min(correction_depth_cap());
        for (index, table) in features(position).into_iter().zip(&mut self.0) {
            let entry = &mut table.0[stm][index];
            let mean = i32::from(*entry) * (correction_memory() - weight) + error * CORRECTION_GRAIN * weight;
            let bound = CORRECTION_LIMIT * CORRECTION_GRAIN;
            *entry = (mean / correction_memory()).clamp(-bound, bound) as i16;
        }
    }
}

/// Returns a hash of the pawns of a position; its highest bits are the best ones.
#[inline(always)]
pub fn pawn_hash(position: &Position) -> u64 {
    let [white, black] = COLORS.map(|color| position.colored(color, Piece::Pawn).0);
    spread(mix(white, 0) ^ mix(black, 1))
}

/// The index of each feature of a position.
#[inline]
fn features(position: &Position) -> [usize; FEATURES] {
    [
        (pawn_hash(position) >> (64 - SIZE.trailing_zeros())) as usize,
        pieces_index(position, Color::White),
        pieces_index(position, Color::Black),
    ]
}

#[inline]
fn pieces_index(position: &Position, color: Color) -> usize {
    const PIECE_TYPE_NB: [Piece; 5] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
    let mixed =
        PIECE_TYPE_NB.into_iter().enumerate().map(|(i, piece)| mix(position.colored(color, piece).0, i));
    index(mixed.fold(0, |all, one| all ^ one))
}

/// Spreads a set of squares over 64 bits, differently for each `salt` (odd fractions of the golden ratio).
#[inline(always)]
const fn mix(set: u64, salt: usize) -> u64 {
    set.wrapping_mul(0x9E37_79B9_7F4A_7C15_u64.rotate_left(7 * salt as u32) | 1)
}

#[inline(always)]
const fn index(mixed: u64) -> usize {
    (spread(mixed) >> (64 - SIZE.trailing_zeros())) as usize
}

/// Lets each bit have an effect on the highest ones.
#[inline(always)]
const fn spread(mixed: u64) -> u64 {
    (mixed ^ mixed >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
