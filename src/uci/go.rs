//! The command `go`: what a search is told of its limits.

use std::time::Duration;

use super::command::{Command, keyword, number, wanted};
use crate::board::Color;
use crate::engine::Limits;

/// The words that begin a part of `go`.
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

/// How long a search takes that was meant to end by itself, but by what cannot be read: short enough for any clock that
/// matters, so that no game waits for a move that never comes.
pub const UNREAD_LIMIT: Duration = Duration::from_millis(500);

/// How a search was meant to end, as far as the words of `go` tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// There are no words.
    Untold,
    /// As the limits say.
    ByLimits,
    /// By a limit whose number cannot be read, or means nothing.
    Unread,
}

/// The longest time that is told apart from none: about 30 years, so that no sum of times overflows.
pub(super) const MAX_MILLISECONDS: u64 = 1_000_000_000_000;

/// Reads what stands after `go`.
pub(super) fn parse(rest: &str, notes: &mut Vec<String>) -> Option<Command> {
    let mut limits = Limits {
        multi_pv: 1,
        ..Limits::default()
    };
    let mut search_moves = Vec::new();
    let mut ending = match rest.trim().is_empty() {
        true => Ending::Untold,
        false => Ending::ByLimits,
    };
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
                    return wanted(name, text, notes).map(Command::Perft);
                }
                let is_set =
                    number(name, text, notes).is_some_and(|n| set_limit(&mut limits, name, n, notes));
                if !is_set && ends_search(name) {
                    ending = Ending::Unread;
                }
            }
            None => notes.push(format!("go: `{word}` is not known")),
        }
    }
    Some(Command::Go {
        limits: Box::new(limits),
        ending,
        search_moves,
    })
}

/// Whether a limit may make a search end by itself.
fn ends_search(name: &str) -> bool {
    matches!(name, "wtime" | "btime" | "depth" | "nodes" | "movetime" | "mate")
}

/// Sets one of the limits that take a number. Returns false for one that means nothing; then no limit is set.
fn set_limit(limits: &mut Limits, name: &str, n: i64, notes: &mut Vec<String>) -> bool {
    // GUIs do send clocks that have run out as negative numbers.
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

/// Whether a search with `stm` to move ends by itself (but for `infinite` and `ponder`), whatever it finds. The
/// clock of the other side alone does not bound it, nor does a mate that may not be there.
pub fn is_bounded(limits: &Limits, stm: Color) -> bool {
    let [white, black] = limits.clock;
    let clock = if stm == Color::White { white } else { black };
    clock.is_some() || limits.depth.is_some() || limits.nodes.is_some() || limits.movetime.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::command;

    fn limits(line: &str) -> (Limits, Vec<String>, Vec<String>) {
        let mut notes = Vec::new();
        match command::parse(line, &mut notes) {
            Some(Command::Go {
                limits, search_moves, ..
            }) => (*limits, search_moves, notes),
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
    fn a_limit_that_cannot_be_read_was_still_meant() {
        let ending = |line: &str| match command::parse(line, &mut Vec::new()) {
            Some(Command::Go { ending, .. }) => ending,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(ending("go"), Ending::Untold);
        assert_eq!(ending("go infinite"), Ending::ByLimits);
        assert_eq!(ending("go winc x mate 2"), Ending::ByLimits);
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
            assert_eq!(ending(line), Ending::Unread, "{line}");
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
