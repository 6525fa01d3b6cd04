//! The messages between the page and the engine, as serde types; JSON on the wire.
//!
//! A [`Request`] has one [`Response`] or one [`Failure`]. Requests that start long work name a stream, a number that
//! the page chooses; its [`Event`]s carry this number, and [`studio::Request::Stop`] ends it.
//!
//! Every request names the view whose handler answers it and its type: `{"view":"look","type":"evaluate", ...}`.

pub mod compare;
pub mod edit;
pub mod look;
pub mod matches;
pub mod play;
pub mod pool;
pub mod studio;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use temperament_engine::board::Color;

/// A request of the page.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "view", rename_all = "lowercase")]
pub enum Request {
    /// What all views need.
    Studio(studio::Request),
    /// A position and its evaluation.
    Look(look::Request),
    /// The text and the values of a profile.
    Edit(edit::Request),
    /// Games between two profiles.
    Match(matches::Request),
    /// Several profiles side by side.
    Compare(compare::Request),
    /// A game against a profile.
    Play(play::Request),
    /// Matches in workers of the page.
    #[cfg(not(feature = "server"))]
    Pool(pool::Request),
}

/// The answer to a request.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Response {
    /// To [`Request::Studio`].
    Studio(studio::Response),
    /// To [`Request::Look`].
    Look(look::Response),
    /// To [`Request::Edit`].
    Edit(edit::Response),
    /// To [`Request::Match`].
    Match(matches::Response),
    /// To [`Request::Compare`].
    Compare(compare::Response),
    /// To [`Request::Play`].
    Play(play::Response),
    /// To `Request::Pool`.
    Pool(pool::Response),
}

/// Why a request was refused. Nothing has changed then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// One line for people.
    pub message: String,
    /// The errors of a profile, if these are the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
}

impl Failure {
    /// A failure with a message only.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), faults: Vec::new() }
    }

    /// The failure as the answer to a request.
    pub(super) fn json(&self) -> Value {
        json!({ "error": self })
    }
}

/// An error or warning in the text of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Name of the file.
    pub file: String,
    /// Line, from 1; absent if it concerns the whole file.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
    /// The key concerned, if any.
    pub key: Option<String>,
    /// The problem.
    pub message: String,
    /// A suggestion.
    pub hint: Option<String>,
    /// True if the profile can be used nevertheless.
    pub is_warning: bool,
}

/// A profile as the page means it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
pub struct ProfileRef {
    pub name: String,
    /// Its text if it has unsaved changes; absent for the file.
    #[serde(default)]
    pub text: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    White,
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

/// Something that happens without a request.
#[derive(Debug, Clone, Serialize)]
pub struct Event {
    /// The stream it belongs to; 0 for events that concern all views.
    pub stream: u64,
    /// What happens.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What an event reports.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum EventKind {
    /// The files of profiles may have changed.
    ProfilesChanged,
    /// A line of a search.
    Line(look::EngineLine),
    /// The result of a comparison of two moves.
    Why(look::Why),
    /// What has happened in a match.
    Match(matches::Lines),
    /// A finished game of a match.
    Game(pool::Game),
    /// The opponent's move.
    Reply(play::Reply),
    /// The state of a review.
    ReviewProgress(play::Progress),
    /// A finished review.
    Review(Box<play::Review>),
    /// The work of the stream has failed.
    Failed(Failure),
    /// The work of the stream has ended. Always the last event of a stream.
    Done,
}
