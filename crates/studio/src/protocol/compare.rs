//! Messages of the view Compare: several profiles on a position, and where they disagree most.

use serde::{Deserialize, Serialize};

use super::ProfileRef;

#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Explains a position with each profile: [`Compared`].
    Position {
        /// The profiles, 2 to 6.
        profiles: Vec<ProfileRef>,
        /// The position.
        fen: String,
    },
    /// Finds the positions on which the profiles disagree most: [`Disagreements`].
    Positions {
        /// The profiles, 2 to 6.
        profiles: Vec<ProfileRef>,
        /// One FEN or EPD per line, or games in PGN; absent for the test positions.
        #[serde(default)]
        text: Option<String>,
    },
}

#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Response {
    /// To [`Request::Position`].
    Compared(Compared),
    /// To [`Request::Positions`].
    Disagreements(Disagreements),
}

/// A position as the profiles see it. All lists of values are in the order of the profiles, in pawns for White.
#[derive(Debug, Clone, Serialize)]
pub struct Compared {
    /// The evaluations.
    pub pawns: Vec<f64>,
    /// The evaluations in words.
    pub verdicts: Vec<String>,
    /// Versions of the profiles (see [`super::studio::Versions`]).
    pub versions: Vec<String>,
    /// The topics, largest difference first.
    pub groups: Vec<Group>,
}

/// Rows of one topic.
#[derive(Debug, Clone, Serialize)]
pub struct Group {
    /// Heading.
    pub title: &'static str,
    /// Sums of the rows.
    pub values: Vec<f64>,
    /// The rows, largest difference first.
    pub rows: Vec<Row>,
}

/// A key.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    pub key: String,
    pub meaning: &'static str,
    /// White's share minus Black's.
    pub values: Vec<f64>,
}

/// Positions on which profiles disagree.
#[derive(Debug, Clone, Serialize)]
pub struct Disagreements {
    /// At most 50, largest difference first.
    pub positions: Vec<Disagreement>,
    /// Number of different positions that were evaluated.
    pub evaluated: usize,
    /// Lines and games that could not be read, one line each.
    pub errors: Vec<String>,
    /// True if the text has more positions than are evaluated.
    pub has_more: bool,
}

/// A position on which profiles disagree.
#[derive(Debug, Clone, Serialize)]
pub struct Disagreement {
    /// The position.
    pub fen: String,
    /// Its name or last move; an empty string if there is none.
    pub name: String,
    /// The evaluations in pawns for White.
    pub pawns: Vec<f64>,
    /// Largest difference between two of them.
    pub difference: f64,
    /// Indices of these two profiles.
    pub between: [usize; 2],
    /// The keys that differ most between them, with the difference (second minus first) in pawns.
    pub terms: Vec<(String, f64)>,
}
