//! Writes games in Portable Game Notation (PGN).

use std::fmt::Write as _;
use std::time::SystemTime;

use temperament_engine::board::{Color, Game, Position, notation};
use temperament_engine::escape;

/// Maximum line width of the move text.
pub const LINE_WIDTH: usize = 80;

/// Maximum length of a tag value, in characters.
const MAX_TAG_CHARS: usize = 1000;

/// PGN tags of a game.
#[derive(Debug, Clone)]
pub struct Tags {
    pub event: String,
    /// Round; `-` if unknown.
    pub round: String,
    pub white: String,
    pub black: String,
    /// `YYYY.MM.DD`.
    pub date: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished game.
    pub result: &'static str,
    pub chess960: bool,
    /// Additional tags, in this order.
    pub more: Vec<(&'static str, String)>,
}

/// Returns the game as PGN. `comments` is empty or has one comment for each move; empty ones are omitted.
pub fn pgn(game: &Game, tags: &Tags, comments: &[String]) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = escape::bounded(value, MAX_TAG_CHARS);
        let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{escaped}\"]");
    };
    tag("Event", &tags.event);
    tag("Site", "?");
    tag("Date", &tags.date);
    tag("Round", &tags.round);
    tag("White", &tags.white);
    tag("Black", &tags.black);
    tag("Result", tags.result);
    if tags.chess960 {
        tag("Variant", "Chess960");
    }
    if tags.chess960 || *game.start() != Position::startpos() {
        tag("SetUp", "1");
        tag("FEN", &game.start().fen(tags.chess960));
    }
    for (name, value) in &tags.more {
        tag(name, value);
    }
    text.push('\n');
    text.push_str(&wrapped(&move_text(game, comments, tags.result)));
    text
}

/// Returns moves and comments as words. A comment is a single word, and so are a move and its number: they are not wrapped.
fn move_text(game: &Game, comments: &[String], result: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut is_interrupted = true;
    for (index, (position, mv)) in game.played().enumerate() {
        let (number, san) = (position.fullmove_number(), notation::san(position, mv));
        words.push(match position.stm() {
            Color::White => format!("{number}. {san}"),
            Color::Black if is_interrupted => format!("{number}... {san}"),
            Color::Black => san,
        });
        let comment = comments.get(index).filter(|comment| !comment.is_empty());
        is_interrupted = comment.is_some();
        words.extend(comment.map(|comment| format!("{{{comment}}}")));
    }
    words.push(result.to_owned());
    words
}

fn wrapped(words: &[String]) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for word in words {
        if width > 0 && width + 1 + word.len() > LINE_WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += word.len();
    }
    text.push('\n');
    text
}

/// Returns today's date (UTC) in PGN format.
pub fn today() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or("????.??.??".to_owned(), |time| date_of_day(time.as_secs() / 86_400))
}

/// Returns the date of a day counted from 1 January 1970.
pub fn date_of_day(mut day: u64) -> String {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year:04}.{month:02}.{:02}", day + 1)
}
