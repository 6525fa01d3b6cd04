//! Refused options. The error is reported once. A line before every search says that the option does not count, until a
//! valid one is set: a script would measure another profile than intended. With the option `Strict`, any refused option
//! ends the program.

use std::ffi::{OsStr, OsString};

use super::Session;

/// Maximum length of a reason, in characters.
const MAX_REASON: usize = 400;

/// Rejected settings that have not been corrected.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    profile: Option<Refusal>,
    tweak: Option<String>,
    /// Message about the first other option that was rejected.
    other: Option<String>,
}

/// A rejected profile.
#[derive(Debug)]
struct Refusal {
    /// Name or path.
    wanted: OsString,
    /// Rejected option.
    option: String,
    /// Rejected option and reason.
    reason: String,
}

impl Refusals {
    /// Creates the state at program start with the errors of the default profile, if another one plays.
    pub(super) fn at_start(wanted: &OsStr, faults: &[String]) -> Self {
        let mut refusals = Self::default();
        if !faults.is_empty() {
            refusals.refuse_profile("default profile", wanted, faults);
        }
        refusals
    }

    /// Records a rejected profile of an option.
    pub(super) fn refuse_profile(&mut self, option: &str, wanted: &OsStr, faults: &[String]) {
        let (wanted, reason) = (wanted.to_owned(), reason(option, faults));
        self.profile = Some(Refusal { wanted, option: option.to_owned(), reason });
    }

    /// Records a valid profile.
    pub(super) fn accept_profile(&mut self) {
        self.profile = None;
    }

    /// Records that a profile is valid after a reload.
    pub(super) fn accept_reload(&mut self, name_or_path: &OsStr) {
        self.profile.take_if(|refusal| refusal.wanted == name_or_path);
    }

    /// Records a rejected tweak.
    pub(super) fn refuse_tweak(&mut self, faults: &[String]) {
        self.tweak = Some(reason("Tweak", faults));
    }

    /// Records a valid tweak.
    pub(super) fn accept_tweak(&mut self) {
        self.tweak = None;
    }

    /// Returns the message about a rejected option, if any.
    fn first(&self) -> Option<&str> {
        let profile = self.profile.as_ref().map(|refusal| refusal.reason.as_str());
        profile.or(self.tweak.as_deref()).or(self.other.as_deref())
    }
}

impl Session {
    /// Reports and records a rejected option that is not a setting of the profile.
    pub(super) fn refuse_option(&mut self, message: String) {
        self.output.note(&message);
        self.refusals.other.get_or_insert(message);
    }

    /// Returns why the program has to end: the option `Strict` is set, and an option was rejected.
    pub fn fatal_refusal(&self) -> Option<String> {
        self.refusals.first().filter(|_| self.settings.strict).map(str::to_owned)
    }

    /// Names the rejected settings, and the profile that plays instead.
    pub(super) fn repeat_refusals(&self) {
        let name = &self.live.profile().name;
        if let Some(Refusal { option, .. }) = &self.refusals.profile {
            self.output.note(format!("{option} refused; profile {name} plays instead"));
        }
        if self.refusals.tweak.is_some() {
            self.output.note(format!("Tweak refused; profile {name} plays without it"));
        }
    }
}

/// Returns the first error and the number of others.
pub fn reason(option: &str, faults: &[String]) -> String {
    let first = faults.first().map_or("", String::as_str);
    let shown: String = first.chars().take(MAX_REASON).collect();
    let cut = if shown.len() < first.len() { "..." } else { "" };
    let more = match faults.len() {
        0 | 1 => String::new(),
        2 => " (and 1 more error)".to_owned(),
        n => format!(" (and {} more errors)", n - 1),
    };
    format!("{option} refused: {shown}{cut}{more}")
}
