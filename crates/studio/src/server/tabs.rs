//! The tabs of the browser: each has a session as long as its stream of events is open.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use tokio::sync::mpsc::{Receiver, channel};

use crate::profiles::lock;
use crate::protocol::Event;
use crate::{Session, Studio};

/// Maximum number of tabs.
const MOST_TABS: usize = 24;
/// Maximum number of events that wait for a slow reader; then its stream ends and the page connects again.
const WAITING: usize = 512;
/// Maximum length of the name of a tab.
const LONGEST_NAME: usize = 40;

#[derive(Debug, Default)]
pub(super) struct Tabs(Mutex<HashMap<String, Arc<Session>>>);

/// Ends the session of a tab when the stream of its events ends.
#[derive(Debug)]
pub(super) struct Tab {
    name: String,
    session: Arc<Session>,
    tabs: Arc<Tabs>,
    has_lost_events: Arc<AtomicBool>,
}

impl Tab {
    /// Returns `true` if the reader was too slow: then the page has to connect again.
    pub fn has_lost_events(&self) -> bool {
        self.has_lost_events.load(Ordering::Relaxed)
    }
}

impl Tabs {
    /// Opens a tab and returns it with its events; one of the same name is replaced. `None` if there are too many.
    pub fn open(self: &Arc<Self>, studio: &Arc<Studio>, name: &str) -> Option<(Tab, Receiver<Event>)> {
        let mut tabs = lock(&self.0);
        let is_full = tabs.len() >= MOST_TABS && !tabs.contains_key(name);
        if is_full || name.is_empty() || name.len() > LONGEST_NAME {
            return None;
        }
        let (sender, events) = channel(WAITING);
        let has_lost_events = Arc::new(AtomicBool::new(false));
        let has_lost = Arc::clone(&has_lost_events);
        let sink = Arc::new(move |event| {
            let is_sent = !has_lost.load(Ordering::Relaxed) && sender.try_send(event).is_ok();
            has_lost.fetch_or(!is_sent, Ordering::Relaxed);
            is_sent
        });
        let session = Arc::new(Session::new(Arc::clone(studio), sink));
        tabs.insert(name.to_owned(), Arc::clone(&session));
        let tab = Tab { name: name.to_owned(), session, tabs: Arc::clone(self), has_lost_events };
        Some((tab, events))
    }

    /// The session of a tab. A tab without events gets one that cannot start long work.
    pub fn session(&self, studio: &Arc<Studio>, name: Option<&str>) -> Arc<Session> {
        let open = name.and_then(|name| lock(&self.0).get(name).cloned());
        open.unwrap_or_else(|| Arc::new(Session::new(Arc::clone(studio), Arc::new(|_| false))))
    }

    /// Sends an event to all tabs.
    pub fn send_to_all(&self, event: &Event) {
        let sessions: Vec<_> = lock(&self.0).values().cloned().collect();
        for session in sessions {
            session.send(event.clone());
        }
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        let mut tabs = lock(&self.tabs.0);
        // Another tab of this name may have taken its place.
        if tabs.get(&self.name).is_some_and(|session| Arc::ptr_eq(session, &self.session)) {
            tabs.remove(&self.name);
        }
    }
}
