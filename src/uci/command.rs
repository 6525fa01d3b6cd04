//! Parses one line from the GUI.
//!
//! The reader is as tolerant as the protocol requires: unknown words before a command are skipped, keywords are
//! matched ignoring case, white space does not matter. Invalid parts are ignored with a note; no input is an error.

use std::ops::RangeInclusive;

use super::go::{self, GoCommand, SearchEnd};
use super::tokens::{keyword, split_word, unsigned};
use crate::engine::Limits;

/// A command to the engine.
#[derive(Debug, Clone)]
pub enum Command {
    /// `uci`.
    Uci,
    /// `isready`.
    IsReady,
    /// `ucinewgame`.
    NewGame,
    /// `position`.
    Position {
        /// Start position; `None` for `startpos`.
        fen: Option<String>,
        /// Moves, as written.
        moves: Vec<String>,
    },
    /// `go`.
    Go {
        /// Search limits, without `searchmoves`.
        limits: Box<Limits>,
        /// How the search ends.
        end: SearchEnd,
        /// Moves after `searchmoves`, as written.
        search_moves: Vec<String>,
    },
    /// `go perft N`.
    Perft(u32),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `quit`.
    Quit,
    /// `setoption`.
    SetOption {
        /// Name, words separated by single spaces.
        name: String,
        /// Text after `value` with inner white space; `None` without that word.
        value: Option<String>,
    },
    /// `debug on|off`.
    Debug(bool),
    /// `d`: show the position.
    Display,
    /// `eval`: explain the evaluation.
    Eval,
    /// `bench [depth]`, the depth within [`BENCH_DEPTHS`].
    Bench(Option<u32>),
    /// `flip`: change colours.
    Flip,
    /// `help`.
    Help,
}

/// Command names.
pub const COMMANDS: [&str; 15] = [
    "uci",
    "isready",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "setoption",
    "debug",
    "d",
    "eval",
    "bench",
    "flip",
    "help",
];

/// Valid depths of `bench`.
pub const BENCH_DEPTHS: RangeInclusive<u32> = 1..=100;

/// Maximum length of the reason for rejecting a position, in characters.
const MAX_REASON: usize = 600;

/// Parses one line; `None` without a command. Adds a note for each part that is ignored.
pub fn parse(line: &str, notes: &mut Vec<String>) -> Option<Command> {
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (word, after) = split_word(rest);
        if let Some(command) = keyword(word, &COMMANDS) {
            return parse_arguments(command, after, notes);
        }
        rest = after;
    }
    if !line.trim().is_empty() {
        notes.push(format!("unknown command: {}", line.trim()));
    }
    None
}

fn parse_arguments(command: &str, rest: &str, notes: &mut Vec<String>) -> Option<Command> {
    Some(match command {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "d" => Command::Display,
        "eval" => Command::Eval,
        "flip" => Command::Flip,
        "help" => Command::Help,
        "position" => return parse_position(rest, notes),
        "setoption" => return parse_set_option(rest, notes),
        "debug" => return parse_debug(rest, notes),
        "bench" => return parse_bench(split_word(rest).0, notes),
        _ => match go::parse(rest, notes)? {
            GoCommand::Perft(depth) => Command::Perft(depth),
            GoCommand::Search { limits, end, search_moves } => Command::Go { limits, end, search_moves },
        },
    })
}

fn parse_debug(rest: &str, notes: &mut Vec<String>) -> Option<Command> {
    match keyword(split_word(rest).0, &["on", "off"]) {
        Some(word) => Some(Command::Debug(word == "on")),
        None => {
            notes.push("debug: expected `on` or `off`".to_owned());
            None
        }
    }
}

fn parse_position(rest: &str, notes: &mut Vec<String>) -> Option<Command> {
    let mut words = rest.split_whitespace();
    let kind = words.next().and_then(|w| keyword(w, &["startpos", "fen"]));
    let Some(kind) = kind else {
        notes.push(refused_position("expected `startpos` or `fen`"));
        return None;
    };
    let before_moves: Vec<&str> = words.by_ref().take_while(|w| !w.eq_ignore_ascii_case("moves")).collect();
    let start_words = if kind == "fen" { fen_length(&before_moves) } else { 0 };
    if let Some(extra) = before_moves.get(start_words) {
        notes.push(refused_position(&format!("expected `moves`, found `{extra}`")));
        return None;
    }
    Some(Command::Position {
        fen: (kind == "fen").then(|| before_moves.join(" ")),
        moves: words.map(str::to_owned).collect(),
    })
}

/// Returns the number of words that belong to a FEN: four fields, then two counters or the operations of an EPD,
/// which end with a semicolon.
fn fen_length(words: &[&str]) -> usize {
    let is_counter = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    match words.get(4) {
        Some(word) if is_counter(word) => 6,
        Some(_) if words.last().is_some_and(|w| w.ends_with(';')) => words.len(),
        _ => 4,
    }
}

/// Returns the note about an invalid position, which says that the previous position stays.
pub fn refused_position(why: &str) -> String {
    let shown: String = why.chars().take(MAX_REASON).collect();
    let rest = if shown.len() < why.len() { "..." } else { "" };
    format!("position: {shown}{rest}; the position before stays")
}

fn parse_bench(text: &str, notes: &mut Vec<String>) -> Option<Command> {
    if text.is_empty() {
        return Some(Command::Bench(None));
    }
    let depth = unsigned("bench", text, notes)?;
    if BENCH_DEPTHS.contains(&depth) {
        Some(Command::Bench(Some(depth)))
    } else {
        let (min, max) = (BENCH_DEPTHS.start(), BENCH_DEPTHS.end());
        notes.push(format!("bench: expected a depth from {min} to {max}, found `{text}`"));
        None
    }
}

fn parse_set_option(rest: &str, notes: &mut Vec<String>) -> Option<Command> {
    let (first, rest) = split_word(rest);
    if !first.eq_ignore_ascii_case("name") {
        notes.push("setoption: expected `name`".to_owned());
        return None;
    }
    // The value is a slice of the line, because paths may contain several spaces.
    let (mut name, mut value, mut remaining) = (Vec::new(), None, rest);
    while !remaining.is_empty() {
        let (word, after) = split_word(remaining);
        if word.eq_ignore_ascii_case("value") {
            value = Some(after.to_owned());
            break;
        }
        name.push(word);
        remaining = after;
    }
    Some(Command::SetOption { name: name.join(" "), value })
}
