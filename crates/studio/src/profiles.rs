//! The profiles of the studio: names to texts and compiled weights, and texts to files. The page names profiles and
//! never files, so that no request can reach another file.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use temperament_engine::eval::SidedWeights;
use temperament_engine::eval::keys::Entry;
use temperament_engine::fnv::fnv1a;
use temperament_engine::profile::edit::{self, Edit, EditError};
#[cfg(feature = "server")]
use temperament_engine::profile::watch::Watcher;
use temperament_engine::profile::{
    Category, Dependencies, Diagnostic, Format, LONGEST_NAME, Library, LoadError, Origin, Profile, Severity,
    Source, is_device, is_name,
};

use super::protocol::studio::Listed;
use super::protocol::{Failure, Fault, ProfileRef};

/// Maximum number of profiles and drafts that stay compiled.
const MOST_CACHED: usize = 24;
/// Maximum number of profiles whose files are remembered.
const MOST_FILES: usize = 10_000;
/// Attempts to read files that change meanwhile.
const ATTEMPTS: usize = 5;

/// The profiles that the page may use: those in the folders of a library, and the shipped ones.
#[derive(Debug)]
pub struct Profiles {
    library: Library,
    /// The last ones used, newest last.
    cache: Mutex<Vec<(ProfileRef, Arc<Loaded>)>>,
    /// The files of profiles that have been read, by name, in case they are deleted or renamed; and those of texts that the
    /// page alone has.
    files: Mutex<BTreeMap<String, Known>>,
    /// Held while a profile is loaded.
    loading: Mutex<()>,
    /// Reports changes of files; `None` until it is started.
    #[cfg(feature = "server")]
    watcher: Mutex<Option<Watcher>>,
}

/// A file that has been read.
#[derive(Debug, Clone)]
struct Known {
    path: PathBuf,
    /// Its name in messages.
    file: String,
    format: Format,
}

/// A profile that can be used.
#[derive(Debug)]
pub struct Loaded {
    pub profile: Profile,
    /// Its text.
    pub source: Arc<Source>,
    /// Where it was found.
    pub origin: Origin,
    pub warnings: Vec<Fault>,
    /// The compiled weights.
    pub sides: SidedWeights,
    /// The keys with values that it sets.
    pub terms: Vec<Entry>,
    /// An id that changes with its text and with its values.
    pub version: String,
    seen: Dependencies,
}

impl Loaded {
    fn new(
        source: Arc<Source>,
        origin: Origin,
        (profile, warnings): (Profile, Vec<Diagnostic>),
        seen: Dependencies,
    ) -> Self {
        let sides = profile.compile_both();
        let version = fnv1a(source.text.bytes().chain(sides.id().to_le_bytes()));
        Self {
            warnings: warnings.iter().map(fault).collect(),
            terms: profile.valued_entries(),
            version: format!("{version:016x}"),
            profile,
            source,
            origin,
            sides,
            seen,
        }
    }
}

impl Profiles {
    /// Creates the profiles of a library, which should be confined to its folders.
    pub fn new(library: Library) -> Self {
        Self {
            library,
            cache: Mutex::default(),
            files: Mutex::default(),
            loading: Mutex::default(),
            #[cfg(feature = "server")]
            watcher: Mutex::default(),
        }
    }

    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Calls `on_change` when a file of a profile in use may have changed; without a watcher, nothing is reported.
    #[cfg(feature = "server")]
    pub fn watch(&self, mut on_change: impl FnMut() + Send + 'static) {
        let watcher = Watcher::new(move || {
            on_change();
            true
        });
        *lock(&self.watcher) = watcher.ok();
    }

    /// Lists all profiles.
    pub fn list(&self) -> Vec<Listed> {
        let listed = self.library.list().into_iter().map(|listed| Listed {
            parent: listed.parent,
            group: listed.category.title(),
            is_published: listed.category == Category::Published,
            name: listed.name,
            description: listed.description,
            is_file: matches!(listed.origin, Origin::File(_)),
            is_broken: listed.is_broken,
        });
        listed.collect()
    }

    /// Loads a profile, or compiles its unsaved text.
    ///
    /// # Errors
    /// If there is no such profile, or it has errors.
    pub fn load(&self, wanted: &ProfileRef) -> Result<Arc<Loaded>, Failure> {
        if let Some(loaded) = self.cached(wanted) {
            return Ok(loaded);
        }
        // Requests that come together, as after a change of a file, need the profile only once.
        let _loading = lock(&self.loading);
        if let Some(loaded) = self.cached(wanted) {
            return Ok(loaded);
        }
        let mut loaded = self.read(wanted);
        for _ in 1..ATTEMPTS {
            if loaded.as_ref().map_or(true, |loaded| loaded.seen.is_unchanged()) {
                break;
            }
            loaded = self.read(wanted);
        }
        let loaded = Arc::new(loaded?);
        self.keep(wanted.clone(), &loaded);
        Ok(loaded)
    }

    /// Adds a profile to the cache.
    fn keep(&self, wanted: ProfileRef, loaded: &Arc<Loaded>) {
        {
            let mut cache = lock(&self.cache);
            cache.retain(|(of, _)| *of != wanted);
            if cache.len() >= MOST_CACHED {
                cache.remove(0);
            }
            cache.push((wanted, Arc::clone(loaded)));
        }
        #[cfg(feature = "server")]
        self.watch_files();
    }

    /// A profile that is known and unchanged.
    fn cached(&self, wanted: &ProfileRef) -> Option<Arc<Loaded>> {
        let known =
            lock(&self.cache).iter().find(|(of, _)| of == wanted).map(|(_, loaded)| Arc::clone(loaded));
        known.filter(|loaded| loaded.seen.is_unchanged())
    }

    fn read(&self, wanted: &ProfileRef) -> Result<Loaded, Failure> {
        let mut seen = Dependencies::default();
        let (source, origin) = self.source(wanted, &mut seen)?;
        let parsed = self.library.parse_and_note(&source, &origin, &mut seen);
        let parsed = parsed.map_err(|faults| failure(LoadError::Invalid(faults)))?;
        Ok(Loaded::new(source, origin, parsed, seen))
    }

    /// Changes a key in the text of a loaded profile. `wanted` names it.
    ///
    /// # Errors
    /// If there is no such profile any more. The inner error is a change that was refused.
    pub fn edit(
        &self,
        wanted: &ProfileRef,
        before: &Loaded,
        key: &str,
        edit: &Edit,
    ) -> Result<Result<Arc<Loaded>, EditError>, Failure> {
        let mut seen = Dependencies::default();
        let (_, origin) = self.source(wanted, &mut seen)?;
        let profile = (&before.source, &before.profile);
        let edited = match edit::edit(&self.library, profile, &origin, key, edit, &mut seen) {
            Ok(edited) => edited,
            Err(error) => return Ok(Err(error)),
        };
        let draft = ProfileRef { name: wanted.name.clone(), text: Some(edited.source.text.clone()) };
        if !seen.is_unchanged() {
            return self.load(&draft).map(Ok);
        }
        let loaded = Arc::new(Loaded::new(edited.source, origin, (edited.profile, edited.warnings), seen));
        self.keep(draft, &loaded);
        Ok(Ok(loaded))
    }

    /// The text of a profile, whether it is valid or not.
    ///
    /// # Errors
    /// If there is no such profile, or its file cannot be read.
    pub fn source(
        &self,
        wanted: &ProfileRef,
        seen: &mut Dependencies,
    ) -> Result<(Arc<Source>, Origin), Failure> {
        if !is_name(&wanted.name) {
            return Err(bad_name());
        }
        let (file, format, origin) = match self.library.source_and_note(wanted.name.as_ref(), seen) {
            Ok((source, origin)) => {
                if let Origin::File(path) = &origin {
                    let known =
                        Known { path: path.clone(), file: source.file.clone(), format: source.format };
                    lock(&self.files).insert(wanted.name.clone(), known);
                }
                if wanted.text.is_none() {
                    return Ok((source, origin));
                }
                (source.file.clone(), source.format, origin)
            }
            // The page alone has the text: its file is gone, or has not been written yet.
            Err(error) => match self.unwritten(wanted) {
                Some(known) if matches!(error, LoadError::Unknown { .. }) => {
                    (known.file, known.format, Origin::File(known.path))
                }
                _ => return Err(failure(error)),
            },
        };
        let bytes = wanted.text.clone().unwrap_or_default().into_bytes();
        let draft = Source::from_bytes(&file, format, bytes);
        Ok((draft.map_err(|error| failure(LoadError::Invalid(vec![error])))?, origin))
    }

    /// The file of a text whose profile cannot be found: the one that has been read before, or a new one in the first
    /// folder.
    fn unwritten(&self, wanted: &ProfileRef) -> Option<Known> {
        wanted.text.as_ref()?;
        let mut files = lock(&self.files);
        if let Some(known) = files.get(&wanted.name) {
            return Some(known.clone());
        }
        if is_device(&wanted.name) || files.len() >= MOST_FILES {
            return None;
        }
        let folder = self.library.folders().iter().find(|folder| folder.is_dir())?;
        let file = format!("{}.{}", wanted.name, Format::Toml.extension());
        let known = Known { path: folder.join(&file), file, format: Format::Toml };
        files.insert(wanted.name.clone(), known.clone());
        Some(known)
    }

    /// Returns the path of a profile whose file is gone, or has not been written yet.
    pub fn missing(&self, wanted: &ProfileRef) -> Option<PathBuf> {
        let unknown = self.library.source_and_note(wanted.name.as_ref(), &mut Dependencies::default());
        let is_gone = matches!(unknown, Err(LoadError::Unknown { .. })) && is_name(&wanted.name);
        let known = || lock(&self.files).get(&wanted.name).cloned();
        is_gone.then(|| self.unwritten(wanted).or_else(known)).flatten().map(|known| known.path)
    }

    /// Watches the files of all cached profiles.
    #[cfg(feature = "server")]
    fn watch_files(&self) {
        let files: std::collections::BTreeSet<PathBuf> = {
            let cache = lock(&self.cache);
            cache.iter().flat_map(|(_, loaded)| loaded.seen.paths().map(PathBuf::from)).collect()
        };
        if let Some(watcher) = &*lock(&self.watcher) {
            watcher.watch(files.iter().map(PathBuf::as_path));
        }
    }
}

/// Locks a mutex. Its data are valid even if a thread panicked meanwhile.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A text is not the name of a profile.
pub(super) fn bad_name() -> Failure {
    Failure::new(format!("a name has 1 to {LONGEST_NAME} characters: letters, digits, `-` and `_`"))
}

/// The errors of a profile as a failure.
pub(super) fn failure(error: LoadError) -> Failure {
    let faults: Vec<Fault> = match &error {
        LoadError::Unknown { .. } => Vec::new(),
        LoadError::Invalid(faults) => faults.iter().map(fault).collect(),
    };
    let lines = error.lines();
    Failure { message: lines.into_iter().next().unwrap_or_default(), faults }
}

fn fault(diagnostic: &Diagnostic) -> Fault {
    let file = std::path::Path::new(diagnostic.file()).file_name();
    Fault {
        file: file.map_or(String::new(), |file| file.to_string_lossy().into_owned()),
        line: diagnostic.line(),
        column: diagnostic.column(),
        key: diagnostic.key.clone(),
        message: diagnostic.message.clone(),
        hint: diagnostic.hint.clone(),
        is_warning: diagnostic.severity == Severity::Warning,
    }
}
