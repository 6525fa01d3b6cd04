//! Result and termination reason of a game.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use temperament_engine::board::{Color, Ending, Game};

/// The result of a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameResult {
    #[serde(rename = "1-0")]
    WhiteWins,
    #[serde(rename = "0-1")]
    BlackWins,
    #[serde(rename = "1/2-1/2")]
    Draw,
}

/// Reason for the end of a game. Written in the words of [`fmt::Display`]; names of older journals are read, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can mate.
    #[serde(alias = "insufficient material")]
    InsufficientMaterial,
    /// A hundred half-moves without capture or pawn move.
    #[serde(alias = "fifty-move rule")]
    FiftyMoves,
    /// The position has occurred for the third time.
    #[serde(alias = "threefold repetition")]
    Repetition,
    /// The loser has exceeded its time.
    #[serde(alias = "out of time")]
    Time,
    /// The loser is an external engine that crashed or could not be started.
    Crash,
    /// The loser is an external engine that did not answer, not even to `stop`.
    #[serde(alias = "no answer")]
    NoAnswer,
    /// The loser sent an illegal move.
    #[serde(alias = "illegal move")]
    IllegalMove,
    /// Adjudicated by scores as a loss.
    #[serde(alias = "adjudicated loss")]
    Resignation,
    /// Adjudicated by scores as a draw.
    #[serde(alias = "adjudicated draw")]
    DrawByScores,
    /// Adjudicated by endgame tablebases.
    #[serde(alias = "endgame tables")]
    EndgameTables,
    /// Adjudicated as a draw because the maximum number of moves is reached.
    #[serde(alias = "limit of moves")]
    MaxMoves,
}

/// Result and reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Termination {
    pub result: GameResult,
    pub reason: Reason,
}

impl GameResult {
    /// Returns the win of this side.
    pub const fn won_by(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    pub const fn pgn(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }

    pub fn from_pgn(text: &str) -> Option<Self> {
        [Self::WhiteWins, Self::BlackWins, Self::Draw].into_iter().find(|result| result.pgn() == text)
    }

    /// Returns the half points of a side: 0, 1 or 2.
    pub const fn half_points(self, side: Color) -> usize {
        match (self, side) {
            (Self::Draw, _) => 1,
            (Self::WhiteWins, Color::White) | (Self::BlackWins, Color::Black) => 2,
            _ => 0,
        }
    }
}

impl Reason {
    /// Returns `true` if the reason follows from the moves by the rules of chess.
    pub const fn is_by_rules(self) -> bool {
        matches!(
            self,
            Self::Checkmate
                | Self::Stalemate
                | Self::InsufficientMaterial
                | Self::FiftyMoves
                | Self::Repetition
        )
    }

    /// Returns the value of the PGN tag `Termination`.
    pub const fn pgn_tag(self) -> &'static str {
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

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Termination {
    /// Checks the termination against the moves of a game.
    ///
    /// # Errors
    /// A message that describes the contradiction.
    pub fn check(self, game: &Game) -> Result<(), String> {
        let stm = game.position().stm();
        let Self { result, reason } = self;
        let claimed = format!("{} by {reason}", result.pgn());
        match game.ending().map(|ending| Self::by_rules(ending, stm)) {
            Some(termination) if termination != self => Err(format!(
                "its moves end with {} by {}, not with {claimed}",
                termination.result.pgn(),
                termination.reason
            )),
            None if reason.is_by_rules() => Err(format!("its moves do not end with {claimed}")),
            _ => Ok(()),
        }
    }

    /// Returns the termination of a game that ended by the rules; `stm` is the side to move in the last position.
    pub fn by_rules(ending: Ending, stm: Color) -> Self {
        let (result, reason) = match ending {
            Ending::Checkmate => (GameResult::won_by(!stm), Reason::Checkmate),
            Ending::Stalemate => (GameResult::Draw, Reason::Stalemate),
            Ending::InsufficientMaterial => (GameResult::Draw, Reason::InsufficientMaterial),
            Ending::FiftyMoves => (GameResult::Draw, Reason::FiftyMoves),
            Ending::Repetition => (GameResult::Draw, Reason::Repetition),
        };
        Self { result, reason }
    }
}
