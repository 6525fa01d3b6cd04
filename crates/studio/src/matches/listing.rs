//! What the list of matches shows of each journal.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, Metadata};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Deserialize;

use crate::profiles::lock;
use crate::protocol::matches::Listed;
use temperament_engine::board::Color;
use temperament_engine::input::{open, read_line};
use temperament_matches::arena::{GameResult, Stored};

/// Maximum length of a line of a journal that is read, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// The journals as they were read last. A journal can be large; so it is read again only when its file has changed.
#[derive(Debug, Default)]
pub(super) struct Listing {
    read: Mutex<HashMap<PathBuf, (State, Listed)>>,
}

/// What changes when games are added to a file, or another file takes its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    length: u64,
    changed: Option<SystemTime>,
}

impl State {
    fn of(metadata: &Metadata) -> Self {
        Self { length: metadata.len(), changed: metadata.modified().ok() }
    }
}

/// The result of a game, from its line in the journal.
#[derive(Debug, Deserialize)]
struct Outcome {
    game: usize,
    white: String,
    result: GameResult,
}

impl Listing {
    /// All matches of a folder, those changed last first. None of them is marked as running.
    pub fn matches(&self, folder: &Path) -> Vec<Listed> {
        let mut before = lock(&self.read);
        let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let journals = entries.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
        let now = journals.filter_map(|path| {
            let state = State::of(&path.metadata().ok()?);
            let known = before.remove(&path).filter(|(then, _)| *then == state);
            let listed = known.map_or_else(|| listed(&path, state), |(_, listed)| Some(listed))?;
            Some((path, (state, listed)))
        });
        // Those of deleted files are dropped.
        *before = now.collect();
        let mut all: Vec<_> = before.values().cloned().collect();
        drop(before);
        all.sort_by(|(a, one), (b, other)| b.changed.cmp(&a.changed).then_with(|| one.id.cmp(&other.id)));
        all.into_iter().map(|(_, listed)| listed).collect()
    }
}

/// Reads a journal. One that has just been created may lack its first line.
fn listed(path: &Path, state: State) -> Option<Listed> {
    let stored = Stored::read(path).ok()?;
    let players: Vec<String> = stored.header.participants().map(|(name, ..)| name.to_owned()).collect();
    let mut limits: Vec<String> =
        stored.header.participants().map(|(_, _, limit)| limit.to_owned()).collect();
    limits.dedup();
    let seconds = state.changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let outcomes = outcomes(path);
    Some(Listed {
        id: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        points: players.iter().map(|name| points(&outcomes, name)).collect(),
        players,
        limits,
        date: stored.header.date.clone(),
        changed: seconds.map(|seconds| seconds.as_secs()),
        games_planned: stored.header.games,
        games: outcomes.len(),
        is_running: false,
    })
}

/// The games of a journal by their numbers. An incomplete last line is none.
fn outcomes(path: &Path) -> BTreeMap<usize, Outcome> {
    let mut found = BTreeMap::new();
    let Ok(file) = open(path) else { return found };
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    while read_line(&mut reader, &mut line, MOST_BYTES).is_ok_and(|length| length > 0) {
        // The first line is no game.
        if let Ok(outcome) = serde_json::from_slice::<Outcome>(&line) {
            found.insert(outcome.game, outcome);
        }
        line.clear();
    }
    found
}

/// The points of a player.
fn points(outcomes: &BTreeMap<usize, Outcome>, name: &str) -> f64 {
    let half_points = |outcome: &Outcome| {
        let side = if outcome.white == name { Color::White } else { Color::Black };
        outcome.result.half_points(side)
    };
    outcomes.values().map(half_points).sum::<usize>() as f64 / 2.0
}
