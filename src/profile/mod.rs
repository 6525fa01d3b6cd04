//! Stand-in of profile loading, to be replaced when the real one lands.

use std::fmt;
use std::path::PathBuf;

use crate::eval::{Values, Weights, vocabulary};

/// Finds profiles.
pub struct Library;

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
    pub fn new(_dirs: Vec<PathBuf>) -> Self {
        Self
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
        let scale = match name {
            "fabchess" => 1,
            "simplified" => 2,
            path => {
                let text = std::fs::read_to_string(path)
                    .map_err(|e| LoadError(vec![format!("{path}: error: {e}")]))?;
                let faults: Vec<String> = text
                    .lines()
                    .enumerate()
                    .filter(|(_, l)| {
                        !l.starts_with("name")
                            && !l.starts_with("[material]")
                            && !l.starts_with("pawn")
                            && !l.starts_with("knight")
                    })
                    .map(|(i, _)| format!("{path}:{}:1: error: unknown key", i + 1))
                    .collect();
                if !faults.is_empty() {
                    return Err(LoadError(faults));
                }
                3
            }
        };
        for (key, worth) in [
            ("pawn", [100, 120]),
            ("knight", [300, 310]),
            ("queen", [900, 901]),
        ] {
            let entry = vocabulary::entries().find(|e| e.key() == format!("material.{key}"));
            if let Some(entry) = entry {
                values.scores[entry.place] = worth.map(|n: i32| n * scale);
            }
        }
        Ok((
            Profile {
                name: name
                    .rsplit('/')
                    .next()
                    .unwrap_or(name)
                    .trim_end_matches(".toml")
                    .to_owned(),
                values,
            },
            Vec::new(),
        ))
    }
}
