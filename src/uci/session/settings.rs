//! Options and profiles: what a GUI may set, and when the engine learns of it.

use std::ffi::{OsStr, OsString};
use std::time::Duration;

use super::Session;
use crate::engine::DEFAULT_HASH_MIB;
use crate::profile::live::Live;
use crate::profile::{CHAMPION_ALIAS, Diagnostic, Library, LoadError, Tweaks};
use crate::uci::options::{self, DEFAULT_PROFILE, Id, Value};
use crate::uci::paths;

/// What the GUI has set.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) hash_mib: usize,
    pub(super) threads: usize,
    pub(super) multi_pv: usize,
    pub(super) move_overhead: Duration,
    pub(super) chess960: bool,
    pub(super) wdl: bool,
    #[cfg(feature = "syzygy")]
    pub(super) syzygy: super::syzygy::Settings,
    profile: OsString,
    /// Empty when `profile` counts.
    profile_file: String,
    /// Those of the option `Tweak`.
    pub(super) tweaks: Tweaks,
}

impl Settings {
    /// Everything at its default but the name of the profile.
    pub(super) fn new(profile: OsString) -> Self {
        Self {
            hash_mib: DEFAULT_HASH_MIB,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            chess960: false,
            wdl: false,
            #[cfg(feature = "syzygy")]
            syzygy: Default::default(),
            profile,
            profile_file: String::new(),
            tweaks: Tweaks::default(),
        }
    }
}

impl Session {
    /// Hands the engine what was set while it searched, unless it still does: then the next chance will do.
    pub(super) fn settle(&mut self) {
        if self.engine.is_searching() {
            return;
        }
        if !self.engine.profile().is(self.live.compiled()) {
            self.engine.set_profile(self.live.compiled().clone());
        }
        self.engine.set_threads(self.settings.threads);
        if self.settings.hash_mib != self.engine_hash_mib {
            match self.engine.set_hash(self.settings.hash_mib) {
                Ok(()) => self.engine_hash_mib = self.settings.hash_mib,
                Err(error) => {
                    self.output
                        .note(format!("Hash: {error}; it stays at {} MiB", self.engine_hash_mib));
                    self.settings.hash_mib = self.engine_hash_mib;
                }
            }
        }
        #[cfg(feature = "syzygy")]
        self.settle_tables();
        if std::mem::take(&mut self.clear_wanted) {
            self.engine.clear();
        }
    }

    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        let Some(option) = options::find(name) else {
            self.set_dial(name, value);
            return;
        };
        match option.read(value) {
            Ok(value) => self.apply(option.id, value),
            Err(message) => self.output.note(message),
        }
        self.settle();
    }

    fn apply(&mut self, id: Id, value: Value) {
        let settings = &mut self.settings;
        match (id, value) {
            (Id::Hash, Value::Number(n)) => settings.hash_mib = usize::try_from(n).unwrap_or(usize::MAX),
            (Id::Threads, Value::Number(n)) => settings.threads = usize::try_from(n).unwrap_or(1),
            (Id::ClearHash, _) => self.clear_wanted = true,
            (Id::MultiPv, Value::Number(n)) => settings.multi_pv = usize::try_from(n).unwrap_or(1),
            (Id::MoveOverhead, Value::Number(n)) => {
                settings.move_overhead = Duration::from_millis(n.unsigned_abs());
            }
            (Id::Chess960, Value::Flag(on)) => settings.chess960 = on,
            (Id::ShowWdl, Value::Flag(on)) => settings.wdl = on,
            #[cfg(feature = "syzygy")]
            (Id::Syzygy(which), value) => settings.syzygy.set(which, value),
            (Id::Profile, Value::Text(name)) => self.choose_profile(&name),
            (Id::ProfileFile, Value::Text(path)) => self.choose_profile_file(&path),
            (Id::Tweak, Value::Text(text)) => self.tweak(&text),
            (Id::Reload, Value::Text(word)) => self.choose_reload(&word),
            (Id::ReloadProfile, Value::Pressed) => self.reload_now(),
            // The others change nothing (see their declarations).
            _ => {}
        }
    }

    fn choose_profile(&mut self, text: &str) {
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
        let name = match closest(&typed, &known) {
            Some(name) => name.into(),
            None if typed == self.shown_default() => self.default_profile.clone(),
            None => OsString::from(typed),
        };
        let name = self.library.canonical(&name).to_owned();
        if self.settings.profile_file.is_empty() {
            if self.turn_to("Profile", &name) {
                self.settings.profile = name;
            }
        } else if self.can_be_read(&name) {
            self.output.note(format!(
                "{} will play when ProfileFile is <empty>",
                name.display()
            ));
            self.settings.profile = name;
        }
    }

    fn choose_profile_file(&mut self, text: &str) {
        let path = paths::typed(text);
        let wanted = if path.is_empty() {
            self.settings.profile.clone()
        } else {
            OsString::from(&path)
        };
        if self.turn_to("ProfileFile", &wanted) {
            self.settings.profile_file = path;
        }
    }

    /// Lays other changes over the profile: those of the command line, and then these.
    fn tweak(&mut self, text: &str) {
        let tweaks = Tweaks::new("Tweak", [text]);
        let faults = tweaks.faults();
        if !faults.is_empty() {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            self.refusals.refuse_tweak(&faults);
            return self.tell_faults(&faults);
        }
        match self.lay(tweaks) {
            Ok(()) => self.refusals.accept_tweak(),
            Err(faults) => self.refusals.refuse_tweak(&faults),
        }
    }

    /// Overrides values of the profile: with the tweaks of the command line, then with these, then with the numbers that a
    /// tuner has set.
    ///
    /// # Errors
    /// What is wrong with them, which the user has been told; the profile stays as it was.
    pub(super) fn lay(&mut self, tweaks: Tweaks) -> Result<(), Vec<String>> {
        let all = self.command_line.and(&tweaks).and(&self.dials.tweaks());
        let library = self.library.with_tweaks(all);
        match Live::new(&library, self.live.wanted()) {
            Ok((live, warnings)) => {
                self.library = library;
                self.live = live;
                self.settings.tweaks = tweaks;
                self.tell_loaded(&warnings);
                Ok(())
            }
            Err(error) => {
                let faults = error.lines();
                self.tell_faults(&faults);
                if self.live.faults().is_empty() {
                    return Err(faults);
                }
                self.library = library;
                self.settings.tweaks = tweaks;
                self.output.note("Tweak: counts as soon as the file is mended");
                Ok(())
            }
        }
    }

    /// Turns to a profile for the next search, because an option says so. Returns whether it is the one that is followed
    /// from now on, if only to wait until its faults are mended; if not, all stays as it was.
    fn turn_to(&mut self, option: &str, name_or_path: &OsStr) -> bool {
        match self.live.turn_to(&self.library, name_or_path) {
            Ok(warnings) => {
                self.refusals.accept_profile();
                self.tell_loaded(&warnings);
            }
            Err(error) => {
                let faults = error.lines();
                self.refusals.refuse_profile(option, name_or_path, &faults);
                self.tell_faults(&faults);
            }
        }
        self.watch.follow(&self.live);
        self.live.wanted() == name_or_path
    }

    fn tell_loaded(&self, warnings: &[Diagnostic]) {
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

    /// What to say after a change of the evaluation: that a search under way goes on without it.
    pub(super) fn since_when(&self) -> &'static str {
        if self.engine.is_searching() {
            "; counts from the next search on"
        } else {
            ""
        }
    }

    /// Tells what is wrong with the files, and what happens now.
    pub(super) fn tell_faults(&self, faults: &[String]) {
        for line in faults {
            self.output.note(line);
        }
        self.output
            .note(format!("profile {} stays active", self.live.profile().name));
    }

    /// Reads a profile that is not to be used yet, and tells what is wrong with it. Returns whether it can be used.
    fn can_be_read(&self, name: &OsStr) -> bool {
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

/// The known name that a text spells: exactly, or else but for case.
fn closest(text: &str, known: &[String]) -> Option<String> {
    let exact = known.iter().find(|name| *name == text);
    exact
        .or_else(|| known.iter().find(|name| name.eq_ignore_ascii_case(text)))
        .cloned()
}

/// A profile to begin with.
pub(super) struct First {
    pub(super) live: Live,
    /// What there is to say about it.
    pub(super) messages: Vec<String>,
    /// Why the default profile does not play, if it was wanted and another one plays.
    pub(super) faults: Vec<String>,
}

/// The profile that is wanted; if none is, the default profile, or else the first that loads.
pub(super) fn first_profile(library: &Library, wanted: Option<&OsStr>) -> Result<First, LoadError> {
    let name = wanted.map_or(DEFAULT_PROFILE.as_ref(), |name| library.canonical(name));
    let error = match Live::new(library, name) {
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
        if let Ok((live, _)) = Live::new(library, &name) {
            let faults = error.lines();
            let mut messages = faults.clone();
            messages.push(format!("profile {name} plays instead"));
            return Ok(First {
                live,
                messages,
                faults,
            });
        }
    }
    Err(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exact_name_comes_before_one_in_another_case() {
        let known = ["Cheops", "cheops", "otter"].map(str::to_owned);
        let found = |text| closest(text, &known);
        assert_eq!(found("cheops").as_deref(), Some("cheops"));
        assert_eq!(found("Cheops").as_deref(), Some("Cheops"));
        assert_eq!(found("OTTER").as_deref(), Some("otter"));
        assert_eq!(found("rustic"), None);
    }
}
