//! One tab of the browser: its engines, and its long work.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread;

use temperament_engine::engine::{Engine, STACK_BYTES};
use temperament_engine::platform::HAS_THREADS;
use temperament_matches::arena::CancelToken;

use super::Studio;
use super::profiles::lock;
use super::protocol::{Event, EventKind, Failure};

/// Maximum number of streams of a tab that are active at once.
const MOST_STREAMS: usize = 8;

/// Receives the events of a session. Returns `false` if nobody receives them any more.
pub type EventSink = Arc<dyn Fn(Event) -> bool + Send + Sync>;

/// The work of a stream.
type Work = Box<dyn FnOnce() + Send>;

/// The engine of a game of the view Play. It only saves work: a new one plays on.
#[derive(Debug)]
pub(super) struct Opponent {
    pub engine: Engine,
    /// Identifies the game.
    pub seed: u64,
}

/// A tab.
pub struct Session {
    studio: Arc<Studio>,
    sink: EventSink,
    /// Engine for analyses; `None` before the first.
    pub(super) engine: Arc<Mutex<Option<Engine>>>,
    /// The running analysis, of which there is at most one.
    pub(super) analysis: Mutex<Option<Arc<CancelToken>>>,
    /// Engine of the view Play; `None` before the first game.
    pub(super) opponent: Arc<Mutex<Option<Opponent>>>,
    /// Held during a review: its hash table is large.
    pub(super) reviewing: Arc<Mutex<()>>,
    /// Work that waits for [`Session::run_waiting`].
    waiting: Mutex<Vec<Work>>,
    /// The active streams.
    streams: Arc<Mutex<HashMap<u64, Arc<CancelToken>>>>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("studio", &self.studio).finish_non_exhaustive()
    }
}

/// Sends the events of one stream.
#[derive(Clone)]
pub struct Emitter {
    stream: u64,
    sink: EventSink,
}

impl Emitter {
    /// Sends an event. Returns `false` if nobody receives it: then the work can end.
    pub fn send(&self, kind: EventKind) -> bool {
        (self.sink)(Event { stream: self.stream, kind })
    }
}

impl Session {
    /// Creates a session whose events go to `sink`.
    pub fn new(studio: Arc<Studio>, sink: EventSink) -> Self {
        Self {
            studio,
            sink,
            engine: Arc::default(),
            analysis: Mutex::default(),
            opponent: Arc::default(),
            reviewing: Arc::default(),
            waiting: Mutex::default(),
            streams: Arc::default(),
        }
    }

    /// Sends an event that is not one of its streams.
    pub fn send(&self, event: Event) {
        // A tab that is gone, or too slow, connects again.
        let _ = (self.sink)(event);
    }

    /// The program.
    pub fn studio(&self) -> &Arc<Studio> {
        &self.studio
    }

    /// Registers a stream; its token is cancelled by [`Session::stop`] and at the end of the session.
    ///
    /// # Errors
    /// If too many are active, or its number is.
    fn register(&self, stream: u64) -> Result<Arc<CancelToken>, Failure> {
        let mut streams = lock(&self.streams);
        if streams.len() >= MOST_STREAMS {
            return Err(Failure::new("too much is going on in this tab; stop something first"));
        }
        if stream == 0 || streams.contains_key(&stream) {
            return Err(Failure::new(format!("the stream {stream} is in use")));
        }
        let token = Arc::new(CancelToken::default());
        streams.insert(stream, Arc::clone(&token));
        Ok(token)
    }

    /// Starts long work in a thread of its own; without threads, it waits for [`Session::run_waiting`]. Sends [`EventKind::Failed`] if it fails, and always
    /// [`EventKind::Done`] at its end.
    ///
    /// Returns the token that cancels it.
    ///
    /// # Errors
    /// If too much work is active, or there is no thread.
    pub fn start(
        &self,
        stream: u64,
        work: impl FnOnce(&CancelToken, &Emitter) -> Result<(), Failure> + Send + 'static,
    ) -> Result<Arc<CancelToken>, Failure> {
        let token = self.register(stream)?;
        let emitter = Emitter { stream, sink: Arc::clone(&self.sink) };
        let streams = Arc::clone(&self.streams);
        let its_token = Arc::clone(&token);
        let run = move || {
            if let Err(failure) = work(&its_token, &emitter) {
                emitter.send(EventKind::Failed(failure));
            }
            lock(&streams).remove(&stream);
            emitter.send(EventKind::Done);
        };
        if !HAS_THREADS {
            lock(&self.waiting).push(Box::new(run));
            return Ok(token);
        }
        let thread = thread::Builder::new().name("studio".to_owned()).stack_size(STACK_BYTES);
        match thread.spawn(run) {
            Ok(_) => Ok(token),
            Err(error) => {
                lock(&self.streams).remove(&stream);
                Err(Failure::new(format!("no thread can be started: {error}")))
            }
        }
    }

    /// Does the long work that the requests so far have started, where there are no threads to do it. Returns when it is
    /// done.
    pub fn run_waiting(&self) {
        let waiting = std::mem::take(&mut *lock(&self.waiting));
        waiting.into_iter().for_each(|work| work());
    }

    /// Cancels a stream. Returns `false` if it was not active.
    pub fn stop(&self, stream: u64) -> bool {
        let token = lock(&self.streams).get(&stream).cloned();
        if let Some(token) = &token {
            token.cancel();
        }
        token.is_some()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        for token in lock(&self.streams).values() {
            token.cancel();
        }
    }
}
