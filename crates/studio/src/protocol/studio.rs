//! Messages that all views need.

use serde::{Deserialize, Serialize};

use super::ProfileRef;

#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// What the page needs at its start: [`Hello`].
    Hello,
    /// The table of keys: [`Keys`].
    Keys,
    /// The profiles that can be chosen: [`Listing`].
    Profiles,
    /// The current state of the files behind profiles: [`Versions`].
    Versions { profiles: Vec<ProfileRef> },
    /// Ends the work of a stream: [`Response::Stopped`].
    Stop { stream: u64 },
}

#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Response {
    /// To [`Request::Hello`].
    Hello(Hello),
    /// To [`Request::Keys`].
    Keys(Keys),
    /// To [`Request::Profiles`].
    Profiles(Listing),
    /// To [`Request::Versions`].
    Versions(Versions),
    /// To [`Request::Stop`].
    Stopped {
        /// True if the stream was active.
        was_active: bool,
    },
}

/// What the page needs at its start.
#[derive(Debug, Clone, Serialize)]
pub struct Hello {
    /// Version of the program.
    pub version: &'static str,
    /// Name of the profile to show first.
    pub first: String,
    pub profiles: Vec<Listed>,
    /// Test positions to choose from.
    pub positions: Vec<TestPosition>,
}

/// All profiles.
#[derive(Debug, Clone, Serialize)]
pub struct Listing {
    /// The profiles by group and name.
    pub profiles: Vec<Listed>,
}

/// A profile that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Listed {
    pub name: String,
    /// Its description, or an empty string.
    pub description: String,
    /// Name of the profile that it extends; absent if it extends none of these.
    pub parent: Option<String>,
    /// Heading of the group that it belongs to; the profiles of a group follow each other.
    pub group: &'static str,
    /// True if it is a published evaluation of another engine.
    pub is_published: bool,
    /// True if it is a file that can be written; false for the shipped profiles.
    pub is_file: bool,
    /// True if it has errors and cannot be used.
    pub is_broken: bool,
}

/// A named position.
#[derive(Debug, Clone, Serialize)]
pub struct TestPosition {
    /// Short name.
    pub name: String,
    /// The position.
    pub fen: String,
}

/// Versions of profiles; equal versions have equal texts and values.
#[derive(Debug, Clone, Serialize)]
pub struct Versions {
    /// One per profile: an id that changes with the text of the profile or of a file that it extends. It is the message
    /// of an error if the profile cannot be used.
    pub versions: Vec<String>,
}

/// The table of keys.
#[derive(Debug, Clone, Serialize)]
pub struct Keys {
    /// The language of custom terms, as `temper profile reference --terms` explains it.
    pub language: String,
    /// The sections in order.
    pub sections: Vec<Section>,
}

/// A section of the table of keys.
#[derive(Debug, Clone, Serialize)]
pub struct Section {
    /// Name in a profile; empty at the top.
    pub name: &'static str,
    /// Heading.
    pub title: &'static str,
    /// Subject, in a sentence or two.
    pub meaning: &'static str,
    pub keys: Vec<Key>,
}

/// A key that a profile can set.
#[derive(Debug, Clone, Serialize)]
pub struct Key {
    /// The full key.
    pub key: String,
    /// Its meaning, one sentence.
    pub meaning: &'static str,
    /// What is counted exactly.
    pub definition: &'static str,
    /// An example of its value.
    pub example: &'static str,
    /// The topic of the explanations, for keys with scores.
    pub topic: Option<&'static str>,
    /// Its kind of value.
    pub kind: Kind,
}

/// The kind of value of a key.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Kind {
    /// Pairs of middlegame and endgame.
    Values {
        /// `one`, `file`, `rank`, `square`, `count` or `distance`.
        shape: &'static str,
        /// Names of the entries: `a`, `3`, `e4`; one empty string for a single value.
        entries: Vec<String>,
        /// The entries in words: `rank 3`, `count 7`.
        words: Vec<String>,
        /// The unit in words.
        unit: &'static str,
        /// True if the numbers are scores in the profile's units.
        is_score: bool,
        /// Smallest number in a profile without decimals.
        min: i32,
        /// Largest number.
        max: i32,
    },
    /// One of several definitions.
    Choice {
        /// The definitions.
        options: Vec<Choice>,
    },
    /// A number that is not a score.
    Number {
        /// The value when absent; absent if that cannot be written.
        default: Option<f64>,
        /// Smallest allowed.
        min: f64,
        /// Largest allowed.
        max: f64,
        /// True if only whole numbers are allowed.
        whole: bool,
        /// Words for special values.
        words: Vec<&'static str>,
    },
    /// Free text.
    Text,
    /// A list of lines of moves.
    Lines,
}

/// One of the definitions of a choice.
#[derive(Debug, Clone, Serialize)]
pub struct Choice {
    /// The word in a profile.
    pub name: &'static str,
    pub meaning: &'static str,
}
