//! PGN output of match games.

use std::fmt::Write as _;

use super::participant::{Participant, SourceIdentity};
use super::pgn::{self, Tags};
use super::pgn_reader::OPENING;
use super::player::MoveData;
use super::runner::{Match, Played};
use temperament_engine::engine::Score;

/// Comment of moves from the book of a profile.
const OWN_BOOK: &str = "own book";

impl Match {
    /// Returns a game as PGN, followed by an empty line. `date` is `YYYY.MM.DD`.
    pub fn pgn(&self, played: &Played, date: &str) -> String {
        let [white, black] = played.slot.players.map(|player| &self.participants[player]);
        let termination = played.record.termination;
        let mut more = vec![
            ("PlyCount", played.record.moves.len().to_string()),
            ("Termination", termination.reason.pgn_tag().to_owned()),
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
            result: termination.result.pgn(),
            chess960: self.suite.is_chess960(),
            more,
        };
        pgn::pgn(&played.record.game(), &tags, &comments(played)) + "\n"
    }

    /// Returns the value of the tag `Event`.
    fn event(&self) -> String {
        match self.participants.as_slice() {
            [one, other] => format!("{} against {}", one.name, other.name),
            all => format!("Tournament of {}", all.len()),
        }
    }
}

/// Names of the tags of one side.
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

fn about(participant: &Participant, tags: &SideTags) -> Vec<(&'static str, String)> {
    let mut about = match SourceIdentity::new(&participant.source) {
        SourceIdentity::Profile { profile, id } => vec![(tags.profile, profile), (tags.id, id)],
        SourceIdentity::External { engine, options, .. } => {
            vec![(tags.engine, engine), (tags.options, options)]
        }
    };
    about.retain(|(_, value)| !value.is_empty());
    about.push((tags.limit, participant.limit.to_string()));
    about
}

/// Returns a comment for each move; the last one includes the termination reason.
fn comments(played: &Played) -> Vec<String> {
    let record = &played.record;
    let opening = std::iter::repeat_n(OPENING.to_owned(), record.opening_plies());
    let mut comments: Vec<String> = opening.chain(record.move_data.iter().map(comment)).collect();
    if let Some(last) = comments.last_mut() {
        // Writing to a string cannot fail.
        let _ = write!(last, ", {}", record.termination.reason);
        if let Some(failure) = &record.failure {
            // Braces would end the comment.
            let _ = write!(last, " ({})", failure.message.replace(['{', '}'], "|"));
        }
    }
    comments
}

/// Returns, for example, `+0.31/12 0.050s n=20000`: score for the side that moves in pawns or moves to mate, depth,
/// time, nodes. Without a score there is no depth either.
fn comment(data: &MoveData) -> String {
    if data.is_book {
        return OWN_BOOK.to_owned();
    }
    let score = match data.score {
        Some(Score::Centipawns(cp)) => format!("{:+.2}/{} ", f64::from(cp) / 100.0, data.depth),
        Some(Score::Mate(moves)) if moves > 0 => format!("+M{moves}/{} ", data.depth),
        Some(Score::Mate(moves)) => format!("-M{}/{} ", -moves, data.depth),
        None => String::new(),
    };
    let seconds = data.time.as_secs_f64();
    format!("{score}{seconds:.3}s n={}", data.nodes)
}
