//! Messages of the view Play: a game against a profile, and its review. The page keeps the game; every request has all
//! of it.

use serde::{Deserialize, Serialize};

use super::{ProfileRef, Side};
use temperament_engine::engine;
use temperament_matches::arena::GameResult;
use temperament_matches::arena::casual;

#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// How a game stands: [`Status`].
    Status { game: Game },
    /// The game as PGN: [`Pgn`].
    Pgn { game: Game },
    /// Offers a draw at the person's turn: [`Answer`].
    OfferDraw { game: Game },
    /// Chooses the opponent's move and streams one [`Reply`].
    Move {
        stream: u64,
        game: Game,
        /// Seed of what is left to chance; the same for all moves of a game.
        seed: u64,
        /// Remaining times of White and Black in milliseconds, for a game with clocks.
        #[serde(default)]
        remaining: Option<[u64; 2]>,
        /// True if the opponent does not resign, because the person wants to play on.
        #[serde(default)]
        plays_on: bool,
    },
    /// Reviews the first game of a PGN text. Streams [`Progress`] and one [`Review`].
    Review {
        stream: u64,
        /// The profile that searches and explains.
        profile: ProfileRef,
        /// The game.
        pgn: String,
        /// Nodes per position; absent for those of `temper review`.
        #[serde(default)]
        nodes: Option<u64>,
    },
}

/// A game against a profile.
#[derive(Debug, Clone, Deserialize)]
pub struct Game {
    /// The opponent.
    pub profile: ProfileRef,
    #[serde(default)]
    pub level: Level,
    /// The start position.
    pub fen: String,
    /// The moves in UCI notation.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The side of the person.
    pub player: Side,
    /// The end of the game if it does not follow from the moves.
    #[serde(default)]
    pub conclusion: Option<Conclusion>,
    /// The time control, such as `5+3`; absent without clocks.
    #[serde(default)]
    pub clock: Option<String>,
}

/// An end of a game that does not follow from the moves: `{"resigned": "white"}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Conclusion {
    /// This side has resigned.
    Resigned(Side),
    /// This side has exceeded its time.
    FlagFell(Side),
    /// The opponent has accepted a draw.
    DrawAgreed,
}

impl From<Conclusion> for casual::Conclusion {
    fn from(conclusion: Conclusion) -> Self {
        match conclusion {
            Conclusion::Resigned(side) => Self::Resigned(side.into()),
            Conclusion::FlagFell(side) => Self::FlagFell(side.into()),
            Conclusion::DrawAgreed => Self::DrawAgreed,
        }
    }
}

/// A level: `"profile"`, `"full"`, or a rating from 600 to 2800.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// That of the profile.
    #[default]
    Profile,
    /// Full strength.
    Full,
    /// A rating.
    #[serde(untagged)]
    Elo(u32),
}

impl From<Level> for engine::Level {
    fn from(level: Level) -> Self {
        match level {
            Level::Profile => Self::OfProfile,
            Level::Full => Self::Full,
            Level::Elo(elo) => Self::Elo(elo),
        }
    }
}

#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Response {
    /// To [`Request::Status`].
    Status(Status),
    /// To [`Request::Pgn`].
    Pgn(Pgn),
    /// To [`Request::OfferDraw`].
    Answer(Answer),
    /// To requests that start a stream.
    Started {},
}

/// How a game stands.
#[derive(Debug, Clone, Serialize)]
pub struct Status {
    /// Result and reason; absent if the game goes on.
    pub over: Option<Over>,
    /// The move with which the side to move can claim a draw, in UCI notation.
    pub claim: Option<String>,
    /// The opponent's name in the PGN: profile and level.
    pub opponent: String,
    /// The opponent's rating; absent at full strength.
    pub elo: Option<u32>,
    /// Time at the start and increment in milliseconds; absent without clocks.
    pub clock: Option<[u64; 2]>,
}

/// The end of a game.
#[derive(Debug, Clone, Serialize)]
pub struct Over {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: GameResult,
    /// The reason in words.
    pub reason: String,
}

/// A game as PGN.
#[derive(Debug, Clone, Serialize)]
pub struct Pgn {
    /// The text.
    pub pgn: String,
}

/// The answer to a draw offer.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Answer {
    /// True if the opponent accepts.
    pub accepts: bool,
}

/// The opponent's move, or its resignation.
#[derive(Debug, Clone, Serialize)]
pub struct Reply {
    /// UCI notation.
    pub uci: String,
    /// Standard algebraic notation.
    pub san: String,
    /// True if it comes from the opening book.
    pub is_book: bool,
    /// True if the opponent resigns instead of making the move.
    pub resigns: bool,
    /// Time used in milliseconds.
    pub milliseconds: u64,
}

/// The state of a review.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Progress {
    /// Positions searched.
    pub done: usize,
    /// All positions.
    pub total: usize,
}

/// A reviewed game.
#[derive(Debug, Clone, Serialize)]
pub struct Review {
    /// White and Black.
    pub players: [Player; 2],
    /// White's winning chances in percent, at the start and after each move.
    pub chances: Vec<f64>,
    pub moves: Vec<ReviewedMove>,
    /// The PGN with marks, comments and variations.
    pub pgn: String,
    /// The HTML page that `temper review --html` writes.
    pub page: String,
}

/// A player of a reviewed game.
#[derive(Debug, Clone, Serialize)]
pub struct Player {
    pub name: String,
    /// Accuracy, 0 to 100; absent without moves.
    pub accuracy: Option<f64>,
    /// Mean loss in centipawns; absent without moves.
    pub mean_loss: Option<f64>,
    /// Numbers of inaccuracies, mistakes and blunders, with their symbols.
    pub marks: Vec<(&'static str, usize)>,
}

#[derive(Debug, Clone, Serialize)]
pub struct ReviewedMove {
    /// Its number and itself: `12... Be6`.
    pub text: String,
    /// Its mark: `!`, `?!`, `?`, `??`, a square for an only move, or an empty string.
    pub symbol: &'static str,
    /// `good`, `inaccuracy`, `bad` or an empty string.
    pub class: &'static str,
    /// Score after it in pawns for White, `#3` for a mate in three, or `mate`.
    pub score: String,
    /// Winning chances that it loses, in percentage points.
    pub loss: f64,
    /// A comment on a marked move, or an empty string.
    pub remark: String,
    /// The better line, if there is one.
    pub best: Option<String>,
}
