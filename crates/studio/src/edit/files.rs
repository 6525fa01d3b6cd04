//! Writes profiles. Only files in the profile folders are written, and never over a version that the page has not seen.

use std::path::{Path, PathBuf};
use std::{io, iter};

use crate::profiles::{bad_name, failure, lock};
use crate::protocol::edit::{File, Response, Saved};
use crate::protocol::{Failure, ProfileRef};
use crate::session::Session;
use temperament_engine::fnv::fnv1a;
use temperament_engine::output::{folder as folder_of, resolved};
use temperament_engine::profile::child::child_of;
use temperament_engine::profile::save::{SaveError, save_if as save_profile_if};
use temperament_engine::profile::{
    Category, Dependencies, Format, Library, LoadError, Origin, Source, is_device, is_name, renamed,
    write as text_of,
};

/// Maximum length in bytes of a text that a link carries whole, with its comments.
const MOST_WITH_COMMENTS: usize = 1500;

/// A text with its stamp.
pub fn file(text: &str) -> File {
    File { text: text.to_owned(), stamp: format!("{:016x}", fnv1a(text.bytes())) }
}

/// Writes a text into the file of a profile, if the file is still the one that the text was made from.
pub fn save(session: &Session, name: &str, text: &str, stamp: &str) -> Result<Response, Failure> {
    let profiles = &session.studio().profiles;
    let saved = ProfileRef { name: name.to_owned(), text: None };
    let response = || Response::Saved(Saved { name: name.to_owned(), file: file(text) });
    let unsaved = ProfileRef { name: name.to_owned(), text: Some(text.to_owned()) };
    if let Some(path) = profiles.missing(&unsaved) {
        write(session, &path, text, None)?;
        return Ok(response());
    }
    let now = || profiles.source(&saved, &mut Dependencies::default());
    let is_changed = |now: &Source| file(&now.text).stamp != stamp;
    let (before, origin) = now()?;
    let Origin::File(path) = origin else {
        return Err(Failure::new(format!("{name} is a shipped profile: save it under another name")));
    };
    if is_changed(&before) {
        return Ok(Response::Conflict { conflict: file(&before.text) });
    }
    // Loading the text takes time, in which another program may have saved the file.
    let is_same = || now().is_ok_and(|(now, _)| !is_changed(&now));
    if write(session, &path, text, Some(&is_same))? {
        Ok(response())
    } else {
        Ok(Response::Conflict { conflict: file(&now()?.0.text) })
    }
}

/// Writes a new profile next to others.
pub fn save_as(session: &Session, wanted: &ProfileRef, name: &str, child: bool) -> Result<Saved, Failure> {
    if !is_name(name) {
        return Err(bad_name());
    }
    if is_device(name) {
        return Err(Failure::new(format!("{name} is the name of a device on Windows: no file can have it")));
    }
    let profiles = &session.studio().profiles;
    let _writing = lock(&session.studio().writing);
    let loaded = profiles.load(wanted)?;
    if profiles.library().names().iter().any(|other| other.eq_ignore_ascii_case(name)) {
        return Err(Failure::new(format!("there is a profile {name} already")));
    }
    let folder = folder(session, &loaded.origin)?;
    let text = if child {
        if let Some(path) = profiles.missing(wanted) {
            let gone = path.file_name().unwrap_or_default().display();
            return Err(Failure::new(format!("there is no file {gone}: save it before a child of it")));
        }
        let origin = Origin::File(folder.join(format!("{name}.{}", Format::Toml.extension())));
        let base = profiles.load(&ProfileRef { name: wanted.name.clone(), text: None })?;
        let library = profiles.library();
        // A file name is found next to the child, wherever a program is started; a bare name in profile folders only.
        let parent = match &base.origin {
            Origin::File(path) => path.file_name().map(|name| name.to_string_lossy().into_owned()),
            _ => None,
        };
        let parent = parent.as_deref().unwrap_or(&wanted.name);
        let text = child_of(library, &base.profile, parent, &loaded.profile, name, &origin);
        text.map_err(Failure::new)?
    } else if let Some(text) = renamed(&loaded.source, name).filter(|_| loaded.source.format == Format::Toml)
    {
        text
    } else {
        // Only TOML can be edited here.
        let mut copy = loaded.profile.clone();
        copy.name = name.to_owned();
        text_of::write(&copy, Format::Toml)
    };
    write(session, &folder.join(format!("{name}.{}", Format::Toml.extension())), &text, None)?;
    Ok(Saved { name: name.to_owned(), file: file(&text) })
}

/// The text of a profile for somebody who has only the shipped ones: what it changes of one of them if that is much shorter
/// than the whole text. What it extends of other files becomes part of it.
pub fn shared(session: &Session, wanted: &ProfileRef) -> Result<String, Failure> {
    let loaded = session.studio().profiles.load(wanted)?;
    let (profile, source) = (&loaded.profile, &loaded.source);
    let ancestors = || profile.files.iter().skip(1);
    let has_files = ancestors().any(|origin| matches!(origin, Origin::File(_)));
    let is_complete = source.format == Format::Toml && !has_files;
    let mut best = if is_complete { source.text.clone() } else { text_of::write(profile, Format::Toml) };
    // A file of the same name would be found before the shipped one.
    let library = Library::of(Vec::new());
    let near = iter::once(profile.name.as_str()).chain(ancestors().filter_map(shipped_name));
    let shipped = library.list().into_iter().filter(|listed| listed.category != Category::Own);
    for parent in near.map(str::to_owned).chain(shipped.map(|listed| listed.name)) {
        // Long enough to be worth a shorter one, which has no comments.
        if best.len() <= MOST_WITH_COMMENTS {
            break;
        }
        let Ok((base, _)) = library.load(&parent) else { continue };
        let child = child_of(&library, &base, &parent, profile, &profile.name, &Origin::Text);
        best = child.into_iter().chain([best]).min_by_key(String::len).unwrap_or_default();
    }
    Ok(best)
}

/// The name of a shipped profile; `None` for a file.
fn shipped_name(origin: &Origin) -> Option<&str> {
    match origin {
        Origin::Embedded(file) => Path::new(file).file_stem().and_then(|stem| stem.to_str()),
        _ => None,
    }
}

/// The folder for a new profile: that of the profile it comes from, else the first that exists.
fn folder(session: &Session, origin: &Origin) -> Result<PathBuf, Failure> {
    let own = match origin {
        Origin::File(path) => path.parent().map(Path::to_owned),
        _ => None,
    };
    let existing = session.studio().profiles.library().folders().iter().find(|folder| folder.is_dir());
    own.or_else(|| existing.cloned())
        .ok_or_else(|| Failure::new("there is no profile folder: start the studio with --profile-dir FOLDER"))
}

/// Writes a profile inside the profile folders: a new file, or in place of one that `is_same` as before. A text with errors,
/// which would stop all programs that use the file, is refused. Returns whether it was written.
fn write(
    session: &Session,
    path: &Path,
    text: &str,
    is_same: Option<&dyn Fn() -> bool>,
) -> Result<bool, Failure> {
    let cannot = |error: io::Error| Failure::new(format!("the file cannot be written: {error}"));
    let library = session.studio().profiles.library();
    let target = if is_same.is_some() { resolved(path) } else { inside(path) }.map_err(cannot)?;
    if !library.readable().has(&target) {
        return Err(Failure::new("the file is outside the profile folders"));
    }
    let is_due = || is_same.is_none_or(|is_same| is_same());
    match save_profile_if(library, &target, text, is_same.is_some(), is_due) {
        Ok(profile) => Ok(profile.is_some()),
        Err(SaveError::Invalid(faults)) => Err(failure(LoadError::Invalid(faults))),
        Err(SaveError::Io(error)) => Err(cannot(error)),
    }
}

/// The path of a new file with the links of its folder resolved.
fn inside(path: &Path) -> io::Result<PathBuf> {
    let folder = resolved(folder_of(path))?;
    Ok(folder.join(path.file_name().unwrap_or_default()))
}
