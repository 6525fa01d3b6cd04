//! Attack sets, spans and distances: pure geometry on 64-bit sets of squares.
//!
//! "Ahead" and "behind" are seen from a colour: ahead is towards the rank where its pawns promote.

use std::num::NonZeroU64;

use super::{Bitboard, Color, File, Piece, Rank, Square};

pub use cozy_chess::{
    get_between_rays as between, get_bishop_moves as bishop_attacks, get_bishop_rays as bishop_rays,
    get_king_moves as king_attacks, get_knight_moves as knight_attacks, get_line_rays as line,
    get_rook_moves as rook_attacks, get_rook_rays as rook_rays,
};

/// Iterates over the squares of a set from a1 to h8. Cheaper than the set's own iterator, which checks every index:
/// the first square of a non-empty set is always in range.
#[inline(always)]
pub fn squares(set: Bitboard) -> impl Iterator<Item = Square> {
    let mut rest = set.0;
    std::iter::from_fn(move || {
        let first = NonZeroU64::new(rest)?.trailing_zeros();
        rest &= rest - 1;
        Square::try_index(first as usize)
    })
}

/// Number of squares of a set, as the factor of a weight.
#[inline(always)]
pub fn size(set: Bitboard) -> i32 {
    set.len() as i32
}

/// Squares attacked by a knight, bishop, rook, queen or king on `square` when `occupied` squares stop
/// sliders (the first occupied square of a ray is attacked). For a pawn the set is empty: pawns attack
/// by colour, see [`pawn_attacks`].
#[inline(always)]
pub fn piece_attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece {
        Piece::Pawn => Bitboard::EMPTY,
        Piece::Knight => knight_attacks(square),
        Piece::Bishop => bishop_attacks(square, occupied),
        Piece::Rook => rook_attacks(square, occupied),
        Piece::Queen => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
        Piece::King => king_attacks(square),
    }
}

/// All squares one step to the right (towards the h-file).
#[inline(always)]
pub const fn east(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & !File::H.bitboard().0) << 1)
}

/// All squares one step to the left (towards the a-file).
#[inline(always)]
pub const fn west(set: Bitboard) -> Bitboard {
    Bitboard((set.0 & !File::A.bitboard().0) >> 1)
}

/// All squares one rank ahead, as `color` sees it.
#[inline(always)]
pub const fn ahead(set: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard(set.0 << 8),
        Color::Black => Bitboard(set.0 >> 8),
    }
}

/// All squares one rank behind, as `color` sees it.
#[inline(always)]
pub const fn behind(set: Bitboard, color: Color) -> Bitboard {
    ahead(set, opposite(color))
}

/// The set and its neighbours on both sides.
#[inline(always)]
pub const fn widen(set: Bitboard) -> Bitboard {
    Bitboard(set.0 | east(set).0 | west(set).0)
}

/// The neighbours on both sides, without the set itself unless it neighbours itself.
#[inline(always)]
pub const fn beside(set: Bitboard) -> Bitboard {
    Bitboard(east(set).0 | west(set).0)
}

/// All squares strictly ahead of the set on its files, to the edge, through any piece.
#[inline(always)]
pub const fn front_span(set: Bitboard, color: Color) -> Bitboard {
    let mut s = set.0;
    match color {
        Color::White => {
            s |= s << 8;
            s |= s << 16;
            s |= s << 32;
        }
        Color::Black => {
            s |= s >> 8;
            s |= s >> 16;
            s |= s >> 32;
        }
    }
    ahead(Bitboard(s), color)
}

/// All squares strictly behind the set on its files, to the edge, through any piece.
#[inline(always)]
pub const fn rear_span(set: Bitboard, color: Color) -> Bitboard {
    front_span(set, opposite(color))
}

/// The whole files on which the set has a square.
#[inline(always)]
pub const fn file_fill(set: Bitboard) -> Bitboard {
    Bitboard(set.0 | front_span(set, Color::White).0 | front_span(set, Color::Black).0)
}

/// Squares attacked by the pawns of `color` towards the a-file.
#[inline(always)]
pub const fn pawn_attacks_west(pawns: Bitboard, color: Color) -> Bitboard {
    ahead(west(pawns), color)
}

/// Squares attacked by the pawns of `color` towards the h-file.
#[inline(always)]
pub const fn pawn_attacks_east(pawns: Bitboard, color: Color) -> Bitboard {
    ahead(east(pawns), color)
}

/// All squares attacked by a set of pawns of `color`.
#[inline(always)]
pub const fn pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    ahead(beside(pawns), color)
}

/// The other colour, usable in constants.
#[inline(always)]
pub const fn opposite(color: Color) -> Color {
    match color {
        Color::White => Color::Black,
        Color::Black => Color::White,
    }
}

/// A rank counted from the owner's first: 0 is the owner's back rank, 7 where its pawns promote.
#[inline(always)]
pub const fn relative_rank(square: Square, color: Color) -> usize {
    let rank = square as usize / 8;
    match color {
        Color::White => rank,
        Color::Black => 7 - rank,
    }
}

/// The squares of one rank counted from the owner's first (0..=7).
#[inline(always)]
pub const fn relative_rank_set(rank: usize, color: Color) -> Bitboard {
    let index = match color {
        Color::White => rank,
        Color::Black => 7 - rank,
    };
    Rank::index_const(index).bitboard()
}

/// The ranks from one to another (0..=7), both included, counted from the owner's first.
#[inline(always)]
pub const fn relative_ranks(first: usize, last: usize, color: Color) -> Bitboard {
    let white = (u64::MAX >> (8 * (7 - last))) & (u64::MAX << (8 * first));
    match color {
        Color::White => Bitboard(white),
        Color::Black => Bitboard(white.swap_bytes()),
    }
}

/// The dark squares.
pub const DARK: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);
/// The files a to d.
pub const QUEENSIDE: Bitboard = Bitboard(0x0F0F_0F0F_0F0F_0F0F);
/// The files e to h.
pub const KINGSIDE: Bitboard = Bitboard(0xF0F0_F0F0_F0F0_F0F0);
/// The files c to f.
pub const CENTRE_FILES: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);
/// The squares d4, e4, d5 and e5.
pub const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// All squares of the same colour as a square.
#[inline(always)]
pub const fn same_coloured(square: Square) -> Bitboard {
    if DARK.0 >> square as u32 & 1 == 1 { DARK } else { Bitboard(!DARK.0) }
}

/// The square with its rank mirrored for Black: every colour sees its own back rank as rank 1.
#[inline(always)]
pub const fn relative_square(square: Square, color: Color) -> usize {
    match color {
        Color::White => square as usize,
        Color::Black => square as usize ^ 56,
    }
}

/// How the distance of two squares is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// The larger of the file and the rank difference: king moves, 0..=7.
    Chebyshev,
    /// File difference plus rank difference: rook steps, 0..=14.
    Manhattan,
}

const fn distance_table(metric: Metric) -> [[u8; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let files = (a % 8_usize).abs_diff(b % 8);
            let ranks = (a / 8).abs_diff(b / 8);
            let d = match metric {
                Metric::Chebyshev if files > ranks => files,
                Metric::Chebyshev => ranks,
                Metric::Manhattan => files + ranks,
            };
            table[a][b] = d as u8;
            b += 1;
        }
        a += 1;
    }
    table
}

static CHEBYSHEV: [[u8; 64]; 64] = distance_table(Metric::Chebyshev);
static MANHATTAN: [[u8; 64]; 64] = distance_table(Metric::Manhattan);

/// Distance of two squares in the given metric.
#[inline(always)]
pub fn distance(metric: Metric, a: Square, b: Square) -> usize {
    distances(metric, a)[b as usize] as usize
}

/// Distances of all squares to a square in the given metric.
#[inline(always)]
pub fn distances(metric: Metric, from: Square) -> &'static [u8; 64] {
    let table = match metric {
        Metric::Chebyshev => &CHEBYSHEV,
        Metric::Manhattan => &MANHATTAN,
    };
    &table[from as usize]
}

/// The smallest distance to any of d4, e4, d5 and e5: 0..=3 Chebyshev, 0..=6 Manhattan.
pub fn centre_distance(metric: Metric, square: Square) -> usize {
    let centre = [Square::D4, Square::E4, Square::D5, Square::E5];
    centre.into_iter().map(|c| distance(metric, square, c)).min().unwrap_or(0)
}

/// The four files of a king's flank.
#[inline(always)]
pub fn king_flank(king: Square) -> Bitboard {
    const FLANKS: [Bitboard; 8] =
        [QUEENSIDE, QUEENSIDE, QUEENSIDE, CENTRE_FILES, CENTRE_FILES, KINGSIDE, KINGSIDE, KINGSIDE];
    FLANKS[king.file() as usize]
}
