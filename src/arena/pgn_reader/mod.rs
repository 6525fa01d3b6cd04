//! Reads games from PGN.
//!
//! Variations and annotations are skipped at first, and comments except for what matches write into them ([`MoveText`]).
//! Where each move is in the text is kept, so that annotations can be read later and inserted. A game ends with its result, or where the tags
//! of the next one begin. An invalid game is reported and skipped: unclosed comments and variations end at a line that
//! begins with the tag `Event`.

mod annotations;
mod text;

use super::termination::GameResult;
use crate::board::{Color, Game, Position, notation, side_name};
use text::{EVENT, Lexer};

pub use annotations::Annotation;
pub use text::LineError;

/// Supported values of the tag `Variant`, in lower case without separators.
const VARIANTS: [&str; 7] =
    ["standard", "chess", "normal", "fromposition", "chess960", "fischerandom", "fischerrandom"];

/// Comment of the moves of an opening.
pub const OPENING: &str = "book";

/// A parsed game.
#[derive(Debug)]
pub struct PgnGame {
    /// Its place in the text, from 1; games with errors count.
    pub number: usize,
    /// First line, from 1.
    pub line: usize,
    /// Byte offset of its first tag or move, with the move's number.
    pub start: usize,
    /// Moves.
    pub game: Game,
    /// Names and values of the tags.
    pub tags: Vec<(String, String)>,
    /// True if it has a tag `FEN`.
    pub has_fen: bool,
    /// Result, if given.
    pub result: Option<GameResult>,
    /// True if the tag `Result` contradicts the result at the end, which is [`Self::result`].
    pub has_two_results: bool,
    /// The text of each move.
    pub moves: Vec<MoveText>,
    /// Offset after the last tag; the start of the game if it has none.
    pub tags_end: usize,
    has_moves: bool,
    has_event: bool,
    /// True if an error of this game has been reported.
    is_faulty: bool,
}

/// A move in the text: byte offsets, and what its annotations contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveText {
    /// Start of the move, after its number.
    pub start: usize,
    /// End of the move, with suffixes such as `!?`.
    pub end: usize,
    /// End of the NAGs and comments that follow it directly.
    pub annotated: usize,
    /// True if a move number precedes the move.
    pub has_number: bool,
    /// True if the move has a mark: `!`, `?`, `!!`, `??`, `!?`, `?!`, as a suffix or a NAG.
    pub has_mark: bool,
    /// Score at the start of its first comment, in centipawns for the side that moves.
    pub score: Option<i32>,
    /// True if its first comment says that it belongs to the opening of a match: `book`.
    pub is_opening: bool,
}

impl PgnGame {
    /// Returns the value of a tag; upper and lower case are equal.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name))?;
        Some(value)
    }

    /// Returns the name of the player of a side, if given.
    pub fn player(&self, side: Color) -> Option<&str> {
        self.tag(side_name(side))
    }

    /// Returns the number of plies at the start that belong to the opening of a match.
    pub fn opening_plies(&self) -> usize {
        self.moves.iter().take_while(|mv| mv.is_opening).count()
    }
}

/// What annotations that follow belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Preceding {
    /// The last move, which has no comment yet.
    Move,
    /// The last move, after a comment.
    Comment,
    /// Something else, such as a variation.
    Other,
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
    /// Number of games and errors returned.
    returned: usize,
    preceding: Preceding,
    /// Offset of the tag, comment or word that is being read.
    begun: usize,
    /// True after the number of a move.
    is_numbered: bool,
}

impl<'a> PgnReader<'a> {
    /// Creates a reader that takes at most `plies` plies of each game. `line` is the number of the first line.
    pub fn new(text: &'a str, line: usize, plies: Option<usize>) -> Self {
        Self {
            text: Lexer { rest: text, line, length: text.len() },
            plies: plies.unwrap_or(usize::MAX),
            now: None,
            ended: None,
            returned: 0,
            preceding: Preceding::Other,
            begun: 0,
            is_numbered: false,
        }
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
                    if let Some(now) = &mut self.now {
                        now.is_faulty = true;
                    }
                    if is_first {
                        self.returned += 1;
                        return Some(Err(fault));
                    }
                }
            }
        }
        let ended = self.ended.take()?;
        self.returned += 1;
        Some(Ok(ended))
    }
}

impl PgnReader<'_> {
    /// Returns the game of the error that has just been returned, up to the error.
    pub fn faulty(&self) -> Option<&PgnGame> {
        self.now.as_ref().filter(|game| game.is_faulty)
    }

    /// Reads the next tag, comment or word; returns `false` at the end.
    fn step(&mut self) -> Result<bool, LineError> {
        let Some(first) = self.text.rest.chars().next() else {
            return Ok(false);
        };
        // A number belongs to its move.
        if !self.is_numbered {
            self.begun = self.text.at();
        }
        match first {
            '[' => self.tag()?,
            '{' => self.comment()?,
            '(' => {
                self.preceding = Preceding::Other;
                self.text.skip_variation()?;
            }
            ';' | '%' => {
                self.text.take(|c| c == '\n');
                self.text.take_one();
                self.annotate(|_| {});
            }
            // A byte order mark.
            '\u{feff}' => self.text.take_one(),
            '$' => self.nag(),
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
        self.preceding = Preceding::Other;
        let Some((name, value)) = self.text.name_and_value() else {
            self.text.take(|c| c == '\n');
            return Err(LineError {
                line: begun,
                message: "a tag is `[Name \"value\"]`, on one line".to_owned(),
            });
        };
        let end = self.text.at();
        let now = self.now();
        now.tags_end = end;
        now.tags.push((name.clone(), value.clone()));
        match name.to_ascii_lowercase().as_str() {
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
        let (line, start, at) = (self.text.line, self.begun, self.text.at());
        let number = self.returned + 1;
        self.now.get_or_insert_with(|| PgnGame {
            number,
            line,
            start,
            game: Game::new(Position::startpos()),
            tags: Vec::new(),
            has_fen: false,
            result: None,
            has_two_results: false,
            moves: Vec::new(),
            tags_end: at,
            has_moves: false,
            has_event: false,
            is_faulty: false,
        })
    }

    /// Reads a comment, which may contain the score of the last move.
    fn comment(&mut self) -> Result<(), LineError> {
        let text = self.text.skip_comment()?;
        let is_first = self.preceding == Preceding::Move;
        self.annotate(|last| {
            if is_first {
                last.score = score(&text);
                last.is_opening = text.split(',').next().is_some_and(|first| first.trim() == OPENING);
            }
        });
        if is_first {
            self.preceding = Preceding::Comment;
        }
        Ok(())
    }

    /// Reads a numeric annotation glyph.
    fn nag(&mut self) {
        self.text.take_one();
        let number = self.text.take(|c| !c.is_ascii_digit());
        let is_mark = annotations::mark(&number).is_some();
        self.annotate(|last| last.has_mark |= is_mark);
    }

    /// Changes the last move if an annotation that ends here belongs to it.
    fn annotate(&mut self, change: impl FnOnce(&mut MoveText)) {
        let end = self.text.at();
        let last = self.now.as_mut().and_then(|now| now.moves.last_mut());
        if let Some(last) = last.filter(|_| self.preceding != Preceding::Other) {
            last.annotated = end;
            change(last);
        }
    }

    /// Reads a move, move number or result.
    fn word(&mut self) -> Result<(), LineError> {
        let text = self.text.take(|c| c.is_whitespace() || "{}()[];$".contains(c));
        let result = GameResult::from_pgn(&text);
        if result.is_some() || text == "*" {
            let now = self.now();
            now.has_two_results = result.is_some() && now.result.is_some_and(|tag| Some(tag) != result);
            now.result = result.or(now.result);
            self.end_game();
            return Ok(());
        }
        let mv = unnumbered(&text);
        self.is_numbered |= mv.len() < text.len();
        if mv.is_empty() || mv == "e.p." {
            return Ok(());
        }
        self.preceding = Preceding::Move;
        let has_number = std::mem::take(&mut self.is_numbered);
        let (plies, end) = (self.plies, self.text.at());
        let start = end - mv.len();
        let now = self.now();
        now.has_moves = true;
        if now.is_faulty || now.game.moves().len() >= plies {
            return Ok(());
        }
        let found = notation::parse_any(now.game.position(), mv);
        if !found.is_some_and(|mv| now.game.play(mv)) {
            let position = now.game.position();
            let dots = if position.stm() == Color::White { "." } else { "..." };
            let (number, fen) = (position.fullmove_number(), position.fen(false));
            let why = notation::refusal(position, mv);
            let fault = format!("`{mv}` {why} ({number}{dots} in {fen})");
            return Err(self.text.fault(fault));
        }
        let has_mark = mv.ends_with(['!', '?']);
        let (score, is_opening) = (None, false);
        now.moves.push(MoveText { start, end, annotated: end, has_number, has_mark, score, is_opening });
        Ok(())
    }

    fn end_game(&mut self) {
        self.preceding = Preceding::Other;
        self.is_numbered = false;
        self.ended = self.now.take().filter(|game| !game.is_faulty);
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
