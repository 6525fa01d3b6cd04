//! Two thousand changes in a row. Every score that is told belongs to one state in which the files once were, and
//! never to an older one than the score before it; soon after the last change it is that of the last state.

use std::collections::HashMap;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use super::family::{Family, WAYS, Way};
use super::{FORTRESS, folder, score, start};
use crate::common::gui::Gui;

/// Changes in a burst, and how many bursts there are.
const BURST: usize = 50;
const BURSTS: usize = 30;
/// Changes one by one.
const SINGLE: usize = 560;
/// After so many of these the profile in force must be the last one.
const SETTLE_EVERY: usize = 28;
/// How soon it must be...
const SOON: Duration = Duration::from_secs(1);
/// ... but for so many times, when the machine had other things to do.
const MOST_LATE: usize = 1;

/// A generator of numbers that look random (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

struct Torture {
    family: Family,
    random: Random,
    values: [i32; 3],
    /// The states of the files in order: which one had this sum. No two have the same.
    states: HashMap<i32, usize>,
    gui: Gui,
    /// The newest state that was told.
    told: usize,
    /// The last id that was told.
    id: String,
    reloads: usize,
    changes: usize,
    /// How often the last state was not told soon.
    late: usize,
}

impl Torture {
    fn new() -> Self {
        let values = [100, 200, 300];
        let family = Family::new(folder("reload-torture"), values);
        let mut gui = Gui::start();
        let said = gui.ask(&format!(
            "setoption name ProfileFile value {}",
            family.path(0).display()
        ));
        let id = said
            .iter()
            .find_map(|l| Some(l.split_once("(id ")?.1.trim_end_matches(')').to_owned()));
        gui.send(&format!("position fen {FORTRESS}\ngo infinite"));
        Self {
            family,
            random: Random(0x9E37_79B9_7F4A_7C15),
            values,
            states: HashMap::from([(values.iter().sum(), 0)]),
            gui,
            told: 0,
            id: id.unwrap(),
            reloads: 0,
            changes: 0,
            late: 0,
        }
    }

    /// Changes one file in some way, so that the sum is one that never was.
    fn change(&mut self, way: Way) {
        let file = self.random.below(3);
        let mut values = self.values;
        while self.states.contains_key(&values.iter().sum()) {
            values[file] = self.random.below(2600) as i32;
        }
        // Known before it is on the disk: the engine may be faster than this thread.
        self.changes += 1;
        self.states.insert(values.iter().sum(), self.changes);
        self.values = values;
        let pause = Duration::from_millis(self.random.below(40) as u64);
        self.family
            .change(file, values[file], way, || thread::sleep(pause));
    }

    /// Reads what the engine has said, until it has told the score of the last state.
    fn settle(&mut self) {
        let start = Instant::now();
        let wanted = self.changes;
        loop {
            let line = self.gui.until("info").pop().unwrap();
            if let Some(score) = score(&line) {
                let state = self.states.get(&score);
                let state = *state.unwrap_or_else(|| panic!("no state was ever worth this: {line}"));
                assert!(state >= self.told, "state {state} after {}: {line}", self.told);
                self.told = state;
            } else if let Some(rest) = line.strip_prefix("info string reload ") {
                self.reload(rest);
            }
            if self.told == wanted {
                return;
            }
            assert!(
                start.elapsed() < SOON,
                "state {} after {SOON:?}, not {wanted}",
                self.told
            );
        }
    }

    /// Each reload begins with the profile with which the one before it ended.
    fn reload(&mut self, line: &str) {
        self.reloads += 1;
        if let Some((old, new)) = line
            .split_once("; id ")
            .and_then(|(_, rest)| rest.split_once(" -> "))
        {
            assert_eq!(old, self.id, "a reload that was not told, or told twice: {line}");
            self.id = new.split(';').next().unwrap().to_owned();
        }
    }
}

#[test]
fn no_change_is_lost_and_no_state_is_told_that_never_was() {
    let mut torture = Torture::new();
    torture.settle();
    let before = Resources::of(&torture.gui);
    for i in 1..=SINGLE {
        let way = WAYS[torture.random.below(WAYS.len())];
        torture.change(way);
        thread::sleep(Duration::from_millis(torture.random.below(20) as u64));
        if i % SETTLE_EVERY == 0 {
            torture.settle();
        }
    }
    for _ in 0..BURSTS {
        for _ in 0..BURST {
            let way = if torture.random.below(2) == 0 {
                Way::Rename
            } else {
                Way::Truncate
            };
            torture.change(way);
        }
        torture.settle();
    }
    assert!(torture.changes >= 2000, "{} changes", torture.changes);
    assert!(
        torture.reloads >= SINGLE / SETTLE_EVERY + BURSTS,
        "{} reloads",
        torture.reloads
    );
    assert!(torture.late <= MOST_LATE, "late {} times", torture.late);
    // The links led to one folder more.
    let after = Resources::once_threads_are(before.threads, &torture.gui);
    // One thread may not have begun when they were first counted; a leak would be one for each of 2,000 changes.
    assert!(after.threads <= before.threads + 1, "{before:?}, {after:?}");
    assert!(after.watches <= before.watches + 1, "{before:?}, {after:?}");
    torture.gui.send("stop");
    assert_eq!(
        crate::common::gui::count(&torture.gui.until("bestmove"), "bestmove"),
        1
    );
}

#[test]
fn a_file_that_stays_away_is_a_fault_and_one_that_comes_back_is_none() {
    let folder = folder("reload-away");
    let path = folder.join("x.toml");
    fs::write(&path, super::worth(10)).unwrap();
    let mut gui = start(&path);
    let aside = folder.join("aside");
    fs::rename(&path, &aside).unwrap();
    thread::sleep(Duration::from_millis(100));
    fs::rename(&aside, &path).unwrap();
    thread::sleep(Duration::from_millis(600));
    assert!(gui.ask("").is_empty(), "gone for a moment");
    fs::rename(&path, &aside).unwrap();
    let said = gui.until("info string profile x stays active");
    assert!(
        said[0].contains("x.toml: error: the file cannot be read"),
        "{said:#?}"
    );
    fs::rename(&aside, &path).unwrap();
    gui.until("info string reload x: valid again, no number has changed");
}

#[test]
fn the_folder_itself_may_be_replaced_or_be_a_link() {
    let folder = folder("reload-folder");
    for (name, worth) in [("one", 10), ("two", 20)] {
        fs::create_dir(folder.join(name)).unwrap();
        fs::write(folder.join(name).join("x.toml"), super::worth(worth)).unwrap();
    }
    std::os::unix::fs::symlink("one", folder.join("now")).unwrap();
    let mut gui = start(&folder.join("now/x.toml"));
    std::os::unix::fs::symlink("two", folder.join("next")).unwrap();
    fs::rename(folder.join("next"), folder.join("now")).unwrap();
    gui.until("info string reload x: material.pawn 10 -> 20");
    fs::remove_dir_all(folder.join("two")).unwrap();
    thread::sleep(Duration::from_millis(30));
    fs::create_dir(folder.join("two")).unwrap();
    fs::write(folder.join("two/x.toml"), super::worth(30)).unwrap();
    gui.until("info string reload x: material.pawn 20 -> 30");
    fs::write(folder.join("two/x.toml"), super::worth(40)).unwrap();
    gui.until("info string reload x: material.pawn 30 -> 40");
}

/// What a process holds.
#[derive(Debug)]
struct Resources {
    threads: usize,
    watches: usize,
}

impl Resources {
    /// Those at the moment at which there are so many threads, or after some seconds: a thread that has done its work
    /// is still there for an instant.
    fn once_threads_are(threads: usize, gui: &Gui) -> Self {
        let latest = Instant::now() + Duration::from_secs(10);
        loop {
            let now = Self::of(gui);
            if now.threads == threads || Instant::now() > latest {
                return now;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// As Linux tells it; elsewhere nothing.
    fn of(gui: &Gui) -> Self {
        let process = format!("/proc/{}", gui.id());
        let entries = |name: &str| {
            fs::read_dir(format!("{process}/{name}"))
                .into_iter()
                .flatten()
                .flatten()
        };
        let watches = entries("fdinfo").filter_map(|file| fs::read_to_string(file.path()).ok());
        Self {
            threads: entries("task").count(),
            watches: watches.map(|text| text.matches("inotify wd:").count()).sum(),
        }
    }
}
