//! What happens when the files of the profile change.

use std::io;
use std::thread;

use super::Session;
use crate::profile::live::{Live, Look, Reload};
use crate::profile::watch::Watcher;
use crate::uci::options::RELOADS;

/// Looks in a row at files that do not come to rest, before one gives up.
const MOST_LOOKS: usize = 200;

/// When a changed profile counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    /// At once in analysis, else from the next search on.
    Auto,
    /// From the next search on.
    NextSearch,
    /// When the user says so.
    Off,
}

/// The word of changes on the disk, and what to make of it.
pub(super) struct Watch {
    watcher: Watcher,
    when: When,
}

impl Watch {
    /// See [`Watcher::new`].
    pub(super) fn new(on_change: impl FnMut() -> bool + Send + 'static) -> io::Result<Self> {
        Ok(Self {
            watcher: Watcher::new(on_change)?,
            when: When::Auto,
        })
    }

    /// Watches the files of a profile, unless that is off.
    pub(super) fn follow(&self, live: &Live) {
        match self.when {
            When::Off => self.watcher.watch(std::iter::empty()),
            When::Auto | When::NextSearch => self.watcher.watch(live.seen().paths()),
        }
    }
}

impl Session {
    /// The files of the profile may have changed: looks at them, and takes what is there if it is valid.
    pub fn files_changed(&mut self) {
        if self.watch.when == When::Off {
            return;
        }
        match self.live.look(&self.library) {
            Look::Same => {}
            Look::Again(after) => self.watch.watcher.again(after),
            Look::Reloaded(reload) => self.take(&reload),
            Look::Faulty(faults) => self.tell_faults(&faults),
        }
        self.watch.follow(&self.live);
    }

    /// Loads the profile anew because the user says so.
    pub(super) fn reload_now(&mut self) {
        for _ in 0..MOST_LOOKS {
            match self.live.look_closely(&self.library) {
                Look::Same if !self.live.faults().is_empty() => self.tell_faults(self.live.faults()),
                Look::Same => self.output.note(format!(
                    "reload {}: the files are as they were",
                    self.live.profile().name
                )),
                Look::Again(after) => {
                    thread::sleep(after);
                    continue;
                }
                Look::Reloaded(reload) => self.take(&reload),
                Look::Faulty(faults) => self.tell_faults(&faults),
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
        // What changed while nobody looked.
        self.files_changed();
        self.watch.follow(&self.live);
    }

    /// Tells what a reload has changed, and begins the analysis under way anew if its numbers are others now.
    fn take(&mut self, reload: &Reload) {
        self.refusals.mend_profile(self.live.wanted());
        let is_at_once =
            reload.changes_values() && self.watch.when != When::NextSearch && self.hush_analysis();
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
            self.settle();
        }
    }
}
