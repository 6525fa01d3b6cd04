//! Search path for profiles: folders, then the profiles embedded in the program.

use std::ffi::OsStr;
use std::fmt;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use super::check::is_name;
use super::dependencies::Dependencies;
use super::diagnostic::{Diagnostic, quoted};
use super::keys;
use super::overrides::Overrides;
use super::source::{Format, Location, Source};
use super::trusted_folders::{TrustedFolders, canonical, folder_of};

/// The environment variable with more folders, separated as in `PATH`.
pub const FOLDERS_VARIABLE: &str = "TEMPERAMENT_PROFILES";

/// The shipped profile that is used by default.
pub const CHAMPION: &str = "temperament";

/// Alias of [`CHAMPION`], unless a file has this name.
pub const CHAMPION_ALIAS: &str = "default";

/// The shipped profiles, and the one that was built in with `EVALFILE`, if any: file name and text.
static EMBEDDED: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Search path for profiles by name (the shipped ones come last), and the overrides applied to each loaded profile.
#[derive(Debug, Clone)]
pub struct Library {
    folders: Vec<PathBuf>,
    missing: Vec<PathBuf>,
    tweaks: Overrides,
    has_foreign_names: bool,
    is_confined: bool,
}

/// Where a profile was found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Origin {
    File(PathBuf),
    /// The program itself: name of the embedded file.
    Embedded(&'static str),
    /// Text that does not come from a file.
    Text,
}

impl Origin {
    /// Returns the origin with links resolved, so that two paths to one file are equal.
    pub(super) fn identity(&self) -> Self {
        match self {
            Self::File(path) => Self::File(canonical(path)),
            other => other.clone(),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Embedded(_) => f.write_str("embedded"),
            Self::Text => f.write_str("text"),
        }
    }
}

/// Error: a profile could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// No profile has this name.
    #[error("no profile is called `{name}`{}; found: {}", did_you_mean(.nearest), .known.join(", "))]
    Unknown {
        /// The requested name.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
        /// All names found.
        known: Vec<String>,
    },
    /// The file has errors, or could not be read.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Invalid(Vec<Diagnostic>),
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or(String::new(), |n| format!(" (did you mean `{n}`?)"))
}

impl LoadError {
    /// Returns one line per error.
    pub fn lines(&self) -> Vec<String> {
        match self {
            // The requested name may contain anything; a diagnostic makes one line of it.
            Self::Unknown { .. } => vec![self.to_string().escape_debug().to_string()],
            Self::Invalid(faults) => faults.iter().map(ToString::to_string).collect(),
        }
    }

    /// Returns all diagnostics. An unknown name becomes a diagnostic of that name.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        match self {
            Self::Unknown { name, nearest, known } => {
                let source = Source::new(&name, Format::Toml, "");
                let hint = match nearest {
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => format!("found: {}", known.join(", ")),
                };
                let message = format!("no profile is called {}", quoted(&name));
                vec![Diagnostic::error(Location::file(&source), message).hint(hint)]
            }
            Self::Invalid(faults) => faults,
        }
    }
}

impl Source {
    /// Returns `true` if this is the text of a shipped profile.
    pub fn is_embedded(&self) -> bool {
        EMBEDDED.iter().any(|(file, text)| *file == self.file && *text == self.text)
    }

    /// Returns `true` if this is a shipped profile, or an unchanged copy in a file of the same name.
    pub fn is_shipped(&self) -> bool {
        let own = Path::new(&self.file).file_name();
        EMBEDDED.iter().any(|(file, text)| own == Some(file.as_ref()) && *text == self.text)
    }
}

impl Library {
    /// Searches the given folders, then those of the environment variable [`FOLDERS_VARIABLE`], then the user's own,
    /// then `./profiles`.
    pub fn new(mut folders: Vec<PathBuf>) -> Self {
        let missing = folders.iter().filter(|f| !f.is_dir()).cloned().collect();
        if let Some(list) = std::env::var_os(FOLDERS_VARIABLE) {
            folders.extend(std::env::split_paths(&list).filter(|p| !p.as_os_str().is_empty()));
        }
        #[cfg(not(target_family = "wasm"))]
        if let Some(base) = directories::BaseDirs::new() {
            folders.push(base.config_dir().join("temperament").join("profiles"));
        }
        folders.push(PathBuf::from("profiles"));
        Self { missing, ..Self::of(folders) }
    }

    /// Searches only the given folders.
    pub fn of(folders: Vec<PathBuf>) -> Self {
        Self {
            folders,
            missing: Vec::new(),
            tweaks: Overrides::default(),
            has_foreign_names: false,
            is_confined: false,
        }
    }

    /// Returns the same library with only these overrides.
    pub fn with_tweaks(&self, tweaks: Overrides) -> Self {
        Self { tweaks, ..self.clone() }
    }

    /// Returns the same library for names and paths that the user did not give, such as those of a journal: messages
    /// quote only files of the search path and below the current folder.
    #[doc(hidden)]
    pub fn with_foreign_names(self) -> Self {
        Self { has_foreign_names: true, ..self }
    }

    /// Returns the same library for profiles that come from elsewhere: it reads no file outside its folders, whatever
    /// path a profile extends or link leads there.
    pub fn confined(self) -> Self {
        Self { is_confined: true, ..self }
    }

    /// Limits reading to the folders of a confined library.
    pub(super) fn confine(&self, seen: &mut Dependencies) {
        if self.is_confined {
            seen.confine_to(self.readable());
        }
    }

    /// The folders of the search path.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The folders of the search path with links resolved.
    #[doc(hidden)]
    pub fn readable(&self) -> TrustedFolders {
        TrustedFolders::new(self.folders.iter().map(PathBuf::as_path))
    }

    /// The overrides that are applied to each profile.
    pub fn tweaks(&self) -> &Overrides {
        &self.tweaks
    }

    /// The folders given to [`Library::new`] that do not exist. Other folders of the search path need not exist.
    pub fn missing(&self) -> &[PathBuf] {
        &self.missing
    }

    /// The names of all profiles found, valid or not, sorted.
    pub fn names(&self) -> Vec<String> {
        let folders = self.folders.iter().filter_map(|f| std::fs::read_dir(f).ok());
        let files = folders
            .flatten()
            .flatten()
            .filter(|entry| name_of(Path::new(&entry.file_name())).is_some() && is_there(&entry.path()))
            .map(|entry| PathBuf::from(entry.file_name()));
        let embedded = EMBEDDED.iter().map(|(file, _)| PathBuf::from(file));
        let mut names: Vec<String> = files.chain(embedded).filter_map(|f| name_of(&f)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Resolves [`CHAMPION_ALIAS`] to [`CHAMPION`] unless a file has that name; returns any other string unchanged.
    pub fn canonical<'a>(&self, name_or_path: &'a OsStr) -> &'a OsStr {
        let is_alias =
            name_or_path == CHAMPION_ALIAS && !self.names().iter().any(|name| name == CHAMPION_ALIAS);
        if is_alias { CHAMPION.as_ref() } else { name_or_path }
    }

    /// Finds a profile by name or path like [`Library::load`] and returns its text and origin.
    ///
    /// # Errors
    /// If there is no such profile or it cannot be read.
    pub fn source(&self, name_or_path: impl AsRef<OsStr>) -> Result<(Arc<Source>, Origin), LoadError> {
        self.source_and_note(name_or_path.as_ref(), &mut Dependencies::default())
    }

    /// Finds a profile like [`Library::source`] and records every accessed file, even on failure.
    ///
    /// # Errors
    /// See [`Library::source`].
    #[doc(hidden)]
    pub fn source_and_note(
        &self,
        name_or_path: &OsStr,
        seen: &mut Dependencies,
    ) -> Result<(Arc<Source>, Origin), LoadError> {
        self.confine(seen);
        let invalid = |fault| LoadError::Invalid(vec![fault]);
        let path = Path::new(name_or_path);
        let origin = Origin::File(path.to_owned());
        let own = self.own_folders(&origin);
        if !is_path(name_or_path) {
            // The name of a profile is ASCII.
            let found = name_or_path.to_str().and_then(|name| self.find(name, None, &own, seen));
            if let Some((source, origin)) = found {
                return Ok((source.map_err(invalid)?, origin));
            }
            // A file or folder that is not a profile: reading it reports the reason.
            if !path.exists() {
                return Err(self.unknown(&name_or_path.to_string_lossy()));
            }
        }
        Ok((seen.read(path, &own).map_err(invalid)?, origin))
    }

    /// Finds the parent of a profile: by path from the folder of the profile, or by name. A profile that extends its own name
    /// gets the next one of that name in the search order.
    pub(super) fn parent(
        &self,
        name_or_path: &str,
        folder: &Path,
        child: &Origin,
        own: &TrustedFolders,
        seen: &mut Dependencies,
    ) -> Result<(Arc<Source>, Origin), LoadError> {
        let invalid = |fault| LoadError::Invalid(vec![fault]);
        if is_path(name_or_path) {
            let path = folder.join(name_or_path);
            let source = seen.read(&path, own).map_err(invalid)?;
            return Ok((source, Origin::File(path)));
        }
        match self.find(name_or_path, Some(child), own, seen) {
            Some((source, origin)) => Ok((source.map_err(invalid)?, origin)),
            // No other profile has this name: a cycle, which the caller reports.
            None => match self.find(name_or_path, None, own, seen) {
                Some((source, origin)) => Ok((source.map_err(invalid)?, origin)),
                None => Err(self.unknown(name_or_path)),
            },
        }
    }

    /// Returns the name by which this library finds a profile; `None` if it finds another one by that name, or none.
    pub(super) fn name_of(
        &self,
        origin: &Origin,
        own: &TrustedFolders,
        seen: &mut Dependencies,
    ) -> Option<String> {
        let file = match origin {
            Origin::File(path) => path,
            Origin::Embedded(file) => Path::new(file),
            Origin::Text => return None,
        };
        let name = name_of(file)?;
        let (_, found) = self.find_named(&name, None, own, seen)?;
        (found.identity() == origin.identity()).then_some(name)
    }

    fn unknown(&self, name_or_path: &str) -> LoadError {
        let known = self.names();
        let file = Format::ALL.map(|format| format!("{name_or_path}.{}", format.extension()));
        let file = file.into_iter().find(|file| Path::new(file).is_file());
        let names = known.iter().map(String::as_str).chain([CHAMPION_ALIAS]);
        let nearest = || keys::nearest(name_or_path, names).map(str::to_owned);
        let nearest = file.or_else(nearest);
        LoadError::Unknown { name: name_or_path.to_owned(), nearest, known }
    }

    /// Returns the first file with a name in the search path, else the shipped profile, else the target of an alias.
    /// For a child that has this name itself, the search starts after its folder.
    pub(super) fn find(
        &self,
        name: &str,
        child: Option<&Origin>,
        own: &TrustedFolders,
        seen: &mut Dependencies,
    ) -> Option<(Result<Arc<Source>, Diagnostic>, Origin)> {
        match self.find_named(name, child, own, seen) {
            None if name == CHAMPION_ALIAS => self.find_named(CHAMPION, child, own, seen),
            found => found,
        }
    }

    fn find_named(
        &self,
        name: &str,
        child: Option<&Origin>,
        own: &TrustedFolders,
        seen: &mut Dependencies,
    ) -> Option<(Result<Arc<Source>, Diagnostic>, Origin)> {
        let itself = child.map(Origin::identity);
        for folder in self.folders_after(name, child) {
            for format in Format::ALL {
                let path = folder.join(format!("{name}.{}", format.extension()));
                let origin = Origin::File(path.clone());
                if !is_there(&path) {
                    seen.missed(&path);
                } else if itself.as_ref() != Some(&origin.identity()) {
                    return Some((seen.read(&path, own), origin));
                }
            }
        }
        let (file, text) =
            EMBEDDED.iter().find(|(file, _)| name_of(Path::new(file)).as_deref() == Some(name))?;
        let format = Format::of(Path::new(file))?;
        let origin = Origin::Embedded(file);
        (child != Some(&origin)).then(|| (Ok(Source::new(*file, format, *text)), origin))
    }

    /// Returns the folders whose files messages may quote if a user has named this file: its own and those of the
    /// search path.
    pub(super) fn own_folders(&self, named: &Origin) -> TrustedFolders {
        let folder = match named {
            Origin::File(path) if !self.has_foreign_names => folder_of(path),
            _ => Path::new(""),
        };
        TrustedFolders::new(self.folders.iter().map(PathBuf::as_path).chain([folder]))
    }

    /// Returns the folders to search for a name: all, or those after the folder of a file of this name. A folder that
    /// is listed twice counts at its first position.
    fn folders_after(&self, name: &str, child: Option<&Origin>) -> Vec<&Path> {
        let mut places: Vec<(PathBuf, &Path)> = Vec::new();
        for folder in &self.folders {
            let location = canonical(folder);
            if places.iter().all(|(other, _)| *other != location) {
                places.push((location, folder));
            }
        }
        let first = match child {
            Some(Origin::File(file)) if name_of(file).as_deref() == Some(name) => {
                let own = canonical(folder_of(file));
                places.iter().position(|(location, _)| *location == own).map_or(0, |at| at + 1)
            }
            _ => 0,
        };
        places[first..].iter().map(|(_, folder)| *folder).collect()
    }
}

/// Returns `true` if a path exists that was meant to be a profile: not a folder, but possibly an unreadable file,
/// which is then reported.
fn is_there(path: &Path) -> bool {
    path.exists() && !path.is_dir()
}

/// Returns the profile name of a file; `None` if it is not a profile.
fn name_of(file: &Path) -> Option<String> {
    Format::of(file)?;
    let stem = file.file_stem()?.to_str()?;
    is_name(stem).then(|| stem.to_owned())
}

/// Returns `true` if a string is the path of a profile rather than its name.
pub fn is_path(name_or_path: impl AsRef<OsStr>) -> bool {
    let name_or_path = name_or_path.as_ref();
    let is_separator = |byte: &u8| ['/', MAIN_SEPARATOR].contains(&char::from(*byte));
    name_or_path.as_encoded_bytes().iter().any(is_separator) || Format::of(Path::new(name_or_path)).is_some()
}
