//! Everything between a file and [`Values`]: reading, checking, finding, writing.
//!
//! ```text
//! file --source--> text --read_toml | read_ron--> tree with locations --inheritance, check, scale--> Profile | diagnostics
//! Profile --compile--> Weights                    Profile --write--> text
//! ```
//! Every node of the tree has its source file and location. A profile that extends another one is checked on top of
//! it ([`inheritance`]), so every value keeps the file and line that set it.

mod book;
mod category;
mod check;
pub mod child;
#[doc(hidden)]
pub mod custom_terms;
pub mod decimal;
#[doc(hidden)]
pub mod dependencies;
pub mod diagnostic;
pub mod diff;
pub mod edit;
pub mod format;
pub mod import;
mod inheritance;
#[doc(hidden)]
pub mod keys;
pub mod library;
mod load;
pub mod node;
pub mod normalize;
mod number_mistakes;
pub mod numbers;
mod overrides;
#[doc(hidden)]
pub mod read_ron;
#[doc(hidden)]
pub mod read_toml;
pub mod reference;
pub mod reload;
mod rename;
mod ron_lexer;
pub mod save;
mod scale;
pub mod schema;
mod schema_forms;
mod schema_terms;
mod shape;
pub mod source;
pub mod template;
mod toml_mistakes;
#[doc(hidden)]
pub mod toml_statements;
#[doc(hidden)]
pub mod trusted_folders;
mod values;
#[doc(hidden)]
pub mod warnings;
#[cfg(not(target_family = "wasm"))]
pub mod watch;
pub mod write;

use std::sync::Arc;

use crate::eval::keys::Entry;
use crate::eval::{SidedWeights, Values, Weights};

use decimal::Number;
use diagnostic::Diagnostics;
use node::Table;

pub use category::Category;
pub use check::{LONGEST_NAME, is_device, is_name};
pub use custom_terms::Text;
pub use dependencies::Dependencies;
pub use diagnostic::{Diagnostic, Severity, Style};
pub use library::{CHAMPION, CHAMPION_ALIAS, Library, LoadError, Origin, is_path};
pub use load::Listed;
pub use overrides::Overrides;
pub use rename::renamed;
pub use scale::Scaled;
pub use shape::{entry_words, index_word, index_words, unit_words};
pub use source::{Format, Location, Source};
pub use trusted_folders::TrustedFolders;
pub use warnings::is_read;

/// The only mandatory key.
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
    /// All numbers and choices; missing ones have their default.
    #[doc(hidden)]
    pub values: Values,
    /// The keys that the profile sets, in the order of the table; then its custom terms.
    #[doc(hidden)]
    pub given: Vec<Provenance>,
    /// The file it was read from, then its ancestors, nearest first.
    pub files: Vec<Origin>,
    /// The custom terms without their values.
    written: custom_terms::Written,
    /// The opening book as written.
    book: check::book::BookSource,
}

impl From<&Profile> for SidedWeights {
    fn from(profile: &Profile) -> Self {
        profile.compile_both()
    }
}

/// A key that a profile sets.
#[derive(Debug, Clone)]
pub struct Provenance {
    /// The full key.
    pub key: String,
    pub entry: Entry,
    /// Location of its key, in the profile or an ancestor.
    pub location: Location,
    /// Factors applied since, oldest first.
    pub scaled: Vec<Scaled>,
    /// The previous provenance, and what has become of the previous numbers of each stage; `None` if both are replaced.
    pub kept: Option<(Box<Provenance>, [Previous; 2])>,
}

/// What a file does with the previous numbers of one stage of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Previous {
    /// It replaces them.
    Replaced,
    /// It adds to them: to all of them the same number, if there is one.
    AddedTo(Option<Number>),
    /// It leaves them as they are.
    Kept,
}

/// A change of a number after the file that set it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Since<'a> {
    Scaled(&'a Scaled),
    /// Added to, here, by the same number for all entries if there is one.
    Added(Option<Number>, &'a Location),
}

/// One of the two numbers of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Mg,
    Eg,
}

impl Stage {
    /// Both, in the order of a pair.
    pub const ALL: [Self; 2] = [Self::Mg, Self::Eg];

    /// The keys of both in profiles.
    pub const NAMES: [&str; 2] = [Self::Mg.name(), Self::Eg.name()];

    /// The key of the stage in profiles.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mg => "mg",
            Self::Eg => "eg",
        }
    }
}

impl Provenance {
    /// Returns the location that set the number of a stage, and its changes since, oldest first.
    pub fn origin(&self, stage: Stage) -> (&Location, Vec<Since<'_>>) {
        let before = self.kept.as_ref().map(|(before, previous)| (before, previous[stage as usize]));
        let (location, mut since) = match before {
            Some((before, Previous::Kept)) => before.origin(stage),
            Some((before, Previous::AddedTo(n))) => {
                let (location, mut since) = before.origin(stage);
                since.push(Since::Added(n, &self.location));
                (location, since)
            }
            _ => (&self.location, Vec::new()),
        };
        since.extend(self.scaled.iter().map(Since::Scaled));
        (location, since)
    }
}

impl Profile {
    /// Compiles the values for the evaluator. With values by side, the result is for an engine that plays White.
    pub fn compile(&self) -> Weights {
        Weights::new(&self.name, &self.values)
    }

    /// Compiles the values for an engine that may play either side.
    pub fn compile_both(&self) -> SidedWeights {
        SidedWeights::new(&self.name, &self.values)
    }

    /// Returns the provenance of a key, if the profile sets it.
    #[doc(hidden)]
    pub fn given(&self, key: &str) -> Option<&Provenance> {
        self.given.iter().find(|g| g.key == key)
    }

    /// Returns the keys with values that the profile sets, in the order of the table; then its custom terms.
    pub fn valued_entries(&self) -> Vec<Entry> {
        let entries = self.given.iter().map(|given| given.entry);
        let mut entries: Vec<Entry> = entries.filter(|entry| entry.slot().is_some()).collect();
        entries.sort_by_key(|entry| entry.ordinal);
        entries
    }

    pub fn format(&self) -> Format {
        let name = self.given(NAME);
        name.map_or(Format::Toml, |g| g.location.source.format)
    }

    /// Returns a string of the profile by its key.
    pub fn text(&self, key: &str) -> Option<&str> {
        match key {
            NAME => Some(&self.name),
            "description" => self.description.as_deref(),
            "author" => self.author.as_deref(),
            "source" => self.source.as_deref(),
            "license" => self.license.as_deref(),
            check::book::FILE => self.book.file.as_deref(),
            _ => None,
        }
    }

    /// Returns the lines of an opening book by their key; none for any other key.
    pub fn lines(&self, key: &str) -> &[String] {
        check::book::side_of(key).map_or(&[], |side| &self.book.lines[side as usize])
    }

    /// The definitions and named expressions of custom terms, in file order.
    #[doc(hidden)]
    pub fn definitions(&self) -> Vec<Text<'_>> {
        custom_terms::definitions(&self.written)
    }

    /// The expressions of a custom term by its key; empty for any other key.
    #[doc(hidden)]
    pub fn term_texts(&self, key: &str) -> Vec<Text<'_>> {
        custom_terms::term_texts(&self.written, key)
    }

    /// Stand-in for a profile that could not be loaded.
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
            check::book::FILE => &mut self.book.file,
            _ => {
                self.name = text.to_owned();
                return;
            }
        };
        *field = Some(text.to_owned());
    }
}

/// Parses a profile. Returns it with its warnings, or all its diagnostics by location. Parents are searched among the
/// shipped profiles only; [`Library::parse`] searches elsewhere too.
///
/// # Errors
/// The diagnostics of the text, at least one of which is an error.
pub fn parse(source: &Arc<Source>) -> Result<(Profile, Vec<Diagnostic>), Vec<Diagnostic>> {
    Library::of(Vec::new()).parse(source, &Origin::Text)
}

/// Parses a file into a tree with locations. The crate `ron` defines that language: input that our reader, which
/// continues after a mistake and tracks locations, accepts but the crate rejects is an error.
fn read(source: &Arc<Source>, diagnostics: &mut Diagnostics) -> Table {
    let mut found = Diagnostics::default();
    let table = match source.format {
        Format::Toml => read_toml::read(source, &mut found),
        Format::Ron => read_ron::read(source, &mut found),
    };
    if source.format == Format::Ron
        && found.is_empty()
        && let Err(error) = read_ron::check(source)
    {
        found.add(|| error);
    }
    found.call_syntax_errors();
    diagnostics.append(found);
    table
}
