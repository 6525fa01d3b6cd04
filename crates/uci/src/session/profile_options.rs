//! The options that choose a profile or change its values, and the profile at start.

use std::ffi::{OsStr, OsString};

use super::Session;
use super::options::DEFAULT_PROFILE;
use crate::paths;
use temperament_engine::profile::reload::Reloader;
use temperament_engine::profile::{CHAMPION_ALIAS, Diagnostic, Library, LoadError, Overrides};

impl Session {
    pub(super) fn choose_profile(&mut self, text: &str) {
        let typed = paths::typed(text);
        if typed.is_empty() {
            let fault = "Profile: expected the name of a profile".to_owned();
            self.output.note(&fault);
            if self.settings.profile_file.is_empty() {
                self.refusals.refuse_profile("Profile", "".as_ref(), &[fault]);
            }
            return;
        }
        let mut known = self.library.names();
        known.push(CHAMPION_ALIAS.to_owned());
        let name = match find_ignoring_case(&typed, &known) {
            Some(name) => name.into(),
            None if typed == self.shown_default() => self.default_profile.clone(),
            None => OsString::from(typed),
        };
        let name = self.library.canonical(&name).to_owned();
        if self.settings.profile_file.is_empty() {
            if self.turn_to("Profile", &name) {
                self.settings.profile = name;
            }
        } else if self.try_load(&name) {
            self.output.note(format!("{} will play when ProfileFile is <empty>", name.display()));
            self.settings.profile = name;
        }
    }

    pub(super) fn choose_profile_file(&mut self, text: &str) {
        let path = paths::typed(text);
        let wanted = if path.is_empty() { self.settings.profile.clone() } else { OsString::from(&path) };
        if self.turn_to("ProfileFile", &wanted) {
            self.settings.profile_file = path;
        }
    }

    /// Replaces the overrides of the option `Tweak`.
    pub(super) fn tweak(&mut self, text: &str) {
        let tweaks = Overrides::new("Tweak", [text]);
        let faults = tweaks.errors();
        if !faults.is_empty() {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            self.refusals.refuse_tweak(&faults);
            return self.report_faults(&faults);
        }
        match self.apply_overrides(tweaks) {
            Ok(()) => self.refusals.accept_tweak(),
            Err(faults) => self.refusals.refuse_tweak(&faults),
        }
    }

    /// Applies overrides to the profile: those of the command line, then these, then the numbers set by a tuner.
    ///
    /// # Errors
    /// The errors, which have been reported; the profile is unchanged.
    pub(super) fn apply_overrides(&mut self, tweaks: Overrides) -> Result<(), Vec<String>> {
        let all = self.command_line.and(&tweaks).and(&self.tune_options.tweaks());
        let library = self.library.with_tweaks(all);
        match Reloader::new(&library, self.live.wanted()) {
            Ok((live, warnings)) => {
                self.library = library;
                self.live = live;
                self.settings.tweaks = tweaks;
                self.report_loaded(&warnings);
                Ok(())
            }
            Err(error) => {
                let faults = error.lines();
                self.report_faults(&faults);
                if self.live.faults().is_empty() {
                    return Err(faults);
                }
                self.library = library;
                self.settings.tweaks = tweaks;
                self.output.note("Tweak: takes effect once the errors of the file are fixed");
                Ok(())
            }
        }
    }

    /// Switches to a profile set by an option. Returns `true` if it is watched from now on, possibly until its errors
    /// are fixed; otherwise nothing changes.
    fn turn_to(&mut self, option: &str, name_or_path: &OsStr) -> bool {
        match self.live.turn_to(&self.library, name_or_path) {
            Ok(warnings) => {
                self.refusals.accept_profile();
                self.report_loaded(&warnings);
            }
            Err(error) => {
                let faults = error.lines();
                self.refusals.refuse_profile(option, name_or_path, &faults);
                self.report_faults(&faults);
            }
        }
        self.watch.follow(&self.live);
        self.live.wanted() == name_or_path
    }

    fn report_loaded(&self, warnings: &[Diagnostic]) {
        for warning in warnings {
            self.output.note(warning.to_string());
        }
        let profile = self.live.compiled();
        self.output.note(format!(
            "profile {} loaded (id {:016x}){}",
            profile.name(),
            profile.id(),
            self.since_when()
        ));
    }

    /// Returns the addition to a message about a changed evaluation: a running search continues without it.
    pub(super) fn since_when(&self) -> &'static str {
        if self.engine.is_searching() { "; counts from the next search on" } else { "" }
    }

    /// Reports the errors of the files, and what happens now.
    pub(super) fn report_faults(&self, faults: &[String]) {
        for line in faults {
            self.output.note(line);
        }
        self.output.note(format!("profile {} stays active", self.live.profile().name));
    }

    /// Loads a profile without using it and reports its errors. Returns `true` if it is valid.
    fn try_load(&self, name: &OsStr) -> bool {
        let (messages, can_be_used) = match self.library.load(name) {
            Ok((_, warnings)) => (warnings.iter().map(ToString::to_string).collect(), true),
            Err(error) => (error.lines(), false),
        };
        for message in messages {
            self.output.note(message);
        }
        can_be_used
    }
}

/// Returns the known name that equals a string, exactly or ignoring case.
pub fn find_ignoring_case(text: &str, known: &[String]) -> Option<String> {
    let exact = known.iter().find(|name| *name == text);
    exact.or_else(|| known.iter().find(|name| name.eq_ignore_ascii_case(text))).cloned()
}

/// The profile at start.
pub(super) struct First {
    pub(super) live: Reloader,
    /// Messages about it.
    pub(super) messages: Vec<String>,
    /// Errors of the default profile, if another one plays in its place.
    pub(super) faults: Vec<String>,
}

/// Loads the requested profile. Without one, loads the default profile or else the first that is valid.
pub(super) fn first_profile(library: &Library, wanted: Option<&OsStr>) -> Result<First, LoadError> {
    let name = wanted.map_or(DEFAULT_PROFILE.as_ref(), |name| library.canonical(name));
    let error = match Reloader::new(library, name) {
        Ok((live, warnings)) => {
            return Ok(First {
                live,
                messages: warnings.iter().map(ToString::to_string).collect(),
                faults: Vec::new(),
            });
        }
        Err(error) if wanted.is_some() => return Err(error),
        Err(error) => error,
    };
    for name in library.names() {
        if let Ok((live, _)) = Reloader::new(library, &name) {
            let faults = error.lines();
            let mut messages = faults.clone();
            messages.push(format!("profile {name} plays instead"));
            return Ok(First { live, messages, faults });
        }
    }
    Err(error)
}
