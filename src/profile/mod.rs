//! Everything between a file and [`Values`]: reading, checking, finding, writing.
//!
//! ```text
//! file --source--> text --read_toml | read_ron--> tree with places --family, check, scale--> Profile | faults
//! Profile --compile--> Weights                    Profile --write--> text
//! ```
//! Every node of the tree knows the file and the place it comes from. A profile that extends another is checked
//! on top of it ([`family`]), so every value remembers the file and line that set it.

pub mod changes;
mod check;
pub mod diagnostic;
pub mod diff;
mod family;
mod keys;
mod layout;
pub mod library;
pub mod live;
mod mend;
pub mod node;
pub mod numbers;
mod own_folders;
mod own_terms;
pub mod parameters;
mod read_ron;
mod read_toml;
pub mod reference;
mod ron_recovery;
mod scale;
pub mod schema;
mod schema_forms;
mod schema_terms;
mod seen;
mod shape;
pub mod skeleton;
pub mod source;
pub mod tidy;
mod toml_faults;
mod tweak;
mod values;
mod warnings;
pub mod watch;
pub mod write;

use std::sync::Arc;

use crate::eval::keys::Entry;
use crate::eval::{Sides, Values, Weights};

use diagnostic::Faults;
use node::Table;

pub use check::{LONGEST_NAME, is_name};
pub use diagnostic::{Diagnostic, Severity, Style};
pub use library::{CHAMPION, CHAMPION_ALIAS, Library, Listed, LoadError, Origin, is_path};
pub use own_folders::OwnFolders;
pub use own_terms::Text;
pub use scale::Scaled;
pub use seen::Seen;
pub use shape::{entry_words, index_words};
pub use source::{Format, Place, Source};
pub use tweak::Tweaks;
pub use warnings::is_read;

/// The one key that a profile must have.
const NAME: &str = "name";

/// A valid profile.
#[derive(Debug, Clone, Default)]
pub struct Profile {
    /// The name: letters, digits, `-` and `_`.
    pub name: String,
    /// A sentence on the style.
    pub description: Option<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// Where the numbers come from.
    pub source: Option<String>,
    /// The licence of the numbers.
    pub license: Option<String>,
    /// All numbers and choices; what the profile does not give has its default.
    pub values: Values,
    /// The keys that the profile gives, in the order of the vocabulary; then its own terms.
    pub given: Vec<Given>,
    /// The file it was read from, then those that it builds on, the nearest first.
    pub files: Vec<Origin>,
    /// What is said of own terms but for their values.
    written: own_terms::Written,
}

/// A key that a profile gives.
#[derive(Debug, Clone)]
pub struct Given {
    /// The full key.
    pub key: String,
    /// Its declaration.
    pub entry: Entry,
    /// Where its key stands, in the profile or in one that it builds on.
    pub place: Place,
    /// By what it was multiplied since, the oldest first.
    pub scaled: Vec<Scaled>,
    /// What was said before, if only one stage was given here: the other one is as it was there.
    pub kept: Option<(Stage, Box<Given>)>,
}

/// One of the two numbers of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Middlegame.
    Mg,
    /// Endgame.
    Eg,
}

impl Stage {
    /// Both, in the order of a pair.
    pub const ALL: [Self; 2] = [Self::Mg, Self::Eg];

    /// The key of a profile.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mg => "mg",
            Self::Eg => "eg",
        }
    }
}

impl Given {
    /// Where the number of a stage was set, and by what it was multiplied since.
    pub fn origin(&self, stage: Stage) -> (&Place, Vec<&Scaled>) {
        let (place, mut scaled) = match &self.kept {
            Some((kept, before)) if *kept == stage => before.origin(stage),
            _ => (&self.place, Vec::new()),
        };
        scaled.extend(&self.scaled);
        (place, scaled)
    }
}

impl Profile {
    /// Compiles the values for the evaluator; should the profile count the sides differently, for an engine that plays
    /// White.
    pub fn compile(&self) -> Weights {
        Weights::new(&self.name, &self.values)
    }

    /// Compiles the values for an engine that may play either side.
    pub fn compile_both(&self) -> Sides {
        Sides::new(&self.name, &self.values)
    }

    /// The place of a key, if the profile gives it.
    pub fn given(&self, key: &str) -> Option<&Given> {
        self.given.iter().find(|g| g.key == key)
    }

    /// The keys with values that the profile gives, in the order of the vocabulary; then its own terms.
    pub fn valued_entries(&self) -> Vec<Entry> {
        let entries = self.given.iter().map(|given| given.entry);
        let mut entries: Vec<Entry> = entries.filter(|entry| entry.slot().is_some()).collect();
        entries.sort_by_key(|entry| entry.ordinal);
        entries
    }

    /// The format in which it is written.
    pub fn format(&self) -> Format {
        let name = self.given(NAME);
        name.map_or(Format::Toml, |g| g.place.source.format)
    }

    /// A text of the profile by its key.
    pub fn text(&self, key: &str) -> Option<&str> {
        match key {
            NAME => Some(&self.name),
            "description" => self.description.as_deref(),
            "author" => self.author.as_deref(),
            "source" => self.source.as_deref(),
            "license" => self.license.as_deref(),
            _ => None,
        }
    }

    /// What own terms are made of: definitions and names for expressions, in the order of the files.
    pub fn definitions(&self) -> Vec<Text<'_>> {
        own_terms::definitions(&self.written)
    }

    /// What an own term says besides its values, by its key; none of another key.
    pub fn term_texts(&self, key: &str) -> Vec<Text<'_>> {
        own_terms::term_texts(&self.written, key)
    }

    /// In the place of one that could not be loaded.
    fn rootless() -> Self {
        let mut profile = Self::default();
        profile.written.is_rootless = true;
        profile
    }

    fn set_text(&mut self, key: &str, text: &str) {
        let field = match key {
            "description" => &mut self.description,
            "author" => &mut self.author,
            "source" => &mut self.source,
            "license" => &mut self.license,
            _ => {
                self.name = text.to_owned();
                return;
            }
        };
        *field = Some(text.to_owned());
    }
}

/// Reads a profile from text: the profile with warnings, or all its faults, by place. What it extends is looked
/// for among the shipped profiles; [`Library::parse`] looks elsewhere too.
///
/// # Errors
/// The faults of the text, at least one of which is an error.
pub fn parse(source: &Arc<Source>) -> Result<(Profile, Vec<Diagnostic>), Vec<Diagnostic>> {
    Library::of(Vec::new()).parse(source, &Origin::Text)
}

fn read(source: &Arc<Source>, faults: &mut Faults) -> Table {
    let mut found = Faults::default();
    let table = match source.format {
        Format::Toml => read_toml::read(source, &mut found),
        Format::Ron => read_ron::read(source, &mut found),
    };
    found.call_syntax_errors();
    faults.append(found);
    table
}
