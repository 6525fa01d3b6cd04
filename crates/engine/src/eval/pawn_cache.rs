//! A cache of terms that depend only on the pawns of both sides.

use crate::board::Bitboard;
use crate::board::attacks::{beside, file_fill, front_span, widen};

use super::score::S;
use super::side::{Black, Side, White};

/// Number of entries, a power of two. At 64 bytes each, the cache leaves room for the others in the L2 cache: four
/// times as many are slower.
const ENTRIES: usize = 1 << 11;

/// Data and terms that depend only on the pawns of both sides. Fits a cache line.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub struct PawnEntry {
    pawns: [Bitboard; 2],
    /// Of both sides.
    passed: Bitboard,
    attack_spans: [Bitboard; 2],
    files: [u8; 2],
    several: [u8; 2],
    /// Terms that depend only on pawns, White's minus Black's.
    pub score: S,
}

impl PawnEntry {
    /// The entry without pawns, whose terms are all zero.
    pub const NONE: Self = Self {
        pawns: [Bitboard::EMPTY; 2],
        passed: Bitboard::EMPTY,
        attack_spans: [Bitboard::EMPTY; 2],
        files: [0; 2],
        several: [0; 2],
        score: S::ZERO,
    };

    /// Computes the facts of the pawns of White and Black; the score is still 0.
    pub fn new(pawns: [Bitboard; 2]) -> Self {
        let [white, black] = pawns;
        let span = |pawns: Bitboard, front: Bitboard| (beside(front), one_bit_a_file(file_fill(pawns)));
        let (white_span, white_files) = span(white, front_span(white, White::US));
        let (black_span, black_files) = span(black, front_span(black, Black::US));
        let several = |pawns: Bitboard| one_bit_a_file(pawns & front_span(pawns, White::US));
        Self {
            pawns,
            passed: find_passed::<White>(white, black) | find_passed::<Black>(black, white),
            attack_spans: [white_span, black_span],
            files: [white_files, black_files],
            several: [several(white), several(black)],
            score: S::ZERO,
        }
    }

    /// The pawns of White and Black.
    #[inline(always)]
    pub fn both_pawns(&self) -> [Bitboard; 2] {
        self.pawns
    }

    /// Pawns of the side `C`.
    #[inline(always)]
    pub fn pawns<C: Side>(&self) -> Bitboard {
        self.pawns[C::US as usize]
    }

    /// Passed pawns of the side `C`.
    #[inline(always)]
    pub fn passed<C: Side>(&self) -> Bitboard {
        self.passed & self.pawns::<C>()
    }

    /// Squares that pawns of the side `C` attack now or may attack as they advance.
    #[inline(always)]
    pub fn attack_span<C: Side>(&self) -> Bitboard {
        self.attack_spans[C::US as usize]
    }

    /// The whole files on which the side `C` has a pawn.
    #[inline(always)]
    pub fn files<C: Side>(&self) -> Bitboard {
        whole_files(self.files[C::US as usize])
    }

    /// The whole files on which the side `C` has more than one pawn.
    #[inline(always)]
    pub fn files_with_several<C: Side>(&self) -> Bitboard {
        whole_files(self.several[C::US as usize])
    }
}

/// The passed pawns of one side.
#[inline(always)]
fn find_passed<C: Side>(own: Bitboard, enemy: Bitboard) -> Bitboard {
    own & !widen(front_span(enemy, C::THEM))
}

/// The files of a set, one bit per file.
#[inline(always)]
pub const fn one_bit_a_file(set: Bitboard) -> u8 {
    let mut s = set.0;
    s |= s >> 32;
    s |= s >> 16;
    s |= s >> 8;
    s as u8
}

/// The squares of all files whose bit is set.
#[inline(always)]
const fn whole_files(files: u8) -> Bitboard {
    Bitboard(files as u64 * 0x0101_0101_0101_0101)
}

/// A cache of pawn structures for one profile, owned by one evaluator, so that it never returns scores of another
/// profile. The pawns themselves are the key, so there are no collisions.
#[derive(Debug)]
pub struct PawnCache {
    entries: Box<[PawnEntry; ENTRIES]>,
}

impl Default for PawnCache {
    fn default() -> Self {
        Self { entries: vec![PawnEntry::NONE; ENTRIES].try_into().expect("the length is that of the type") }
    }
}

impl PawnCache {
    /// Returns the entry for the pawns of White and Black, mixed by [`mix`], computed by `compute` if missing.
    #[inline(always)]
    pub fn get(
        &mut self,
        pawns: [Bitboard; 2],
        mixed: u64,
        compute: impl FnOnce() -> PawnEntry,
    ) -> &PawnEntry {
        let slot = &mut self.entries[(mixed >> (64 - ENTRIES.trailing_zeros())) as usize];
        // An empty entry means no pawns; its terms need no counting, since all are zero.
        if slot.pawns != pawns {
            *slot = compute();
        }
        slot
    }
}

/// Hashes the pawns of White and Black to a number with well-mixed upper bits, for the index of a cache.
#[inline(always)]
pub fn mix(pawns: [Bitboard; 2]) -> u64 {
    // Odd constants with well mixed upper bits (fractions of the golden ratio and of pi).
    let mixed =
        pawns[0].0.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ pawns[1].0.wrapping_mul(0x2436_A188_85A3_08D3);
    (mixed ^ mixed >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
