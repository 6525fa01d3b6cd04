//! Analyses as JSON, for a journal.

use serde::{Deserialize, Serialize};

use super::reviewer::{Alternative, Analysis};
use crate::analysis::Searched;
use temperament_engine::board::{Game, Position, notation};
use temperament_matches::arena::StoredScore;

/// An [`Analysis`] as JSON.
#[derive(Debug, Serialize, Deserialize)]
struct StoredAnalysis {
    positions: Vec<StoredSearch>,
    alternatives: Vec<Option<StoredAlternative>>,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredSearch {
    #[serde(flatten)]
    score: StoredScore,
    depth: u32,
    /// Moves in UCI notation, separated by spaces.
    line: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredAlternative {
    #[serde(flatten)]
    searched: StoredSearch,
    obvious: bool,
}

impl StoredSearch {
    fn new(searched: &Searched) -> Self {
        let moves: Vec<String> = searched.line.iter().map(ToString::to_string).collect();
        Self { score: searched.score.into(), depth: searched.depth, line: moves.join(" ") }
    }

    /// `None` if the line is not legal.
    fn searched(&self, position: &Position) -> Option<Searched> {
        let mut position = position.clone();
        let mut line = Vec::new();
        for word in self.line.split_whitespace() {
            let mv = notation::parse_uci(&position, word)?;
            position.play(mv);
            line.push(mv);
        }
        Some(Searched { score: self.score.into(), depth: self.depth, line })
    }
}

impl Analysis {
    /// Converts the analysis to JSON.
    pub fn to_json(&self) -> serde_json::Value {
        let alternative = |other: &Alternative| StoredAlternative {
            searched: StoredSearch::new(&other.searched),
            obvious: other.is_obvious,
        };
        let stored = StoredAnalysis {
            positions: self.positions.iter().map(StoredSearch::new).collect(),
            alternatives: self.alternatives.iter().map(|other| other.as_ref().map(alternative)).collect(),
        };
        serde_json::to_value(stored).unwrap_or_default()
    }

    /// Reads the analysis of a game from JSON; `None` if it is not one.
    pub fn from_json(json: serde_json::Value, game: &Game) -> Option<Self> {
        let stored: StoredAnalysis = serde_json::from_value(json).ok()?;
        let positions: Vec<&Position> =
            game.played().map(|(position, _)| position).chain([game.position()]).collect();
        if stored.positions.len() != positions.len() || stored.alternatives.len() + 1 != positions.len() {
            return None;
        }
        let searched = stored.positions.iter().zip(&positions).map(|(one, position)| one.searched(position));
        let alternative = |(other, position): (&Option<StoredAlternative>, &&Position)| match other {
            None => Some(None),
            Some(other) => {
                let searched = other.searched.searched(position)?;
                Some(Some(Alternative { searched, is_obvious: other.obvious }))
            }
        };
        Some(Self {
            positions: searched.collect::<Option<_>>()?,
            alternatives: stored
                .alternatives
                .iter()
                .zip(&positions)
                .map(alternative)
                .collect::<Option<_>>()?,
        })
    }
}
