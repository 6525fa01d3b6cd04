//! The other lines of a journal: a game each.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::arena::play::{Failure, Record};
use crate::arena::player::LONGEST_FAULT;
use crate::arena::player::Thought;
use crate::arena::runner::{Match, Played};
use crate::arena::verdict::Verdict;
use crate::board::{Color, Game, notation};
use crate::engine::Score;
use crate::escape;

/// A game.
#[derive(Debug, Serialize, Deserialize)]
pub struct Line {
    /// A hash of the first line of its journal; journals of the first versions have none.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// Its number, from 1.
    pub game: usize,
    white: String,
    black: String,
    /// Where the opening begins.
    fen: String,
    /// The moves of the opening.
    opening: Vec<String>,
    #[serde(flatten)]
    verdict: Verdict,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failure: Option<FailureLine>,
    moves: Vec<MoveLine>,
}

/// Who has failed.
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
    /// `{"cp":31}` or `{"mate":-4}` beside the others; neither if there is no score.
    #[serde(flatten)]
    score: Option<StoredScore>,
    depth: u32,
    nodes: u64,
    /// Microseconds.
    us: u64,
}

/// A score: `{"cp":31}` or `{"mate":-4}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredScore {
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
        match score {
            StoredScore::Cp(cp) => Self::Centipawns(cp),
            StoredScore::Mate(moves) => Self::Mate(moves),
        }
    }
}

impl Line {
    /// That of a finished game; `header` is the id of the journal.
    pub fn new(plan: &Match, played: &Played, header: String) -> Self {
        let chess960 = plan.suite.is_chess960();
        let record = &played.record;
        let game = record.game();
        let mut moves = game
            .played()
            .map(|(position, mv)| notation::uci(position, mv, chess960));
        let opening = moves.by_ref().take(record.opening_plies()).collect();
        let [white, black] = played
            .slot
            .players
            .map(|player| plan.contenders[player].name.clone());
        Self {
            header: Some(header),
            game: played.slot.game + 1,
            white,
            black,
            fen: record.start.fen(chess960),
            opening,
            verdict: record.verdict,
            failure: record.failure.as_ref().map(|failure| FailureLine {
                is_white: failure.side == Color::White,
                what: failure.what.clone(),
            }),
            moves: moves
                .zip(&record.thoughts)
                .map(|(mv, thought)| MoveLine::new(mv, thought))
                .collect(),
        }
    }

    /// The game, if it is one of the match; else what is wrong.
    pub fn played(&self, plan: &Match) -> Result<Played, String> {
        let number = self.game;
        let of = plan.schedule.games();
        if !(1..=of).contains(&number) {
            return Err(format!("there is no game {number} in a match of {of}"));
        }
        let slot = plan.schedule.slot(number - 1);
        let names = slot.players.map(|player| &plan.contenders[player].name);
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
        self.verdict
            .check(&game)
            .map_err(|what| format!("game {number}: {what}"))?;
        let record = Record {
            start: game.start().clone(),
            moves: game.moves().to_vec(),
            thoughts: self.moves.iter().map(MoveLine::thought).collect(),
            verdict: self.verdict,
            failure: self.failure.as_ref().map(FailureLine::failure),
        };
        Ok(Played { slot, record })
    }
}

impl FailureLine {
    fn failure(&self) -> Failure {
        Failure {
            side: match self.is_white {
                true => Color::White,
                false => Color::Black,
            },
            what: escape::bounded(&self.what, LONGEST_FAULT),
            last_words: Vec::new(),
        }
    }
}

impl MoveLine {
    fn new(mv: String, thought: &Thought) -> Self {
        Self {
            mv,
            score: thought.score.map(StoredScore::from),
            depth: thought.depth,
            nodes: thought.nodes,
            us: u64::try_from(thought.time.as_micros()).unwrap_or(u64::MAX),
        }
    }

    fn thought(&self) -> Thought {
        Thought {
            score: self.score.map(Score::from),
            chances: None,
            depth: self.depth,
            nodes: self.nodes,
            time: Duration::from_micros(self.us),
        }
    }
}
