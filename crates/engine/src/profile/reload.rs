//! A profile that is reloaded when its files change: always the version on disk or the last valid one.
//!
//! Each change loads everything from scratch and compiles it into new [`SidedWeights`]; nothing is changed in place.
//! This module does not wait: the module `watch` reports when to look.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::thread;
use std::time::Duration;

use crate::eval::SidedWeights;
use crate::platform::Instant;

use super::Profile;
use super::dependencies::Dependencies;
use super::diagnostic::Diagnostic;
use super::diff::{Change, changes, summary};
use super::library::{Library, LoadError};

/// How long changed files must stay the same before they are used: an editor may still be writing, and the first lines of a
/// profile can be a valid profile.
const QUIET: Duration = Duration::from_millis(150);
/// The same if a file is missing or empty: editors leave it so while they save.
const ABSENCE: Duration = Duration::from_millis(250);
/// Delay before files that changed during reading are read again.
const UNREST: Duration = Duration::from_millis(5);
/// Maximum time to wait for files that keep changing.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// A profile and its files.
#[derive(Debug)]
pub struct Reloader {
    /// The name or path of the profile.
    wanted: OsString,
    /// The last valid version.
    profile: Profile,
    compiled: SidedWeights,
    /// The files that the last attempt to load accessed.
    seen: Dependencies,
    /// The errors of that attempt as reported; empty if there were none.
    faults: Vec<String>,
    /// Its warnings as reported.
    warnings: Vec<String>,
    /// Changed files that have not been quiet for long enough, and since when they are as they are.
    pending: Option<(Dependencies, Instant)>,
}

/// Result of looking for changes.
#[derive(Debug)]
pub enum Look {
    /// No change.
    Same,
    /// A save is in progress: look again after this time.
    Again(Duration),
    /// Changed files with a valid profile, whose values may be unchanged.
    Reloaded(Reload),
    /// The files have errors; the profile is kept. One line per error.
    Invalid(Vec<String>),
}

/// Effects of a reload.
#[derive(Debug)]
pub struct Reload {
    /// Name of the profile.
    pub name: String,
    /// True if the files had errors before.
    pub is_mended: bool,
    /// The keys whose values have changed.
    pub changes: Vec<Change>,
    /// The id of the profile before.
    pub old_id: u64,
    /// The id of the profile now.
    pub new_id: u64,
    /// Time for loading, checking and compiling.
    pub time: Duration,
    /// Warnings that are new.
    pub warnings: Vec<String>,
}

impl Reload {
    /// Returns `true` if the evaluation of any position may have changed.
    pub fn changes_values(&self) -> bool {
        self.old_id != self.new_id
    }
}

impl fmt::Display for Reload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mended = if self.is_mended { "valid again, " } else { "" };
        write!(f, "{}: {mended}{}", self.name, summary(&self.changes))?;
        if self.changes_values() {
            write!(f, "; id {:016x} -> {:016x}", self.old_id, self.new_id)?;
        }
        write!(f, "; {:.1} ms", self.time.as_secs_f64() * 1000.0)
    }
}

impl Reloader {
    /// Loads a profile, and its warnings, by name or path.
    ///
    /// # Errors
    /// See [`Library::load`].
    pub fn new(
        library: &Library,
        name_or_path: impl AsRef<OsStr>,
    ) -> Result<(Self, Vec<Diagnostic>), LoadError> {
        let name_or_path = name_or_path.as_ref();
        let mut seen = Dependencies::default();
        let (profile, warnings) = library.load_and_note(name_or_path, &mut seen)?;
        let live = Self {
            wanted: name_or_path.to_owned(),
            compiled: profile.compile_both(),
            profile,
            seen,
            faults: Vec::new(),
            warnings: warnings.iter().map(ToString::to_string).collect(),
            pending: None,
        };
        Ok((live, warnings))
    }

    /// Switches to another profile; also returns its warnings. If its file is invalid or missing, the active profile
    /// stays until that is fixed. An unknown name changes nothing.
    ///
    /// # Errors
    /// See [`Library::load`].
    pub fn turn_to(
        &mut self,
        library: &Library,
        name_or_path: impl AsRef<OsStr>,
    ) -> Result<Vec<Diagnostic>, LoadError> {
        let name_or_path = name_or_path.as_ref();
        let mut seen = Dependencies::default();
        match library.load_and_note(name_or_path, &mut seen) {
            Ok((profile, warnings)) => {
                self.wanted = name_or_path.into();
                self.seen = seen;
                self.pending = None;
                self.faults.clear();
                self.warnings.clear();
                self.accept(profile, &warnings, Instant::now());
                Ok(warnings)
            }
            Err(error) => {
                if let LoadError::Invalid(_) = error {
                    self.wanted = name_or_path.into();
                    self.seen = seen;
                    self.pending = None;
                    self.faults = error.lines();
                }
                Err(error)
            }
        }
    }

    /// The active profile.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The compiled active profile.
    pub fn compiled(&self) -> &SidedWeights {
        &self.compiled
    }

    /// The errors of the files, if they cannot be used.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// The name or path of the profile.
    pub fn wanted(&self) -> &OsStr {
        &self.wanted
    }

    /// The files that the last attempt to load accessed.
    pub fn seen(&self) -> &Dependencies {
        &self.seen
    }

    /// Checks the files, and reloads them if they have changed and are quiet.
    pub fn look(&mut self, library: &Library) -> Look {
        if self.pending.is_none() && self.seen.is_unchanged() {
            return Look::Same;
        }
        self.load_once_quiet(library, QUIET)
    }

    /// Checks the files like [`Self::look`], and waits while a save is in progress.
    pub fn look_and_wait(&mut self, library: &Library) -> Look {
        let start = Instant::now();
        loop {
            match self.look(library) {
                Look::Again(after) if start.elapsed() < LONGEST_WAIT => thread::sleep(after),
                look => return look,
            }
        }
    }

    /// Loads the files even if they have not changed, and uses them even if they have just changed.
    pub fn look_closely(&mut self, library: &Library) -> Look {
        self.load_once_quiet(library, Duration::ZERO)
    }

    /// Loads the files, and uses them if they have been the same for some time.
    fn load_once_quiet(&mut self, library: &Library, quiet: Duration) -> Look {
        let start = Instant::now();
        let mut seen = Dependencies::default();
        let loaded = library.load_and_note(&self.wanted, &mut seen);
        if !seen.is_unchanged() {
            return Look::Again(UNREST);
        }
        let is_new = self.seen != seen;
        let quiet = if seen.has_lost(&self.seen) { ABSENCE } else { quiet };
        let since = match self.pending.take() {
            Some((pending, since)) if pending == seen => since,
            _ => Instant::now(),
        };
        let rest = quiet.saturating_sub(since.elapsed());
        if is_new && !rest.is_zero() {
            self.pending = Some((seen, since));
            return Look::Again(rest);
        }
        self.seen = seen;
        match loaded {
            Ok((profile, warnings)) if is_new => Look::Reloaded(self.accept(profile, &warnings, start)),
            Err(error) if is_new => self.complain(error),
            _ => Look::Same,
        }
    }

    /// Activates a loaded profile.
    fn accept(&mut self, profile: Profile, warnings: &[Diagnostic], start: Instant) -> Reload {
        let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        let old_id = self.compiled.id();
        let changes = changes(&self.profile.values, &profile.values);
        if profile.values.id() != self.profile.values.id() || profile.name != self.profile.name {
            self.compiled = profile.compile_both();
        }
        self.profile = profile;
        let earlier = std::mem::replace(&mut self.warnings, warnings);
        Reload {
            name: self.profile.name.clone(),
            is_mended: !std::mem::take(&mut self.faults).is_empty(),
            changes,
            old_id,
            new_id: self.compiled.id(),
            time: start.elapsed(),
            warnings: self.warnings.iter().filter(|w| !earlier.contains(w)).cloned().collect(),
        }
    }

    /// Records errors; returns them unless they were reported last.
    fn complain(&mut self, error: LoadError) -> Look {
        let faults = error.lines();
        if faults == self.faults {
            return Look::Same;
        }
        self.faults.clone_from(&faults);
        Look::Invalid(faults)
    }
}
