//! What a profile takes over from others: `extends`, `reset` and `scale`.
//!
//! A file that extends another is checked on top of it, generation by generation, the oldest first: tables merge
//! key by key, lists and single values replace. Every value keeps the place that set it.

use std::path::PathBuf;
use std::sync::Arc;

use super::diagnostic::{Diagnostic, Faults, quoted};
use super::library::{Library, LoadError, Origin, is_path};
use super::node::{Field, Node, Table, Value};
use super::own_folders::{OwnFolders, canonical, folder_of};
use super::seen::Seen;
use super::source::{Place, Source};
use super::{NAME, Profile, check, read};

/// The profile that this one builds on.
pub(super) const EXTENDS: &str = "extends";
/// What it takes over from that one is forgotten for these keys and sections.
pub(super) const RESET: &str = "reset";
/// Factors by key or section.
pub(super) const SCALE: &str = "scale";

/// More profiles than this do not build on each other by intention.
const MOST_ANCESTORS: usize = 64;

/// The keys that say what to take over; they are no part of the vocabulary.
pub(super) const KEYS: [&str; 3] = [EXTENDS, RESET, SCALE];

/// A text of a file and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub text: String,
    pub place: Place,
}

/// What a file says about others.
#[derive(Debug, Default)]
pub(super) struct Directives {
    pub extends: Option<Named>,
    pub reset: Vec<Named>,
    pub scale: Option<Field>,
}

/// One file of a family.
struct Generation {
    source: Arc<Source>,
    origin: Origin,
    tree: Table,
    directives: Directives,
    /// Faults of reading the text.
    unread: Faults,
    /// Faults of what it says about others.
    faults: Faults,
}

/// Reads a profile with all that it builds on: the profile, or the faults of all its files.
pub(super) fn read_family(
    source: &Arc<Source>,
    origin: &Origin,
    library: &Library,
    seen: &mut Seen,
) -> Result<Profile, Vec<Diagnostic>> {
    let mut line = ancestors(source, origin, library, seen);
    let files = line.iter().map(|g| g.origin.clone()).collect();
    let mut faults = Faults::default();
    let mut base: Option<Profile> = None;
    while let Some(mut generation) = line.pop() {
        let is_parent_faulty = !faults.is_empty();
        if is_parent_faulty && let Some(extends) = &generation.directives.extends {
            let message = format!("the profile it extends, {}, has faults", quoted(&extends.text));
            let place = extends.place.clone();
            generation
                .faults
                .add(|| Diagnostic::error(place, message).key(EXTENDS));
        }
        let whole = Place::file(&generation.source);
        let Generation {
            tree,
            directives,
            unread,
            faults: found,
            ..
        } = generation;
        let base_of = match (base, &directives.extends) {
            (None, Some(_)) => Some(Profile::rootless()),
            (base, _) => base,
        };
        let broken = unread.lines();
        let mut meaning = Faults::default();
        base = Some(check::check(&tree, &directives, &whole, base_of, &mut meaning));
        if generation.source.is_foreign && !(unread.is_empty() && found.is_empty() && meaning.is_empty()) {
            // It may be no profile at all: what could be read of it must not show in messages about its children.
            base = Some(Profile::rootless());
        }
        if !unread.is_empty() {
            // What follows from a syntax error on the same line, or from what could not be read, is no news.
            meaning.retain(|d| {
                d.line().is_none_or(|line| !broken.contains(&line)) && d.key.as_deref() != Some(NAME)
            });
        }
        faults.append(unread);
        faults.append(found);
        faults.append(meaning);
    }
    let mut profile = base.unwrap_or_default();
    if faults.is_empty() {
        profile = check::overlay(library.tweaks(), profile, &mut faults);
    }
    profile.files = files;
    match faults.is_empty() {
        true => Ok(profile),
        false => Err(faults.into_sorted()),
    }
}

/// The file and those that it builds on, the youngest first.
fn ancestors(source: &Arc<Source>, origin: &Origin, library: &Library, seen: &mut Seen) -> Vec<Generation> {
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

/// What the last of a line builds on, if anything.
fn older(
    line: &[Generation],
    library: &Library,
    own: &OwnFolders,
    seen: &mut Seen,
) -> Result<Option<Generation>, Box<Diagnostic>> {
    let Some((child, extends)) = line
        .last()
        .and_then(|g| Some((g, g.directives.extends.as_ref()?)))
    else {
        return Ok(None);
    };
    if line.len() > MOST_ANCESTORS {
        let message = format!("more than {MOST_ANCESTORS} profiles build on each other here");
        return Err(Box::new(
            Diagnostic::error(extends.place.clone(), message).key(EXTENDS),
        ));
    }
    let (source, origin) = parent(extends, &child.origin, library, own, seen)?;
    let place = identity(&origin);
    match line.iter().position(|g| identity(&g.origin) == place) {
        Some(first) => Err(Box::new(cycle(&line[first..], extends))),
        None => Ok(Some(generation(&source, origin))),
    }
}

fn generation(source: &Arc<Source>, origin: Origin) -> Generation {
    let (mut unread, mut faults) = (Faults::default(), Faults::default());
    let mut tree = read(source, &mut unread);
    let directives = take(&mut tree, &mut faults);
    Generation {
        source: Arc::clone(source),
        origin,
        tree,
        directives,
        unread,
        faults,
    }
}

/// Takes out of a tree what it says about others.
fn take(tree: &mut Table, faults: &mut Faults) -> Directives {
    let mut directives = Directives::default();
    let (own, rest) = std::mem::take(&mut tree.0)
        .into_iter()
        .partition(|field| KEYS.contains(&field.key.as_str()));
    tree.0 = rest;
    let fields: Vec<Field> = own;
    for field in fields {
        match field.key.as_str() {
            EXTENDS => directives.extends = text(EXTENDS, &field.node, faults),
            RESET => directives.reset = texts(&field.node, faults),
            _ => directives.scale = Some(field),
        }
    }
    directives
}

fn text(key: &str, node: &Node, faults: &mut Faults) -> Option<Named> {
    let Value::Text(text) = &node.value else {
        faults.add(|| {
            let message = format!("`{key}` takes a text in quotes, found {}", node.found());
            Diagnostic::error(node.place.clone(), message).key(key)
        });
        return None;
    };
    Some(Named {
        text: text.clone(),
        place: node.place.clone(),
    })
}

/// One text, or a list of them.
fn texts(node: &Node, faults: &mut Faults) -> Vec<Named> {
    let nodes = match &node.value {
        Value::List(list) => &list[..],
        _ => std::slice::from_ref(node),
    };
    nodes.iter().filter_map(|n| text(RESET, n, faults)).collect()
}

/// Finds what a profile extends, by name or by a path that counts from its own folder.
fn parent(
    extends: &Named,
    child: &Origin,
    library: &Library,
    own: &OwnFolders,
    seen: &mut Seen,
) -> Result<(Arc<Source>, Origin), Box<Diagnostic>> {
    if matches!(child, Origin::Embedded(_)) && is_path(&extends.text) {
        let message = "a profile in the program can extend others by name, but not by path";
        let fault = Diagnostic::error(extends.place.clone(), message)
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
                Diagnostic::error(extends.place.clone(), message).hint(hint)
            }
            LoadError::Faulty(faults) => {
                let why = faults.first().map_or("", |f| &f.message);
                let message = format!("{} cannot be extended: {why}", quoted(&extends.text));
                Diagnostic::error(extends.place.clone(), message)
                    .hint("a path counts from the folder of this file")
            }
        };
        Box::new(fault.key(EXTENDS))
    })
}

/// Two ways to the same file are one.
pub(super) fn identity(origin: &Origin) -> Origin {
    match origin {
        Origin::File(path) => Origin::File(canonical(path)),
        other => other.clone(),
    }
}

/// A profile that in the end builds on itself, with the whole way there.
fn cycle(line: &[Generation], extends: &Named) -> Diagnostic {
    let mut way: Vec<&str> = line.iter().map(|g| g.source.file.as_str()).collect();
    way.extend(way.first().copied());
    let message = format!("a profile cannot extend itself: {}", way.join(" -> "));
    Diagnostic::error(extends.place.clone(), message).key(EXTENDS)
}
