//! Inheritance between profiles: `extends`, `reset` and `scale`.
//!
//! A file that extends another one is checked on top of it, from the oldest ancestor to the youngest: tables merge
//! key by key, lists and single values replace. Every value keeps the location that set it.

use std::path::PathBuf;
use std::sync::Arc;

use super::check::Directives;
use super::dependencies::Dependencies;
use super::diagnostic::{Diagnostic, Diagnostics, quoted};
use super::keys::EXTENDS;
use super::library::{Library, LoadError, Origin, is_path};
use super::node::{Named, Table};
use super::source::{Location, Source};
use super::trusted_folders::{TrustedFolders, folder_of};
use super::warnings::inherited;
use super::{NAME, Profile, book, check, read};

/// Maximum length of an inheritance chain.
const MOST_ANCESTORS: usize = 64;

/// One file of an inheritance chain.
struct Generation {
    source: Arc<Source>,
    origin: Origin,
    tree: Table,
    directives: Directives,
    /// Diagnostics of reading the text.
    unread: Diagnostics,
    /// Diagnostics of its directives.
    faults: Diagnostics,
}

/// Reads a profile with all its ancestors. Returns the profile, or the errors of all its files.
/// Adds warnings about odd new values of inherited keys and about an opening book that cannot be read.
pub(super) fn read_family(
    source: &Arc<Source>,
    origin: &Origin,
    library: &Library,
    seen: &mut Dependencies,
    warnings: &mut Diagnostics,
) -> Result<Profile, Vec<Diagnostic>> {
    let mut line = ancestors(source, origin, library, seen);
    let origins: Vec<_> = line.iter().map(|g| (Arc::clone(&g.source), g.origin.clone())).collect();
    let mut faults = Diagnostics::default();
    let mut base: Option<Profile> = None;
    let mut parent = None;
    while let Some(mut generation) = line.pop() {
        let is_parent_faulty = !faults.is_empty();
        if is_parent_faulty && let Some(extends) = &generation.directives.extends {
            let message = format!("the profile it extends, {}, has faults", quoted(&extends.text));
            let location = extends.location.clone();
            generation.faults.add(|| Diagnostic::error(location, message).key(EXTENDS));
        }
        let whole = Location::file(&generation.source);
        let Generation { tree, directives, unread, faults: mut found, .. } = generation;
        // A file with syntax errors may have lost its `extends`.
        let is_rootless = directives.extends.is_some() || !unread.is_empty();
        let base_of = base.or_else(|| is_rootless.then(Profile::rootless));
        if line.is_empty() {
            parent = base_of.as_ref().map(|base| base.values.clone());
        }
        let broken = unread.lines();
        let mut meaning = Diagnostics::default();
        base = Some(check::check(&tree, &directives, &whole, base_of, &mut meaning));
        if generation.source.is_foreign && !(unread.is_empty() && found.is_empty() && meaning.is_empty()) {
            // It may not be a profile at all: its contents must not appear in messages about its children.
            base = Some(Profile::rootless());
        }
        if !unread.is_empty() {
            // Drops follow-up errors of a syntax error on the same line or of an unreadable value.
            let is_news = |d: &Diagnostic| d.line().is_none_or(|line| !broken.contains(&line));
            found.retain(is_news);
            meaning.retain(|d| is_news(d) && d.key.as_deref() != Some(NAME));
        }
        faults.append(unread);
        faults.append(found);
        faults.append(meaning);
    }
    let mut profile = base.unwrap_or_default();
    if faults.is_empty()
        && let Some(parent) = parent
    {
        inherited::find(&profile, source, &parent, warnings);
    }
    if faults.is_empty() {
        profile = check::overlay(library.tweaks(), profile, &mut faults);
    }
    if faults.is_empty() {
        book::compile(&mut profile, &origins, seen, warnings);
    }
    profile.files = origins.into_iter().map(|(_, origin)| origin).collect();
    if faults.is_empty() { Ok(profile) } else { Err(faults.into_sorted()) }
}

/// Returns the file and its ancestors, youngest first.
fn ancestors(
    source: &Arc<Source>,
    origin: &Origin,
    library: &Library,
    seen: &mut Dependencies,
) -> Vec<Generation> {
    let mut line = vec![generation(source, origin.clone())];
    let own = library.own_folders(origin);
    loop {
        let fault = match older(&line, library, &own, seen) {
            Ok(Some(older)) => {
                line.push(older);
                continue;
            }
            Ok(None) => return line,
            Err(fault) => *fault,
        };
        if let Some(child) = line.last_mut() {
            child.faults.add(|| fault);
        }
        return line;
    }
}

/// Returns the parent of the last profile of a chain, if any.
fn older(
    line: &[Generation],
    library: &Library,
    own: &TrustedFolders,
    seen: &mut Dependencies,
) -> Result<Option<Generation>, Box<Diagnostic>> {
    let Some((child, extends)) = line.last().and_then(|g| Some((g, g.directives.extends.as_ref()?))) else {
        return Ok(None);
    };
    if line.len() > MOST_ANCESTORS {
        let message = format!("more than {MOST_ANCESTORS} profiles build on each other here");
        return Err(Box::new(Diagnostic::error(extends.location.clone(), message).key(EXTENDS)));
    }
    let (source, origin) = parent(extends, &child.origin, library, own, seen)?;
    let location = origin.identity();
    match line.iter().position(|g| g.origin.identity() == location) {
        Some(first) => Err(Box::new(cycle(&line[first..], extends))),
        None => Ok(Some(generation(&source, origin))),
    }
}

fn generation(source: &Arc<Source>, origin: Origin) -> Generation {
    let (mut unread, mut faults) = (Diagnostics::default(), Diagnostics::default());
    let mut tree = read(source, &mut unread);
    let directives = Directives::take(&mut tree, &mut faults);
    Generation { source: Arc::clone(source), origin, tree, directives, unread, faults }
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
        let fault = Diagnostic::error(extends.location.clone(), message)
            .hint("`temper profile show --flat` writes a profile and all that it builds on as one file")
            .key(EXTENDS);
        return Err(Box::new(fault));
    }
    let folder = match child {
        Origin::File(path) => folder_of(path).to_owned(),
        Origin::Embedded(_) | Origin::Text => PathBuf::new(),
    };
    let found = library.parent(&extends.text, &folder, child, own, seen);
    found.map_err(|error| {
        let fault = match error {
            LoadError::Unknown { nearest, known, .. } => {
                let message = format!("no profile is called {}", quoted(&extends.text));
                let hint = match nearest {
                    Some(nearest) => format!("did you mean \"{nearest}\"?"),
                    None => format!("found: {}", known.join(", ")),
                };
                Diagnostic::error(extends.location.clone(), message).hint(hint)
            }
            LoadError::Faulty(faults) => {
                let why = faults.first().map_or("", |f| &f.message);
                let message = format!("{} cannot be extended: {why}", quoted(&extends.text));
                Diagnostic::error(extends.location.clone(), message)
                    .hint("a path counts from the folder of this file")
            }
        };
        Box::new(fault.key(EXTENDS))
    })
}

/// Reports an inheritance cycle with all its files.
fn cycle(line: &[Generation], extends: &Named) -> Diagnostic {
    let mut way: Vec<&str> = line.iter().map(|g| g.source.file.as_str()).collect();
    way.extend(way.first().copied());
    let message = format!("a profile cannot extend itself: {}", way.join(" -> "));
    Diagnostic::error(extends.location.clone(), message).key(EXTENDS)
}
