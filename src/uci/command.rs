//! What a GUI says, read from one line of text.
//!
//! The reader is as tolerant as the protocol asks: unknown words before a command are skipped, keywords
//! are matched without case, white space does not matter. What it cannot use it leaves out and says so
//! in a note; no input is an error.

use std::time::Duration;

use crate::board::Color;
use crate::engine::Limits;

/// A command to the engine.
#[derive(Debug, Clone)]
pub enum Command {
    /// `uci`: who are you, and what options do you have?
    Uci,
    /// `isready`: answer when all before this is done.
    IsReady,
    /// `ucinewgame`: what follows has nothing to do with what was before.
    NewGame,
    /// `position`: the position to search.
    Position {
        /// The start of the game; `None` for the initial position.
        fen: Option<String>,
        /// The moves played since, as written.
        moves: Vec<String>,
    },
    /// `go`: search.
    Go {
        /// The bounds; its `search_moves` are still empty.
        limits: Box<Limits>,
        /// The root moves wished for, as written.
        search_moves: Vec<String>,
    },
    /// `go perft N`: count positions.
    Perft(u32),
    /// `stop`: end the search and answer.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `quit`: end the program.
    Quit,
    /// `setoption`.
    SetOption {
        /// The name as written, its words separated by single spaces.
        name: String,
        /// The text after `value`, inner white space untouched; `None` without that word.
        value: Option<String>,
    },
    /// `debug on|off`.
    Debug(bool),
    /// `d`: show the position.
    Display,
    /// `eval`: explain the evaluation.
    Eval,
    /// `bench [depth]`.
    Bench(Option<u32>),
    /// `flip`: change colours.
    Flip,
    /// `help`.
    Help,
}

/// The words that begin a command.
const COMMANDS: [&str; 15] = [
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

/// The words that begin a part of `go`.
const GO_WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// The longest time that is told apart from none: about 30 years, so that no sum of times overflows.
const MAX_MILLISECONDS: u64 = 1_000_000_000_000;

/// Reads one line. `None` if there is no command in it; `notes` receives what had to be left out.
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
        "bench" => Command::Bench(count("bench", split_word(rest).0, notes)),
        _ => return parse_go(rest, notes),
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
        notes.push("position: expected `startpos` or `fen`; the position is unchanged".to_owned());
        return None;
    };
    let before_moves: Vec<&str> = words
        .by_ref()
        .take_while(|w| !w.eq_ignore_ascii_case("moves"))
        .collect();
    Some(Command::Position {
        fen: (kind == "fen").then(|| before_moves.join(" ")),
        moves: words.map(str::to_owned).collect(),
    })
}

fn parse_set_option(rest: &str, notes: &mut Vec<String>) -> Option<Command> {
    let (first, rest) = split_word(rest);
    if !first.eq_ignore_ascii_case("name") {
        notes.push("setoption: expected `name`".to_owned());
        return None;
    }
    // The value is cut from the line, not put together from words: a path may hold several spaces.
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
    Some(Command::SetOption {
        name: name.join(" "),
        value,
    })
}

fn parse_go(rest: &str, notes: &mut Vec<String>) -> Option<Command> {
    let mut limits = Limits {
        multi_pv: 1,
        ..Limits::default()
    };
    let mut search_moves = Vec::new();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match keyword(word, &GO_WORDS) {
            Some("searchmoves") => {
                while let Some(mv) = words.next_if(|w| keyword(w, &GO_WORDS).is_none()) {
                    search_moves.push(mv.to_owned());
                }
            }
            Some("infinite") => limits.infinite = true,
            Some("ponder") => limits.ponder = true,
            Some(name) => {
                let text = words.next_if(|w| keyword(w, &GO_WORDS).is_none()).unwrap_or("");
                if name == "perft" {
                    return wanted(name, text, notes).map(Command::Perft);
                }
                set_limit(&mut limits, name, text, notes);
            }
            None => notes.push(format!("go: `{word}` is not known")),
        }
    }
    Some(Command::Go {
        limits: Box::new(limits),
        search_moves,
    })
}

/// Sets one of the limits that take a number. What is not a number, or means nothing, sets no limit.
fn set_limit(limits: &mut Limits, name: &str, text: &str, notes: &mut Vec<String>) {
    let Some(n) = number(name, text, notes) else {
        return;
    };
    // GUIs do send clocks that have run out as negative numbers.
    let natural = u64::try_from(n).unwrap_or(0);
    let small = u32::try_from(natural).unwrap_or(u32::MAX);
    let time = Duration::from_millis(natural.min(MAX_MILLISECONDS));
    let [white_clock, black_clock] = &mut limits.clock;
    let [white_increment, black_increment] = &mut limits.increment;
    match name {
        "wtime" => *white_clock = Some(time),
        "btime" => *black_clock = Some(time),
        "winc" => *white_increment = time,
        "binc" => *black_increment = time,
        "movestogo" => limits.moves_to_go = (small > 0).then_some(small),
        "depth" => limits.depth = Some(small.max(1)),
        "nodes" => limits.nodes = Some(natural.max(1)),
        "mate" => limits.mate = Some(small.max(1)),
        _ => limits.movetime = Some(time),
    }
}

/// Whether a search with `stm` to move would end by itself (but for `infinite` and `ponder`). The clock of
/// the other side alone does not bound it.
pub fn is_bounded(limits: &Limits, stm: Color) -> bool {
    let [white, black] = limits.clock;
    let clock = if stm == Color::White { white } else { black };
    clock.is_some()
        || limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.mate.is_some()
        || limits.movetime.is_some()
}

/// The first word of a text and what comes after it, both trimmed.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, ""),
    }
}

/// The word of a list that a text spells, in whatever case.
fn keyword(text: &str, words: &[&'static str]) -> Option<&'static str> {
    words.iter().copied().find(|w| w.eq_ignore_ascii_case(text))
}

/// A whole number; one too large for 64 bits counts as the largest.
fn number(name: &str, text: &str, notes: &mut Vec<String>) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        notes.push(format!("{name}: expected a whole number, found `{text}`"));
        return None;
    }
    let largest = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(largest))
}

/// A whole number that must be there, 0 or more.
fn wanted(name: &str, text: &str, notes: &mut Vec<String>) -> Option<u32> {
    number(name, split_word(text).0, notes).map(|n| u32::try_from(n.max(0)).unwrap_or(u32::MAX))
}

/// A whole number of 1 or more that may be missing.
fn count(name: &str, text: &str, notes: &mut Vec<String>) -> Option<u32> {
    if text.is_empty() {
        None
    } else {
        wanted(name, text, notes).map(|n| n.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(line: &str) -> (Option<Command>, Vec<String>) {
        let mut notes = Vec::new();
        (parse(line, &mut notes), notes)
    }

    fn limits(line: &str) -> (Limits, Vec<String>, Vec<String>) {
        match read(line) {
            (Some(Command::Go { limits, search_moves }), notes) => (*limits, search_moves, notes),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert!(matches!(read("joho  DeBuG\ton "), (Some(Command::Debug(true)), notes) if notes.is_empty()));
        assert!(matches!(read("joho hoho"), (None, notes) if notes.len() == 1));
        assert!(matches!(read(" \t "), (None, notes) if notes.is_empty()));
    }

    #[test]
    fn go_takes_its_parts_in_any_order() {
        let (l, moves, notes) =
            limits("go searchmoves e2e4 d2d4 wtime 1000 btime -5 winc 7 movestogo 3 nodes 99 ponder");
        assert_eq!(moves, ["e2e4", "d2d4"]);
        assert_eq!(l.clock, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!(l.increment, [Duration::from_millis(7), Duration::ZERO]);
        assert_eq!(
            (l.moves_to_go, l.nodes, l.ponder, l.infinite),
            (Some(3), Some(99), true, false)
        );
        assert!(notes.is_empty());
    }

    #[test]
    fn limits_that_mean_nothing_are_left_out_and_named() {
        let (l, _, notes) = limits("go depth x movetime nodes 99999999999999999999999 hello");
        assert_eq!(
            (l.depth, l.movetime, l.nodes),
            (None, None, Some(i64::MAX as u64))
        );
        assert_eq!(notes.len(), 3, "{notes:?}");
        assert!(!is_bounded(&limits("go depth x").0, Color::White));
    }

    #[test]
    fn a_clock_bounds_the_search_of_its_owner_only() {
        let (l, _, _) = limits("go btime 1000");
        assert!(is_bounded(&l, Color::Black) && !is_bounded(&l, Color::White));
    }

    #[test]
    fn option_values_keep_their_spaces() {
        let (command, _) = read("setoption  name  Move   Overhead value  /a  b/c.toml ");
        let Some(Command::SetOption { name, value }) = command else {
            panic!("{command:?}")
        };
        assert_eq!(
            (name.as_str(), value.as_deref()),
            ("Move Overhead", Some("/a  b/c.toml"))
        );
        let (command, _) = read("setoption name Clear Hash");
        assert!(matches!(command, Some(Command::SetOption { value: None, .. })));
        assert!(matches!(read("setoption Hash 3"), (None, notes) if notes.len() == 1));
    }

    #[test]
    fn positions_are_split_into_fen_and_moves() {
        let (command, _) = read("position fen 8/8/8/8/8/8/8/8 w - - MOVES a1a2 a2a3");
        let Some(Command::Position { fen, moves }) = command else {
            panic!("{command:?}")
        };
        assert_eq!(fen.as_deref(), Some("8/8/8/8/8/8/8/8 w - -"));
        assert_eq!(moves, ["a1a2", "a2a3"]);
        assert!(matches!(read("position"), (None, notes) if notes.len() == 1));
    }

    #[test]
    fn perft_is_told_from_a_search() {
        assert!(matches!(read("go perft 5").0, Some(Command::Perft(5))));
        assert!(read("go perft").0.is_none());
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd_to_read(line in "\\PC*") {
            read(&line);
        }

        #[test]
        fn no_order_of_known_words_is_too_odd_to_read(
            words in proptest::collection::vec(
                prop_oneof![
                    proptest::sample::select(COMMANDS.as_slice()).prop_map(str::to_owned),
                    proptest::sample::select(GO_WORDS.as_slice()).prop_map(str::to_owned),
                    proptest::sample::select(["name", "value", "fen", "startpos", "moves", "e2e4"].as_slice())
                        .prop_map(str::to_owned),
                    any::<i128>().prop_map(|n| n.to_string()),
                ],
                0..12,
            ),
        ) {
            if let (Some(Command::Go { limits, .. }), _) = read(&words.join(" ")) {
                prop_assert!(limits.clock.into_iter().flatten().all(|t| t.as_millis() <= u128::from(MAX_MILLISECONDS)));
            }
        }
    }
}
