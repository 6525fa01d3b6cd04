//! Writes the text of a profile into its file, after loading it as that file.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::Profile;
use super::diagnostic::Diagnostic;
use super::library::{Library, Origin};
use super::overrides::Overrides;
use super::source::{Format, Source};
use crate::output::write_whole_if;

/// Error: a profile has not been written.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// Its text could not be loaded.
    #[error("the result is not a valid profile, so it is not written{}", lines(.0))]
    Invalid(Vec<Diagnostic>),
    /// Its file could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

fn lines(faults: &[Diagnostic]) -> String {
    faults.iter().map(|fault| format!("\n  {fault}")).collect()
}

/// Loads a text as the file it is about to become, without overrides, then writes it whole or not at all.
///
/// # Errors
/// If it is not valid, if the file exists and `force` is not set, or if it cannot be written; then nothing has changed.
pub fn save(library: &Library, path: &Path, text: &str, force: bool) -> Result<Profile, SaveError> {
    let (profile, _) = load_and_write(library, path, text, force, || true)?;
    Ok(profile)
}

/// Does the same if `is_due` returns `true` just before the file is replaced ([`write_whole_if`]). Returns `None` if it does
/// not.
///
/// # Errors
/// See [`save`].
pub fn save_if(
    library: &Library,
    path: &Path,
    text: &str,
    force: bool,
    is_due: impl FnOnce() -> bool,
) -> Result<Option<Profile>, SaveError> {
    let (profile, is_written) = load_and_write(library, path, text, force, is_due)?;
    Ok(is_written.then_some(profile))
}

fn load_and_write(
    library: &Library,
    path: &Path,
    text: &str,
    force: bool,
    is_due: impl FnOnce() -> bool,
) -> Result<(Profile, bool), SaveError> {
    let format = Format::of(path).unwrap_or(Format::Toml);
    let profile = load_text(library, &Origin::File(path.to_owned()), format, text)?;
    let is_written = write_whole_if(path, text.as_bytes(), force, is_due)?;
    Ok((profile, is_written))
}

/// Loads a text that is about to be written to `origin`, without overrides.
///
/// # Errors
/// If it is not valid.
pub fn load_text(
    library: &Library,
    origin: &Origin,
    format: Format,
    text: &str,
) -> Result<Profile, SaveError> {
    let read = |source: Arc<Source>| library.with_tweaks(Overrides::default()).parse(&source, origin);
    let source = Source::from_bytes(&origin.to_string(), format, text.as_bytes().to_vec());
    let loaded = source.map_err(|fault| vec![fault]).and_then(read);
    loaded.map(|(profile, _)| profile).map_err(SaveError::Invalid)
}
