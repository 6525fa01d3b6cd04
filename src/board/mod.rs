//! The rules of chess, and nothing else: positions, moves, attacks, FEN, move notation.
//!
//! This is the only module that knows the crate `cozy_chess`, which does the work; everything above
//! uses the names exported here. A board knows no weights and no evaluation.
//!
//! Castling is encoded as the king capturing its own rook (`e1h1`), in ordinary chess and Chess960
//! alike; [`notation`] turns that into what a GUI expects.

mod action;
pub mod attacks;
mod checks;
pub mod diagram;
pub mod fen;
pub mod game;
mod keys;
mod movegen;
pub mod notation;
mod packed;
pub mod perft;
mod position;
pub mod see;

pub use action::{Action, KINDS};
pub use checks::CheckSquares;
pub use cozy_chess::{BitBoard as Bitboard, Color, File, Move, Piece, PieceMoves, Rank, Square};
pub use fen::FenError;
pub use game::{Ending, Game};
pub use keys::{KEY_PARTS, KeyParts};
pub use packed::PackedMove;
pub use position::{LIGHT_SQUARES, MAX_MOVES, MoveList, Placement, Position, START_FEN, placements};

/// The six kinds of pieces, in the order of their index.
pub const PIECES: [Piece; 6] = Piece::ALL;

/// Both colours, White first.
pub const COLORS: [Color; 2] = [Color::White, Color::Black];

/// The English name of a kind of piece, as profile files spell it.
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
