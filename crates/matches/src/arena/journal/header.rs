//! The first line of a journal: the definition of the match.

use serde::{Deserialize, Serialize};

use crate::arena::participant::{SourceIdentity, is_false};
use crate::arena::runner::Match;

/// Name of the file format.
const FORMAT: &str = "temper match";
/// Version of the file format; incremented when older programs would misread the lines.
const VERSION: u32 = 1;

/// The first line of a journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    format: String,
    version: u32,
    /// Version of the program that started the match.
    program: String,
    /// Start date: `YYYY.MM.DD`.
    pub date: String,
    /// Number of games of the match.
    pub games: usize,
    /// Command-line options needed to set up the match again.
    pub options: serde_json::Value,
    #[serde(rename = "contenders")]
    participants: Vec<Identity>,
    /// [`super::Suite::id`] in hexadecimal.
    openings: String,
}

/// Properties of a participant that must not change on resume.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Identity {
    name: String,
    #[serde(flatten)]
    source: SourceIdentity,
    limit: String,
    /// Missing in journals of older versions, in which nobody had a book.
    #[serde(default, skip_serializing_if = "is_false")]
    own_book: bool,
}

impl Identity {
    fn is_same(&self, other: &Self) -> bool {
        self.name == other.name
            && self.source.is_same(&other.source)
            && self.limit == other.limit
            && self.own_book == other.own_book
    }
}

impl Header {
    /// Creates the header of a new match.
    pub fn new(plan: &Match, date: String, options: serde_json::Value) -> Self {
        let identities = plan.participants.iter().map(|participant| Identity {
            name: participant.name.clone(),
            source: SourceIdentity::new(&participant.source),
            limit: participant.limit.to_string(),
            own_book: participant.own_book,
        });
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            date,
            games: plan.schedule.games(),
            options,
            participants: identities.collect(),
            openings: openings_id(plan),
        }
    }

    /// Checks the file format; describes the mismatch otherwise.
    pub(super) fn check_format(&self) -> Result<(), String> {
        if self.format == FORMAT && self.version == VERSION {
            return Ok(());
        }
        let kind = format!("{} version {}", self.format, self.version);
        Err(format!("expected `{FORMAT}` version {VERSION}, found `{kind}`"))
    }

    /// Returns `true` if a match has the same openings.
    pub(super) fn has_openings_of(&self, plan: &Match) -> bool {
        self.openings == openings_id(plan)
    }

    /// Returns name, source and limit of each participant.
    pub fn participants(&self) -> impl Iterator<Item = (&str, &SourceIdentity, &str)> {
        let identities = self.participants.iter();
        identities.map(|identity| (identity.name.as_str(), &identity.source, identity.limit.as_str()))
    }

    /// Restores the names that the participants had at the start, for participants with an unchanged source.
    pub fn restore_names(&self, plan: &mut Match) {
        for (participant, then) in plan.participants.iter_mut().zip(&self.participants) {
            if then.source.is_same(&SourceIdentity::new(&participant.source)) {
                participant.name.clone_from(&then.name);
            }
        }
    }

    /// Describes the first difference to a match as it would be played now; `None` if there is none.
    pub(super) fn difference(&self, plan: &Match) -> Option<String> {
        let now = Self::new(plan, self.date.clone(), self.options.clone());
        if self.program != now.program {
            let (then, now) = (&self.program, &now.program);
            return Some(format!("it was begun by version {then}, this is {now}"));
        }
        let pairs = self.participants.iter().zip(&now.participants);
        let changed = pairs.into_iter().find(|(then, now)| !then.is_same(now));
        changed.map(|(then, now)| {
            format!(
                "{} was {}, {}, and is now {}, {}",
                then.name, then.source, then.limit, now.source, now.limit
            )
        })
    }
}

fn openings_id(plan: &Match) -> String {
    format!("{:016x}", plan.suite.id())
}
