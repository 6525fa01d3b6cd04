//! Who played.

use serde::Serialize;

use super::Letter;
use crate::arena::{self, SourceIdentity};

/// A contender.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Contender {
    /// Its letter.
    pub letter: Letter,
    /// What the match calls it.
    pub name: String,
    /// What it plays from.
    #[serde(flatten)]
    pub source: SourceIdentity,
    /// How long it thought of a move.
    pub limit: String,
    /// The size of its hash table.
    pub hash_mib: usize,
}

impl Contender {
    /// A contender of a match.
    pub fn new(letter: Letter, contender: &arena::Contender) -> Self {
        Self {
            letter,
            name: contender.name.clone(),
            source: SourceIdentity::new(&contender.source),
            limit: contender.limit.to_string(),
            hash_mib: contender.hash_mib,
        }
    }
}
