//! Reads games from PGN.
//!
//! Variations and annotations are skipped, and comments except for the score of a move. A game ends with its result,
//! or where the tags of the next one begin. An invalid game is reported and skipped: unclosed comments and variations
//! end at a line that begins with the tag `Event`.

mod text;

use super::termination::GameResult;
use crate::board::{Game, Position, notation};
use text::{EVENT, Lexer};

pub use text::LineError;

/// Supported values of the tag `Variant`, in lower case without separators.
const VARIANTS: [&str; 7] =
    ["standard", "chess", "normal", "fromposition", "chess960", "fischerandom", "fischerrandom"];

/// A parsed game.
#[derive(Debug)]
pub struct PgnGame {
    /// First line, from 1.
    pub line: usize,
    /// Moves.
    pub game: Game,
    /// Names of White and Black, if given.
    pub players: [Option<String>; 2],
    /// True if it has a tag `FEN`.
    pub has_fen: bool,
    /// Result, if given.
    pub result: Option<GameResult>,
    /// True if the tag `Result` contradicts the result at the end, which is [`Self::result`].
    pub has_two_results: bool,
    /// For each move the score of its comment, in centipawns for the side that moves.
    pub scores: Vec<Option<i32>>,
    has_moves: bool,
    has_event: bool,
    /// True if an error of this game has been reported.
    is_faulty: bool,
}

/// Iterator over the games of a PGN text.
#[derive(Debug)]
pub struct PgnReader<'a> {
    text: Lexer<'a>,
    plies: usize,
    /// The current game.
    now: Option<PgnGame>,
    /// A completed game.
    ended: Option<PgnGame>,
}

impl<'a> PgnReader<'a> {
    /// Creates a reader that takes at most `plies` plies of each game. `line` is the number of the first line.
    pub fn new(text: &'a str, line: usize, plies: Option<usize>) -> Self {
        Self { text: Lexer { rest: text, line }, plies: plies.unwrap_or(usize::MAX), now: None, ended: None }
    }
}

impl Iterator for PgnReader<'_> {
    type Item = Result<PgnGame, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ended.is_none() {
            match self.step() {
                Ok(true) => {}
                Ok(false) => {
                    self.end_game();
                    break;
                }
                Err(fault) => {
                    // Later errors of the same game may be consequences.
                    let is_first = self.now.as_ref().is_none_or(|now| !now.is_faulty);
                    let now = self.now.take().filter(|_| !self.text.is_at_end());
                    self.now = now.map(|now| PgnGame { is_faulty: true, ..now });
                    if is_first {
                        return Some(Err(fault));
                    }
                }
            }
        }
        self.ended.take().map(Ok)
    }
}

impl PgnReader<'_> {
    /// Reads the next tag, comment or word; returns `false` at the end.
    fn step(&mut self) -> Result<bool, LineError> {
        let Some(first) = self.text.rest.chars().next() else {
            return Ok(false);
        };
        match first {
            '[' => self.tag()?,
            '{' => self.comment()?,
            '(' => self.text.skip_variation()?,
            ';' | '%' => drop(self.text.take(|c| c == '\n')),
            ')' | '}' | ']' => {
                let fault = self.text.fault(format!("`{first}` closes nothing"));
                self.text.take_one();
                return Err(fault);
            }
            c if c.is_whitespace() => drop(self.text.take(|c| !c.is_whitespace())),
            _ => self.word()?,
        }
        Ok(true)
    }

    /// Reads a tag: `[Name "value"]`.
    fn tag(&mut self) -> Result<(), LineError> {
        let is_event = self.text.rest.starts_with(EVENT);
        let is_next = |now: &PgnGame| now.has_moves || (is_event && now.has_event);
        if self.now.as_ref().is_some_and(is_next) {
            self.end_game();
            return Ok(());
        }
        let begun = self.text.line;
        self.now().has_event |= is_event;
        let Some((name, value)) = self.text.name_and_value() else {
            self.text.take(|c| c == '\n');
            return Err(LineError {
                line: begun,
                message: "a tag is `[Name \"value\"]`, on one line".to_owned(),
            });
        };
        match name.to_ascii_lowercase().as_str() {
            "white" => self.now().players[0] = Some(value),
            "black" => self.now().players[1] = Some(value),
            "result" => self.now().result = GameResult::from_pgn(&value),
            "fen" => {
                let start = Position::from_fen(&value)
                    .map_err(|error| self.text.fault(format!("{error}: {value}")))?;
                let now = self.now();
                now.game = Game::new(start);
                now.has_fen = true;
            }
            "variant" => {
                let letters = value.chars().filter(|c| c.is_ascii_alphanumeric());
                let variant = letters.collect::<String>().to_ascii_lowercase();
                if !variant.is_empty() && !VARIANTS.contains(&variant.as_str()) {
                    return Err(self.text.fault(format!("`{value}` is neither chess nor Chess960")));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the current game, a new one if there is none.
    fn now(&mut self) -> &mut PgnGame {
        let line = self.text.line;
        self.now.get_or_insert_with(|| PgnGame {
            line,
            game: Game::new(Position::startpos()),
            players: [None, None],
            has_fen: false,
            result: None,
            has_two_results: false,
            scores: Vec::new(),
            has_moves: false,
            has_event: false,
            is_faulty: false,
        })
    }

    /// Reads a comment, which may contain the score of the last move.
    fn comment(&mut self) -> Result<(), LineError> {
        let text = self.text.skip_comment()?;
        if let Some(now) = &mut self.now
            && now.scores.len() < now.game.moves().len()
        {
            now.scores.resize(now.game.moves().len() - 1, None);
            now.scores.push(score(&text));
        }
        Ok(())
    }

    /// Reads a move, move number, annotation or result.
    fn word(&mut self) -> Result<(), LineError> {
        let text = self.text.take(|c| c.is_whitespace() || "{}()[];".contains(c));
        let result = GameResult::from_pgn(&text);
        if result.is_some() || text == "*" {
            let now = self.now();
            now.has_two_results = result.is_some() && now.result.is_some_and(|tag| Some(tag) != result);
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
        if now.is_faulty || now.game.moves().len() >= plies {
            return Ok(());
        }
        let found = notation::parse_any(now.game.position(), mv);
        if !found.is_some_and(|mv| now.game.play(mv)) {
            let position = now.game.position().fen(false);
            return Err(self.text.fault(format!("`{mv}` is not a legal move of {position}")));
        }
        Ok(())
    }

    fn end_game(&mut self) {
        if let Some(mut game) = self.now.take().filter(|game| !game.is_faulty) {
            game.scores.resize(game.game.moves().len(), None);
            self.ended = Some(game);
        }
    }
}

/// Returns the score at the start of a comment such as `+0.31/12 0.05s` or `-M4/9`; mates become very large scores.
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

/// Strips a leading move number such as `1.` or `1...`.
fn unnumbered(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with('.') { rest.trim_start_matches('.') } else { text }
}
