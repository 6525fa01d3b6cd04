//! Reports when files may have changed.
//!
//! One thread compares the time stamps of a few files many times a second. Notifications of the operating system would
//! not replace that: some file systems send none, they can be lost, and they concern a folder or a link rather than
//! the file behind it. The thread knows nothing of profiles: the receiver finds out what has changed, if anything.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvError, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// Polling interval of the files. A burst of changes ends when nothing has happened for this time...
const POLL: Duration = Duration::from_millis(20);
/// ... and is cut off after this time.
const LONGEST_BURST: Duration = Duration::from_millis(60);
/// Resolution of time stamps, on the coarsest file systems in use. Files are looked at again after this time.
const STAMP_RESOLUTION: Duration = Duration::from_secs(2);

/// Watches files from its own thread until dropped.
#[derive(Debug)]
pub struct Watcher {
    sender: Sender<Message>,
}

enum Message {
    /// Watch these files instead.
    Watch(Vec<PathBuf>),
    /// Report a change after this time.
    Again(Duration),
}

impl Watcher {
    /// Calls `on_change` whenever one of the files, or a link or folder on the way to it, may have changed, and once
    /// after each [`Watcher::watch`] with other files; stops when it returns `false`.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn new(on_change: impl FnMut() -> bool + Send + 'static) -> io::Result<Self> {
        let (sender, messages) = channel();
        thread::Builder::new()
            .name("watch".to_owned())
            .spawn(move || Watch::default().run(&messages, on_change))?;
        Ok(Self { sender })
    }

    /// Watches only these files, existing or not.
    pub fn watch<'a>(&self, files: impl Iterator<Item = &'a Path>) {
        self.send(Message::Watch(files.map(Path::to_owned).collect()));
    }

    /// Requests another report after this time.
    pub fn again(&self, after: Duration) {
        self.send(Message::Again(after));
    }

    fn send(&self, message: Message) {
        // The thread has ended if the receiver is gone.
        let _ = self.sender.send(message);
    }
}

/// State of the thread.
#[derive(Default)]
struct Watch {
    files: Vec<PathBuf>,
    /// The state of the files at the last poll.
    stamps: Vec<Option<Stamp>>,
    /// Start of a burst of changes that has not been reported.
    burst: Option<Instant>,
    /// Time of a report that is due in any case.
    due: Option<Instant>,
}

impl Watch {
    fn run(mut self, messages: &Receiver<Message>, mut on_change: impl FnMut() -> bool) {
        loop {
            let is_idle = self.files.is_empty() && self.due.is_none();
            let message = if is_idle {
                messages.recv().map_err(|RecvError| RecvTimeoutError::Disconnected)
            } else {
                messages.recv_timeout(POLL)
            };
            match message {
                Ok(Message::Watch(files)) if files != self.files => {
                    self.stamps = stamps(&files);
                    self.files = files;
                    // They may have changed between the time they were read and now.
                    self.burst.get_or_insert_with(Instant::now);
                }
                Ok(Message::Watch(_)) => {}
                Ok(Message::Again(after)) => self.due = Some(Instant::now() + after),
                Err(RecvTimeoutError::Timeout) if self.is_due() && !on_change() => return,
                Err(RecvTimeoutError::Timeout) => {}
                // The watcher has been dropped.
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Polls the files. Returns `true` if a change is to be reported now.
    fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let stamps = stamps(&self.files);
        let has_changed = stamps != self.stamps;
        self.stamps = stamps;
        let start = if has_changed { Some(*self.burst.get_or_insert(now)) } else { self.burst };
        if start.is_some_and(|start| !has_changed || now >= start + LONGEST_BURST) {
            self.burst = None;
            // The next change may get the same time stamp as this one.
            self.due = Some(now + STAMP_RESOLUTION);
            return true;
        }
        self.due.take_if(|due| now >= *due).is_some()
    }
}

/// Identifies a state of a file without reading it.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    len: u64,
    identity: Option<(u64, u64)>,
}

/// Device and inode number of a file, where they exist.
#[cfg(unix)]
fn identity(metadata: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// The state of each file, behind all links; `None` for missing ones.
fn stamps(files: &[PathBuf]) -> Vec<Option<Stamp>> {
    let stamp = |metadata: Metadata| Stamp {
        modified: metadata.modified().ok(),
        len: metadata.len(),
        identity: identity(&metadata),
    };
    files.iter().map(|file| fs::metadata(file).ok().map(stamp)).collect()
}
