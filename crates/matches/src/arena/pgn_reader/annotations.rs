//! What stands around the moves of a game: marks, comments, variations.

use std::ops::Range;

use super::text::{Lexer, LineError};
use super::words::{self, Word};
use super::{PgnGame, PgnReader};
use temperament_engine::board::written::is_invisible;
use temperament_engine::board::{Game, Position};

/// Maximum number of half-moves that are read of a variation.
const MAX_VARIATION: usize = 20_000;

/// An annotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Annotation<'a> {
    /// A mark as a NAG: `!`, `?`, `!!`, `??`, `!?` or `?!`.
    Mark(&'static str),
    /// A comment as one line, without commands such as `[%clk 0:01:00]`, or the symbol of an assessment as a NAG.
    Comment(String),
    /// Arrows and squares that are drawn, from the commands `%cal` and `%csl`: `Gb3f7`, `Rd4`.
    Shapes(Vec<String>),
    /// A variation without its parentheses, to be read with [`PgnGame::variation`].
    Variation(&'a str),
}

/// Returns the mark of a NAG: `$1` to `$6`.
pub(super) fn mark(nag: u8) -> Option<&'static str> {
    words::symbol(nag).filter(|_| (1..=6).contains(&nag))
}

fn annotation<'a>(nag: u8) -> Option<Annotation<'a>> {
    let symbol = words::symbol(nag)?;
    Some(mark(nag).map_or_else(|| Annotation::Comment(symbol.to_owned()), Annotation::Mark))
}

impl PgnGame {
    /// Returns the mark of a move, such as `!?`, which is a suffix, a word or a NAG; `None` without one. `text` is what the game
    /// was read from.
    pub fn mark(&self, text: &str, index: usize) -> Option<&'static str> {
        self.moves.get(index).filter(|mv| mv.has_mark)?;
        let mark = |annotation| if let Annotation::Mark(mark) = annotation { Some(mark) } else { None };
        self.annotations(text, index + 1).into_iter().find_map(mark)
    }

    /// Returns what is written after a number of plies, until the next move or the result. The comments of engines, which
    /// begin with a score, are left out. `text` is what the game was read from.
    pub fn annotations<'a>(&self, text: &'a str, plies: usize) -> Vec<Annotation<'a>> {
        let before = plies.checked_sub(1).and_then(|index| self.moves.get(index));
        let start = before.map_or(self.tags_end, |mv| mv.suffix);
        let end = self.moves.get(plies).map_or(text.len(), |mv| mv.start);
        let found = read(text, start..end);
        let is_of_engine = before.is_some_and(|mv| mv.score.is_some() || mv.is_opening);
        let is_wanted =
            |annotation: &Annotation| !(is_of_engine && matches!(annotation, Annotation::Comment(_)));
        found.into_iter().filter(is_wanted).collect()
    }

    /// Returns the comments that directly follow a move as one line, as [`PgnGame::annotations`] has them.
    pub fn comment(&self, text: &str, index: usize) -> Option<String> {
        let annotations = self.annotations(text, index + 1).into_iter();
        let direct = annotations.take_while(|annotation| !matches!(annotation, Annotation::Variation(_)));
        let comments = direct.filter_map(|annotation| match annotation {
            Annotation::Comment(comment) => Some(comment),
            Annotation::Mark(_) | Annotation::Shapes(_) | Annotation::Variation(_) => None,
        });
        let line = comments.collect::<Vec<_>>().join(" ");
        Some(line).filter(|line| !line.is_empty())
    }

    /// Reads a variation, which begins before the last of a number of plies. It ends at an error, which is returned too.
    pub fn variation(&self, variation: &str, plies: usize) -> Option<(Self, Option<LineError>)> {
        let (position, _) = self.game.played().nth(plies.checked_sub(1)?)?;
        let mut reader = PgnReader::from_position(variation, position);
        match reader.next()? {
            Ok(game) => Some((game, None)),
            Err(error) => Some((reader.now.take()?, Some(error))),
        }
    }
}

impl<'a> PgnReader<'a> {
    /// Creates a reader of moves from a position.
    fn from_position(text: &'a str, position: &Position) -> Self {
        let mut reader = Self::new(text, 1, Some(MAX_VARIATION));
        reader.now().game = Game::new(position.clone());
        reader
    }
}

/// Reads the annotations of a part of a text, up to a result.
fn read(text: &str, part: Range<usize>) -> Vec<Annotation<'_>> {
    let part = text.get(part).unwrap_or_default();
    let mut lexer = Lexer::new(part, 1);
    let mut found = Vec::new();
    while let Some(first) = lexer.peek() {
        match first {
            '{' => {
                let Ok(comment) = lexer.skip_comment() else { break };
                found.extend(line(comment).map(Annotation::Comment));
                let shapes = shapes(comment);
                found.extend((!shapes.is_empty()).then_some(Annotation::Shapes(shapes)));
            }
            ';' => {
                let comment = lexer.take(|c| c == '\n');
                found.extend(line(&comment[1..]).map(Annotation::Comment));
            }
            '%' if lexer.is_in_first_column() => drop(lexer.take(|c| c == '\n')),
            '(' => {
                let begun = lexer.at + 1;
                if lexer.skip_variation().is_err() {
                    break;
                }
                found.push(Annotation::Variation(&part[begun..lexer.at - 1]));
            }
            '$' => {
                lexer.take_one();
                let number = lexer.take(|c| !c.is_ascii_digit()).parse();
                found.extend(annotation(number.unwrap_or_default()));
            }
            '[' => break,
            ')' | '}' | ']' => lexer.take_one(),
            c if c.is_whitespace() || is_invisible(c) => lexer.take_one(),
            _ => {
                let (word, length) = words::first(lexer.rest());
                match word {
                    Word::Nag(nag) => found.extend(annotation(nag)),
                    Word::Number(_) | Word::Other | Word::Punctuation => {}
                    Word::Result(_) | Word::Move | Word::UnreadMove | Word::NullMove => break,
                }
                lexer.take_bytes(length);
            }
        }
    }
    found
}

/// A comment as one line without its commands; `None` if nothing is left.
fn line(comment: &str) -> Option<String> {
    let mut parts = comment.split("[%");
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |all, part| all + part.split_once(']').map_or("", |(_, rest)| rest));
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(line).filter(|line| !line.is_empty())
}

/// The arrows and squares that a comment draws.
fn shapes(comment: &str) -> Vec<String> {
    let commands = comment.split("[%").skip(1).filter_map(|command| command.split_once(']'));
    let lists = commands
        .filter_map(|(command, _)| command.strip_prefix("cal ").or_else(|| command.strip_prefix("csl ")));
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    let is_shape = |shape: &&str| match shape.as_bytes() {
        [b'G' | b'R' | b'Y' | b'B', squares @ ..] => {
            matches!(squares.len(), 2 | 4) && squares.chunks(2).all(is_square)
        }
        _ => false,
    };
    lists.flat_map(|list| list.split(',').map(str::trim).filter(is_shape)).map(str::to_owned).collect()
}
