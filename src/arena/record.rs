//! Games of a match as PGN.

use std::fmt::Write as _;

use super::pgn::{self, Tags};
use super::player::{Contender, Thought};
use super::runner::{Match, Played};
use crate::engine::Score;

/// The comment on a move that came from the opening.
const BOOK: &str = "book";

impl Match {
    /// A game as PGN, with an empty line after it. `date` is `YYYY.MM.DD`.
    pub fn pgn(&self, played: &Played, date: &str) -> String {
        let [white, black] = played.slot.players.map(|player| &self.contenders[player]);
        let verdict = played.record.verdict;
        let id = |contender: &Contender| format!("{:016x}", contender.profile.id());
        let mut more = vec![
            ("PlyCount", played.record.moves.len().to_string()),
            ("Termination", verdict.reason.termination().to_owned()),
        ];
        if let (true, Some(control)) = (white.limit == black.limit, white.limit.pgn()) {
            more.push(("TimeControl", control));
        }
        more.extend([
            ("WhiteProfile", white.profile.name().to_owned()),
            ("WhiteProfileId", id(white)),
            ("WhiteLimit", white.limit.to_string()),
            ("BlackProfile", black.profile.name().to_owned()),
            ("BlackProfileId", id(black)),
            ("BlackLimit", black.limit.to_string()),
        ]);
        let tags = Tags {
            event: self.event(),
            round: played.slot.round(),
            white: white.name.clone(),
            black: black.name.clone(),
            date: date.to_owned(),
            result: verdict.result.pgn(),
            chess960: self.suite.is_chess960(),
            more,
        };
        pgn::pgn(&played.record.game(), &tags, &comments(played)) + "\n"
    }

    /// What the games are played for.
    fn event(&self) -> String {
        match self.contenders.as_slice() {
            [one, other] => format!("{} against {}", one.name, other.name),
            all => format!("Tournament of {}", all.len()),
        }
    }
}

/// A comment for each move; the last one says why the game ended.
fn comments(played: &Played) -> Vec<String> {
    let record = &played.record;
    let book = std::iter::repeat_n(BOOK.to_owned(), record.opening_plies());
    let mut comments: Vec<String> = book.chain(record.thoughts.iter().map(comment)).collect();
    if let Some(last) = comments.last_mut() {
        // Writing to a string cannot fail.
        let _ = write!(last, ", {}", record.verdict.reason);
    }
    comments
}

/// `+0.31/12 0.050s n=20000`: score for the mover in pawns or moves to mate, depth, time, nodes.
fn comment(thought: &Thought) -> String {
    let score = match thought.score {
        Score::Centipawns(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::Mate(moves) if moves > 0 => format!("+M{moves}"),
        Score::Mate(moves) => format!("-M{}", -moves),
    };
    let seconds = thought.time.as_secs_f64();
    format!("{score}/{} {seconds:.3}s n={}", thought.depth, thought.nodes)
}
