//! Who played.

use serde::Serialize;

use super::Letter;
use crate::arena::{Contender as Planned, SourceIdentity};

/// One of the two of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Contender {
    /// Its letter.
    pub letter: Letter,
    /// What it is.
    #[serde(flatten)]
    pub player: Player,
}

/// Who plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Player {
    /// What the match calls it.
    pub name: String,
    /// What it plays from.
    #[serde(flatten)]
    pub source: SourceIdentity,
    /// How long it thought of a move.
    pub limit: String,
    /// The size of its hash table in MiB.
    pub hash_mib: usize,
}

impl Player {
    /// A contender of a match.
    pub fn new(contender: &Planned) -> Self {
        Self {
            name: contender.name.clone(),
            source: SourceIdentity::new(&contender.source),
            limit: contender.limit.to_string(),
            hash_mib: contender.hash_mib,
        }
    }
}
