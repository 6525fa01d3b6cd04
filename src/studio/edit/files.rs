//! Writes profiles. Only files in the profile folders are written, and never over a version that the page has not seen.

use std::path::{Path, PathBuf};

use crate::fnv::fnv1a;
use crate::profile::child::child_of;
use crate::profile::edit::{self, Edit};
use crate::profile::save::{SaveError, save as save_profile};
use crate::profile::{Dependencies, Format, LoadError, Origin, Source, is_device, is_name};
use crate::studio::profiles::{bad_name, failure, lock};
use crate::studio::protocol::edit::{File, Response, Saved};
use crate::studio::protocol::{Failure, ProfileRef};
use crate::studio::session::Session;

/// A text with its stamp.
pub fn file(source: &Source) -> File {
    File { text: source.text.clone(), stamp: format!("{:016x}", fnv1a(source.text.bytes())) }
}

/// Writes a text into the file of a profile, if the file is still the one that the text was made from.
pub fn save(session: &Session, name: &str, text: &str, stamp: &str) -> Result<Response, Failure> {
    let profiles = &session.studio().profiles;
    let _writing = lock(&session.studio().writing);
    let saved = ProfileRef { name: name.to_owned(), text: None };
    if let Some(path) = profiles.missing(name) {
        write(session, &path, text, false)?;
        return Ok(Response::Saved(written(session, saved)?));
    }
    let (now, origin) = profiles.source(&saved, &mut Dependencies::default())?;
    let Origin::File(path) = origin else {
        return Err(Failure::new(format!("{name} is a shipped profile: save it under another name")));
    };
    let now = file(&now);
    if now.stamp != stamp {
        return Ok(Response::Conflict { conflict: now });
    }
    write(session, &path, text, true)?;
    Ok(Response::Saved(written(session, saved)?))
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
    let (text, format) = if child {
        if let Some(path) = profiles.missing(&wanted.name) {
            let gone = path.file_name().unwrap_or_default().display();
            return Err(Failure::new(format!("{gone} is gone: save it again before a child of it")));
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
        (text.map_err(Failure::new)?, Format::Toml)
    } else {
        let renamed = edit::edit(
            profiles.library(),
            (&loaded.source, &loaded.profile),
            &loaded.origin,
            "name",
            &Edit::Text(name.to_owned()),
        );
        (renamed.map_err(super::refusal)?.source.text.clone(), loaded.source.format)
    };
    write(session, &folder.join(format!("{name}.{}", format.extension())), &text, false)?;
    written(session, ProfileRef { name: name.to_owned(), text: None })
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

/// Writes a profile inside the profile folders. A text with errors, which would stop all programs that use the file, is
/// refused.
fn write(session: &Session, path: &Path, text: &str, is_there: bool) -> Result<(), Failure> {
    let library = session.studio().profiles.library();
    let target = if is_there { path.canonicalize() } else { inside(path) };
    let target = target.map_err(|error| Failure::new(format!("the file cannot be written: {error}")))?;
    if !library.readable().has(&target) {
        return Err(Failure::new("the file is outside the profile folders"));
    }
    save_profile(library, &target, text, is_there).map(drop).map_err(|error| match error {
        SaveError::Invalid(faults) => failure(LoadError::Faulty(faults)),
        SaveError::Io(error) => Failure::new(format!("the file cannot be written: {error}")),
    })
}

/// The path of a new file with the links of its folder resolved.
fn inside(path: &Path) -> std::io::Result<PathBuf> {
    let folder = crate::output::folder(path).canonicalize()?;
    Ok(folder.join(path.file_name().unwrap_or_default()))
}

fn written(session: &Session, saved: ProfileRef) -> Result<Saved, Failure> {
    let (source, _) = session.studio().profiles.source(&saved, &mut Dependencies::default())?;
    Ok(Saved { name: saved.name, file: file(&source) })
}
