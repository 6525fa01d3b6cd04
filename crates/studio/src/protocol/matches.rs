//! Messages of the view Match.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ProfileRef;

#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// All matches, with those that have ended: [`Response::Matches`].
    List,
    /// Starts a match and returns its [`Response::Id`]. It goes on without a page.
    Start(Box<Start>),
    /// Goes on with an unfinished match: [`Response::Id`].
    Resume {
        /// The match.
        id: String,
        /// Games played at once; if absent, as many as leave a processor to the page.
        concurrency: Option<u16>,
    },
    /// Stops a match after dropping its unfinished games; it can be resumed: [`Response::Id`].
    Pause {
        /// The match.
        id: String,
    },
    /// Deletes a match that is not running, with its games and the copies of its profiles: [`Response::Id`].
    Delete {
        /// The match.
        id: String,
    },
    /// Follows a match until it pauses or ends: events [`super::EventKind::Match`].
    Watch {
        /// Number for the events.
        stream: u64,
        /// The match.
        id: String,
    },
    /// A file about the games that count: [`Response::File`].
    Export {
        /// The match.
        id: String,
        content: Content,
    },
}

/// A match to play.
#[derive(Debug, Clone, Deserialize)]
pub struct Start {
    pub a: ProfileRef,
    /// Profile B; all results are from its point of view.
    pub b: ProfileRef,
    /// Number of games; with a test, the maximum.
    pub games: usize,
    /// Limit of a move or game, or the level of both.
    pub limit: Limit,
    /// Built-in openings.
    pub openings: Openings,
    /// Whether both play with the opening books of their profiles.
    #[serde(default)]
    pub own_book: bool,
    /// Seed of what the profiles leave to chance; the default if absent.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Bounds of a sequential test in Elo: H0 and H1.
    pub sprt: Option<[f64; 2]>,
    /// Games played at once; if absent, as many as leave a processor to the page.
    pub concurrency: Option<u16>,
}

/// What limits a move.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// Nodes per move.
    Nodes(u64),
    /// Depth in plies.
    Depth(u32),
    /// Milliseconds per move.
    Movetime(u64),
    /// Time control, such as `8+0.08`.
    Tc(String),
    /// Level, 600 to 2800.
    Elo(u32),
}

/// Built-in openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Openings {
    /// Equal positions.
    Balanced,
    /// Positions with an advantage for White.
    Unbalanced,
}

/// The content of a file about a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Content {
    /// The report, a page.
    Report,
    /// The games in PGN.
    Pgn,
    /// The journal, for `temper match --resume`.
    Journal,
}

#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Response {
    /// To [`Request::List`].
    Matches {
        /// The matches, those started last first.
        matches: Vec<Listed>,
    },
    /// To [`Request::Start`], [`Request::Resume`], [`Request::Pause`] and [`Request::Delete`].
    Id {
        /// The match.
        id: String,
    },
    /// To [`Request::Export`].
    File {
        /// Name for the file.
        name: String,
        text: String,
    },
    /// To [`Request::Watch`].
    Started {},
}

/// A match in the list.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Listed {
    pub id: String,
    /// Names of A and B.
    pub players: Vec<String>,
    /// Limits, such as `8+0.08`; two if those of A and B differ.
    pub limits: Vec<String>,
    /// Day of the start, `YYYY.MM.DD`.
    pub date: String,
    /// Seconds from 1970 until its last game ended; absent if unknown.
    pub changed: Option<u64>,
    /// Requested number of games.
    pub games_planned: usize,
    /// Finished games.
    pub games: usize,
    /// Points of A and B in the finished games.
    pub points: Vec<f64>,
    /// True while games are played.
    pub is_running: bool,
}

/// What has happened in a match: the events of `temper match --events`, in order.
#[derive(Debug, Clone, Serialize)]
pub struct Lines {
    /// The events. A long match has no more than some thousand `pair`s, evenly spaced.
    pub lines: Vec<Value>,
}
