//! Where profiles are found: in folders, and in the program itself.

use std::ffi::OsStr;
use std::fmt;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use super::check::is_name;
use super::diagnostic::{Diagnostic, Faults, quoted};
use super::family::{identity, read_family};
use super::own_folders::{OwnFolders, canonical, folder_of};
use super::seen::Seen;
use super::source::{Format, Place, Source};
use super::tweak::Tweaks;
use super::{NAME, Profile, keys, warnings};

/// The environment variable with more folders, separated as in `PATH`.
pub const FOLDERS_VARIABLE: &str = "TEMPERAMENT_PROFILES";

/// The shipped profile that plays unless another one is chosen.
pub const CHAMPION: &str = "temperament";

/// Another name of [`CHAMPION`], unless a file has it.
pub const CHAMPION_ALIAS: &str = "default";

/// The shipped profiles, and the one that the program was built with by `EVALFILE`, if any: name of the file and its
/// text.
static EMBEDDED: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The folders in which profiles are looked for by name, before the shipped ones; and what is laid over each profile
/// that is loaded.
#[derive(Debug, Clone)]
pub struct Library {
    folders: Vec<PathBuf>,
    missing: Vec<PathBuf>,
    tweaks: Tweaks,
    has_foreign_names: bool,
}

/// Where a profile was found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A file.
    File(PathBuf),
    /// The program itself: the name of the file that it was built with.
    Embedded(&'static str),
    /// Text that is in no file.
    Text,
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

/// A profile that was found.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The name: of the file, without its ending.
    pub name: String,
    /// Its own description, if it has one.
    pub description: String,
    /// Where it is.
    pub origin: Origin,
    /// Whether it has faults, so that it cannot be used.
    pub is_broken: bool,
    /// The name in the file, if it is another.
    pub other_name: Option<String>,
}

/// Why a profile could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// No profile has this name.
    #[error("no profile is called `{name}`{}; found: {}", did_you_mean(.nearest), .known.join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The name most like it.
        nearest: Option<String>,
        /// All names found.
        known: Vec<String>,
    },
    /// The file has faults, or could not be read.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Faulty(Vec<Diagnostic>),
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest
        .as_ref()
        .map_or(String::new(), |n| format!(" (did you mean `{n}`?)"))
}

impl LoadError {
    /// One line for each fault.
    pub fn lines(&self) -> Vec<String> {
        match self {
            // The name asked for may hold anything; a diagnostic makes one line of it.
            Self::Unknown { .. } => vec![self.to_string().escape_debug().to_string()],
            Self::Faulty(faults) => faults.iter().map(ToString::to_string).collect(),
        }
    }

    /// All that is wrong; that there is no such profile is a fault of the name asked for.
    pub fn into_faults(self) -> Vec<Diagnostic> {
        match self {
            Self::Unknown { name, nearest, known } => {
                let source = Source::new(&name, Format::Toml, "");
                let hint = match nearest {
                    Some(nearest) => format!("did you mean `{nearest}`?"),
                    None => format!("found: {}", known.join(", ")),
                };
                let message = format!("no profile is called {}", quoted(&name));
                vec![Diagnostic::error(Place::file(&source), message).hint(hint)]
            }
            Self::Faulty(faults) => faults,
        }
    }
}

impl Source {
    /// Whether this is the text of a shipped profile.
    pub fn is_embedded(&self) -> bool {
        EMBEDDED
            .iter()
            .any(|(file, text)| *file == self.file && *text == self.text)
    }
}

impl Library {
    /// The given folders, then those of the environment variable [`FOLDERS_VARIABLE`], then the user's own,
    /// then `./profiles`.
    pub fn new(mut folders: Vec<PathBuf>) -> Self {
        let missing = folders.iter().filter(|f| !f.is_dir()).cloned().collect();
        if let Some(list) = std::env::var_os(FOLDERS_VARIABLE) {
            folders.extend(std::env::split_paths(&list).filter(|p| !p.as_os_str().is_empty()));
        }
        if let Some(base) = directories::BaseDirs::new() {
            folders.push(base.config_dir().join("temperament").join("profiles"));
        }
        folders.push(PathBuf::from("profiles"));
        Self {
            missing,
            ..Self::of(folders)
        }
    }

    /// The given folders and no others.
    pub fn of(folders: Vec<PathBuf>) -> Self {
        Self {
            folders,
            missing: Vec::new(),
            tweaks: Tweaks::default(),
            has_foreign_names: false,
        }
    }

    /// The same, with these tweaks and no others.
    pub fn with_tweaks(&self, tweaks: Tweaks) -> Self {
        Self {
            tweaks,
            ..self.clone()
        }
    }

    /// The same for names and paths that the user did not give, such as those of a journal: messages quote files of the
    /// search path and below the current folder alone.
    pub fn with_foreign_names(self) -> Self {
        Self {
            has_foreign_names: true,
            ..self
        }
    }

    /// What is laid over each profile that is loaded.
    pub fn tweaks(&self) -> &Tweaks {
        &self.tweaks
    }

    /// The folders given to [`Library::new`] that did not exist. The others that it looks in need not.
    pub fn missing(&self) -> &[PathBuf] {
        &self.missing
    }

    /// All profiles found by name, sorted; of equal names the one that [`Library::load`] takes.
    pub fn list(&self) -> Vec<Listed> {
        let describe = |name: String| {
            let own = self.own_folders(&Origin::Text);
            let (source, origin) = self.find(&name, None, &own, &mut Seen::default())?;
            let profile = source
                .ok()
                .and_then(|s| self.parse(&s, &origin).ok())
                .map(|(profile, _)| profile);
            let is_broken = profile.is_none();
            let Profile {
                name: own_name,
                description,
                ..
            } = profile.unwrap_or_default();
            let other_name = (!is_broken && own_name != name).then_some(own_name);
            Some(Listed {
                name,
                description: description.unwrap_or_default(),
                origin,
                is_broken,
                other_name,
            })
        };
        self.names().into_iter().filter_map(describe).collect()
    }

    /// The names of all profiles that load, sorted: what a GUI can offer. Each file is read, so that this is for
    /// once a session; [`Library::names`] reads none.
    pub fn loadable(&self) -> Vec<String> {
        let listed = self.list().into_iter().filter(|l| !l.is_broken);
        listed.map(|l| l.name).collect()
    }

    /// The names of all profiles found, with faults or without, sorted.
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

    /// The name under which [`Library::load`] finds a profile: [`CHAMPION`] for [`CHAMPION_ALIAS`], unless there is a file
    /// of that name; any other text as it is.
    pub fn canonical<'a>(&self, name_or_path: &'a OsStr) -> &'a OsStr {
        let is_alias =
            name_or_path == CHAMPION_ALIAS && !self.names().iter().any(|name| name == CHAMPION_ALIAS);
        if is_alias { CHAMPION.as_ref() } else { name_or_path }
    }

    /// Loads a profile by name, or by path if the text has a separator or ends in `.toml` or `.ron`; with
    /// its warnings.
    ///
    /// # Errors
    /// When there is no such profile, or with all its faults.
    pub fn load(&self, name_or_path: impl AsRef<OsStr>) -> Result<(Profile, Vec<Diagnostic>), LoadError> {
        self.load_and_note(name_or_path, &mut Seen::default())
    }

    /// Loads a profile like [`Library::load`] and notes every file that it looked at, even if it fails.
    ///
    /// # Errors
    /// As those of [`Library::load`].
    pub fn load_and_note(
        &self,
        name_or_path: impl AsRef<OsStr>,
        seen: &mut Seen,
    ) -> Result<(Profile, Vec<Diagnostic>), LoadError> {
        let (source, origin) = self.source_and_note(name_or_path.as_ref(), seen)?;
        self.parse_and_note(&source, &origin, seen)
            .map_err(LoadError::Faulty)
    }

    /// Reads a profile from the text of a file, and all that it builds on: the profile with its warnings.
    ///
    /// # Errors
    /// All faults of the text and of the files that it builds on.
    pub fn parse(
        &self,
        source: &Arc<Source>,
        origin: &Origin,
    ) -> Result<(Profile, Vec<Diagnostic>), Vec<Diagnostic>> {
        self.parse_and_note(source, origin, &mut Seen::default())
    }

    fn parse_and_note(
        &self,
        source: &Arc<Source>,
        origin: &Origin,
        seen: &mut Seen,
    ) -> Result<(Profile, Vec<Diagnostic>), Vec<Diagnostic>> {
        let profile = read_family(source, origin, self, seen)?;
        let mut warnings = Faults::default();
        warnings::find(&profile, &mut warnings);
        Ok((profile, warnings.into_sorted()))
    }

    /// Loads a profile like [`Library::load`] and warns of more: a file found by name that calls itself
    /// otherwise. (A file given by its path may be a copy that was named on purpose.)
    ///
    /// # Errors
    /// As those of [`Library::load`].
    pub fn check(&self, name_or_path: impl AsRef<OsStr>) -> Result<(Profile, Vec<Diagnostic>), LoadError> {
        let name_or_path = name_or_path.as_ref();
        let (profile, mut warnings) = self.load(name_or_path)?;
        let is_file = matches!(profile.files.first(), Some(Origin::File(_)));
        if is_file && !is_path(name_or_path) {
            warnings.extend(other_name(
                &profile,
                &self.canonical(name_or_path).to_string_lossy(),
            ));
        }
        Ok((profile, warnings))
    }

    /// The text of a profile by name or path, as [`Library::load`] finds it, and where it is.
    ///
    /// # Errors
    /// When there is no such profile or it cannot be read.
    pub fn source(&self, name_or_path: impl AsRef<OsStr>) -> Result<(Arc<Source>, Origin), LoadError> {
        self.source_and_note(name_or_path.as_ref(), &mut Seen::default())
    }

    fn source_and_note(
        &self,
        name_or_path: &OsStr,
        seen: &mut Seen,
    ) -> Result<(Arc<Source>, Origin), LoadError> {
        let faulty = |fault| LoadError::Faulty(vec![fault]);
        let path = Path::new(name_or_path);
        let origin = Origin::File(path.to_owned());
        let own = self.own_folders(&origin);
        if !is_path(name_or_path) {
            // The name of a profile is ASCII.
            let found = name_or_path
                .to_str()
                .and_then(|name| self.find(name, None, &own, seen));
            if let Some((source, origin)) = found {
                return Ok((source.map_err(faulty)?, origin));
            }
            // A file or folder, but no profile: reading it says why.
            if !path.exists() {
                return Err(self.unknown(&name_or_path.to_string_lossy()));
            }
        }
        Ok((seen.read(path, &own).map_err(faulty)?, origin))
    }

    /// What a profile extends: by path from the folder of the profile, or by name. A profile that extends its own name
    /// gets the next one of that name in the search order.
    pub(super) fn parent(
        &self,
        name_or_path: &str,
        folder: &Path,
        child: &Origin,
        own: &OwnFolders,
        seen: &mut Seen,
    ) -> Result<(Arc<Source>, Origin), LoadError> {
        let faulty = |fault| LoadError::Faulty(vec![fault]);
        if is_path(name_or_path) {
            let path = folder.join(name_or_path);
            let source = seen.read(&path, own).map_err(faulty)?;
            return Ok((source, Origin::File(path)));
        }
        match self.find(name_or_path, Some(child), own, seen) {
            Some((source, origin)) => Ok((source.map_err(faulty)?, origin)),
            // There is no other of this name: a cycle, which the caller reports.
            None => match self.find(name_or_path, None, own, seen) {
                Some((source, origin)) => Ok((source.map_err(faulty)?, origin)),
                None => Err(self.unknown(name_or_path)),
            },
        }
    }

    fn unknown(&self, name_or_path: &str) -> LoadError {
        let known = self.names();
        let file = Format::ALL.map(|format| format!("{name_or_path}.{}", format.extension()));
        let file = file.into_iter().find(|file| Path::new(file).is_file());
        let names = known.iter().map(String::as_str).chain([CHAMPION_ALIAS]);
        let nearest = || keys::nearest(name_or_path, names).map(str::to_owned);
        let nearest = file.or_else(nearest);
        LoadError::Unknown {
            name: name_or_path.to_owned(),
            nearest,
            known,
        }
    }

    /// The first file of a name in the folders, else the shipped one, else the one of which it is another name. Of a
    /// child that has this name itself, the search begins after its folder.
    fn find(
        &self,
        name: &str,
        child: Option<&Origin>,
        own: &OwnFolders,
        seen: &mut Seen,
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
        own: &OwnFolders,
        seen: &mut Seen,
    ) -> Option<(Result<Arc<Source>, Diagnostic>, Origin)> {
        let itself = child.map(identity);
        for folder in self.folders_after(name, child) {
            for format in Format::ALL {
                let path = folder.join(format!("{name}.{}", format.extension()));
                let origin = Origin::File(path.clone());
                if !is_there(&path) {
                    seen.missed(&path);
                } else if itself.as_ref() != Some(&identity(&origin)) {
                    return Some((seen.read(&path, own), origin));
                }
            }
        }
        let (file, text) = EMBEDDED
            .iter()
            .find(|(file, _)| name_of(Path::new(file)).as_deref() == Some(name))?;
        let format = Format::of(Path::new(file))?;
        let origin = Origin::Embedded(file);
        (child != Some(&origin)).then(|| (Ok(Source::new(*file, format, *text)), origin))
    }

    /// The folders whose files messages may quote when a user has named this file: its own and those of the search.
    pub(super) fn own_folders(&self, named: &Origin) -> OwnFolders {
        let folder = match named {
            Origin::File(path) if !self.has_foreign_names => folder_of(path),
            _ => Path::new(""),
        };
        OwnFolders::new(self.folders.iter().map(PathBuf::as_path).chain([folder]))
    }

    /// The folders in which a name is looked for: all, or those after the folder of a file of this name. A folder that
    /// is listed twice counts where it comes first.
    fn folders_after(&self, name: &str, child: Option<&Origin>) -> Vec<&Path> {
        let mut places: Vec<(PathBuf, &Path)> = Vec::new();
        for folder in &self.folders {
            let place = canonical(folder);
            if places.iter().all(|(other, _)| *other != place) {
                places.push((place, folder));
            }
        }
        let first = match child {
            Some(Origin::File(file)) if name_of(file).as_deref() == Some(name) => {
                let own = canonical(folder_of(file));
                places
                    .iter()
                    .position(|(place, _)| *place == own)
                    .map_or(0, |at| at + 1)
            }
            _ => 0,
        };
        places[first..].iter().map(|(_, folder)| *folder).collect()
    }
}

/// Whether there is something at a path that was meant to be a profile: no folder, but perhaps nothing that can be
/// read, which is then told.
fn is_there(path: &Path) -> bool {
    path.exists() && !path.is_dir()
}

/// The name of a profile from that of its file; none for files that are no profiles.
fn name_of(file: &Path) -> Option<String> {
    Format::of(file)?;
    let stem = file.file_stem()?.to_str()?;
    is_name(stem).then(|| stem.to_owned())
}

/// Whether a text says where a profile is, rather than what it is called.
pub fn is_path(name_or_path: impl AsRef<OsStr>) -> bool {
    let name_or_path = name_or_path.as_ref();
    let is_separator = |byte: &u8| ['/', MAIN_SEPARATOR].contains(&char::from(*byte));
    name_or_path.as_encoded_bytes().iter().any(is_separator) || Format::of(Path::new(name_or_path)).is_some()
}

/// A warning when a file is called otherwise than the profile in it.
fn other_name(profile: &Profile, stem: &str) -> Option<Diagnostic> {
    let given = profile.given(NAME)?;
    (stem != profile.name).then(|| {
        let message = format!("the profile is called `{}`, but its file `{stem}`", profile.name);
        Diagnostic::warning(given.place.clone(), message)
            .hint("by name it is found under that of the file")
            .key(NAME)
    })
}
