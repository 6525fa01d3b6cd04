//! Reads and writes FEN: ordinary, X-FEN and Shredder-FEN.
//!
//! Leniencies of the reader: any white space between fields; the castling, en passant and counter fields may be
//! missing (`- - 0 1`); an EPD has its counters in the operations `hmvc` and `fmvn`, and others are ignored; a half-move
//! clock above 100 counts as 100, a full-move number above 65,535 as that; a castling right without its king and rook
//! and an en passant square without a preceding double step are dropped ([`Dropped`]). In castling fields, `K` and `Q`
//! mean the outermost rook (X-FEN), a file letter that rook (Shredder-FEN).

use std::fmt;

use cozy_chess::{BoardBuilder, BoardBuilderError, CastleRights};
use thiserror::Error;

use super::{COLORS, Color, File, Piece, Position, Rank, Square, attacks, epd};

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
    /// A character that is no castling letter.
    #[error("castling rights `{0}`: `{1}` is not one of `KQkq`, a file such as `H` or `h`, or `-`")]
    Castling(String, char),
    /// Rights with two rooks on the same side of a king.
    #[error("castling rights `{0}`: `{1}` is a second rook on the same side of its king")]
    SecondRook(String, char),
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

/// Parts of a FEN that contradict its pieces. The reader drops them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Letters of castling rights without king and rook in place.
    pub castling: String,
    /// En passant square without a pawn that has just passed it.
    pub en_passant: Option<Square>,
}

impl Dropped {
    /// Returns a sentence about what was dropped, if anything was.
    pub fn note(&self) -> Option<String> {
        let castling = (!self.castling.is_empty()).then(|| {
            let letters = &self.castling;
            format!("castling rights `{letters}` dropped: king or rook not in place")
        });
        let en_passant = self
            .en_passant
            .map(|square| format!("en passant square {square} dropped: no pawn has just passed it"));
        let notes: Vec<String> = castling.into_iter().chain(en_passant).collect();
        (!notes.is_empty()).then(|| notes.join("; "))
    }
}

impl Position {
    /// Parses a position from FEN, X-FEN, Shredder-FEN or EPD.
    ///
    /// # Errors
    /// [`FenError`] with the invalid field and the reason.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Self::read_fen(fen).map(|(position, _)| position)
    }

    /// Parses a position like [`Position::from_fen`], for callers that report what was dropped.
    ///
    /// # Errors
    /// See [`Position::from_fen`].
    pub fn read_fen(fen: &str) -> Result<(Self, Dropped), FenError> {
        let (fields, operations) = epd::split(fen);
        let mut fields = fields.split_ascii_whitespace();
        let mut dropped = Dropped::default();
        let mut builder = BoardBuilder::empty();
        parse_placement(&mut builder, fields.next().ok_or(FenError::Empty)?)?;
        builder.side_to_move = match fields.next() {
            Some("w") => Color::White,
            Some("b") => Color::Black,
            other => return Err(FenError::SideToMove(other.unwrap_or("").to_owned())),
        };
        dropped.castling = parse_castling(&mut builder, fields.next().unwrap_or("-"))?;
        let en_passant = parse_en_passant(fields.next().unwrap_or("-"))?;
        builder.en_passant =
            en_passant.filter(|square| square.rank() == Rank::Sixth.relative_to(builder.side_to_move));
        let (half, full) = parse_counters([fields.next(), fields.next()], operations)?;
        builder.halfmove_clock = half.min(100) as u8;
        builder.fullmove_number = full.max(1);
        let position = build(&mut builder, full == 0)?;
        dropped.en_passant = en_passant.filter(|_| builder.en_passant.is_none());
        Ok((position, dropped))
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

fn build(builder: &mut BoardBuilder, at_move_zero: bool) -> Result<Position, FenError> {
    for color in COLORS {
        let kings = builder.board.iter().filter(|&&p| p == Some((Piece::King, color))).count();
        if kings != 1 {
            return Err(FenError::Illegal("each side must have exactly one king"));
        }
    }
    if kings_touch(builder) {
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
            BoardBuilderError::InvalidBoard => illegal_placement(builder),
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

/// Sets the castling rights. Returns the letters of those without king and rook in place, which are dropped.
fn parse_castling(builder: &mut BoardBuilder, text: &str) -> Result<String, FenError> {
    let mut dropped = String::new();
    if text == "-" {
        return Ok(dropped);
    }
    let color_of = |letter: char| if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    for letter in text.chars() {
        if !matches!(letter.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h') {
            return Err(FenError::Castling(text.to_owned(), letter));
        }
        let color = color_of(letter);
        let rook = castling_rook(builder, color, letter.to_ascii_lowercase());
        let (Some(king), Some(rook)) = (king_file(builder, color), rook) else {
            dropped.push(letter);
            continue;
        };
        let rights = builder.castle_rights_mut(color);
        let right = if rook > king { &mut rights.short } else { &mut rights.long };
        if right.is_some_and(|other| other != rook) {
            return Err(FenError::SecondRook(text.to_owned(), letter));
        }
        *right = Some(rook);
    }
    for color in COLORS {
        // A king off the e-file with an impossible right has castled: a rook in the other corner gives it no right.
        let is_impossible = dropped.chars().any(|letter| color_of(letter) == color);
        if is_impossible && king_file(builder, color) != Some(File::E) {
            *builder.castle_rights_mut(color) = CastleRights::EMPTY;
            let is_dropped = |&letter: &char| color_of(letter) == color || dropped.contains(letter);
            dropped = text.chars().filter(is_dropped).collect();
        }
    }
    Ok(dropped)
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

fn parse_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| FenError::EnPassant(text.to_owned()))
}

/// Returns half-move clock and full-move number, from their fields or the operations of an EPD.
fn parse_counters(fields: [Option<&str>; 2], operations: &str) -> Result<(u16, u16), FenError> {
    let half_move = |text: &str| counter("half-move clock", text);
    let full_move = |text: &str| counter("full-move number", text);
    let [half, full] = fields;
    let (mut half, mut full) = (half.map(half_move).transpose()?, full.map(full_move).transpose()?);
    for (number, operation) in epd::operations(operations).enumerate() {
        // A text without any semicolon is an EPD if it looks like one operation, such as `bm e4`.
        let is_epd = number > 0 || operation.is_ended || operations.starts_with(';');
        if !is_epd && (half.is_some() || operation.operands.len() != 1 || operation.opcode.len() == 1) {
            return Err(FenError::Extra(operation.opcode.to_owned()));
        }
        match (operation.opcode, operation.operand()) {
            ("hmvc", Some(text)) => half = Some(half_move(text)?),
            ("fmvn", Some(text)) => full = Some(full_move(text)?),
            _ => {}
        }
    }
    Ok((half.unwrap_or(0), full.unwrap_or(1)))
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
