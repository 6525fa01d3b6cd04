//! Matches in a page without the program: workers of the page play the games, each with an engine of its own.
//!
//! The page keeps the journals. An engine coordinates: it makes new matches, hands out the games of the running one, adds
//! their lines, and shows and exports matches. The other engines play. Before a request that names a match, the page puts
//! its files into the folder [`crate::Studio::with_match_folder`]: the journal (`ID.jsonl`) and the profiles as they were
//! (`ID.a.toml`, `ID.b.toml`). Engines that play need the first line of the journal only.

mod journal;
mod player;
mod running;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

pub use super::protocol::pool::{Request, Response};

use super::profiles::lock;
use super::protocol::Failure;
use super::protocol::matches::Content;
use super::session::Session;
use journal::Recorded;
use player::Player;
use running::Running;

/// The state of an engine.
#[derive(Debug, Default)]
pub(super) struct Pool {
    /// The folder of the files of matches.
    pub(super) folder: PathBuf,
    running: Mutex<Option<Running>>,
    player: Arc<Mutex<Option<Player>>>,
}

/// Answers a request.
///
/// # Errors
/// The reason why it was refused; then nothing has changed.
pub fn handle(session: &Session, request: Request) -> Result<Response, Failure> {
    let Pool { folder, running, player } = &session.studio().pool;
    let mut running = lock(running);
    let none = || Failure::new("no match is running");
    match request {
        Request::New { start, taken } => {
            let profiles = &session.studio().profiles;
            let players = [profiles.load(&start.a)?, profiles.load(&start.b)?];
            Ok(Response::Id { id: journal::create(folder, &start, &players, &taken)? })
        }
        Request::Begin { id, concurrency } => {
            if let Some(running) = &*running {
                return Err(Failure::new(format!("the match {} is running: pause it first", running.id())));
            }
            let (begun, response) = Running::begin(folder, &id, concurrency)?;
            *running = Some(begun);
            Ok(response)
        }
        Request::Next => Ok(Response::Next { game: running.as_mut().ok_or_else(none)?.next() }),
        Request::Add { line } => running.as_mut().ok_or_else(none)?.add(&line),
        Request::End => Ok(Response::Events { events: running.take().ok_or_else(none)?.end() }),
        Request::Show { id, concurrency } => {
            Ok(Response::Events { events: Recorded::read(folder, &id)?.events(concurrency) })
        }
        Request::Export { id, content } => {
            let recorded = Recorded::read(folder, &id)?;
            let (ending, text) = match content {
                Content::Report => ("html", recorded.report()?),
                Content::Pgn => ("pgn", recorded.pgn()),
                Content::Journal => ("jsonl", journal::text(folder, &id)?),
            };
            Ok(Response::File { name: format!("{id}.{ending}"), text })
        }
        Request::Play { stream, id, game, thread } => {
            let (folder, player) = (folder.clone(), Arc::clone(player));
            session.start(stream, move |token, emitter| {
                let mut player = lock(&player);
                let player = match &mut *player {
                    Some(player) if player.id() == id => player,
                    other => other.insert(Player::new(&folder, &id, thread)?),
                };
                player.play(game, token, emitter)
            })?;
            Ok(Response::Started {})
        }
    }
}
