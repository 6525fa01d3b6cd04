//! The form of moves as people and programs write them, without a position.
//!
//! Beside SAN and UCI: long algebraic notation (`e2-e4`, `Ng1xf3`), captures without a sign or with `:`, figurines, piece
//! letters in lower case where they cannot be a file, zeros and any dash in castling, `e8Q`, `e8=q`, `e8/Q` and `e8(Q)`.
//! Upper-case letters decide between bishop and b-file. Invisible characters such as soft hyphens are ignored.

use super::{File, Piece, Rank, Square};

/// A written move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    Castling {
        /// True for `O-O`.
        is_short: bool,
    },
    /// Any other move.
    Move {
        /// The piece, if named.
        piece: Option<Piece>,
        /// What is named of the start square.
        from: (Option<File>, Option<Rank>),
        /// Target.
        to: Square,
        /// Piece that a pawn becomes.
        promotion: Option<Piece>,
    },
}

/// Reads a move at the start of a text. Returns it with its length in bytes; check marks and what follows do not belong to it.
pub fn parse(text: &str) -> Option<(Written, usize)> {
    let (written, rest) = form(text)?;
    // `Nf36` may be Nf3 or Nf6.
    (!rest.starts_with(|c: char| c.is_ascii_digit())).then(|| (written, text.len() - rest.len()))
}

/// Returns `true` if a word that is not a move has the form of one, perhaps with the letter of a piece in another language: `Sf3`.
pub fn is_like_move(word: &str) -> bool {
    let mut after_letter = word.chars();
    after_letter.next();
    form(word).or_else(|| form(after_letter.as_str().trim_start_matches(is_separator))).is_some()
}

/// Reads the form of a move. Returns it with the text that follows.
fn form(text: &str) -> Option<(Written, &str)> {
    let cursor = Cursor { rest: text };
    cursor.attempt(Cursor::castling).or_else(|| cursor.attempt(Cursor::mv))
}

/// Returns `true` if a character is neither visible nor a space: zero-width characters, soft hyphens, byte order marks.
pub const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// Returns `true` for hyphens, dashes and the minus sign.
pub const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Returns `true` for what stands between the squares of a move.
pub const fn is_separator(c: char) -> bool {
    is_dash(c) || matches!(c, 'x' | 'X' | ':' | '\u{d7}')
}

/// A place in a text.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    /// Reads something; returns it with the text that follows.
    fn attempt<T>(mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<(T, &'a str)> {
        let found = read(&mut self)?;
        Some((found, self.rest))
    }

    /// Takes the next visible character if it means something.
    fn take<T>(&mut self, meaning: impl FnOnce(char) -> Option<T>) -> Option<T> {
        let rest = self.rest.trim_start_matches(is_invisible);
        let c = rest.chars().next()?;
        let found = meaning(c)?;
        self.rest = &rest[c.len_utf8()..];
        Some(found)
    }

    fn take_if(&mut self, is_wanted: impl FnOnce(char) -> bool) -> bool {
        self.take(|c| is_wanted(c).then_some(())).is_some()
    }

    fn castling(&mut self) -> Option<Written> {
        let is_letter = |c| matches!(c, 'O' | 'o' | '0');
        let mut steps = 0;
        let mut after = *self;
        while after.take_if(is_letter) {
            steps += 1;
            *self = after;
            if !after.take_if(is_dash) {
                break;
            }
        }
        matches!(steps, 2 | 3).then_some(Written::Castling { is_short: steps == 2 })
    }

    fn mv(&mut self) -> Option<Written> {
        let piece = self.take(piece);
        let (file, rank) = (self.take(file), self.take(rank));
        let first = *self;
        if piece.is_some() || file.is_some() {
            self.take_if(is_separator);
        }
        let (from, to) = match (self.square(), file, rank) {
            (Some(to), file, rank) => ((file, rank), to),
            (None, Some(file), Some(rank)) => {
                *self = first;
                ((None, None), Square::new(file, rank))
            }
            _ => return None,
        };
        let is_promotion =
            piece.is_none_or(|piece| piece == Piece::Pawn) && matches!(to.rank(), Rank::First | Rank::Eighth);
        let promotion = if is_promotion { self.promotion() } else { None };
        Some(Written::Move { piece, from, to, promotion })
    }

    fn square(&mut self) -> Option<Square> {
        Some(Square::new(self.take(file)?, self.take(rank)?))
    }

    /// Takes a promotion: `Q`, `=Q`, `/Q`, `(Q)` or `(=Q)`, in either case.
    fn promotion(&mut self) -> Option<Piece> {
        let mut after = *self;
        let is_bracketed = after.take_if(|c| c == '(');
        after.take_if(|c| matches!(c, '=' | '/'));
        let found = after.take(|c| if c == 'b' { Some(Piece::Bishop) } else { piece(c) })?;
        let is_closed = !is_bracketed || after.take_if(|c| c == ')');
        let is_end = !after.rest.starts_with(char::is_alphanumeric);
        (is_closed && is_end && !matches!(found, Piece::Pawn | Piece::King)).then(|| {
            *self = after;
            found
        })
    }
}

fn file(c: char) -> Option<File> {
    ('a'..='h').contains(&c).then(|| File::index(c as usize - 'a' as usize))
}

fn rank(c: char) -> Option<Rank> {
    ('1'..='8').contains(&c).then(|| Rank::index(c as usize - '1' as usize))
}

/// The piece of a letter or a figurine.
fn piece(c: char) -> Option<Piece> {
    const FIGURINES: [Piece; 6] =
        [Piece::King, Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
    Some(match c {
        'K' | 'k' => Piece::King,
        'Q' | 'q' => Piece::Queen,
        'R' | 'r' => Piece::Rook,
        'B' => Piece::Bishop,
        'N' | 'n' => Piece::Knight,
        'P' | 'p' => Piece::Pawn,
        '\u{2654}'..='\u{265f}' => FIGURINES[(c as usize - 0x2654) % 6],
        _ => return None,
    })
}
