//! Parses the arguments of `go`.

use std::time::Duration;

use super::tokens::{keyword, number, unsigned};
use crate::board::Color;
use crate::engine::Limits;

/// Keywords of `go`.
pub(super) const WORDS: [&str; 13] = [
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
    /// By the limits.
    ByLimits,
    /// By a limit with an invalid number.
    Invalid,
}

/// A parsed `go`.
#[derive(Debug)]
pub enum GoCommand {
    /// `go perft N`.
    Perft(u32),
    /// A search.
    Search {
        /// Search limits, without `searchmoves`.
        limits: Box<Limits>,
        /// How the search ends.
        end: SearchEnd,
        /// Moves after `searchmoves`, as written.
        search_moves: Vec<String>,
    },
}

/// Longer times are clamped: about 30 years, so that sums of times do not overflow.
pub(super) const MAX_MILLISECONDS: u64 = 1_000_000_000_000;

/// Parses the text after `go`.
pub(super) fn parse(rest: &str, notes: &mut Vec<String>) -> Option<GoCommand> {
    let mut limits = Limits { multi_pv: 1, ..Limits::default() };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::command::{self, Command};

    fn limits(line: &str) -> (Limits, Vec<String>, Vec<String>) {
        let mut notes = Vec::new();
        match command::parse(line, &mut notes) {
            Some(Command::Go { limits, search_moves, .. }) => (*limits, search_moves, notes),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn go_takes_its_parts_in_any_order() {
        let (l, moves, notes) =
            limits("go searchmoves e2e4 d2d4 wtime 1000 btime -5 winc 7 movestogo 3 nodes 99 ponder");
        assert_eq!(moves, ["e2e4", "d2d4"]);
        assert_eq!(l.clock, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!(l.increment, [Duration::from_millis(7), Duration::ZERO]);
        assert_eq!((l.moves_to_go, l.nodes, l.ponder, l.infinite), (Some(3), Some(99), true, false));
        assert!(notes.is_empty());
    }

    #[test]
    fn limits_that_mean_nothing_are_left_out_and_named() {
        let (l, _, notes) = limits("go depth x movetime nodes 99999999999999999999999 hello");
        assert_eq!((l.depth, l.movetime, l.nodes), (None, None, Some(i64::MAX as u64)));
        assert_eq!(notes.len(), 3, "{notes:?}");
        assert!(!is_bounded(&limits("go depth x").0, Color::White));
    }

    #[test]
    fn an_invalid_limit_still_ends_the_search() {
        let end = |line: &str| match command::parse(line, &mut Vec::new()) {
            Some(Command::Go { end, .. }) => end,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(end("go"), SearchEnd::Unspecified);
        assert_eq!(end("go infinite"), SearchEnd::ByLimits);
        assert_eq!(end("go winc x mate 2"), SearchEnd::ByLimits);
        for line in [
            "go depth x",
            "go wtime abc btime 5",
            "go movetime",
            "go nodes 1e6",
            "go mate y",
            "go mate 0",
            "go mate -1",
            "go mate",
        ] {
            assert_eq!(end(line), SearchEnd::Invalid, "{line}");
        }
    }

    #[test]
    fn a_clock_bounds_the_search_of_its_owner_only() {
        let (l, _, _) = limits("go btime 1000");
        assert!(is_bounded(&l, Color::Black) && !is_bounded(&l, Color::White));
    }

    #[test]
    fn a_mate_is_looked_for_in_one_move_or_more_and_bounds_nothing() {
        let (l, _, notes) = limits("go mate 3");
        assert_eq!((l.mate, notes.len()), (Some(3), 0));
        assert!(!is_bounded(&l, Color::White));
        for line in ["go mate 0", "go mate -1", "go mate"] {
            let (l, _, notes) = limits(line);
            assert_eq!((l.mate, notes.len()), (None, 1), "{line}: {notes:?}");
        }
    }
}
