//! Hot reload of the profile.

use std::io;
use std::thread;
use std::time::Duration;

use super::Session;
use super::options::RELOADS;
use temperament_engine::profile::reload::{Look, Reload, Reloader};
#[cfg(not(target_family = "wasm"))]
use temperament_engine::profile::watch::Watcher;

/// Maximum number of consecutive attempts to read files that keep changing.
const MOST_LOOKS: usize = 200;

/// When a changed profile takes effect.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum When {
    /// At once in analysis, otherwise from the next search on.
    #[default]
    Auto,
    /// From the next search on.
    NextSearch,
    /// Only on `Reload Profile`.
    Off,
}

/// The file watcher, if there is one, and its setting.
#[derive(Default)]
pub(super) struct Watch {
    #[cfg(not(target_family = "wasm"))]
    watcher: Option<Watcher>,
    when: When,
}

#[cfg(not(target_family = "wasm"))]
impl Watch {
    pub(super) fn new(on_change: impl FnMut() -> bool + Send + 'static) -> io::Result<Self> {
        Ok(Self { watcher: Some(Watcher::new(on_change)?), when: When::Auto })
    }

    /// Watches the files of a profile, unless disabled.
    pub(super) fn follow(&self, live: &Reloader) {
        match &self.watcher {
            Some(watcher) if self.when == When::Off => watcher.watch(std::iter::empty()),
            Some(watcher) => watcher.watch(live.seen().paths()),
            None => {}
        }
    }

    /// Requests another look at the files after this time.
    fn again(&self, after: Duration) {
        if let Some(watcher) = &self.watcher {
            watcher.again(after);
        }
    }
}

/// WebAssembly has no threads to watch files.
#[cfg(target_family = "wasm")]
impl Watch {
    pub(super) fn new(_: impl FnMut() -> bool + Send + 'static) -> io::Result<Self> {
        Ok(Self::default())
    }

    pub(super) fn follow(&self, _: &Reloader) {}

    fn again(&self, _: Duration) {}
}

impl Session {
    /// Handles a possible change of the files: reloads them if they are valid.
    pub fn files_changed(&mut self) {
        if self.watch.when == When::Off {
            return;
        }
        match self.live.look(&self.library) {
            Look::Same => {}
            Look::Again(after) => self.watch.again(after),
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
