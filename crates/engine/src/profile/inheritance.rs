//! Inheritance between profiles: `extends`, `reset` and `scale`.
//!
//! A file that extends another one is checked on top of it, from the oldest ancestor to the youngest: tables merge
//! key by key, lists and single values replace. Every value keeps the location that set it.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::check::Directives;
use super::dependencies::Dependencies;
use super::diagnostic::{Diagnostic, Diagnostics, quoted};
use super::keys::EXTENDS;
use super::library::{Library, LoadError, Origin, is_path};
use super::node::{Named, Table};
use super::source::{Location, MAX_BYTES, Source};
use super::trusted_folders::{TrustedFolders, folder_of};
use super::warnings::inherited;
use super::{NAME, Profile, check, read};

/// Maximum length of an inheritance chain.
const MOST_ANCESTORS: usize = 64;
/// Maximum size of all files of a chain together, in bytes: a second or two of loading.
const MAX_CHAIN_BYTES: usize = 2 * MAX_BYTES;

/// The files of a chain, youngest first.
pub(super) type Files = Vec<(Arc<Source>, Origin)>;

/// One file of an inheritance chain.
struct Generation {
    source: Arc<Source>,
    origin: Origin,
    tree: Table,
    directives: Directives,
    /// Diagnostics of reading the text.
    unread: Diagnostics,
    /// Diagnostics of its directives.
    diagnostics: Diagnostics,
}

/// A file checked on top of its ancestors.
#[derive(Clone, Default)]
struct Checked {
    /// Absent if there is no file yet.
    profile: Option<Profile>,
    diagnostics: Diagnostics,
    files: Files,
}

/// Profiles that have been checked: each is read and checked once, however many others extend it.
#[derive(Default)]
pub(super) struct Families(HashMap<Origin, Checked>);

/// The files whose profile is not known yet, youngest first, and the known profile that the last one extends.
struct Ancestry {
    generations: Vec<Generation>,
    known: Checked,
    /// False if a parent could not be found or used.
    is_whole: bool,
}

/// Reads a profile with all its ancestors, except its opening book. Returns the profile and its files, or the errors of
/// all these files. Adds warnings about odd new values of inherited keys.
pub(super) fn read_family(
    source: &Arc<Source>,
    origin: &Origin,
    library: &Library,
    seen: &mut Dependencies,
    mut families: Option<&mut Families>,
    warnings: &mut Diagnostics,
) -> Result<(Profile, Files), Vec<Diagnostic>> {
    let mut ancestry = Ancestry::of(source, origin, library, seen, families.as_deref());
    let mut checked = ancestry.known;
    let mut parent = None;
    while let Some(generation) = ancestry.generations.pop() {
        let origin = generation.origin.clone();
        if ancestry.generations.is_empty() {
            parent = checked.profile.as_ref().map(|profile| profile.values.clone());
        }
        checked.add(generation);
        if ancestry.is_whole
            && let Some(Families(known)) = families.as_deref_mut()
        {
            known.insert(origin, checked.clone());
        }
    }
    let Checked { profile, mut diagnostics, files } = checked;
    let mut profile = profile.unwrap_or_default();
    if diagnostics.is_empty()
        && let Some(parent) = parent
    {
        inherited::find(&profile, source, &parent, warnings);
    }
    if diagnostics.is_empty() {
        profile = check::overlay(library.tweaks(), profile, &mut diagnostics);
    }
    profile.files = files.iter().map(|(_, origin)| origin.clone()).collect();
    if diagnostics.is_empty() { Ok((profile, files)) } else { Err(diagnostics.into_sorted()) }
}

impl Checked {
    /// Checks a file on top of the profile that it extends.
    fn add(&mut self, mut generation: Generation) {
        let is_parent_faulty = !self.diagnostics.is_empty();
        if is_parent_faulty && let Some(extends) = &generation.directives.extends {
            let message = format!("the profile it extends, {}, has faults", quoted(&extends.text));
            let location = extends.location.clone();
            generation.diagnostics.add(|| Diagnostic::error(location, message).key(EXTENDS));
        }
        let Generation { source, origin, tree, directives, unread, diagnostics: mut found } = generation;
        // A file with syntax errors may have lost its `extends`.
        let is_rootless = directives.extends.is_some() || !unread.is_empty();
        let base = self.profile.take().or_else(|| is_rootless.then(Profile::rootless));
        let broken = unread.lines();
        let mut meaning = Diagnostics::default();
        let mut profile = check::check(&tree, &directives, &Location::file(&source), base, &mut meaning);
        if source.is_foreign && !(unread.is_empty() && found.is_empty() && meaning.is_empty()) {
            // It may not be a profile at all: its contents must not appear in messages about its children.
            profile = Profile::rootless();
        }
        if !unread.is_empty() {
            // Drops follow-up errors of a syntax error on the same line or of an unreadable value.
            let is_news = |d: &Diagnostic| d.line().is_none_or(|line| !broken.contains(&line));
            found.retain(is_news);
            meaning.retain(|d| is_news(d) && d.key.as_deref() != Some(NAME));
        }
        self.profile = Some(profile);
        self.diagnostics.append(unread);
        self.diagnostics.append(found);
        self.diagnostics.append(meaning);
        self.files.insert(0, (source, origin));
    }
}

impl Ancestry {
    /// Reads a file and its ancestors, up to one that is known.
    fn of(
        source: &Arc<Source>,
        origin: &Origin,
        library: &Library,
        seen: &mut Dependencies,
        families: Option<&Families>,
    ) -> Self {
        if let Some(known) = families.and_then(|Families(known)| known.get(origin)) {
            return Self { generations: Vec::new(), known: known.clone(), is_whole: true };
        }
        let first = generation(source, origin.clone());
        let mut ancestry = Self { generations: vec![first], known: Checked::default(), is_whole: true };
        let own = library.own_folders(origin);
        loop {
            match ancestry.add_parent(library, &own, seen, families) {
                Ok(true) => {}
                Ok(false) => return ancestry,
                Err(diagnostic) => {
                    ancestry.is_whole = false;
                    if let Some(child) = ancestry.generations.last_mut() {
                        child.diagnostics.add(|| *diagnostic);
                    }
                    return ancestry;
                }
            }
        }
    }

    /// Adds the parent of the last profile. Returns `false` if there is no more to read.
    fn add_parent(
        &mut self,
        library: &Library,
        own: &TrustedFolders,
        seen: &mut Dependencies,
        families: Option<&Families>,
    ) -> Result<bool, Box<Diagnostic>> {
        let last = self.generations.last();
        let Some((child, extends)) = last.and_then(|g| Some((g, g.directives.extends.as_ref()?))) else {
            return Ok(false);
        };
        let (source, origin) = parent(extends, &child.origin, library, own, seen)?;
        let location = origin.identity();
        if let Some(first) = self.generations.iter().position(|g| g.origin.identity() == location) {
            return Err(Box::new(cycle(&self.generations[first..], extends)));
        }
        let known = families.and_then(|Families(known)| known.get(&origin));
        let parents = match known {
            Some(known) => known.files.iter().map(|(source, _)| source.text.len()).collect(),
            None => vec![source.text.len()],
        };
        self.check_size(extends, &parents)?;
        if let Some(known) = known {
            self.known = known.clone();
            return Ok(false);
        }
        self.generations.push(generation(&source, origin));
        Ok(true)
    }

    /// Refuses a chain that becomes too long with more files of these sizes.
    fn check_size(&self, extends: &Named, parents: &[usize]) -> Result<(), Box<Diagnostic>> {
        let sizes = self.generations.iter().map(|g| g.source.text.len()).chain(parents.iter().copied());
        let message = if sizes.clone().count() > MOST_ANCESTORS + 1 {
            format!("more than {MOST_ANCESTORS} profiles build on each other here")
        } else if sizes.sum::<usize>() > MAX_CHAIN_BYTES {
            format!(
                "the profiles that build on each other here are too large: together they may have {MAX_CHAIN_BYTES} bytes at most"
            )
        } else {
            return Ok(());
        };
        Err(Box::new(Diagnostic::error(extends.location.clone(), message).key(EXTENDS)))
    }
}

fn generation(source: &Arc<Source>, origin: Origin) -> Generation {
    let (mut unread, mut diagnostics) = (Diagnostics::default(), Diagnostics::default());
    let mut tree = read(source, &mut unread);
    let directives = Directives::take(&mut tree, &mut diagnostics);
    Generation { source: Arc::clone(source), origin, tree, directives, unread, diagnostics }
}

/// Finds the profile that a file extends, by name or by a path relative to its own folder.
fn parent(
    extends: &Named,
    child: &Origin,
    library: &Library,
    own: &TrustedFolders,
    seen: &mut Dependencies,
) -> Result<(Arc<Source>, Origin), Box<Diagnostic>> {
    if matches!(child, Origin::Embedded(_)) && is_path(&extends.text) {
        let message = "a profile in the program can extend others by name, but not by path";
        let diagnostic = Diagnostic::error(extends.location.clone(), message)
            .hint("`temper profile show --flat` writes a profile and all that it builds on as one file")
            .key(EXTENDS);
        return Err(Box::new(diagnostic));
    }
    let folder = match child {
        Origin::File(path) => folder_of(path).to_owned(),
        Origin::Embedded(_) | Origin::Text => PathBuf::new(),
    };
    let found = library.parent(&extends.text, &folder, child, own, seen);
    found.map_err(|error| {
        let diagnostic = match error {
            LoadError::Unknown { nearest, known, .. } => {
                let message = format!("no profile is called {}", quoted(&extends.text));
                let hint = match nearest {
                    Some(nearest) => format!("did you mean \"{nearest}\"?"),
                    None => format!("found: {}", known.join(", ")),
                };
                Diagnostic::error(extends.location.clone(), message).hint(hint)
            }
            LoadError::Invalid(diagnostics) => {
                let why = diagnostics.first().map_or("", |f| &f.message);
                let message = format!("{} cannot be extended: {why}", quoted(&extends.text));
                Diagnostic::error(extends.location.clone(), message)
                    .hint("a path counts from the folder of this file")
            }
        };
        Box::new(diagnostic.key(EXTENDS))
    })
}

/// Reports an inheritance cycle with all its files.
fn cycle(line: &[Generation], extends: &Named) -> Diagnostic {
    let mut way: Vec<&str> = line.iter().map(|g| g.source.file.as_str()).collect();
    way.extend(way.first().copied());
    let message = format!("a profile cannot extend itself: {}", way.join(" -> "));
    Diagnostic::error(extends.location.clone(), message).key(EXTENDS)
}
