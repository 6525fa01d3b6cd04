//! Text diagrams of the board.

use std::fmt::Write as _;

use super::{Bitboard, Color, File, Piece, Position, Rank, Square};

/// Style of a diagram.
#[derive(Debug, Clone, Copy)]
pub struct Diagram {
    /// Side at the bottom.
    pub bottom: Color,
    /// True for Unicode chess symbols instead of letters.
    pub unicode: bool,
}

impl Diagram {
    /// Returns ranks from top to bottom and files from left to right.
    pub fn lines(self) -> ([Rank; 8], [File; 8]) {
        let (mut ranks, mut files) = (Rank::ALL, File::ALL);
        match self.bottom {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        (ranks, files)
    }

    /// Returns all squares in drawing order.
    fn squares(self) -> Vec<Square> {
        let (ranks, files) = self.lines();
        let of_rank = |rank| files.map(|file| Square::new(file, rank));
        ranks.into_iter().flat_map(of_rank).collect()
    }

    /// Draws the board in nine lines: numbered ranks, then the file letters.
    pub fn draw(self, position: &Position) -> String {
        let (ranks, files) = self.lines();
        let mut text = String::new();
        for rank in ranks {
            // Writing to a string cannot fail, here and below.
            let _ = write!(text, " {rank} ");
            for file in files {
                let _ = write!(text, " {}", self.symbol(position, Square::new(file, rank)));
            }
            text.push('\n');
        }
        text.push_str("   ");
        for file in files {
            let _ = write!(text, " {file}");
        }
        text
    }

    /// Draws the board with marked squares: `[p]` for pieces, `*` for empty squares.
    pub fn draw_set(self, position: &Position, set: Bitboard) -> String {
        let plain = self.draw(position);
        let mut text = String::new();
        let mut squares = self.squares().into_iter();
        for line in plain.lines() {
            let (number, cells) = line.split_at(3);
            // The brackets take the place of a space.
            text += &number[..2];
            for cell in cells.split_whitespace() {
                // The line of file letters comes after the last square.
                let is_marked = squares.next().is_some_and(|square| set.has(square));
                text += &match (is_marked, cell) {
                    (true, ".") => "  * ".to_owned(),
                    (true, piece) => format!(" [{piece}]"),
                    (false, cell) => format!("  {cell} "),
                };
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn symbol(self, position: &Position, square: Square) -> char {
        let (Some(piece), Some(color)) = (position.piece_on(square), position.color_on(square)) else {
            return '.';
        };
        self.piece(color, piece)
    }

    /// Returns the symbol or letter of a piece.
    pub fn piece(self, color: Color, piece: Piece) -> char {
        if self.unicode { symbol(color, piece) } else { letter(color, piece) }
    }
}

/// Returns the FEN letter of a piece.
fn letter(color: Color, piece: Piece) -> char {
    let letter: char = piece.into();
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

/// Returns the Unicode symbol of a piece.
fn symbol(color: Color, piece: Piece) -> char {
    let [white, black] = match piece {
        Piece::Pawn => ['♙', '♟'],
        Piece::Knight => ['♘', '♞'],
        Piece::Bishop => ['♗', '♝'],
        Piece::Rook => ['♖', '♜'],
        Piece::Queen => ['♕', '♛'],
        Piece::King => ['♔', '♚'],
    };
    if color == Color::White { white } else { black }
}
