//! Stand-in of profile loading, to be replaced when the real one lands.

use std::fmt;
use std::path::PathBuf;

use crate::eval::{Values, Weights, vocabulary};

/// Finds profiles.
pub struct Library(Vec<PathBuf>);

/// A fault or warning.
#[derive(Debug)]
pub struct Diagnostic(String);
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a profile did not load.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.join("\n"))]
pub struct LoadError(Vec<String>);
impl LoadError {
    /// One line a fault.
    pub fn lines(&self) -> Vec<String> {
        self.0.clone()
    }
}

/// A profile found.
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its style.
    pub description: String,
    /// Where it is.
    pub origin: &'static str,
}

/// A valid profile.
pub struct Profile {
    /// Its name.
    pub name: String,
    values: Values,
}

impl Profile {
    /// Ready to evaluate.
    pub fn compile(&self) -> Weights {
        Weights::new(&self.name, &self.values)
    }
}

impl Library {
    /// A library of these folders.
    pub fn new(dirs: Vec<PathBuf>) -> Self {
        Self(dirs)
    }
    /// What there is.
    pub fn list(&self) -> Vec<Listed> {
        ["fabchess", "simplified"]
            .map(|name| Listed {
                name: name.to_owned(),
                description: "stand-in".to_owned(),
                origin: "embedded",
            })
            .into()
    }
    /// Loads one.
    pub fn load(&self, name: &str) -> Result<(Profile, Vec<Diagnostic>), LoadError> {
        let mut values = Values::default();
        let mut title = name.to_owned();
        let mut pieces = vec![
            ("pawn", [100, 120]),
            ("knight", [300, 310]),
            ("queen", [900, 901]),
        ];
        if name == "simplified" {
            pieces.truncate(1);
        } else if name != "fabchess" {
            let inside = self
                .0
                .iter()
                .map(|d| d.join(format!("{name}.toml")))
                .find(|p| p.exists());
            let path = inside.unwrap_or_else(|| name.into());
            let shown = path.display();
            let text = std::fs::read_to_string(&path)
                .map_err(|e| LoadError(vec![format!("{shown}: error: {e}")]))?;
            pieces.clear();
            let mut faults = Vec::new();
            for (i, line) in text.lines().enumerate() {
                let (key, value) = line.split_once(" = ").unwrap_or((line, ""));
                let numbers: Vec<i32> = value
                    .split(|c: char| !c.is_ascii_digit())
                    .filter_map(|n| n.parse().ok())
                    .collect();
                match key {
                    "name" => title = value.trim_matches('"').to_owned(),
                    "pawn" => pieces.push(("pawn", [numbers[0], *numbers.last().unwrap_or(&0)])),
                    "knight" => pieces.push(("knight", [numbers[0]; 2])),
                    "[material]" => {}
                    _ => faults.push(format!("{shown}:{}:1: error: unknown key", i + 1)),
                }
            }
            if !faults.is_empty() {
                return Err(LoadError(faults));
            }
        }
        for (key, worth) in pieces {
            let entry = vocabulary::entries().find(|e| e.key() == format!("material.{key}"));
            if let Some(entry) = entry {
                values.scores[entry.place] = worth;
            }
        }
        Ok((Profile { name: title, values }, Vec::new()))
    }
}
