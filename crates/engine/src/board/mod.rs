//! The rules of chess, and nothing else: positions, moves, attacks, FEN, move notation.
//!
//! This is the only module that uses the crate `cozy_chess`, which does the work; all others use the names exported
//! here. A board has no weights and no evaluation.
//!
//! Castling is encoded as the king capturing its own rook (`e1h1`), in ordinary chess and Chess960 alike;
//! [`notation`] converts it for GUIs.

pub mod attacks;
pub mod castling;
pub mod check_info;
pub mod display;
pub mod epd;
pub mod fen;
pub mod game;
pub mod move16;
mod move_info;
pub mod movegen;
pub mod notation;
pub mod perft;
pub mod position;
pub mod see;
pub mod written;
pub mod zobrist;

pub use check_info::CheckInfo;
pub use cozy_chess::{BitBoard as Bitboard, Color, File, Move, Piece, PieceMoves, Rank, Square};
pub use fen::{Dropped, FenError};
pub use game::{Ending, Game};
pub use move_info::{MoveInfo, PIECE_TYPE_NB};
pub use move16::Move16;
pub use position::{LIGHT_SQUARES, MAX_MOVES, MoveList, Placement, Position, START_FEN, placements};
pub use zobrist::{ZOBRIST, ZobristKeys};

/// The six piece types, in index order.
pub const PIECES: [Piece; 6] = Piece::ALL;

/// Both colours, White first.
pub const COLORS: [Color; 2] = [Color::White, Color::Black];

/// English name of a side, as at the start of a sentence.
pub const fn side_name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// English name of a piece type, as in profiles.
pub const fn piece_name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}
