//! Reads the evaluation of another engine: piece-square tables and piece values in source text, JSON or CSV, and the
//! personality files of Rodent.
//!
//! ```text
//! source, JSON --arrays--> lists with names ┐
//! CSV ----------csv-----> lists with names ─┴─boards, values--> understand --orientation, draft--> text of a profile
//! personality --rodent-----------------------------------------------------------------------> text of a profile
//! ```

mod arrays;
mod boards;
mod csv;
mod declarations;
pub mod draft;
mod expression;
mod names;
pub mod orientation;
pub mod rodent;
mod rodent_keys;
mod tokens;
pub mod understand;
mod values;

use std::path::Path;

pub use boards::{Ignored, Pair, SQUARES};
pub use draft::Draft;
pub use orientation::{Evidence, Orientation, Vote};
pub use understand::{Material, PieceTables, Table, Understood};
pub use values::Values;

/// Maximum size of a file in bytes.
pub const MAX_BYTES: u64 = crate::profile::source::MAX_BYTES as u64;
/// Maximum number of lines that are named as hints.
const MOST_HINTS: usize = 5;

/// What kind of text a file contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Source of a program, or JSON: lists in brackets.
    Source,
    /// Numbers in lines.
    Csv,
    /// A personality of the engine Rodent.
    Rodent,
}

impl Kind {
    /// Guesses the kind from the extension of a file and its text.
    pub fn of(path: &Path, text: &str) -> Self {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if ["csv", "tsv"].iter().any(|csv| extension.eq_ignore_ascii_case(csv)) {
            Self::Csv
        } else if rodent::is_personality(text) {
            Self::Rodent
        } else if text.contains(['[', '{', '(']) {
            Self::Source
        } else {
            Self::Csv
        }
    }
}

/// The tables of a file.
#[derive(Debug, Clone)]
pub struct Import {
    pub understood: Understood,
    /// The orientation that the file states.
    pub stated: Option<Orientation>,
    pub evidence: Evidence,
    /// Lines with `^ 56` or a name such as `flip`, which hint at the use of the tables.
    pub hints: Vec<u32>,
}

/// Error: a file cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("line {0}: brackets are nested too deeply")]
    TooDeep(u32),
    /// It contains no piece-square table. The lists that it does contain, with reasons.
    #[error("no piece-square tables found{}", listed(.0))]
    Nothing(Vec<Ignored>),
}

fn listed(ignored: &[Ignored]) -> String {
    let line =
        |ignored: &Ignored| format!("\n  line {}: `{}`: {}", ignored.line, ignored.name, ignored.reason);
    ignored.iter().take(20).map(line).collect()
}

/// Reads source text, JSON or CSV.
///
/// # Errors
/// If the text contains no piece-square table, or its brackets are nested too deeply.
pub fn read(text: &str, kind: Kind) -> Result<Import, ImportError> {
    let (found, stated) = match kind {
        Kind::Source => (arrays::read(text).map_err(|error| ImportError::TooDeep(error.0))?, None),
        Kind::Csv | Kind::Rodent => csv::read(text),
    };
    let understood = understand::understand(boards::collect(&found.lists), &found.constants);
    if understood.pieces.is_empty() {
        return Err(ImportError::Nothing(understood.ignored));
    }
    let tables: Vec<_> = understood.pieces.iter().map(|tables| (tables.piece, tables.squares())).collect();
    let tables: Vec<_> = tables.iter().map(|(piece, squares)| (*piece, squares.as_slice())).collect();
    let evidence = orientation::judge(&tables);
    Ok(Import { stated, evidence, hints: hints(text), understood })
}

impl Import {
    /// Returns the orientation that the file states or its tables show; `None` if it has to be asked for.
    pub fn orientation(&self) -> Option<Orientation> {
        match (&self.stated, &self.evidence) {
            (Some(stated), _) => Some(*stated),
            (None, Evidence::Clear(orientation, _)) => Some(*orientation),
            (None, Evidence::Symmetric) => Some(Orientation::A8),
            (None, Evidence::Contradictory(_) | Evidence::Missing) => None,
        }
    }
}

/// Lines that turn squares around.
fn hints(text: &str) -> Vec<u32> {
    let is_hint = |line: &str| {
        let line = line.to_ascii_lowercase();
        ["^ 56", "^56", "^ 0x38", "^0x38", "flip", "mirror"].iter().any(|hint| line.contains(hint))
    };
    let lines = text.lines().zip(1..).filter(|(line, _)| is_hint(line));
    lines.map(|(_, number)| number).take(MOST_HINTS).collect()
}
