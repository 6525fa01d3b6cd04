//! Says when files may have changed.
//!
//! One thread listens to the operating system for the folders in which the files lie, since a watch on a file itself
//! ends when an editor saves by renaming another over it. It waits for the end of a burst, and looks at the files
//! itself twice a second, because not every file system sends word, and words can be lost. It knows nothing of
//! profiles: whoever is told looks what has changed, if anything.

use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// A burst of changes is over when nothing has happened for so long...
const QUIET: Duration = Duration::from_millis(15);
/// ... and is cut off after this time.
const LONGEST_BURST: Duration = Duration::from_millis(60);
/// How often the files are looked at without word from the operating system.
const POLL: Duration = Duration::from_millis(500);
/// Symbolic links followed on the way to a file; Linux gives up at the same number.
const MOST_LINKS: usize = 40;

/// Watches files from a thread of its own, until it is dropped.
#[derive(Debug)]
pub struct Watcher {
    sender: Sender<Message>,
}

enum Message {
    /// The operating system says something.
    Event(notify::Result<Event>),
    /// Other files are to be watched from now on.
    Watch(Vec<PathBuf>),
    /// Whoever is told wants to be told again after this time.
    Again(Duration),
    /// The watcher is gone.
    Stop,
}

impl Watcher {
    /// Calls `on_change` whenever one of the files, or what is in the way to it, may be another than before, and once
    /// after [`Watcher::watch`] has named others; until it returns false.
    ///
    /// # Errors
    /// If the operating system refuses a thread.
    pub fn new(on_change: impl FnMut() -> bool + Send + 'static) -> io::Result<Self> {
        let (sender, messages) = channel();
        let events = sender.clone();
        thread::Builder::new().name("watch".to_owned()).spawn(move || {
            // Without word from the operating system (all its watches may be taken), polling has to do.
            let system = notify::recommended_watcher(move |event| {
                // Nobody listens any more once the thread has ended.
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

    /// Watches these files and no others, whether or not they exist.
    pub fn watch<'a>(&self, files: impl Iterator<Item = &'a Path>) {
        self.send(Message::Watch(files.map(Path::to_owned).collect()));
    }

    /// Asks to be told once more after this time.
    pub fn again(&self, after: Duration) {
        self.send(Message::Again(after));
    }

    fn send(&self, message: Message) {
        // The thread has ended if whoever was told did not want to hear more.
        let _ = self.sender.send(message);
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.send(Message::Stop);
    }
}

/// What the thread knows.
struct Watch {
    system: Option<RecommendedWatcher>,
    /// The files as they were named.
    paths: Vec<PathBuf>,
    /// The places whose change may change what is read there.
    points: BTreeSet<PathBuf>,
    /// The folders of these places, with a mark of the folder that was there when it was armed.
    folders: BTreeSet<(PathBuf, Option<Stamp>)>,
    /// The files as they were last looked at.
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
                    // What changed between reading the files and watching them made no event.
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
                // Before the files are read: what changes after this will be heard.
                self.arm();
                if !on_change() {
                    return;
                }
            }
        }
    }

    /// Whether an event may be about one of the files.
    fn matters(&self, event: &notify::Result<Event>) -> bool {
        let Ok(event) = event else { return true };
        let is_ours = |path: &PathBuf| {
            self.points.contains(path) || self.folders.iter().any(|(folder, _)| folder == path)
        };
        event.need_rescan() || !matches!(event.kind, EventKind::Access(_)) && event.paths.iter().any(is_ours)
    }

    /// Finds out anew which folders have to be watched, and watches them.
    fn arm(&mut self) {
        self.stamps = stamps(&self.paths);
        self.points = self.paths.iter().flat_map(|path| points(path)).collect();
        let folders = self.points.iter().filter_map(|point| point.parent());
        let folders: BTreeSet<_> = folders.map(|f| (f.to_owned(), Stamp::of_folder(f))).collect();
        if let Some(system) = &mut self.system {
            // A folder that was made anew under its old name has a new mark, and needs a new watch. One that
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

/// Changes that come close together.
struct Burst {
    start: Instant,
    end: Instant,
}

impl Burst {
    /// Begins a burst or puts off its end until `quiet` has passed, but not for ever.
    fn grow(burst: &mut Option<Self>, quiet: Duration) {
        let now = Instant::now();
        let burst = burst.get_or_insert(Self { start: now, end: now });
        burst.end = (now + quiet).min(burst.start + LONGEST_BURST);
    }
}

/// What tells one state of a file from another without reading it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Stamp {
    modified: Option<SystemTime>,
    len: u64,
    identity: Option<(u64, u64)>,
}

impl Stamp {
    fn of_file(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        Some(Self {
            modified: metadata.modified().ok(),
            len: metadata.len(),
            identity: identity(&metadata),
        })
    }

    /// Of a folder only which one it is.
    fn of_folder(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        Some(Self {
            modified: None,
            len: 0,
            identity: identity(&metadata),
        })
    }
}

/// Device and number of a file, where there are such things.
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

/// The places whose change may change what is read at `path`: each symbolic link on the way, and the file at the end,
/// or the first thing on the way that is missing. All are free of links themselves but for their last step.
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

/// The parts of a path, each of which can be joined to those before.
fn steps(path: &Path) -> impl DoubleEndedIterator<Item = PathBuf> {
    let parts = path.components().filter(|part| *part != Component::CurDir);
    parts.map(|part| PathBuf::from(part.as_os_str()))
}
