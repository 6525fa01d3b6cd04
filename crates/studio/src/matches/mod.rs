//! The view Match: games between two profiles.
//!
//! A match is a `temper match --events` of its own, which writes a journal; so it is the same match as on the command
//! line, goes on when tabs come and go, and can be resumed after a restart. The folder `matches` in the first profile
//! folder has for each match, by its id, the journal (`ID.jsonl`) and the profiles as they were (`ID.a.toml`,
//! `ID.b.toml`).

mod listing;
mod log;
mod process;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

use temperament_engine::profile::save::save;
use temperament_engine::profile::{Format, is_name, write};

use super::new_match;
use super::profiles::{Loaded, lock};
use super::protocol::matches::{Content, Lines, Listed, Request, Response, Start};
use super::protocol::{EventKind, Failure};
use super::session::Session;
use listing::Listing;
use process::Process;

/// Name of the folder of all matches.
const FOLDER: &str = "matches";
/// Maximum size of an exported file in bytes.
const MOST_BYTES: u64 = 64 << 20;

#[derive(Debug, Default)]
pub struct Matches {
    /// The program that plays matches: `temper`.
    pub(super) program: PathBuf,
    /// The match that is running, of which there is at most one: matches on a clock must not disturb each other.
    running: Mutex<Option<(String, Process)>>,
    listing: Listing,
}

/// Answers a request of the view.
pub(super) fn handle(session: &Session, request: Request) -> Result<Response, Failure> {
    match request {
        Request::List => Ok(Response::Matches { matches: list(session)? }),
        Request::Start(start) => new_match(session, &start),
        Request::Resume { id, concurrency } => {
            let arguments = vec!["--resume".to_owned(), text(&journal(session, &id)?)];
            launch(session, &id, arguments, concurrency)
        }
        Request::Pause { id } => {
            let process = lock(&session.studio().matches.running).take_if(|(other, _)| *other == id);
            if let Some((_, process)) = process {
                process.stop()?;
            }
            Ok(Response::Id { id })
        }
        Request::Delete { id } => delete(session, &id),
        Request::Watch { stream, id } => watch(session, stream, &id),
        Request::Export { id, content } => export(session, &id, content),
    }
}

/// The folder of the matches: in the first profile folder.
fn folder(session: &Session) -> Result<PathBuf, Failure> {
    let folders = session.studio().profiles.library().folders();
    let first = folders.iter().find(|folder| folder.is_dir()).ok_or_else(|| {
        Failure::new("there is no profile folder: start the studio with --profile-dir FOLDER")
    })?;
    let first = first.canonicalize().map_err(|error| cannot("open the profile folder", &error))?;
    let folder = first.join(FOLDER);
    // A link could lead out of the profile folders.
    if folder.is_symlink() {
        return Err(Failure::new("the folder `matches` is a link"));
    }
    Ok(folder)
}

fn cannot(act: &str, error: &impl std::fmt::Display) -> Failure {
    Failure::new(format!("cannot {act}: {error}"))
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The journal of a match.
fn journal(session: &Session, id: &str) -> Result<PathBuf, Failure> {
    let path = folder(session)?.join(format!("{id}.jsonl"));
    if !is_name(id) || path.is_symlink() || !path.is_file() {
        return Err(Failure::new(format!("there is no match {id:?}")));
    }
    Ok(path)
}

fn running_id(session: &Session) -> Option<String> {
    let mut running = lock(&session.studio().matches.running);
    running.take_if(|(_, process)| process.log.has_ended());
    running.as_ref().map(|(id, _)| id.clone())
}

fn list(session: &Session) -> Result<Vec<Listed>, Failure> {
    let running = running_id(session);
    // Without a folder there are no matches.
    let Ok(folder) = folder(session) else {
        return Ok(Vec::new());
    };
    let mut found = session.studio().matches.listing.matches(&folder);
    for listed in &mut found {
        listed.is_running = running.as_deref() == Some(listed.id.as_str());
    }
    Ok(found)
}

/// Starts a match with copies of its profiles. Without a match, no copy stays.
fn new_match(session: &Session, start: &Start) -> Result<Response, Failure> {
    let profiles = &session.studio().profiles;
    let load = |wanted| profiles.load(wanted);
    let players = [load(&start.a)?, load(&start.b)?];
    let folder = folder(session)?;
    fs::create_dir_all(&folder).map_err(|error| cannot("create the folder `matches`", &error))?;
    let _writing = lock(&session.studio().writing);
    let is_free = |id: &str| {
        ["a.toml", "b.toml", "jsonl"].iter().all(|end| !folder.join(format!("{id}.{end}")).exists())
    };
    let id = new_match::free_id(start, is_free)?;
    let copies = ["a", "b"].map(|side| folder.join(format!("{id}.{side}.toml")));
    let write = |(loaded, copy): (&Arc<Loaded>, &PathBuf)| {
        let text = write::write(&loaded.profile, Format::Toml);
        save(profiles.library(), copy, &text, false).map(drop)
    };
    let written = players.iter().zip(&copies).try_for_each(write);
    let started = written
        .map_err(|error| cannot("write the profile", &error))
        .and_then(|()| launch(session, &id, arguments(start, &copies, &folder, &id), start.concurrency));
    if started.is_err() {
        for copy in &copies {
            // The reason why the match did not start matters more.
            drop(fs::remove_file(copy));
        }
    }
    started
}

/// Deletes the files of a match that is not running.
fn delete(session: &Session, id: &str) -> Result<Response, Failure> {
    let journal = journal(session, id)?;
    if running_id(session).as_deref() == Some(id) {
        return Err(Failure::new(format!("the match {id} is running: pause it first")));
    }
    fs::remove_file(&journal).map_err(|error| cannot("delete the match", &error))?;
    for side in ["a", "b"] {
        // Without a journal, the copies mean nothing; they may be absent.
        drop(fs::remove_file(journal.with_file_name(format!("{id}.{side}.toml"))));
    }
    Ok(Response::Id { id: id.to_owned() })
}

/// The words of the command line after `temper match`.
fn arguments(start: &Start, copies: &[PathBuf; 2], folder: &Path, id: &str) -> Vec<String> {
    let mut words = new_match::arguments(start, [0, 1].map(|side| text(&copies[side])));
    words.push(format!("--journal={}", text(&folder.join(format!("{id}.jsonl")))));
    words
}

/// One processor is left to the page and its engine.
fn games_at_once() -> usize {
    thread::available_parallelism().map_or(1, |processors| (processors.get() - 1).max(1))
}

/// Starts the process of a match, and waits until it plays.
fn launch(
    session: &Session,
    id: &str,
    mut arguments: Vec<String>,
    concurrency: Option<u16>,
) -> Result<Response, Failure> {
    arguments.push(format!("--concurrency={}", concurrency.map_or_else(games_at_once, usize::from)));
    let mut running = lock(&session.studio().matches.running);
    running.take_if(|(_, process)| process.log.has_ended());
    if let Some((other, _)) = &*running {
        return Err(Failure::new(format!("the match {other} is running: pause it first")));
    }
    let process = Process::start(&session.studio().matches.program, &arguments)?;
    process.log.wait_for_start()?;
    *running = Some((id.to_owned(), process));
    Ok(Response::Id { id: id.to_owned() })
}

/// Sends what has happened in a match, and, while it is running, what happens.
fn watch(session: &Session, stream: u64, id: &str) -> Result<Response, Failure> {
    let journal = journal(session, id)?;
    let log = {
        let running = lock(&session.studio().matches.running);
        running.as_ref().filter(|(other, _)| other == id).map(|(_, process)| Arc::clone(&process.log))
    };
    let program = session.studio().matches.program.clone();
    session.start(stream, move |token, emitter| {
        // The process that shows a match ends by itself, or with this thread.
        let mut shown = None;
        let log = match log {
            Some(log) => log,
            None => {
                let arguments = ["--resume".to_owned(), text(&journal), "--show".to_owned()];
                Arc::clone(&shown.insert(Process::start(&program, &arguments)?).log)
            }
        };
        let mut seen = log::Seen::default();
        while !token.is_cancelled() {
            let lines = log.news(&mut seen);
            let is_over = lines.is_none();
            let lines = lines.unwrap_or_default();
            if !lines.is_empty() && !emitter.send(EventKind::Match(Lines { lines })) {
                return Ok(());
            }
            if is_over {
                return log.failure().map_or(Ok(()), Err);
            }
        }
        Ok(())
    })?;
    Ok(Response::Started {})
}

/// A report or the games, as the command line writes them.
fn export(session: &Session, id: &str, content: Content) -> Result<Response, Failure> {
    let journal = journal(session, id)?;
    let read = |path: &Path| {
        let file = temperament_engine::input::Text::read(path, MOST_BYTES);
        Ok(file.map_err(|error| cannot("read the file", &error))?.text)
    };
    let (option, ending) = match content {
        Content::Report => ("--report", "html"),
        Content::Pgn => ("--pgn", "pgn"),
        Content::Journal => return Ok(Response::File { name: format!("{id}.jsonl"), text: read(&journal)? }),
    };
    let folder = tempfile::tempdir().map_err(|error| cannot("create a temporary folder", &error))?;
    let path = folder.path().join(format!("match.{ending}"));
    let arguments =
        ["--resume".to_owned(), text(&journal), "--show".to_owned(), option.to_owned(), text(&path)];
    let process = Process::start(&session.studio().matches.program, &arguments)?;
    process.log.wait_for_end()?;
    Ok(Response::File { name: format!("{id}.{ending}"), text: read(&path)? })
}
