//! Games of a match as PGN.

use std::fmt::Write as _;

use super::journal::SourceIdentity;
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
        let mut more = vec![
            ("PlyCount", played.record.moves.len().to_string()),
            ("Termination", verdict.reason.termination().to_owned()),
        ];
        if let (true, Some(control)) = (white.limit == black.limit, white.limit.pgn()) {
            more.push(("TimeControl", control));
        }
        more.extend(about(white, &WHITE_TAGS));
        more.extend(about(black, &BLACK_TAGS));
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

/// The tags about one side.
struct SideTags {
    profile: &'static str,
    id: &'static str,
    engine: &'static str,
    options: &'static str,
    limit: &'static str,
}

const WHITE_TAGS: SideTags = SideTags {
    profile: "WhiteProfile",
    id: "WhiteProfileId",
    engine: "WhiteEngine",
    options: "WhiteOptions",
    limit: "WhiteLimit",
};

const BLACK_TAGS: SideTags = SideTags {
    profile: "BlackProfile",
    id: "BlackProfileId",
    engine: "BlackEngine",
    options: "BlackOptions",
    limit: "BlackLimit",
};

fn about(contender: &Contender, tags: &SideTags) -> Vec<(&'static str, String)> {
    let mut about = match SourceIdentity::new(&contender.source) {
        SourceIdentity::Profile { profile, id } => vec![(tags.profile, profile), (tags.id, id)],
        SourceIdentity::External { engine, options, .. } => {
            vec![(tags.engine, engine), (tags.options, options)]
        }
    };
    about.retain(|(_, value)| !value.is_empty());
    about.push((tags.limit, contender.limit.to_string()));
    about
}

/// A comment for each move; the last one says why the game ended.
fn comments(played: &Played) -> Vec<String> {
    let record = &played.record;
    let book = std::iter::repeat_n(BOOK.to_owned(), record.opening_plies());
    let mut comments: Vec<String> = book.chain(record.thoughts.iter().map(comment)).collect();
    if let Some(last) = comments.last_mut() {
        // Writing to a string cannot fail.
        let _ = write!(last, ", {}", record.verdict.reason);
        if let Some(failure) = &record.failure {
            // Braces would end the comment.
            let _ = write!(last, " ({})", failure.what.replace(['{', '}'], "|"));
        }
    }
    comments
}

/// `+0.31/12 0.050s n=20000`: score for the mover in pawns or moves to mate, depth, time, nodes. Without a score there
/// is no depth either.
fn comment(thought: &Thought) -> String {
    let score = match thought.score {
        Some(Score::Centipawns(cp)) => format!("{:+.2}/{} ", f64::from(cp) / 100.0, thought.depth),
        Some(Score::Mate(moves)) if moves > 0 => format!("+M{moves}/{} ", thought.depth),
        Some(Score::Mate(moves)) => format!("-M{}/{} ", -moves, thought.depth),
        None => String::new(),
    };
    let seconds = thought.time.as_secs_f64();
    format!("{score}{seconds:.3}s n={}", thought.nodes)
}
