//! The searches of reviewed games, one game a line, so that an interrupted review can be continued.

use std::collections::HashMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::cli::files::cannot_write;
use temperament_coaching::review::Analysis;
use temperament_engine::board::{Game, notation};
use temperament_engine::input;
use temperament_engine::locked;

/// Maximum length of a line in bytes.
const MAX_LINE: u64 = 64 << 20;

/// A journal of searches, locked against other processes. A search counts only for the same game, profile, limits and
/// version.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Profile, limits and version.
    settings: String,
    /// Searches by the id of their game.
    known: HashMap<String, Value>,
}

impl Journal {
    /// Opens a journal, a new one if there is none. An incomplete last line, left by a killed process, is cut off.
    ///
    /// # Errors
    /// If the file is something else, or cannot be read or written.
    pub fn open(path: &Path, settings: &str) -> anyhow::Result<Self> {
        let mut known = HashMap::new();
        let is_there = path.exists();
        let file = if is_there { locked::open(path) } else { locked::create(path, false) };
        let file = file.with_context(|| path.display().to_string())?;
        if is_there {
            let mut end = 0;
            let mut reader = input::reader(&file).with_context(|| path.display().to_string())?;
            let mut bytes = Vec::new();
            for number in 1.. {
                bytes.clear();
                let length = input::read_line(&mut reader, &mut bytes, MAX_LINE)
                    .with_context(|| format!("{}:{number}", path.display()))?;
                let Some(line) = bytes.strip_suffix(b"\n") else { break };
                match serde_json::from_slice::<Value>(line) {
                    Ok(Value::Object(mut fields)) if fields.contains_key("review") => {
                        let id = fields.get("game").and_then(Value::as_str).unwrap_or_default().to_owned();
                        known.insert(id, fields.remove("review").unwrap_or_default());
                    }
                    _ => bail!("{}:{number}: this is not a journal of `temper review`", path.display()),
                }
                end += length as u64;
            }
            locked::go_on_at(&file, end).with_context(|| cannot_write(path))?;
        }
        Ok(Self { path: path.to_owned(), file, settings: settings.to_owned(), known })
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
        if self.known.contains_key(&id) {
            return Ok(());
        }
        let review = analysis.to_json();
        let line = json!({ "game": id, "review": review }).to_string() + "\n";
        self.file.write_all(line.as_bytes()).with_context(|| cannot_write(&self.path))?;
        self.known.insert(id, review);
        Ok(())
    }

    /// Settings, start position and moves.
    fn id(&self, game: &Game) -> String {
        let chess960 = notation::is_chess960(game.start());
        let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        format!("{} | {} | {}", self.settings, game.start().fen(chess960), moves.join(" "))
    }
}
