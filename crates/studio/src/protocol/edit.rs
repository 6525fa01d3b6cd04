//! Messages of the view Edit: the text and the values of a profile.
//!
//! The page holds the unsaved text; the program keeps nothing. Every change of a key is made in the text, so saving
//! writes the text, and undoing takes an earlier one.

use serde::{Deserialize, Serialize};

use super::look::{Evaluation, EvaluationOf};
use super::studio::Key;
use super::{Fault, ProfileRef};
pub use temperament_engine::profile::edit::Factor;

#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// The text and all settings: [`Opened`].
    Open { profile: ProfileRef },
    /// Changes keys in the text: [`Applied`].
    Apply {
        profile: ProfileRef,
        /// The changes, in order.
        changes: Vec<Change>,
        /// What is evaluated with the changed profile, to save a request; absent for nothing.
        #[serde(default)]
        evaluate: Option<EvaluationOf>,
    },
    /// Compares a profile with another one key by key: [`Differences`].
    Diff {
        profile: ProfileRef,
        /// The other one, often the saved file of the same profile.
        with: ProfileRef,
    },
    /// Writes the text into the file of the profile: [`Saved`] or [`Response::Conflict`].
    Save {
        /// Name of the profile. If its file has been deleted since, it is written again.
        name: String,
        /// The new text.
        text: String,
        /// The stamp of the file that the text was made from.
        stamp: String,
    },
    /// Writes a new file: [`Saved`].
    SaveAs {
        /// The profile, usually with unsaved text.
        profile: ProfileRef,
        /// Name of the new profile.
        name: String,
        /// True for a file that extends the saved profile and holds the differences; false for a copy of the text.
        child: bool,
    },
    /// The text that a link to the profile carries: [`Response::Shared`].
    Share { profile: ProfileRef },
}

/// A change of a key.
#[derive(Debug, Clone, Deserialize)]
pub struct Change {
    /// The full key; for a factor also a section.
    pub key: String,
    /// Its new value.
    #[serde(flatten)]
    pub to: NewSetting,
}

/// The new value of a key.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NewSetting {
    /// Pairs of middlegame and endgame, one per entry.
    Values(Vec<[f64; 2]>),
    /// A choice, or free text.
    Text(String),
    /// A number that is not a score.
    Number(f64),
    /// Removed from the file (`true`).
    Remove(bool),
    /// A factor in `scale`; null removes it.
    Factor(Option<Factor>),
}

#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Response {
    /// To [`Request::Open`].
    Opened(Box<Opened>),
    /// To [`Request::Apply`].
    Applied(Applied),
    /// To [`Request::Diff`].
    Differences(Differences),
    /// To [`Request::Save`] and [`Request::SaveAs`].
    Saved(Saved),
    /// To [`Request::Save`] if the file has changed since; nothing was written.
    Conflict {
        /// The file as it is now.
        conflict: File,
    },
    /// To [`Request::Share`].
    Shared {
        /// A text in TOML that extends no files but shipped ones.
        text: String,
    },
}

/// The file of a profile.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct File {
    pub text: String,
    /// Identifies the text.
    pub stamp: String,
}

/// A profile with all its settings.
#[derive(Debug, Clone, Serialize)]
pub struct Opened {
    /// The file as it is now.
    pub file: File,
    /// True if it can be written; false for a shipped profile.
    pub is_file: bool,
    /// True if the file has been deleted or renamed since it was read, or has not been written yet. Then `file` is empty,
    /// and there are settings only if the request has a text.
    pub is_missing: bool,
    /// True if it can be edited: if it is TOML. A copy of a profile in RON is written in TOML.
    pub is_toml: bool,
    /// Name of the parent.
    pub extends: Option<String>,
    /// Steps per unit of scores: 1, or 10 with a decimal.
    pub resolution: i32,
    /// The settings of all keys, in the order of the table; then custom terms. Empty if the text has errors.
    pub settings: Vec<Setting>,
    /// The keys of the custom terms.
    pub terms: Vec<Term>,
    /// The factors that the text itself sets in `scale`.
    pub factors: Vec<(String, Factor)>,
    /// Errors or warnings of the text.
    pub faults: Vec<Fault>,
}

/// The value of a key.
#[derive(Debug, Clone, Serialize)]
pub struct Setting {
    /// The full key.
    pub key: String,
    pub value: SettingValue,
    /// Where it is set: `here`, `inherited`, or absent if it has its default.
    pub set: Option<&'static str>,
    /// Where it is set, in words: file and line.
    pub origin: Option<String>,
    /// The line of the text that sets it, from 1; absent if it is not set here.
    pub line: Option<usize>,
}

/// The value of a key.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum SettingValue {
    /// Pairs of middlegame and endgame, one per entry.
    Pairs(Vec<[f64; 2]>),
    Number(f64),
    /// A choice, a word for a special number, or text.
    Text(String),
    /// Lines of an opening book.
    Lines(Vec<String>),
}

/// A custom term.
#[derive(Debug, Clone, Serialize)]
pub struct Term {
    /// Its key, as in the table of keys.
    #[serde(flatten)]
    pub key: Key,
    /// Its expressions: field and text.
    pub texts: Vec<(String, String)>,
}

/// A changed text.
#[derive(Debug, Clone, Serialize)]
pub struct Applied {
    pub text: String,
    /// The wanted evaluation.
    pub evaluation: Option<Box<Evaluation>>,
}

/// The differences between two profiles.
#[derive(Debug, Clone, Serialize)]
pub struct Differences {
    /// One row per value that differs, in the order of the table of keys.
    pub rows: Vec<Difference>,
}

/// A value that differs between two profiles.
#[derive(Debug, Clone, Serialize)]
pub struct Difference {
    /// The full key.
    pub key: String,
    /// The entry of a table in words, such as `rank 3`; absent if the key differs as a whole.
    pub entry: Option<String>,
    /// True if the factors by side differ, not the values.
    pub is_factor: bool,
    /// The value in the other profile, as in a file.
    pub before: String,
    /// The value in the profile.
    pub after: String,
}

/// A file that was written.
#[derive(Debug, Clone, Serialize)]
pub struct Saved {
    /// Name of the profile.
    pub name: String,
    pub file: File,
}
