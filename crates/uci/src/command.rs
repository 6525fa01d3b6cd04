//! Parses one line from the GUI.
//!
//! The reader is as tolerant as the protocol requires: unknown words before a command are skipped, keywords are
//! matched ignoring case, white space does not matter. Invalid parts are ignored with a note; no input is an error.

use std::ops::RangeInclusive;

use super::go::{self, GoCommand, SearchEnd};
use super::tokens::{keyword, split_word, unsigned};
use temperament_engine::board::epd::{self, Token, Tokens};
use temperament_engine::engine::Limits;

/// A command to the engine.
#[derive(Debug, Clone)]
pub enum Command {
    Uci,
    IsReady,
    NewGame,
    Position {
        /// Start position; `None` for `startpos`.
        fen: Option<String>,
        /// Moves, as written.
        moves: Vec<String>,
    },
    /// `position` with arguments that cannot be parsed; the reason.
    InvalidPosition(String),
    Go {
        /// Search limits, without `searchmoves`.
        limits: Box<Limits>,
        /// How the search ends.
        end: SearchEnd,
        /// Moves after `searchmoves`, as written.
        search_moves: Vec<String>,
    },
    Perft(u32),
    Stop,
    PonderHit,
    Quit,
    SetOption {
        /// Name, words separated by single spaces.
        name: String,
        /// Text after `value` with inner white space; `None` without that word.
        value: Option<String>,
    },
    Debug(bool),
    /// `d`: show the position.
    Display,
    /// `eval`: explain the evaluation.
    Eval,
    /// `bench [depth]`, the depth within [`BENCH_DEPTHS`].
    Bench(Option<u32>),
    /// `flip`: change colours.
    Flip,
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

/// The word between position and moves.
const MOVES: &str = "moves";

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
        "position" => parse_position(rest),
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

fn parse_position(rest: &str) -> Command {
    let invalid = |expected: &str, found: &str| {
        let found = if found.is_empty() { String::new() } else { format!(", found `{found}`") };
        Command::InvalidPosition(format!("expected {expected}{found}"))
    };
    let (kind, rest) = split_word(rest);
    let Some(kind) = keyword(kind, &["startpos", "fen"]) else {
        return invalid("`startpos` or `fen`", kind);
    };
    let (start, moves) = split_moves(rest);
    let (fen, extra) = if kind == "fen" { epd::split(start) } else { ("", start) };
    // An EPD has operations in place of the counters.
    let is_epd = !fen.is_empty() && extra.ends_with(';');
    if !extra.is_empty() && !is_epd {
        return invalid("`moves`", split_word(extra).0);
    }
    Command::Position {
        fen: (kind == "fen").then(|| start.to_owned()),
        moves: moves.split_whitespace().map(str::to_owned).collect(),
    }
}

/// Splits the arguments of `position` at the word `moves`, unless it is in a string of an EPD.
fn split_moves(text: &str) -> (&str, &str) {
    let mut tokens = Tokens::new(text);
    let is_moves = |token: Token| matches!(token, Token::Word(word) if word.eq_ignore_ascii_case(MOVES));
    if tokens.any(is_moves) {
        let start = text.strip_suffix(tokens.rest()).and_then(|start| start.get(..start.len() - MOVES.len()));
        (start.unwrap_or_default().trim(), tokens.rest())
    } else {
        (text, "")
    }
}

/// Returns the note about an invalid position.
pub fn refused_position(why: &str) -> String {
    let shown: String = why.chars().take(MAX_REASON).collect();
    let rest = if shown.len() < why.len() { "..." } else { "" };
    format!("position: {shown}{rest}; send a valid position")
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
