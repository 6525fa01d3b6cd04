//! Reports when files may have changed.
//!
//! One thread watches the folders of the files through the operating system, since a watch on a file itself ends when
//! an editor saves by renaming another file over it. The thread waits for the end of a burst of events. It also polls
//! the files twice a second, because not every file system sends events, and events can be lost. It knows nothing of
//! profiles: the receiver finds out what has changed, if anything.

use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// A burst of changes ends when nothing has happened for this time...
const QUIET: Duration = Duration::from_millis(15);
/// ... and is cut off after this time.
const LONGEST_BURST: Duration = Duration::from_millis(60);
/// Polling interval of the files.
const POLL: Duration = Duration::from_millis(500);
/// Maximum number of symbolic links followed on the way to a file, as in Linux.
const MOST_LINKS: usize = 40;

/// Watches files from its own thread until dropped.
#[derive(Debug)]
pub struct Watcher {
    sender: Sender<Message>,
}

enum Message {
    /// A notification of the operating system.
    Event(notify::Result<Event>),
    /// Watch these files instead.
    Watch(Vec<PathBuf>),
    /// Send another event after this time.
    Again(Duration),
    /// The watcher has been dropped.
    Stop,
}

impl Watcher {
    /// Calls `on_change` whenever one of the files, or a link or folder on the way to it, may have changed, and once
    /// after each [`Watcher::watch`]; stops when it returns `false`.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn new(on_change: impl FnMut() -> bool + Send + 'static) -> io::Result<Self> {
        let (sender, messages) = channel();
        let events = sender.clone();
        thread::Builder::new().name("watch".to_owned()).spawn(move || {
            // Without a system watch (all may be in use), polling has to do.
            let system = notify::recommended_watcher(move |event| {
                // There is no receiver once the thread has ended.
                let _ = events.send(Message::Event(event));
            });
            let watch = Watch {
                system: system.ok(),
                paths: Vec::new(),
                points: BTreeSet::new(),
                folders: BTreeSet::new(),
                stamps: Vec::new(),
            };
            watch.run(&messages, on_change);
        })?;
        Ok(Self { sender })
    }

    /// Watches only these files, existing or not.
    pub fn watch<'a>(&self, files: impl Iterator<Item = &'a Path>) {
        self.send(Message::Watch(files.map(Path::to_owned).collect()));
    }

    /// Requests another event after this time.
    pub fn again(&self, after: Duration) {
        self.send(Message::Again(after));
    }

    fn send(&self, message: Message) {
        // The thread has ended if the receiver is gone.
        let _ = self.sender.send(message);
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.send(Message::Stop);
    }
}

/// State of the thread.
struct Watch {
    system: Option<RecommendedWatcher>,
    /// The files as they were named.
    paths: Vec<PathBuf>,
    /// The paths whose change may change the contents of the files.
    points: BTreeSet<PathBuf>,
    /// The folders of these paths, each with the identity of the folder when it was watched.
    folders: BTreeSet<(PathBuf, Option<Stamp>)>,
    /// The state of the files at the last poll.
    stamps: Vec<Option<Stamp>>,
}

impl Watch {
    fn run(mut self, messages: &Receiver<Message>, mut on_change: impl FnMut() -> bool) {
        let mut burst: Option<Burst> = None;
        let mut asked_for: Option<Instant> = None;
        let mut next_poll = Instant::now() + POLL;
        loop {
            let ends = [burst.as_ref().map(|b| b.end), asked_for, Some(next_poll)];
            let until = ends.into_iter().flatten().min().unwrap_or(next_poll);
            match messages.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Message::Event(event)) if self.matters(&event) => Burst::grow(&mut burst, QUIET),
                Ok(Message::Watch(paths)) if paths != self.paths => {
                    self.paths = paths;
                    self.arm();
                    // Changes between reading the files and watching them sent no event.
                    Burst::grow(&mut burst, QUIET);
                }
                Ok(Message::Event(_) | Message::Watch(_)) => {}
                Ok(Message::Again(after)) => asked_for = Some(Instant::now() + after),
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let now = Instant::now();
            if now >= next_poll {
                next_poll = now + POLL;
                if self.stamps != stamps(&self.paths) {
                    Burst::grow(&mut burst, Duration::ZERO);
                }
            }
            if burst.as_ref().is_some_and(|b| now >= b.end) || asked_for.is_some_and(|at| now >= at) {
                (burst, asked_for) = (None, None);
                // Before the files are read: later changes send an event.
                self.arm();
                if !on_change() {
                    return;
                }
            }
        }
    }

    /// Returns `true` if an event may concern one of the files.
    fn matters(&self, event: &notify::Result<Event>) -> bool {
        let Ok(event) = event else { return true };
        let is_ours = |path: &PathBuf| {
            self.points.contains(path) || self.folders.iter().any(|(folder, _)| folder == path)
        };
        event.need_rescan() || !matches!(event.kind, EventKind::Access(_)) && event.paths.iter().any(is_ours)
    }

    /// Updates the set of watched folders.
    fn arm(&mut self) {
        self.stamps = stamps(&self.paths);
        self.points = self.paths.iter().flat_map(|path| points(path)).collect();
        let folders = self.points.iter().filter_map(|point| point.parent());
        let folders: BTreeSet<_> = folders.map(|f| (f.to_owned(), Stamp::of_folder(f))).collect();
        if let Some(system) = &mut self.system {
            // A folder that was recreated under its old name has a new identity and needs a new watch. One that
            // cannot be watched is polled.
            for (folder, _) in self.folders.difference(&folders) {
                let _ = system.unwatch(folder);
            }
            for (folder, _) in folders.difference(&self.folders) {
                let _ = system.watch(folder, RecursiveMode::NonRecursive);
            }
        }
        self.folders = folders;
    }
}

/// Changes in quick succession.
struct Burst {
    start: Instant,
    end: Instant,
}

impl Burst {
    /// Begins a burst, or extends it by `quiet` up to its maximum duration.
    fn grow(burst: &mut Option<Self>, quiet: Duration) {
        let now = Instant::now();
        let burst = burst.get_or_insert(Self { start: now, end: now });
        burst.end = (now + quiet).min(burst.start + LONGEST_BURST);
    }
}

/// Identifies a state of a file without reading it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Stamp {
    modified: Option<SystemTime>,
    len: u64,
    identity: Option<(u64, u64)>,
}

impl Stamp {
    fn of_file(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        Some(Self { modified: metadata.modified().ok(), len: metadata.len(), identity: identity(&metadata) })
    }

    /// For a folder, only its identity.
    fn of_folder(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        Some(Self { modified: None, len: 0, identity: identity(&metadata) })
    }
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

fn stamps(paths: &[PathBuf]) -> Vec<Option<Stamp>> {
    paths.iter().map(|path| Stamp::of_file(path)).collect()
}

/// Returns the paths whose change may change the contents of `path`: each symbolic link on the way, and the file at
/// the end or the first missing component. In each, links are resolved except in the last component.
fn points(path: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(path) = std::path::absolute(path) else {
        return found;
    };
    let mut rest: VecDeque<PathBuf> = steps(&path).collect();
    let mut here = PathBuf::new();
    while let Some(step) = rest.pop_front() {
        if step.as_os_str() == ".." {
            here.pop();
            continue;
        }
        let next = here.join(&step);
        let is_last = rest.is_empty();
        match fs::symlink_metadata(&next) {
            Ok(metadata) if metadata.is_symlink() && found.len() < MOST_LINKS => {
                let Ok(target) = fs::read_link(&next) else {
                    return found;
                };
                found.push(next);
                for step in steps(&target).rev() {
                    rest.push_front(step);
                }
            }
            Ok(_) if !is_last => here = next,
            _ => {
                found.push(next);
                return found;
            }
        }
    }
    found
}

/// The components of a path, each of which can be joined to those before.
fn steps(path: &Path) -> impl DoubleEndedIterator<Item = PathBuf> {
    let parts = path.components().filter(|part| *part != Component::CurDir);
    parts.map(|part| PathBuf::from(part.as_os_str()))
}
