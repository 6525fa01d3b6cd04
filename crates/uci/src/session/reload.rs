//! Hot reload of the profile.

use std::io;
use std::thread;

use super::Session;
use super::options::RELOADS;
use temperament_engine::profile::reload::{Look, Reload, Reloader};
use temperament_engine::profile::watch::Watcher;

/// Maximum number of consecutive attempts to read files that keep changing.
const MOST_LOOKS: usize = 200;

/// When a changed profile takes effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    /// At once in analysis, otherwise from the next search on.
    Auto,
    /// From the next search on.
    NextSearch,
    /// Only on `Reload Profile`.
    Off,
}

/// The file watcher and its setting.
pub(super) struct Watch {
    watcher: Watcher,
    when: When,
}

impl Watch {
    pub(super) fn new(on_change: impl FnMut() -> bool + Send + 'static) -> io::Result<Self> {
        Ok(Self { watcher: Watcher::new(on_change)?, when: When::Auto })
    }

    /// Watches the files of a profile, unless disabled.
    pub(super) fn follow(&self, live: &Reloader) {
        match self.when {
            When::Off => self.watcher.watch(std::iter::empty()),
            When::Auto | When::NextSearch => self.watcher.watch(live.seen().paths()),
        }
    }
}

impl Session {
    /// Handles a possible change of the files: reloads them if they are valid.
    pub fn files_changed(&mut self) {
        if self.watch.when == When::Off {
            return;
        }
        match self.live.look(&self.library) {
            Look::Same => {}
            Look::Again(after) => self.watch.watcher.again(after),
            Look::Reloaded(reload) => self.take(&reload),
            Look::Invalid(faults) => self.report_faults(&faults),
        }
        self.watch.follow(&self.live);
    }

    /// Reloads the profile on request.
    pub(super) fn reload_now(&mut self) {
        for _ in 0..MOST_LOOKS {
            match self.live.look_closely(&self.library) {
                Look::Same if !self.live.faults().is_empty() => self.report_faults(self.live.faults()),
                Look::Same => self
                    .output
                    .note(format!("reload {}: the files are as they were", self.live.profile().name)),
                Look::Again(after) => {
                    thread::sleep(after);
                    continue;
                }
                Look::Reloaded(reload) => self.take(&reload),
                Look::Invalid(faults) => self.report_faults(&faults),
            }
            break;
        }
        self.watch.follow(&self.live);
    }

    pub(super) fn choose_reload(&mut self, word: &str) {
        let [_, next_search, off] = RELOADS;
        self.watch.when = match word {
            _ if word == next_search => When::NextSearch,
            _ if word == off => When::Off,
            _ => When::Auto,
        };
        // Changes that were made while watching was off.
        self.files_changed();
        self.watch.follow(&self.live);
    }

    /// Reports a reload, and restarts a running analysis if its values have changed.
    fn take(&mut self, reload: &Reload) {
        self.refusals.accept_reload(self.live.wanted());
        let is_at_once =
            reload.changes_values() && self.watch.when != When::NextSearch && self.stop_silently();
        let mut line = format!("reload {reload}");
        if reload.changes_values() {
            line += self.since_when();
        }
        self.output.note(line);
        for warning in &reload.warnings {
            self.output.note(warning);
        }
        if is_at_once {
            self.restart_analysis();
        } else {
            self.apply_pending();
        }
    }
}
