//! Telling of players that have failed, and keeping what they said last.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::arena::{Match, Played};
use crate::board::Color;

/// What of the last words is shown on standard error; all of it stands in a file, if there is one.
const SHOWN_LINES: usize = 4;

/// Where the last words go.
#[derive(Debug)]
pub struct Failures {
    folder: Option<PathBuf>,
}

impl Failures {
    /// Makes the folder, if one is wanted.
    pub fn new(folder: Option<&Path>) -> anyhow::Result<Self> {
        if let Some(folder) = folder {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        Ok(Self {
            folder: folder.map(Path::to_owned),
        })
    }

    /// Tells of a player that has failed in a game, if one has.
    pub fn tell(&self, plan: &Match, played: &Played) -> anyhow::Result<()> {
        let Some(failure) = &played.record.failure else {
            return Ok(());
        };
        let number = played.slot.game + 1;
        let (color, player) = match failure.side {
            Color::White => ("White", played.slot.players[0]),
            Color::Black => ("Black", played.slot.players[1]),
        };
        let name = &plan.contenders[player].name;
        let reason = played.record.verdict.reason;
        let headline = format!("game {number}: {name} ({color}): {reason}: {}", failure.what);
        complain!("warning: {headline}");
        let Some(folder) = &self.folder else {
            let first = failure.last_words.len().saturating_sub(SHOWN_LINES);
            failure.last_words[first..]
                .iter()
                .for_each(|line| complain!("  {line}"));
            return Ok(());
        };
        let path = free_path(folder, number);
        let text = format!("{headline}\n{}\n", failure.last_words.join("\n"));
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        complain!("  what was said last: {}", path.display());
        Ok(())
    }
}

/// A file that does not exist: another match may have written into the same folder.
fn free_path(folder: &Path, game: usize) -> PathBuf {
    let with = |suffix: String| folder.join(format!("game-{game}{suffix}.log"));
    let mut paths = (2..).map(|number| with(format!("-{number}")));
    let mut path = with(String::new());
    while path.exists() {
        path = paths.next().unwrap_or_else(|| with("-more".to_owned()));
    }
    path
}
