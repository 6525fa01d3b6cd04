//! Categories of profiles, for lists.

use std::sync::Arc;

use super::diagnostic::Diagnostics;
use super::keys::EXTENDS;
use super::library::CHAMPION;
use super::{Source, read};

/// Name of the profile of the environment variable `EVALFILE` of the build: in the program, but the user's.
const EVALFILE: &str = "evalfile";

/// What a profile is, in the order of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// A shipped character: the strongest profile, or one that extends it.
    Character,
    /// A shipped profile that stands alone: a published evaluation.
    Published,
    /// A profile of the user.
    Own,
}

impl Category {
    /// Returns the category of a profile by its name and the text of its file.
    pub(super) fn of(name: &str, source: &Arc<Source>) -> Self {
        if name == EVALFILE || !source.is_shipped() {
            return Self::Own;
        }
        let has_parent = read(source, &mut Diagnostics::default()).get(EXTENDS).is_some();
        if name == CHAMPION || has_parent { Self::Character } else { Self::Published }
    }

    /// The heading of a list.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Character => "Characters",
            Self::Published => "Published evaluations",
            Self::Own => "Your profiles",
        }
    }

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Character => "character",
            Self::Published => "published",
            Self::Own => "own",
        }
    }
}
