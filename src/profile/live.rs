//! A profile that follows its files: looked at again and again, it is either what is on the disk now or the last
//! that was valid there.
//!
//! Each look that finds something new loads everything from scratch and compiles it into new [`Sides`]; nothing is
//! ever changed in place. This module does not wait for anything: [`super::watch`] says when to look.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::time::{Duration, Instant};

use crate::eval::Sides;

use super::Profile;
use super::changes::{Change, changes, summary};
use super::diagnostic::Diagnostic;
use super::library::{Library, LoadError};
use super::seen::Seen;

/// How long a file may be gone or empty before that is a fault: editors do so while they save.
const ABSENCE: Duration = Duration::from_millis(250);
/// After so long files that changed while they were read are read again.
const UNREST: Duration = Duration::from_millis(5);

/// A profile and the files that it comes from.
#[derive(Debug)]
pub struct Live {
    /// What is followed: a name or a path.
    wanted: OsString,
    /// The last valid one.
    profile: Profile,
    compiled: Sides,
    /// What the last look found on the disk, whatever came of it.
    seen: Seen,
    /// The faults of that, as they were told; empty if there were none.
    faults: Vec<String>,
    /// Its warnings, as they were told.
    warnings: Vec<String>,
    /// Since when a file has been gone or empty that had a text.
    absent_since: Option<Instant>,
}

/// What a look found.
#[derive(Debug)]
pub enum Look {
    /// Nothing that has not been told before.
    Same,
    /// Something is under way: look again after this time.
    Again(Duration),
    /// Files that have changed, and a valid profile in them, whether or not its values are others.
    Reloaded(Reload),
    /// What is on the disk cannot be used; the profile stays. One line for each fault.
    Faulty(Vec<String>),
}

/// What a reload changed.
#[derive(Debug)]
pub struct Reload {
    /// Name of the profile.
    pub name: String,
    /// Whether the files had faults before.
    pub is_mended: bool,
    /// The keys with other values.
    pub changes: Vec<Change>,
    /// The id of the profile before.
    pub old_id: u64,
    /// The id of the profile now.
    pub new_id: u64,
    /// What loading, checking and compiling took.
    pub time: Duration,
    /// Warnings that have not been told before.
    pub warnings: Vec<String>,
}

impl Reload {
    /// Whether any position may be evaluated otherwise than before.
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

impl Live {
    /// Loads a profile by name or path; with its warnings.
    ///
    /// # Errors
    /// As those of [`Library::load`].
    pub fn new(
        library: &Library,
        name_or_path: impl AsRef<OsStr>,
    ) -> Result<(Self, Vec<Diagnostic>), LoadError> {
        let name_or_path = name_or_path.as_ref();
        let mut seen = Seen::default();
        let (profile, warnings) = library.load_and_note(name_or_path, &mut seen)?;
        let live = Self {
            wanted: name_or_path.to_owned(),
            compiled: profile.compile_both(),
            profile,
            seen,
            faults: Vec::new(),
            warnings: warnings.iter().map(ToString::to_string).collect(),
            absent_since: None,
        };
        Ok((live, warnings))
    }

    /// Turns to another profile; with its warnings. If its file has faults, or is not there yet, the profile in force
    /// stays until that is mended. A name that no profile has changes nothing.
    ///
    /// # Errors
    /// As those of [`Library::load`].
    pub fn turn_to(
        &mut self,
        library: &Library,
        name_or_path: impl AsRef<OsStr>,
    ) -> Result<Vec<Diagnostic>, LoadError> {
        let name_or_path = name_or_path.as_ref();
        let mut seen = Seen::default();
        match library.load_and_note(name_or_path, &mut seen) {
            Ok((profile, warnings)) => {
                self.wanted = name_or_path.into();
                self.seen = seen;
                self.absent_since = None;
                self.faults.clear();
                self.warnings.clear();
                self.accept(profile, &warnings, Instant::now());
                Ok(warnings)
            }
            Err(error) => {
                if let LoadError::Faulty(_) = error {
                    self.wanted = name_or_path.into();
                    self.seen = seen;
                    self.absent_since = None;
                    self.faults = error.lines();
                }
                Err(error)
            }
        }
    }

    /// The profile in force.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The same, compiled.
    pub fn compiled(&self) -> &Sides {
        &self.compiled
    }

    /// What is wrong with the files, if they cannot be used.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// What it follows: a name or a path.
    pub fn wanted(&self) -> &OsStr {
        &self.wanted
    }

    /// What the last look found on the disk.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Looks whether the files are as they were, and loads them if not.
    pub fn look(&mut self, library: &Library) -> Look {
        if self.absent_since.is_none() && self.seen.is_unchanged() {
            return Look::Same;
        }
        self.look_closely(library)
    }

    /// Loads the files whether or not they have changed.
    pub fn look_closely(&mut self, library: &Library) -> Look {
        let start = Instant::now();
        let mut seen = Seen::default();
        let loaded = library.load_and_note(&self.wanted, &mut seen);
        if !seen.is_unchanged() {
            return Look::Again(UNREST);
        }
        if seen.has_lost(&self.seen) {
            let since = *self.absent_since.get_or_insert(start);
            let rest = ABSENCE.saturating_sub(since.elapsed());
            if !rest.is_zero() {
                return Look::Again(rest);
            }
        }
        self.absent_since = None;
        let is_new = self.seen != seen;
        self.seen = seen;
        match loaded {
            Ok((profile, warnings)) if is_new => Look::Reloaded(self.accept(profile, &warnings, start)),
            Err(error) if is_new => self.complain(error),
            _ => Look::Same,
        }
    }

    /// Takes the profile that was found.
    fn accept(&mut self, profile: Profile, warnings: &[Diagnostic], start: Instant) -> Reload {
        let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        let old_id = self.compiled.id();
        let changes = changes(&self.profile.values, &profile.values);
        if !changes.is_empty() || profile.name != self.profile.name {
            self.compiled = profile.compile_both();
        }
        self.profile = profile;
        let told = std::mem::replace(&mut self.warnings, warnings);
        Reload {
            name: self.profile.name.clone(),
            is_mended: !std::mem::take(&mut self.faults).is_empty(),
            changes,
            old_id,
            new_id: self.compiled.id(),
            time: start.elapsed(),
            warnings: self
                .warnings
                .iter()
                .filter(|w| !told.contains(w))
                .cloned()
                .collect(),
        }
    }

    /// Notes the faults of what was found; tells them unless they are those told last.
    fn complain(&mut self, error: LoadError) -> Look {
        let faults = error.lines();
        if faults == self.faults {
            return Look::Same;
        }
        self.faults.clone_from(&faults);
        Look::Faulty(faults)
    }
}
