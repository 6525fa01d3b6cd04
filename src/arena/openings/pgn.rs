//! Openings as the first moves of PGN games.
//!
//! Comments, variations and annotations are passed over. A game ends with its result, or where the tags of the next
//! begin.

use super::{Fault, check};
use crate::board::{Game, Position, notation};

/// Reads the games of a text, of each at most so many plies.
pub(super) fn read(text: &str, plies: Option<usize>) -> Result<Vec<Game>, Fault> {
    let mut reader = Reader {
        rest: text,
        line: 1,
        plies: plies.unwrap_or(usize::MAX),
        now: None,
        games: Vec::new(),
    };
    while reader.step()? {}
    reader.end_game()?;
    Ok(reader.games)
}

struct Reader<'a> {
    rest: &'a str,
    /// The line of what comes next, from 1.
    line: usize,
    plies: usize,
    /// The game being read.
    now: Option<Unfinished>,
    games: Vec<Game>,
}

struct Unfinished {
    /// Where it begins.
    line: usize,
    game: Game,
    has_fen: bool,
    has_moves: bool,
}

impl Reader<'_> {
    /// Reads the next tag, comment or word; `false` at the end.
    fn step(&mut self) -> Result<bool, Fault> {
        let Some(first) = self.rest.chars().next() else {
            return Ok(false);
        };
        match first {
            '[' => self.tag()?,
            '{' => self.skip_comment()?,
            '(' => self.skip_variation()?,
            ';' | '%' => drop(self.take(|c| c == '\n')),
            ')' | '}' | ']' => return Err(self.fault(format!("`{first}` closes nothing"))),
            c if c.is_whitespace() => drop(self.take(|c| !c.is_whitespace())),
            _ => self.word()?,
        }
        Ok(true)
    }

    /// Takes what comes before the first letter that is an end, and counts its lines.
    fn take(&mut self, is_end: impl Fn(char) -> bool) -> String {
        let (taken, rest) = self
            .rest
            .split_at(self.rest.find(is_end).unwrap_or(self.rest.len()));
        self.rest = rest;
        self.line += taken.matches('\n').count();
        taken.to_owned()
    }

    /// Takes one letter.
    fn take_one(&mut self) {
        let length = self.rest.chars().next().map_or(0, char::len_utf8);
        self.line += usize::from(self.rest.starts_with('\n'));
        self.rest = &self.rest[length..];
    }

    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault {
            line: self.line,
            message: message.into(),
        }
    }

    /// `[Name "value"]`.
    fn tag(&mut self) -> Result<(), Fault> {
        if self.now.as_ref().is_some_and(|now| now.has_moves) {
            self.end_game()?;
        }
        let begun = self.line;
        self.take_one();
        let name = self.take(|c| c == '"' || c == ']' || c == '\n');
        let unclosed = Fault {
            line: begun,
            message: "a tag is `[Name \"value\"]`, on one line".to_owned(),
        };
        if !self.rest.starts_with('"') {
            return Err(unclosed);
        }
        let mut value = String::new();
        loop {
            self.take_one();
            value += &self.take(|c| "\"\\\n".contains(c));
            match self.rest.chars().next() {
                Some('\\') => {
                    self.take_one();
                    value.extend(self.rest.chars().next());
                }
                Some('"') => break,
                _ => return Err(unclosed),
            }
        }
        self.take_one();
        self.take(|c| !" \t".contains(c));
        if !self.rest.starts_with(']') {
            return Err(unclosed);
        }
        self.take_one();
        let is_fen = name.trim().eq_ignore_ascii_case("FEN");
        if is_fen {
            let start =
                Position::from_fen(&value).map_err(|error| self.fault(format!("{error}: {value}")))?;
            let now = self.now();
            now.game = Game::new(start);
            now.has_fen = true;
        } else {
            self.now();
        }
        Ok(())
    }

    /// The game being read; a new one if there is none.
    fn now(&mut self) -> &mut Unfinished {
        let line = self.line;
        self.now.get_or_insert_with(|| Unfinished {
            line,
            game: Game::new(Position::startpos()),
            has_fen: false,
            has_moves: false,
        })
    }

    fn skip_comment(&mut self) -> Result<(), Fault> {
        let begun = self.line;
        self.take(|c| c == '}');
        if self.rest.is_empty() {
            return Err(Fault {
                line: begun,
                message: "this comment is never closed".to_owned(),
            });
        }
        self.take_one();
        Ok(())
    }

    fn skip_variation(&mut self) -> Result<(), Fault> {
        let begun = self.line;
        let mut depth = 0_usize;
        loop {
            match self.rest.chars().next() {
                Some('{') => self.skip_comment()?,
                Some(';') => drop(self.take(|c| c == '\n')),
                Some('(') => {
                    depth += 1;
                    self.take_one();
                }
                Some(')') => {
                    depth -= 1;
                    self.take_one();
                    if depth == 0 {
                        return Ok(());
                    }
                }
                Some(_) => {
                    self.take_one();
                    self.take(|c| "{;()".contains(c));
                }
                None => {
                    return Err(Fault {
                        line: begun,
                        message: "this variation is never closed".to_owned(),
                    });
                }
            }
        }
    }

    /// A move, a number, an annotation or a result.
    fn word(&mut self) -> Result<(), Fault> {
        let text = self.take(|c| c.is_whitespace() || "{}()[];".contains(c));
        if ["1-0", "0-1", "1/2-1/2", "*"].contains(&text.as_str()) {
            self.now();
            return self.end_game();
        }
        let mv = unnumbered(&text);
        if mv.is_empty() || text.starts_with('$') || mv == "e.p." {
            return Ok(());
        }
        let plies = self.plies;
        let now = self.now();
        now.has_moves = true;
        if now.game.moves().len() >= plies {
            return Ok(());
        }
        let found = notation::parse_any(now.game.position(), mv);
        if !found.is_some_and(|mv| now.game.play(mv)) {
            let position = now.game.position().fen(false);
            return Err(self.fault(format!("`{mv}` is not a legal move of {position}")));
        }
        Ok(())
    }

    fn end_game(&mut self) -> Result<(), Fault> {
        let Some(now) = self.now.take() else {
            return Ok(());
        };
        let fault = |message: String| Fault {
            line: now.line,
            message,
        };
        if now.game.moves().is_empty() && !now.has_fen {
            let message = "a game without moves: it would begin with the initial position";
            return Err(fault(message.to_owned()));
        }
        check(&now.game).map_err(fault)?;
        self.games.push(now.game);
        Ok(())
    }
}

/// A word without the move number, such as `1.` or `1...`, before it.
fn unnumbered(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str, plies: Option<usize>) -> Vec<String> {
        let games = read(text, plies).unwrap();
        let line = |game: &Game| notation::san_line(game.start(), game.moves());
        games.iter().map(line).collect()
    }

    #[test]
    fn moves_are_found_among_all_that_pgn_has() {
        let text = "[Event \"a \\\"b\\\" ]\"]\n[White \"?\"]\n\n1. e4 {best (by test} e5 $1 (1... c5 (1... e6 {)}) 2. Nf3)\n\
                    2.Nf3!? Nc6 ; to the end )\n3. Bb5 a6 4. Bxc6 1/2-1/2\n\n% passed over\n\
                    [Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. 0-0 Kd7\n\
                    [Event \"y\"]\n1.d4 d5 2.c4 *";
        assert_eq!(
            moves(text, None),
            ["e4 e5 Nf3 Nc6 Bb5 a6 Bxc6", "O-O Kd7", "d4 d5 c4"]
        );
        assert_eq!(moves(text, Some(2)), ["e4 e5", "O-O Kd7", "d4 d5"]);
    }

    #[test]
    fn faults_have_their_line() {
        for (text, line, part) in [
            ("1. e4\ne5 2. Ke3 *", 2, "`Ke3` is not a legal move"),
            ("[White \"x]\n1. e4", 1, "a tag is"),
            ("[White x]\n1. e4", 1, "a tag is"),
            ("\n[FEN \"8/8\"]", 2, "piece placement"),
            ("1. e4 {open\n\n", 1, "comment is never closed"),
            ("1. e4\n(1. d4 (c4)\n", 2, "variation is never closed"),
            ("1. e4 )", 1, "closes nothing"),
            ("[White \"x\"]\n\n*\n", 1, "initial position"),
        ] {
            let fault = read(text, None).unwrap_err();
            assert!(
                fault.line == line && fault.message.contains(part),
                "{text}: {fault:?}"
            );
        }
        assert!(read(" \n", None).unwrap().is_empty());
    }
}
