//! How a game has ended, and why.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::{Color, Ending, Game};

/// The result of a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameResult {
    /// White has won.
    #[serde(rename = "1-0")]
    WhiteWins,
    /// Black has won.
    #[serde(rename = "0-1")]
    BlackWins,
    /// Neither has.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

/// Why a game has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The loser is checkmated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// A hundred half-moves without capture or pawn move.
    FiftyMoves,
    /// The position has occurred for the third time.
    Repetition,
    /// The loser has taken more time than it had.
    Time,
    /// The loser is a program that ended, or could not be started again.
    Crash,
    /// The loser is a program that did not answer, not even after being told to stop.
    NoAnswer,
    /// The loser answered with something that is no legal move.
    IllegalMove,
    /// Adjudicated: the scores said for long enough that one side loses.
    Resignation,
    /// Adjudicated: the scores said for long enough that neither wins.
    DrawByScores,
    /// Adjudicated: endgame tables say how it ends.
    EndgameTables,
    /// Adjudicated: a draw, for the game has reached the most moves that one may have.
    MaxMoves,
}

/// Result and reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Who has won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
}

impl GameResult {
    /// The one in which this side wins.
    pub const fn won_by(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// As PGN writes it.
    pub const fn pgn(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }

    /// What PGN writes so, if it is a result.
    pub fn of_pgn(text: &str) -> Option<Self> {
        [Self::WhiteWins, Self::BlackWins, Self::Draw]
            .into_iter()
            .find(|result| result.pgn() == text)
    }

    /// What a side gets of it: 0, 1 or 2 half points.
    pub const fn half_points(self, side: Color) -> usize {
        match (self, side) {
            (Self::Draw, _) => 1,
            (Self::WhiteWins, Color::White) | (Self::BlackWins, Color::Black) => 2,
            _ => 0,
        }
    }
}

impl Reason {
    /// Whether the rules of chess end the game, by the moves alone.
    pub const fn is_of_rules(self) -> bool {
        matches!(
            self,
            Self::Checkmate
                | Self::Stalemate
                | Self::InsufficientMaterial
                | Self::FiftyMoves
                | Self::Repetition
        )
    }

    /// The value of the PGN tag `Termination`.
    pub const fn termination(self) -> &'static str {
        match self {
            Self::Time => "time forfeit",
            Self::Crash | Self::NoAnswer => "abandoned",
            Self::IllegalMove => "rules infraction",
            Self::Resignation | Self::DrawByScores | Self::EndgameTables | Self::MaxMoves => "adjudication",
            _ => "normal",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::FiftyMoves => "fifty-move rule",
            Self::Repetition => "threefold repetition",
            Self::Time => "out of time",
            Self::Crash => "crash",
            Self::NoAnswer => "no answer",
            Self::IllegalMove => "illegal move",
            Self::Resignation => "adjudicated loss",
            Self::DrawByScores => "adjudicated draw",
            Self::EndgameTables => "endgame tables",
            Self::MaxMoves => "limit of moves",
        })
    }
}

impl Verdict {
    /// Whether it can be that of a game, as far as the rules alone say; what is wrong if not.
    pub fn check(self, game: &Game) -> Result<(), String> {
        let stm = game.position().stm();
        let Self { result, reason } = self;
        let told = format!("{} by {reason}", result.pgn());
        match game.ending().map(|ending| Self::by_rules(ending, stm)) {
            Some(verdict) if verdict != self => Err(format!(
                "its moves end with {} by {}, not with {told}",
                verdict.result.pgn(),
                verdict.reason
            )),
            None if reason.is_of_rules() => Err(format!("its moves do not end with {told}")),
            _ => Ok(()),
        }
    }

    /// That of an ending by the rules; `stm` is the side to move in the last position.
    pub const fn by_rules(ending: Ending, stm: Color) -> Self {
        let (result, reason) = match ending {
            Ending::Checkmate => {
                let winner = match stm {
                    Color::White => Color::Black,
                    Color::Black => Color::White,
                };
                (GameResult::won_by(winner), Reason::Checkmate)
            }
            Ending::Stalemate => (GameResult::Draw, Reason::Stalemate),
            Ending::InsufficientMaterial => (GameResult::Draw, Reason::InsufficientMaterial),
            Ending::FiftyMoves => (GameResult::Draw, Reason::FiftyMoves),
            Ending::Repetition => (GameResult::Draw, Reason::Repetition),
        };
        Self { result, reason }
    }
}
