//! Who played.

use serde::Serialize;

use super::Letter;
use crate::arena;

/// A contender.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Contender {
    /// Its letter.
    pub letter: Letter,
    /// What the match calls it.
    pub name: String,
    /// The name of its profile.
    pub profile: String,
    /// The id of its profile: a hash of all values, as hexadecimal digits.
    pub id: String,
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
            profile: contender.profile.name().to_owned(),
            id: format!("{:016x}", contender.profile.id()),
            limit: contender.limit.to_string(),
            hash_mib: contender.hash_mib,
        }
    }
}
