//! The lines of a journal after the header: one game each.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::arena::external::info::clamped;
use crate::arena::participant::is_false;
use crate::arena::play::{Failure, Record};
use crate::arena::player::{MAX_MESSAGE_CHARS, MoveData};
use crate::arena::runner::{Match, Played};
use crate::arena::termination::Termination;
use temperament_engine::board::{Color, Game, notation};
use temperament_engine::engine::Score;
use temperament_engine::escape;

/// A game.
#[derive(Debug, Serialize, Deserialize)]
pub struct Line {
    /// Hash of the first line of the journal; missing in journals of the first versions.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// Number of the game, from 1.
    pub game: usize,
    white: String,
    black: String,
    /// Start position of the opening.
    fen: String,
    /// The moves of the opening.
    opening: Vec<String>,
    #[serde(flatten)]
    termination: Termination,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failure: Option<FailureLine>,
    moves: Vec<MoveLine>,
}

/// Failure of a player.
#[derive(Debug, Serialize, Deserialize)]
struct FailureLine {
    is_white: bool,
    what: String,
}

/// A move after the opening.
#[derive(Debug, Serialize, Deserialize)]
struct MoveLine {
    #[serde(rename = "move")]
    mv: String,
    /// `"cp":31` or `"mate":-4`, flattened; missing without a score.
    #[serde(flatten)]
    score: Option<StoredScore>,
    depth: u32,
    nodes: u64,
    /// Microseconds.
    us: u64,
    /// Whether the move came from the book of its profile.
    #[serde(default, skip_serializing_if = "is_false")]
    book: bool,
}

/// A score: `{"cp":31}` or `{"mate":-4}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StoredScore {
    /// Centipawns.
    Cp(i32),
    Mate(i32),
}

impl From<Score> for StoredScore {
    fn from(score: Score) -> Self {
        match score {
            Score::Centipawns(cp) => Self::Cp(cp),
            Score::Mate(moves) => Self::Mate(moves),
        }
    }
}

impl From<StoredScore> for Score {
    fn from(score: StoredScore) -> Self {
        clamped(match score {
            StoredScore::Cp(cp) => Self::Centipawns(cp),
            StoredScore::Mate(moves) => Self::Mate(moves),
        })
    }
}

impl Line {
    /// Creates the line of a finished game; `header` is the id of the journal.
    pub fn new(plan: &Match, played: &Played, header: String) -> Self {
        let chess960 = plan.suite.is_chess960();
        let record = &played.record;
        let game = record.game();
        let mut moves = game.played().map(|(position, mv)| notation::uci(position, mv, chess960));
        let opening = moves.by_ref().take(record.opening_plies()).collect();
        let [white, black] = played.slot.players.map(|player| plan.participants[player].name.clone());
        Self {
            header: Some(header),
            game: played.slot.game + 1,
            white,
            black,
            fen: record.start.fen(chess960),
            opening,
            termination: record.termination,
            failure: record.failure.as_ref().map(|failure| FailureLine {
                is_white: failure.side == Color::White,
                what: failure.message.clone(),
            }),
            moves: moves.zip(&record.move_data).map(|(mv, data)| MoveLine::new(mv, data)).collect(),
        }
    }

    /// Converts the line to a game of the match; describes the error otherwise.
    pub fn played(&self, plan: &Match) -> Result<Played, String> {
        let number = self.game;
        let of = plan.schedule.games();
        if !(1..=of).contains(&number) {
            return Err(format!("there is no game {number} in a match of {of}"));
        }
        let slot = plan.schedule.slot(number - 1);
        let names = slot.players.map(|player| &plan.participants[player].name);
        if names != [&self.white, &self.black] {
            let [white, black] = names;
            return Err(format!("game {number} is between {white} and {black}"));
        }
        let opening = &plan.suite.openings()[slot.opening];
        let mut game = Game::new(opening.start().clone());
        let later = self.moves.iter().map(|line| &line.mv);
        for text in self.opening.iter().chain(later) {
            let mv = notation::parse_uci(game.position(), text);
            if !mv.is_some_and(|mv| game.play(mv)) {
                let text = escape::bounded(text, 20);
                return Err(format!("{text} is not a legal move of {}", game.position()));
            }
        }
        if !game.moves().starts_with(opening.moves())
            || self.opening.len() != opening.moves().len()
            || self.fen != opening.start().fen(plan.suite.is_chess960())
        {
            return Err(format!("game {number} has another opening"));
        }
        self.termination.check(&game).map_err(|what| format!("game {number}: {what}"))?;
        let record = Record {
            start: game.start().clone(),
            moves: game.moves().to_vec(),
            move_data: self.moves.iter().map(MoveLine::data).collect(),
            termination: self.termination,
            failure: self.failure.as_ref().map(FailureLine::failure),
        };
        Ok(Played { slot, record })
    }
}

impl FailureLine {
    fn failure(&self) -> Failure {
        Failure {
            side: if self.is_white { Color::White } else { Color::Black },
            message: escape::bounded(&self.what, MAX_MESSAGE_CHARS),
            last_lines: Vec::new(),
        }
    }
}

impl MoveLine {
    fn new(mv: String, data: &MoveData) -> Self {
        Self {
            mv,
            score: data.score.map(StoredScore::from),
            depth: data.depth,
            nodes: data.nodes,
            us: u64::try_from(data.time.as_micros()).unwrap_or(u64::MAX),
            book: data.is_book,
        }
    }

    fn data(&self) -> MoveData {
        MoveData {
            score: self.score.map(Score::from),
            wdl: None,
            depth: self.depth,
            nodes: self.nodes,
            time: Duration::from_micros(self.us),
            is_book: self.book,
        }
    }
}
