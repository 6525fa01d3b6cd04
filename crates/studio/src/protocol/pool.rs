//! Messages to the engines of a page without the program, which plays matches in workers (`pool`). They are no view: the
//! page keeps the journals, and turns the requests of the view Match into these.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::matches::{Content, Listed, Start};

#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Writes the files of a new match, whose journal has no game: [`Response::Id`].
    New {
        start: Box<Start>,
        /// The ids of all other matches.
        taken: Vec<String>,
    },
    /// Begins with the match of a journal, or resumes it: [`Response::Begun`].
    Begin {
        /// The match.
        id: String,
        /// Games played at once.
        concurrency: usize,
    },
    /// Asks for a game to play in the running match: [`Response::Next`].
    Next,
    /// Adds a game to the running match: [`Response::Added`].
    Add {
        /// Its line in the journal.
        line: String,
    },
    /// Ends the running match: [`Response::Events`].
    End,
    /// The course of the match of a journal: [`Response::Events`].
    Show {
        /// The match.
        id: String,
        /// Games played at once if it is resumed.
        concurrency: usize,
    },
    /// A file about the games that count: [`Response::File`].
    Export {
        /// The match.
        id: String,
        content: Content,
    },
    /// Plays a game: events [`super::EventKind::Match`] with its positions, then [`super::EventKind::Game`].
    Play {
        /// Number for the events.
        stream: u64,
        /// The match.
        id: String,
        /// Number of the game, from 1.
        game: usize,
        /// Number of the worker in events, from 0.
        thread: usize,
    },
}

#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Response {
    /// To [`Request::New`].
    Id {
        /// The match.
        id: String,
    },
    /// To [`Request::Begin`].
    Begun {
        /// The course of the match so far.
        events: Vec<Value>,
        /// Number of games that are not played yet.
        unplayed: usize,
        listed: Listed,
    },
    /// To [`Request::Next`].
    Next {
        /// Number of the game, from 1; `None` if all are played or being played.
        game: Option<usize>,
    },
    /// To [`Request::Add`].
    Added {
        /// What has happened in the match.
        events: Vec<Value>,
        listed: Listed,
        /// True if no game is missing, or the test is decided.
        is_over: bool,
    },
    /// To [`Request::End`] and [`Request::Show`].
    Events { events: Vec<Value> },
    /// To [`Request::Export`].
    File {
        /// Name for the file.
        name: String,
        text: String,
    },
    /// To [`Request::Play`].
    Started {},
}

/// A finished game.
#[derive(Debug, Clone, Serialize)]
pub struct Game {
    /// Its line in the journal, without the end of the line.
    pub line: String,
}
