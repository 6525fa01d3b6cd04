//! Adjudication of games by the players' scores, tablebases or length.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::termination::{GameResult, Reason, Termination};
use temperament_engine::board::{COLORS, Color, Position};
use temperament_engine::engine::{Score, TablebaseAdjudicator, TbResult};

/// Adjudication rules; all are off by default.
#[derive(Debug, Clone, Default)]
pub struct Adjudication {
    pub draw: Option<DrawRule>,
    pub resign: Option<ResignRule>,
    /// Draw at this number of full moves, including the opening.
    pub max_moves: Option<u32>,
    pub tables: Option<Arc<TablebaseAdjudicator>>,
    /// Time margin: how far a side may exceed its time without losing.
    pub time_margin: Duration,
}

/// Draw rule: from a move number on, the last moves of both sides had scores near zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// First full move number at which the rule applies.
    pub move_number: u32,
    /// Number of moves of each side, at least one.
    #[serde(deserialize_with = "stored_move_count")]
    pub move_count: usize,
    /// Maximum absolute score, in centipawns.
    #[serde(deserialize_with = "stored_score")]
    pub score: i32,
}

/// Resign rule: the last moves of a side had very low scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Number of moves, at least one.
    #[serde(deserialize_with = "stored_move_count")]
    pub move_count: usize,
    /// Score below zero, in centipawns. Being mated is below any score.
    #[serde(deserialize_with = "stored_score")]
    pub score: i32,
    /// True if the winner's scores must have been as high (two-sided).
    pub two_sided: bool,
}

/// Error: a string is not a valid rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RuleError(String);

impl Adjudication {
    /// Returns the termination by tablebases, if they know the result.
    pub fn by_tables(&self, position: &Position) -> Option<Termination> {
        let result = match self.tables.as_ref()?.ending(position)? {
            TbResult::Drawn => GameResult::Draw,
            TbResult::WonBy(winner) => GameResult::won_by(winner),
        };
        Some(Termination { result, reason: Reason::EndgameTables })
    }

    /// Returns the termination by scores and length of a game after this number of plies, openings included, that is
    /// about to play the full move `move_number`. `scores` are those of White's and Black's moves, each from the
    /// mover's view, the last one last; a move without a score never ends a game.
    pub fn by_scores(
        &self,
        plies: usize,
        move_number: u16,
        scores: &[Vec<Option<Score>>; 2],
    ) -> Option<Termination> {
        let resigned =
            self.resign.and_then(|rule| COLORS.into_iter().find(|&loser| rule.applies(loser, scores)));
        if let Some(loser) = resigned {
            return Some(Termination { result: GameResult::won_by(!loser), reason: Reason::Resignation });
        }
        let drawn = |reason| Termination { result: GameResult::Draw, reason };
        if self.draw.is_some_and(|rule| rule.applies(move_number, scores)) {
            return Some(drawn(Reason::DrawByScores));
        }
        let is_too_long = |most: u32| plies as u64 >= 2 * u64::from(most);
        self.max_moves.is_some_and(is_too_long).then(|| drawn(Reason::MaxMoves))
    }
}

impl DrawRule {
    fn applies(&self, move_number: u16, scores: &[Vec<Option<Score>>; 2]) -> bool {
        let is_even = |score: Score| matches!(score, Score::Centipawns(cp) if cp.abs() <= self.score);
        u32::from(move_number) >= self.move_number
            && scores.iter().all(|own| all_last(own, self.move_count, is_even))
    }
}

impl ResignRule {
    fn applies(&self, loser: Color, scores: &[Vec<Option<Score>>; 2]) -> bool {
        let is_lost = |score: Score| match score {
            // Not for the score of a draw that the profile treats as a loss.
            Score::Centipawns(cp) => cp <= -self.score && !score.is_extreme_draw(),
            Score::Mate(moves) => moves <= 0,
        };
        let is_won = |score: Score| match score {
            Score::Centipawns(cp) => cp >= self.score && !score.is_extreme_draw(),
            Score::Mate(moves) => moves > 0,
        };
        all_last(&scores[loser as usize], self.move_count, is_lost)
            && (!self.two_sided || all_last(&scores[!loser as usize], self.move_count, is_won))
    }
}

/// Returns `true` if the last `count` scores exist and all satisfy a condition.
fn all_last(scores: &[Option<Score>], count: usize, is_so: impl Fn(Score) -> bool) -> bool {
    let first = scores.len().checked_sub(count);
    first.is_some_and(|first| scores[first..].iter().all(|score| score.is_some_and(&is_so)))
}

impl FromStr for DrawRule {
    type Err = RuleError;

    /// Parses `movenumber=34,movecount=8,score=8`, in any order. `movenumber` defaults to 1.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let rule = Pairs::read(text, &["movenumber", "movecount", "score"])?;
        Ok(Self {
            move_number: rule.number("movenumber")?.unwrap_or(1),
            move_count: rule.move_count()?,
            score: rule.score()?,
        })
    }
}

impl FromStr for ResignRule {
    type Err = RuleError;

    /// Parses `movecount=3,score=600,twosided=true`, in any order. `twosided` defaults to `false`.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let rule = Pairs::read(text, &["movecount", "score", "twosided"])?;
        Ok(Self {
            move_count: rule.move_count()?,
            score: rule.score()?,
            two_sided: match rule.get("twosided") {
                None | Some("false") => false,
                Some("true") => true,
                Some(other) => return Err(rule.fault(format!("twosided is true or false, not `{other}`"))),
            },
        })
    }
}

/// Splits a string into `KEY=VALUE` pairs.
struct Pairs<'a> {
    text: &'a str,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Pairs<'a> {
    fn read(text: &'a str, keys: &[&str]) -> Result<Self, RuleError> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        let known = keys.join(", ");
        for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
            let pair = part.split_once('=').filter(|(key, _)| keys.contains(key));
            let Some(pair) = pair.filter(|(key, _)| pairs.iter().all(|(other, _)| other != key)) else {
                return Err(RuleError(format!(
                    "expected each of {known} once, as KEY=VALUE, found `{part}`"
                )));
            };
            pairs.push(pair);
        }
        Ok(Self { text, pairs })
    }

    fn fault(&self, message: String) -> RuleError {
        RuleError(format!("{message}, in `{}`", self.text))
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        let found = self.pairs.iter().find(|(name, _)| *name == key);
        found.map(|(_, value)| *value)
    }

    fn number(&self, key: &str) -> Result<Option<u32>, RuleError> {
        let Some(text) = self.get(key) else {
            return Ok(None);
        };
        let number = text.parse();
        number.map(Some).map_err(|_| self.fault(format!("{key} is a whole number, not `{text}`")))
    }

    fn needed(&self, key: &str) -> Result<u32, RuleError> {
        let number = self.number(key)?;
        number.ok_or_else(|| self.fault(format!("there is no {key}=N")))
    }

    fn move_count(&self) -> Result<usize, RuleError> {
        move_count(self.needed("movecount")?).map_err(|message| self.fault(message))
    }

    fn score(&self) -> Result<i32, RuleError> {
        Ok(score(self.needed("score")?))
    }
}

/// Number of moves, at least one.
fn move_count(count: u32) -> Result<usize, String> {
    if count == 0 { Err("movecount is 1 or more".to_owned()) } else { Ok(count as usize) }
}

fn score(centipawns: u32) -> i32 {
    i32::try_from(centipawns).unwrap_or(i32::MAX)
}

/// Number of moves in a journal.
fn stored_move_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    move_count(u32::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// Centipawns in a journal.
fn stored_score<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    u32::deserialize(deserializer).map(score)
}
