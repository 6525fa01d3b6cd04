//! The format of Python's `configparser`, in which PicoChess and DGTCentaurMods keep the levels of an engine.

use std::fmt::Write as _;

use super::{Character, Level, NewFile};
use temperament_engine::escape::shell_word;

/// A section: its name, keys and values. None of them contains `%`, which `configparser` would interpret.
pub(super) struct Section {
    pub name: String,
    pub values: Vec<(&'static str, String)>,
}

impl Section {
    /// The section of a level, with the UCI options that set it.
    pub fn of(name: String, level: Level) -> Self {
        Self { name, values: level.options() }
    }
}

/// Writes sections, with a comment before the first one.
pub(super) fn file(path: String, comment: &str, sections: &[Section]) -> NewFile {
    let mut text = format!("; {comment}\n");
    for section in sections {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n[{}]", section.name);
        for (key, value) in &section.values {
            let _ = writeln!(text, "{key} = {value}");
        }
    }
    NewFile::text(path, text)
}

/// A script that starts the engine with a profile: both programs take each file of a folder for an engine, and its name for
/// that of the engine.
pub(super) fn script(path: String, engine: &str, character: &Character) -> NewFile {
    let (engine, profile) = (shell_word(engine), shell_word(&character.profile));
    let contents = format!("#!/bin/sh\nexec {engine} --profile {profile} \"$@\"\n");
    NewFile { path, contents: contents.into_bytes(), is_executable: true }
}

/// What a character is, for a comment.
pub(super) fn comment(character: &Character) -> String {
    match character.summary.as_str() {
        "" => character.name.clone(),
        summary => format!("{}: {summary}", character.name),
    }
}
