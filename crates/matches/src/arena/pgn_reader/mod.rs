//! Reads games from PGN.
//!
//! Variations and annotations are skipped at first, and comments except for what matches write into them ([`MoveText`]).
//! Where each move is in the text is kept, so that annotations can be read later and inserted. A game ends with its result, or
//! where the tags of the next one begin. What can have only one meaning is read (`words`, [`temperament_engine::board::written`]), and
//! what was assumed is noted ([`Note`]). An invalid game is reported and skipped: unclosed comments and variations end at a
//! line that begins with the tag `Event`.

mod annotations;
mod notes;
mod tags;
mod text;
mod words;

use super::termination::GameResult;
use notes::quoted;
use temperament_engine::board::written::is_invisible;
use temperament_engine::board::{Color, Game, Position, notation, side_name};
use text::Lexer;
use words::Word;

pub use annotations::Annotation;
pub use notes::{Assumption, Note, Notes};
pub use text::LineError;

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
    /// What was assumed to read it, each assumption once.
    pub notes: Vec<Note>,
    /// True after the first move, or what stands for one.
    has_moves: bool,
    /// True after a null move. What follows is not read.
    is_cut: bool,
    /// True if an error of this game has been reported.
    is_faulty: bool,
}

/// A move in the text: byte offsets, and what its annotations contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveText {
    /// Start of the move, after its number.
    pub start: usize,
    /// End of the move without suffixes such as `+` and `!?`.
    pub suffix: usize,
    /// End of the move with its suffixes.
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
    /// A completed game, or why it cannot be read.
    ended: Option<Result<PgnGame, LineError>>,
    /// Number of games and errors returned.
    returned: usize,
    preceding: Preceding,
    /// Offset of the tag, comment or word that is being read.
    begun: usize,
    /// True after the number of a move.
    is_numbered: bool,
    /// The number, and the difference between the first number of the game and that of its position.
    number: Option<u32>,
    offset: Option<i64>,
    /// The first word that was ignored after the last move, with its line.
    ignored: Option<(usize, String)>,
    /// True after a blank line.
    is_new_paragraph: bool,
    /// Number of tags since the last blank line that had tags after it.
    tags_in_paragraph: usize,
}

impl<'a> PgnReader<'a> {
    /// Creates a reader that takes at most `plies` plies of each game. `line` is the number of the first line.
    pub fn new(text: &'a str, line: usize, plies: Option<usize>) -> Self {
        Self {
            text: Lexer::new(text, line),
            plies: plies.unwrap_or(usize::MAX),
            now: None,
            ended: None,
            returned: 0,
            preceding: Preceding::Other,
            begun: 0,
            is_numbered: false,
            number: None,
            offset: None,
            ignored: None,
            is_new_paragraph: false,
            tags_in_paragraph: 0,
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
        Some(ended)
    }
}

impl PgnReader<'_> {
    /// Returns the game of the error that has just been returned, up to the error.
    pub fn faulty(&self) -> Option<&PgnGame> {
        self.now.as_ref().filter(|game| game.is_faulty)
    }

    /// Reads the next tag, comment or word; returns `false` at the end.
    fn step(&mut self) -> Result<bool, LineError> {
        let Some(first) = self.text.peek() else {
            return Ok(false);
        };
        // A number belongs to its move.
        if !self.is_numbered {
            self.begun = self.text.at;
        }
        match first {
            '[' => self.tag()?,
            '{' => self.comment()?,
            '(' => {
                self.preceding = Preceding::Other;
                self.text.skip_variation()?;
            }
            ';' => self.line_comment(),
            '%' if self.text.is_in_first_column() => self.line_comment(),
            '$' => {
                self.text.take_one();
                let number = self.text.take(|c| !c.is_ascii_digit()).parse();
                self.nag(number.unwrap_or_default());
            }
            ')' | '}' | ']' => {
                self.note(self.text.line, Assumption::Bracket, first.encode_utf8(&mut [0; 4]));
                self.text.take_one();
            }
            c if c.is_whitespace() || is_invisible(c) => {
                let space = self.text.take(|c| !(c.is_whitespace() || is_invisible(c)));
                self.is_new_paragraph |= space.matches('\n').count() > 1;
            }
            _ => self.word()?,
        }
        Ok(true)
    }

    /// Returns the current game, a new one if there is none.
    fn now(&mut self) -> &mut PgnGame {
        let (line, start, at) = (self.text.line, self.begun, self.text.at);
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
            notes: Vec::new(),
            has_moves: false,
            is_cut: false,
            is_faulty: false,
        })
    }

    /// Returns `true` if moves of the current game are read: before an error, a null move and the maximum number of plies.
    fn is_reading(&self) -> bool {
        let is_open = |now: &PgnGame| !now.is_faulty && !now.is_cut && now.moves.len() < self.plies;
        self.now.as_ref().is_none_or(is_open)
    }

    /// Notes an assumption about the current game.
    fn note(&mut self, line: usize, assumption: Assumption, text: &str) {
        let is_reading = self.is_reading();
        let Some(now) = self.now.as_mut().filter(|_| is_reading) else { return };
        if now.notes.iter().all(|note| note.assumption != assumption) {
            now.notes.push(Note::new(line, assumption, text));
        }
    }

    fn line_comment(&mut self) {
        self.text.take(|c| c == '\n');
        self.text.take_one();
        self.annotate(|_| {});
    }

    /// Reads a comment, which may contain the score of the last move.
    fn comment(&mut self) -> Result<(), LineError> {
        let text = self.text.skip_comment()?;
        let is_first = self.preceding == Preceding::Move;
        self.annotate(|last| {
            if is_first {
                last.score = score(text);
                last.is_opening = text.split(',').next().is_some_and(|first| first.trim() == OPENING);
            }
        });
        if is_first {
            self.preceding = Preceding::Comment;
        }
        Ok(())
    }

    /// Adds a NAG to the last move.
    fn nag(&mut self, nag: u8) {
        let is_mark = annotations::mark(nag).is_some();
        self.annotate(|last| last.has_mark |= is_mark);
    }

    /// Changes the last move if an annotation that ends here belongs to it.
    fn annotate(&mut self, change: impl FnOnce(&mut MoveText)) {
        let end = self.text.at;
        let last = self.now.as_mut().and_then(|now| now.moves.last_mut());
        if let Some(last) = last.filter(|_| self.preceding != Preceding::Other) {
            last.annotated = end;
            change(last);
        }
    }

    /// Reads a move, move number or result, or a word that stands between them.
    fn word(&mut self) -> Result<(), LineError> {
        let (line, begun) = (self.text.line, self.text.at);
        let (word, length) = words::first(self.text.rest());
        let text = self.text.take_bytes(length);
        let last = self.now.as_mut().and_then(|now| now.moves.last_mut());
        let glued = last.filter(|last| last.end == begun);
        match word {
            Word::Result(result) => self.result(result),
            // That of a diagram, say.
            Word::Number(Some(_))
                if self.ignored.is_some() && text.ends_with(|c: char| c.is_ascii_digit()) => {}
            Word::Number(number) => {
                // A full stop after a word is not a number.
                self.is_numbered |= number.is_some() || text.len() > 1;
                self.number = number.or(self.number);
            }
            Word::Move => self.mv(text)?,
            Word::NullMove if glued.is_none() => {
                self.now().has_moves = true;
                self.note(line, Assumption::NullMove, text);
                let is_reading = self.is_reading();
                self.now().is_cut |= is_reading;
            }
            // `N` may also be the first half of a move.
            Word::Nag(_) if self.is_numbered && text.starts_with(char::is_alphabetic) => {
                self.ignore(line, text)
            }
            Word::Nag(nag) => {
                if let Some(last) = glued {
                    last.end = begun + length;
                }
                self.nag(nag);
            }
            Word::UnreadMove => {
                self.now().has_moves = true;
                if self.is_reading() {
                    return Err(self.illegal(text));
                }
            }
            Word::Other => self.ignore(line, text),
            Word::NullMove | Word::Punctuation => {}
        }
        Ok(())
    }

    /// Ends the game, if one has begun: people repeat results.
    fn result(&mut self, result: Option<GameResult>) {
        if let Some(now) = &mut self.now {
            now.has_two_results = result.is_some() && now.result.is_some_and(|tag| Some(tag) != result);
            now.result = result.or(now.result);
            self.end_game();
        }
    }

    /// Passes over a word of a game.
    fn ignore(&mut self, line: usize, text: &str) {
        self.preceding = Preceding::Other;
        if self.now.is_some() && self.is_reading() {
            self.note(line, Assumption::Word, text);
            self.ignored.get_or_insert_with(|| (line, quoted(text)));
        }
    }

    fn mv(&mut self, text: &str) -> Result<(), LineError> {
        self.preceding = Preceding::Move;
        let has_number = std::mem::take(&mut self.is_numbered);
        let number = self.number.take();
        self.now().has_moves = true;
        if !self.is_reading() {
            return Ok(());
        }
        let position = self.now().game.position();
        let offset = number.map(|number| i64::from(number) - i64::from(position.fullmove_number()));
        let found = notation::parse_any(position, text);
        if let Some((line, word)) = &self.ignored {
            // It was a move if moves are missing now, or if it was the letter of a piece.
            let is_missing = offset.zip(self.offset).is_some_and(|(now, first)| now != first);
            let is_letter = matches!(word.as_str(), "K" | "Q" | "R" | "B" | "N");
            if is_missing || is_letter && text.starts_with(|c: char| c.is_ascii_lowercase()) {
                return Err(LineError { line: *line, message: format!("`{word}` is not a move") });
            }
        }
        let end = self.text.at;
        let now = self.now();
        if !found.is_some_and(|mv| now.game.play(mv)) {
            return Err(self.illegal(text));
        }
        let start = end - text.len();
        now.moves.push(MoveText {
            start,
            suffix: end,
            end,
            annotated: end,
            has_number,
            has_mark: false,
            score: None,
            is_opening: false,
        });
        self.offset = self.offset.or(offset);
        self.ignored = None;
        Ok(())
    }

    /// The error of a move that is not legal.
    fn illegal(&mut self, text: &str) -> LineError {
        let position = self.now().game.position();
        let dots = if position.stm() == Color::White { "." } else { "..." };
        let (number, fen) = (position.fullmove_number(), position.fen(false));
        let why = notation::refusal(position, text);
        let mut message = format!("`{}` {why} ({number}{dots} in {fen})", quoted(text));
        if let Some((_, word)) = &self.ignored {
            message += &format!("; the word `{word}` before it is not a move");
        }
        self.text.fault(message)
    }

    fn end_game(&mut self) {
        self.preceding = Preceding::Other;
        self.is_numbered = false;
        self.is_new_paragraph = false;
        self.tags_in_paragraph = 0;
        (self.number, self.offset) = (None, None);
        let ignored = self.ignored.take();
        let Some(mut game) = self.now.take().filter(|game| !game.is_faulty) else { return };
        if game.is_cut {
            game.result = None;
            game.has_two_results = false;
        }
        self.ended = Some(match ignored {
            Some((line, word)) if !game.has_moves && !game.tags.is_empty() => {
                Err(LineError { line, message: format!("`{word}` is not a move") })
            }
            _ => Ok(game),
        });
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
