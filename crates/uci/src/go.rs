//! Parses the arguments of `go`.

use std::time::Duration;

use super::tokens::{keyword, number, unsigned};
use temperament_engine::board::Color;
use temperament_engine::engine::Limits;

pub const WORDS: [&str; 13] = [
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

/// Search time if all limits of `go` are invalid: short enough for any clock, so that no game hangs.
pub const FALLBACK_MOVETIME: Duration = Duration::from_millis(500);

/// How a search ends, according to the arguments of `go`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchEnd {
    /// `go` has no arguments.
    Unspecified,
    ByLimits,
    /// By a limit with an invalid number.
    Invalid,
}

#[derive(Debug)]
pub enum GoCommand {
    Perft(u32),
    Search {
        /// Search limits, without `searchmoves`.
        limits: Box<Limits>,
        end: SearchEnd,
        /// Moves after `searchmoves`, as written.
        search_moves: Vec<String>,
    },
}

/// Longer times are clamped: about 30 years, so that sums of times do not overflow.
pub const MAX_MILLISECONDS: u64 = 1_000_000_000_000;

/// Parses the text after `go`.
pub(super) fn parse(rest: &str, notes: &mut Vec<String>) -> Option<GoCommand> {
    let mut limits = Limits::default();
    let mut search_moves = Vec::new();
    let mut end = if rest.trim().is_empty() { SearchEnd::Unspecified } else { SearchEnd::ByLimits };
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match keyword(word, &WORDS) {
            Some("searchmoves") => {
                while let Some(mv) = words.next_if(|w| keyword(w, &WORDS).is_none()) {
                    search_moves.push(mv.to_owned());
                }
            }
            Some("infinite") => limits.infinite = true,
            Some("ponder") => limits.ponder = true,
            Some(name) => {
                let text = words.next_if(|w| keyword(w, &WORDS).is_none()).unwrap_or("");
                if name == "perft" {
                    return unsigned(name, text, notes).map(GoCommand::Perft);
                }
                let is_set =
                    number(name, text, notes).is_some_and(|n| set_limit(&mut limits, name, n, notes));
                if !is_set && ends_search(name) {
                    end = SearchEnd::Invalid;
                }
            }
            None => notes.push(format!("go: `{word}` is not known")),
        }
    }
    Some(GoCommand::Search { limits: Box::new(limits), end, search_moves })
}

/// Returns `true` if a limit can end a search.
fn ends_search(name: &str) -> bool {
    matches!(name, "wtime" | "btime" | "depth" | "nodes" | "movetime" | "mate")
}

/// Sets a limit that takes a number. Returns false, and sets nothing, for an invalid one.
fn set_limit(limits: &mut Limits, name: &str, n: i64, notes: &mut Vec<String>) -> bool {
    // Some GUIs send negative numbers for clocks that have run out.
    let natural = u64::try_from(n).unwrap_or(0);
    if name == "mate" && natural == 0 {
        notes.push(format!("mate: expected 1 move or more, found `{n}`"));
        return false;
    }
    if n < 0 && matches!(name, "depth" | "nodes") {
        notes.push(format!("{name}: expected 1 or more, found `{n}`"));
        return false;
    }
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
        "mate" => limits.mate = Some(small),
        _ => limits.movetime = Some(time),
    }
    true
}

/// Returns `true` if the limits end a search with `stm` to move, apart from `infinite` and `ponder`. The clock of
/// the opponent does not end it, nor does `mate`, since there may be none.
pub fn is_bounded(limits: &Limits, stm: Color) -> bool {
    let [white, black] = limits.clock;
    let clock = if stm == Color::White { white } else { black };
    clock.is_some() || limits.depth.is_some() || limits.nodes.is_some() || limits.movetime.is_some()
}
