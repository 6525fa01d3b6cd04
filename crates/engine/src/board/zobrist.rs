//! Predicts the Zobrist key after a move, for prefetching.

use std::sync::LazyLock;

use cozy_chess::BoardBuilder;

use super::{COLORS, Color, MoveInfo, PIECE_TYPE_NB, PIECES, Piece, Position, Square};

/// Zobrist keys of pieces on squares and of the side to move.
///
/// Computed from the keys of positions that differ in one piece, since the board crate does not export them. Those of
/// kings are known up to a common constant, which cancels in moves.
#[derive(Debug)]
pub struct ZobristKeys {
    /// By colour, piece type + 1, and square; the keys of index 0 (no piece) are 0.
    pieces: [[[u64; Square::NUM]; PIECE_TYPE_NB]; Color::NUM],
    turn: u64,
}

/// The Zobrist keys, computed on first use.
pub static ZOBRIST: LazyLock<ZobristKeys> = LazyLock::new(ZobristKeys::new);

/// King squares for the auxiliary positions: for every piece and square, two of these give a legal position.
const KING_SQUARES: [Square; 6] = [Square::A1, Square::H8, Square::A8, Square::H1, Square::D1, Square::E8];

impl ZobristKeys {
    fn new() -> Self {
        let mut pieces = [[[0; Square::NUM]; PIECE_TYPE_NB]; Color::NUM];
        for color in COLORS {
            for piece in PIECES {
                for square in Square::ALL {
                    let part = match piece {
                        Piece::King => king_part(color, square),
                        _ => piece_part(color, piece, square),
                    };
                    // There are no pawns on the first and last rank; their keys are never used.
                    pieces[color as usize][piece as usize + 1][square as usize] = part.unwrap_or(0);
                }
            }
        }
        let turn = COLORS.map(|stm| key_of([Square::A1, Square::H8], stm, None).unwrap_or(0));
        Self { pieces, turn: turn[0] ^ turn[1] }
    }

    /// Predicts the key after a legal move. Wrong for castling, promotions and en passant captures, and if castling
    /// rights or the en passant square change.
    #[inline(always)]
    pub fn key_after(&self, position: &Position, move_info: MoveInfo) -> u64 {
        let stm = position.stm();
        let (from, to) = (move_info.from() as usize, move_info.to() as usize);
        let own = &self.pieces[stm as usize][(move_info.piece_index() + 1) % PIECE_TYPE_NB];
        let taken = self.pieces[!stm as usize][move_info.captured_index()][to];
        position.key() ^ own[from] ^ own[to] ^ taken ^ self.turn
    }

    /// Predicts the key after a null move. Wrong if an en passant capture was possible.
    #[inline(always)]
    pub fn key_after_null(&self, position: &Position) -> u64 {
        position.key() ^ self.turn
    }
}

/// Returns the key of a piece other than a king: the difference of two positions with and without it.
fn piece_part(color: Color, piece: Piece, square: Square) -> Option<u64> {
    king_squares().find_map(|kings| {
        // Whatever the piece attacks, its side has just moved.
        let with = key_of(kings, !color, Some((piece, color, square)))?;
        Some(with ^ key_of(kings, !color, None)?)
    })
}

/// Returns the difference between the keys of a king on a square and on a fixed square.
fn king_part(color: Color, square: Square) -> Option<u64> {
    const FIRST: Square = Square::B3;
    KING_SQUARES.into_iter().find_map(|other| {
        let key = |square| {
            let mut kings = [other; 2];
            kings[color as usize] = square;
            key_of(kings, color, None)
        };
        Some(key(square)? ^ key(FIRST)?)
    })
}

fn king_squares() -> impl Iterator<Item = [Square; 2]> {
    KING_SQUARES.into_iter().flat_map(|white| KING_SQUARES.map(|black| [white, black]))
}

/// Returns the key of a position with two kings (White's first) and optionally another piece; `None` if illegal.
fn key_of(kings: [Square; 2], stm: Color, piece: Option<(Piece, Color, Square)>) -> Option<u64> {
    if kings[0] == kings[1] || piece.is_some_and(|(.., square)| kings.contains(&square)) {
        return None;
    }
    let mut builder = BoardBuilder::empty();
    for (color, king) in COLORS.into_iter().zip(kings) {
        *builder.square_mut(king) = Some((Piece::King, color));
    }
    if let Some((piece, color, square)) = piece {
        *builder.square_mut(square) = Some((piece, color));
    }
    builder.side_to_move = stm;
    Some(Position::from_board(builder.build().ok()?, false).key())
}
