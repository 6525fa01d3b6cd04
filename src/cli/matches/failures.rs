//! Telling of players that have failed, and keeping what they said last.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::arena::{Match, Played};
use crate::board::Color;

/// What is shown of the last words where no file has all of them.
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

    /// What there is to tell of a player that has failed in a game, if one has. Its last words are kept.
    pub fn note(&self, plan: &Match, played: &Played) -> anyhow::Result<Option<String>> {
        let Some(failure) = &played.record.failure else {
            return Ok(None);
        };
        let number = played.slot.game + 1;
        let player = played.slot.players[failure.side as usize];
        let name = &plan.contenders[player].name;
        let reason = played.record.verdict.reason;
        let side = match failure.side {
            Color::White => "White",
            Color::Black => "Black",
        };
        let headline = format!("game {number}: {name} ({side}): {reason}: {}", failure.what);
        let words = &failure.last_words;
        let more = match &self.folder {
            Some(folder) => {
                let path = free_path(folder, number);
                fs::write(&path, format!("{headline}\n{}\n", words.join("\n")))
                    .with_context(|| format!("cannot write {}", path.display()))?;
                format!("\n  what was said last: {}", path.display())
            }
            None => {
                let shown = &words[words.len().saturating_sub(SHOWN_LINES)..];
                shown.iter().map(|line| format!("\n  {line}")).collect()
            }
        };
        Ok(Some(format!("warning: {headline}{more}")))
    }
}

/// A file that does not exist: another match may have written into the same folder.
fn free_path(folder: &Path, game: usize) -> PathBuf {
    let mut path = folder.join(format!("game-{game}.log"));
    let mut number = 1;
    while path.exists() {
        number += 1;
        path = folder.join(format!("game-{game}-{number}.log"));
    }
    path
}
