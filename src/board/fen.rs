//! Reads and writes FEN: ordinary, X-FEN and Shredder-FEN.
//!
//! Leniencies of the reader: any white space between fields; the castling, en passant and counter fields may be
//! missing (`- - 0 1`); an EPD's operations after the fourth field are ignored; a half-move clock above 100 counts as
//! 100, a full-move number above 65,535 as that; an en passant square without a preceding double step is dropped. In
//! castling fields, `K` and `Q` mean the outermost rook (X-FEN), a file letter that rook (Shredder-FEN).

use std::fmt;

use cozy_chess::{BoardBuilder, BoardBuilderError};
use thiserror::Error;

use super::{COLORS, Color, File, Piece, Position, Rank, Square, attacks};

/// Error: a string is not a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FenError {
    /// The string is empty.
    #[error("the FEN is empty")]
    Empty,
    /// Not eight ranks, a rank that does not fill eight squares, or an invalid letter.
    #[error("piece placement: {0}")]
    Placement(String),
    /// The second field is neither `w` nor `b`.
    #[error("side to move: expected `w` or `b`, found `{0}`")]
    SideToMove(String),
    /// A castling letter without its king and rook, or a second right to the same side.
    #[error(
        "castling rights `{0}`: `{1}` has no king and rook on the back rank, or another rook has that side"
    )]
    Castling(String, char),
    /// The fourth field is neither `-` nor a square.
    #[error("en passant square: expected `-` or a square, found `{0}`")]
    EnPassant(String),
    /// A counter is not an integer in its range.
    #[error("{0}: expected a whole number, found `{1}`")]
    Counter(&'static str, String),
    /// Extra text after the full-move number that is not an operation of an EPD.
    #[error("`{0}` comes after the end of the FEN")]
    Extra(String),
    /// Well-formed, but not a legal position.
    #[error("not a legal position: {0}")]
    Illegal(&'static str),
}

impl Position {
    /// Parses a position from FEN, X-FEN, Shredder-FEN or the position part of an EPD line.
    ///
    /// # Errors
    /// [`FenError`] with the invalid field and the reason.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let mut builder = BoardBuilder::empty();
        parse_placement(&mut builder, fields.next().ok_or(FenError::Empty)?)?;
        builder.side_to_move = match fields.next() {
            Some("w") => Color::White,
            Some("b") => Color::Black,
            other => return Err(FenError::SideToMove(other.unwrap_or("").to_owned())),
        };
        parse_castling(&mut builder, fields.next().unwrap_or("-"))?;
        builder.en_passant = parse_en_passant(fields.next().unwrap_or("-"), builder.side_to_move)?;
        let clocks: Vec<&str> = fields.collect();
        if let (Some(extra), false) = (clocks.get(2), fen.contains(';')) {
            return Err(FenError::Extra((*extra).to_owned()));
        }
        // In an EPD the fifth field is an operation such as `bm`; then there are no counters.
        let has_counters =
            clocks.first().is_some_and(|c| c.starts_with(|d: char| d.is_ascii_digit() || d == '-'));
        let (half, full) = if has_counters {
            (
                counter("half-move clock", clocks[0])?,
                counter("full-move number", clocks.get(1).unwrap_or(&"1"))?,
            )
        } else if clocks.first().is_some_and(|c| c.len() == 1) {
            return Err(FenError::Counter("half-move clock", clocks[0].to_owned()));
        } else {
            (0, 1)
        };
        builder.halfmove_clock = half.min(100) as u8;
        builder.fullmove_number = full.max(1);
        build(builder, full == 0)
    }

    /// The position as FEN. Castling rights are file letters where `shredder` is set; else `KQkq`, but for a
    /// rook that is not the outermost on its side, which only its file letter names (X-FEN).
    pub fn fen(&self, shredder: bool) -> String {
        let text = format!("{:#}", self.board);
        let mut fields: Vec<&str> = text.split(' ').collect();
        let rights = if shredder { String::new() } else { self.x_fen_rights() };
        if let (false, Some(field)) = (shredder, fields.get_mut(2)) {
            *field = &rights;
        }
        if let (true, Some(field)) = (self.is_at_move_zero(), fields.last_mut()) {
            *field = "0";
        }
        fields.join(" ")
    }

    fn x_fen_rights(&self) -> String {
        let builder = BoardBuilder::from_board(&self.board);
        let mut letters = String::new();
        for color in COLORS {
            let rights = self.board.castle_rights(color);
            for (rook, outermost) in [(rights.short, 'k'), (rights.long, 'q')] {
                let Some(rook) = rook else { continue };
                let is_outermost = castling_rook(&builder, color, outermost) == Some(rook);
                let letter = if is_outermost { outermost } else { char::from(rook) };
                letters.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
        if letters.is_empty() { "-".to_owned() } else { letters }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(false))
    }
}

fn build(mut builder: BoardBuilder, at_move_zero: bool) -> Result<Position, FenError> {
    for color in COLORS {
        let kings = builder.board.iter().filter(|&&p| p == Some((Piece::King, color))).count();
        if kings != 1 {
            return Err(FenError::Illegal("each side must have exactly one king"));
        }
    }
    if kings_touch(&builder) {
        return Err(FenError::Illegal("the kings stand side by side"));
    }
    let board = match builder.build() {
        // The reader's leniency: GUIs and databases write squares that no capture can use.
        Err(BoardBuilderError::InvalidEnPassant) => {
            builder.en_passant = None;
            builder.build()
        }
        other => other,
    };
    board.map(|b| Position::from_board(b, at_move_zero)).map_err(|error| {
        FenError::Illegal(match error {
            BoardBuilderError::InvalidBoard => illegal_placement(&builder),
            BoardBuilderError::InvalidCastlingRights => "castling rights without king and rook in place",
            _ => "counters out of range",
        })
    })
}

/// The library does not look at this; its moves would capture a king.
fn kings_touch(builder: &BoardBuilder) -> bool {
    let king = |color| Square::ALL.into_iter().find(|&s| builder.square(s) == Some((Piece::King, color)));
    match (king(Color::White), king(Color::Black)) {
        (Some(white), Some(black)) => attacks::king_attacks(white).has(black),
        _ => false,
    }
}

/// Names the rule a placement breaks, in the order in which a person would look.
fn illegal_placement(builder: &BoardBuilder) -> &'static str {
    let on = |square: Square| builder.board[square as usize];
    let count =
        |test: &dyn Fn((Piece, Color)) -> bool| builder.board.iter().flatten().filter(|p| test(**p)).count();
    let back_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
    if back_ranks.into_iter().any(|s| on(s).is_some_and(|(p, _)| p == Piece::Pawn)) {
        "a pawn stands on the first or last rank"
    } else if COLORS.into_iter().any(|c| count(&|(_, color)| color == c) > 16) {
        "a side has more than sixteen pieces"
    } else if COLORS.into_iter().any(|c| count(&|p| p == (Piece::Pawn, c)) > 8) {
        "a side has more than eight pawns"
    } else {
        "the side that just moved is in check"
    }
}

fn parse_placement(builder: &mut BoardBuilder, text: &str) -> Result<(), FenError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 8 {
        return Err(FenError::Placement(format!("expected 8 ranks, found {}", rows.len())));
    }
    for (row, rank) in rows.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(skip) = letter.to_digit(10) {
                file += skip as usize;
                continue;
            }
            let piece = Piece::try_from(letter.to_ascii_lowercase())
                .map_err(|_| FenError::Placement(format!("`{letter}` is no piece")))?;
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            if let Some(on_board) = File::try_index(file) {
                *builder.square_mut(Square::new(on_board, rank)) = Some((piece, color));
            }
            file += 1;
        }
        if file != 8 {
            return Err(FenError::Placement(format!("`{row}` fills {file} squares, not 8")));
        }
    }
    Ok(())
}

fn parse_castling(builder: &mut BoardBuilder, text: &str) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = castling_rook(builder, color, letter.to_ascii_lowercase())
            .ok_or_else(|| FenError::Castling(text.to_owned(), letter))?;
        let king = king_file(builder, color).ok_or_else(|| FenError::Castling(text.to_owned(), letter))?;
        let rights = builder.castle_rights_mut(color);
        let right = if rook > king { &mut rights.short } else { &mut rights.long };
        if right.is_some_and(|other| other != rook) {
            return Err(FenError::Castling(text.to_owned(), letter));
        }
        *right = Some(rook);
    }
    Ok(())
}

/// The file of the king of `color`, if it stands on its back rank.
fn king_file(builder: &BoardBuilder, color: Color) -> Option<File> {
    let rank = Rank::First.relative_to(color);
    File::ALL.into_iter().find(|&f| builder.square(Square::new(f, rank)) == Some((Piece::King, color)))
}

/// The file of the rook that a castling letter (lower case) names.
fn castling_rook(builder: &BoardBuilder, color: Color, letter: char) -> Option<File> {
    let rank = Rank::First.relative_to(color);
    let king = king_file(builder, color)?;
    let is_rook = |f: File| builder.square(Square::new(f, rank)) == Some((Piece::Rook, color));
    match letter {
        'k' => File::ALL.into_iter().rev().find(|&f| f > king && is_rook(f)),
        'q' => File::ALL.into_iter().find(|&f| f < king && is_rook(f)),
        _ => File::try_from(letter).ok().filter(|&f| is_rook(f)),
    }
}

fn parse_en_passant(text: &str, stm: Color) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    let square: Square = text.parse().map_err(|_| FenError::EnPassant(text.to_owned()))?;
    Ok((square.rank() == Rank::Sixth.relative_to(stm)).then_some(square))
}

fn counter(name: &'static str, text: &str) -> Result<u16, FenError> {
    match text {
        "-" => Ok(0),
        _ => match text.parse::<u32>() {
            Ok(count) => Ok(u16::try_from(count).unwrap_or(u16::MAX)),
            Err(_) => Err(FenError::Counter(name, text.to_owned())),
        },
    }
}
