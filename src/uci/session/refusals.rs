//! Refused settings of the profile. Each is repeated before every search until a valid one is made: a script does not
//! read a message printed once, and would measure another profile than intended.

use std::ffi::{OsStr, OsString};

use super::Session;

/// The longest reason that is repeated, in characters: what plays instead must not be cut off.
const MAX_REASON: usize = 400;

/// What was refused and not yet corrected.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    profile: Option<Refusal>,
    tweak: Option<String>,
}

/// A profile that could not be loaded.
#[derive(Debug)]
struct Refusal {
    /// Its name or path.
    wanted: OsString,
    /// Which option was refused, and why.
    reason: String,
}

impl Refusals {
    /// Refusals at the start of the program: the faults of the profile that was to play, if another one does.
    pub(super) fn at_start(wanted: &OsStr, faults: &[String]) -> Self {
        let mut refusals = Self::default();
        if !faults.is_empty() {
            refusals.refuse_profile("default profile", wanted, faults);
        }
        refusals
    }

    /// Notes that a profile cannot be used, which an option has set.
    pub(super) fn refuse_profile(&mut self, option: &str, wanted: &OsStr, faults: &[String]) {
        self.profile = Some(Refusal {
            wanted: wanted.to_owned(),
            reason: reason(option, faults),
        });
    }

    /// Notes that a valid profile was set.
    pub(super) fn accept_profile(&mut self) {
        self.profile = None;
    }

    /// Notes that the files of a profile can be used again.
    pub(super) fn mend_profile(&mut self, name_or_path: &OsStr) {
        self.profile.take_if(|refusal| refusal.wanted == name_or_path);
    }

    /// Notes that a tweak cannot be used.
    pub(super) fn refuse_tweak(&mut self, faults: &[String]) {
        self.tweak = Some(reason("Tweak", faults));
    }

    /// Notes that a valid tweak was set.
    pub(super) fn accept_tweak(&mut self) {
        self.tweak = None;
    }
}

impl Session {
    /// Repeats what was refused, and says what plays instead.
    pub(super) fn repeat_refusals(&self) {
        let name = &self.live.profile().name;
        if let Some(Refusal { reason, .. }) = &self.refusals.profile {
            self.output
                .note(format!("{reason}; profile {name} plays instead"));
        }
        if let Some(reason) = &self.refusals.tweak {
            self.output
                .note(format!("{reason}; profile {name} plays without it"));
        }
    }
}

/// The first fault, and how many more there are.
fn reason(option: &str, faults: &[String]) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_reason_is_cut_and_others_are_counted() {
        let text = reason("Tweak", &["é".repeat(5000), "x".to_owned(), "y".to_owned()]);
        assert!(text.starts_with("Tweak refused: é"), "{text}");
        assert!(text.ends_with("é... (and 2 more errors)"), "{text}");
        assert!(text.chars().count() < 500);
    }
}
