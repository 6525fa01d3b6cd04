//! Games read from PGN, one after the other.
//!
//! Variations and annotations are passed over, and of comments all but the score of a move. A game ends with its result,
//! or where the tags of the next begin.

use super::verdict::GameResult;
use crate::board::{Game, Position, notation};

/// What is wrong with a line of a text.
#[derive(Debug, PartialEq, Eq)]
pub struct LineFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// A game of a text.
#[derive(Debug)]
pub struct PgnGame {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// Its moves.
    pub game: Game,
    /// Whether it says from which position it begins.
    pub has_fen: bool,
    /// How it ended, if it says so.
    pub result: Option<GameResult>,
    /// For each move what its comment says of it: centipawns for the mover.
    pub scores: Vec<Option<i32>>,
    has_moves: bool,
}

/// The games of a text, up to its first fault.
#[derive(Debug)]
pub struct PgnReader<'a> {
    rest: &'a str,
    /// The line of what comes next, from 1.
    line: usize,
    plies: usize,
    /// The game being read.
    now: Option<PgnGame>,
    /// A game that has ended.
    ended: Option<PgnGame>,
    is_faulty: bool,
}

impl<'a> PgnReader<'a> {
    /// Reads a text, of each game at most so many plies. `line` is the number of its first line.
    pub fn new(text: &'a str, line: usize, plies: Option<usize>) -> Self {
        Self {
            rest: text,
            line,
            plies: plies.unwrap_or(usize::MAX),
            now: None,
            ended: None,
            is_faulty: false,
        }
    }
}

impl Iterator for PgnReader<'_> {
    type Item = Result<PgnGame, LineFault>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_faulty && self.ended.is_none() {
            match self.step() {
                Ok(true) => {}
                Ok(false) => {
                    self.end_game();
                    break;
                }
                Err(fault) => {
                    self.is_faulty = true;
                    return Some(Err(fault));
                }
            }
        }
        self.ended.take().map(Ok)
    }
}

impl PgnReader<'_> {
    /// Reads the next tag, comment or word; `false` at the end.
    fn step(&mut self) -> Result<bool, LineFault> {
        let Some(first) = self.rest.chars().next() else {
            return Ok(false);
        };
        match first {
            '[' => self.tag()?,
            '{' => self.comment()?,
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

    fn fault(&self, message: impl Into<String>) -> LineFault {
        LineFault {
            line: self.line,
            message: message.into(),
        }
    }

    /// `[Name "value"]`.
    fn tag(&mut self) -> Result<(), LineFault> {
        if self.now.as_ref().is_some_and(|now| now.has_moves) {
            self.end_game();
        }
        let begun = self.line;
        self.take_one();
        let name = self.take(|c| c == '"' || c == ']' || c == '\n');
        let unclosed = LineFault {
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
        let name = name.trim();
        if name.eq_ignore_ascii_case("Result") {
            self.now().result = GameResult::of_pgn(&value);
        }
        if name.eq_ignore_ascii_case("FEN") {
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
    fn now(&mut self) -> &mut PgnGame {
        let line = self.line;
        self.now.get_or_insert_with(|| PgnGame {
            line,
            game: Game::new(Position::startpos()),
            has_fen: false,
            result: None,
            scores: Vec::new(),
            has_moves: false,
        })
    }

    /// A comment, which may say what the last move is worth.
    fn comment(&mut self) -> Result<(), LineFault> {
        let text = self.skip_comment()?;
        if let Some(now) = &mut self.now
            && now.scores.len() < now.game.moves().len()
        {
            now.scores.resize(now.game.moves().len() - 1, None);
            now.scores.push(score(&text));
        }
        Ok(())
    }

    fn skip_comment(&mut self) -> Result<String, LineFault> {
        let begun = self.line;
        self.take_one();
        let text = self.take(|c| c == '}');
        if self.rest.is_empty() {
            return Err(LineFault {
                line: begun,
                message: "this comment is never closed".to_owned(),
            });
        }
        self.take_one();
        Ok(text)
    }

    fn skip_variation(&mut self) -> Result<(), LineFault> {
        let begun = self.line;
        let mut depth = 0_usize;
        loop {
            match self.rest.chars().next() {
                Some('{') => drop(self.skip_comment()?),
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
                    return Err(LineFault {
                        line: begun,
                        message: "this variation is never closed".to_owned(),
                    });
                }
            }
        }
    }

    /// A move, a number, an annotation or a result.
    fn word(&mut self) -> Result<(), LineFault> {
        let text = self.take(|c| c.is_whitespace() || "{}()[];".contains(c));
        let result = GameResult::of_pgn(&text);
        if result.is_some() || text == "*" {
            let now = self.now();
            now.result = result.or(now.result);
            self.end_game();
            return Ok(());
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

    fn end_game(&mut self) {
        if let Some(mut game) = self.now.take() {
            game.scores.resize(game.game.moves().len(), None);
            self.ended = Some(game);
        }
    }
}

/// The score of a comment that begins with it, as in `+0.31/12 0.05s` or `-M4/9`; mates are worth a great deal.
fn score(comment: &str) -> Option<i32> {
    const MATE: i32 = 30_000;
    let (score, _) = comment.trim_start().split_once('/')?;
    if let Some((sign, moves)) = score.split_once('M') {
        let is_mate = moves.parse::<u32>().is_ok();
        return match sign {
            "+" | "" if is_mate => Some(MATE),
            "-" if is_mate => Some(-MATE),
            _ => None,
        };
    }
    let pawns: f64 = score.parse().ok()?;
    (score.contains('.') && pawns.abs() * 100.0 <= f64::from(MATE)).then(|| (pawns * 100.0).round() as i32)
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

    #[test]
    fn results_and_scores_are_kept() {
        let text = "[Result \"0-1\"]\n\n1. e4 {+0.31/12 0.050s n=20000} e5 2. Nf3 {book} {-1.00/3} Nc6 {-M4/9} 3. d4 *\n\n\
                    1. d4 {best} (1. e4 {+9.99/1}) d5 {1/2} 1-0\n[White \"x\"]\n1. c4 *";
        let games: Vec<PgnGame> = PgnReader::new(text, 5, None).map(Result::unwrap).collect();
        let told: Vec<_> = games.iter().map(|game| (game.line, game.result)).collect();
        let expected = [
            (5, Some(GameResult::BlackWins)),
            (9, Some(GameResult::WhiteWins)),
            (10, None),
        ];
        assert_eq!(told, expected);
        assert_eq!(games[0].scores, [Some(31), None, None, Some(-30_000), None]);
        assert_eq!(games[1].scores, [None, None]);
    }
}
