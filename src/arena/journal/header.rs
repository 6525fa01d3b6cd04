//! The first line of a journal: what the match is.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::arena::player::Source;
use crate::arena::runner::Match;

/// What the first line says of the kind of file.
const FORMAT: &str = "temper match";
/// And of its version; it changes when older programs would misread the lines.
const VERSION: u32 = 1;

/// The first line: what a match is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    format: String,
    version: u32,
    /// The version of the program that began the match.
    program: String,
    /// When it began: `YYYY.MM.DD`.
    pub date: String,
    /// The number of games that were asked for.
    pub games: usize,
    /// Whatever is needed to set the match up again.
    pub options: serde_json::Value,
    contenders: Vec<Identity>,
    /// [`super::Suite::id`], in hexadecimal digits.
    openings: String,
}

/// What must not change of a contender.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Identity {
    name: String,
    #[serde(flatten)]
    source: SourceIdentity,
    limit: String,
}

impl Identity {
    fn is_same(&self, other: &Self) -> bool {
        self.name == other.name && self.source.is_same(&other.source) && self.limit == other.limit
    }
}

/// What a contender plays from, as files have it: what must not change when a match is resumed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SourceIdentity {
    /// A profile.
    Profile {
        /// Its name.
        profile: String,
        /// A hash of all its values, as hexadecimal digits.
        id: String,
    },
    /// Another program.
    External {
        /// What it calls itself.
        engine: String,
        /// The command that starts it.
        command: String,
        /// The options that were given to it.
        options: String,
    },
}

impl Header {
    /// The header of a match that begins now.
    pub fn new(plan: &Match, date: String, options: serde_json::Value) -> Self {
        let identities = plan.contenders.iter().map(|contender| Identity {
            name: contender.name.clone(),
            source: SourceIdentity::new(&contender.source),
            limit: contender.limit.to_string(),
        });
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            date,
            games: plan.schedule.games(),
            options,
            contenders: identities.collect(),
            openings: openings_id(plan),
        }
    }

    /// That the file is of a kind that this program reads; else what is wrong.
    pub(super) fn check_format(&self) -> Result<(), String> {
        if self.format == FORMAT && self.version == VERSION {
            return Ok(());
        }
        let kind = format!("{} version {}", self.format, self.version);
        Err(format!("expected `{FORMAT}` version {VERSION}, found `{kind}`"))
    }

    /// Whether a match is played from the same openings.
    pub(super) fn has_openings_of(&self, plan: &Match) -> bool {
        self.openings == openings_id(plan)
    }

    /// Those who play: name and source.
    pub(super) fn contenders(&self) -> impl Iterator<Item = (&str, &SourceIdentity)> {
        let identities = self.contenders.iter();
        identities.map(|identity| (identity.name.as_str(), &identity.source))
    }

    /// Gives the contenders of a match the names that they had when it began, if they play from the same.
    pub(super) fn restore_names(&self, plan: &mut Match) {
        for (contender, then) in plan.contenders.iter_mut().zip(&self.contenders) {
            if then.source.is_same(&SourceIdentity::new(&contender.source)) {
                contender.name.clone_from(&then.name);
            }
        }
    }

    /// What of a match as it would be played now is not as it was; `None` if all is.
    pub(super) fn difference(&self, plan: &Match) -> Option<String> {
        let now = Self::new(plan, self.date.clone(), self.options.clone());
        if self.program != now.program {
            let (then, now) = (&self.program, &now.program);
            return Some(format!("it was begun by version {then}, this is {now}"));
        }
        let pairs = self.contenders.iter().zip(&now.contenders);
        let changed = pairs.into_iter().find(|(then, now)| !then.is_same(now));
        changed.map(|(then, now)| {
            format!(
                "{} was {}, {}, and is now {}, {}",
                then.name, then.source, then.limit, now.source, now.limit
            )
        })
    }
}

impl SourceIdentity {
    /// That of a source.
    pub fn new(source: &Source) -> Self {
        match source {
            Source::Profile(profile) => Self::Profile {
                profile: profile.name().to_owned(),
                id: format!("{:016x}", profile.id()),
            },
            Source::External(engine) => Self::External {
                engine: engine.name(),
                command: engine.command(),
                options: engine.options(),
            },
            Source::Told(identity) => identity.clone(),
        }
    }

    /// Whether the same plays. The id of a profile says so, for its name may change while its values do not.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Profile { id, .. }, Self::Profile { id: other, .. }) => id == other,
            _ => self == other,
        }
    }
}

impl fmt::Display for SourceIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Profile { profile, id } => write!(f, "profile {profile} (id {id})"),
            Self::External {
                engine,
                command,
                options,
            } => write!(f, "engine {engine} (uci:{command}, options `{options}`)"),
        }
    }
}

fn openings_id(plan: &Match) -> String {
    format!("{:016x}", plan.suite.id())
}
