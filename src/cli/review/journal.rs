//! The searches of reviewed games, one game a line, so that an interrupted review can be continued.

use std::collections::HashMap;
use std::path::Path;

use anyhow::bail;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use temperament_coaching::review::Analysis;
use temperament_engine::board::{Game, notation};
use temperament_matches::journal::Journal;

/// A line: the searches of a game.
#[derive(Debug, Serialize, Deserialize)]
struct Reviewed {
    #[serde(default)]
    game: String,
    review: Value,
}

/// A journal of searches. A search counts only for the same game, profile, limits and version.
#[derive(Debug)]
pub struct ReviewJournal {
    journal: Journal,
    /// Profile, limits and version.
    settings: String,
    /// Searches by the id of their game.
    known: HashMap<String, Value>,
}

impl ReviewJournal {
    /// Opens a journal, a new one if there is none.
    ///
    /// # Errors
    /// If the file is something else, or cannot be read or written.
    pub fn open(path: &Path, settings: &str) -> anyhow::Result<Self> {
        let is_new = !path.exists();
        let journal = if is_new { Journal::create(path, false)? } else { Journal::open(path)? };
        let mut known = HashMap::new();
        if !is_new {
            let mut entries = journal.entries()?;
            while let Some(line) = entries.next_line()? {
                let Ok(Reviewed { game, review }) = serde_json::from_str(&line) else {
                    bail!(entries.error("this is not a journal of `temper review`"));
                };
                known.insert(game, review);
            }
            journal.resume(entries.length())?;
        }
        Ok(Self { journal, settings: settings.to_owned(), known })
    }

    /// Returns the searches of a game.
    pub fn find(&self, game: &Game) -> Option<Analysis> {
        Analysis::from_json(self.known.get(&self.id(game))?.clone(), game)
    }

    /// Appends the searches of a game that is not in the journal.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(&mut self, game: &Game, analysis: &Analysis) -> anyhow::Result<()> {
        let id = self.id(game);
        if !self.known.contains_key(&id) {
            let reviewed = Reviewed { game: id, review: analysis.to_json() };
            self.journal.append(&reviewed)?;
            self.known.insert(reviewed.game, reviewed.review);
        }
        Ok(())
    }

    /// Settings, start position and moves.
    fn id(&self, game: &Game) -> String {
        let chess960 = notation::is_chess960(game.start());
        let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        format!("{} | {} | {}", self.settings, game.start().fen(chess960), moves.join(" "))
    }
}
