//! Stress test with two thousand changes. Each reported score must belong to a state in which the files actually were,
//! never older than that of the previous score. Soon after the last change it must be that of the last state.

use std::collections::HashMap;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use super::chain::{CHANGES, Change, ProfileChain};
use super::{FORTRESS, folder, score, start};
use crate::common::gui::{Gui, PATIENCE};

/// Number of changes per burst.
const BURST: usize = 50;
/// Number of bursts.
const BURSTS: usize = 30;
/// Number of single changes.
const SINGLE: usize = 560;
/// Number of single changes between checks that the last state is active.
const SETTLE_EVERY: usize = 28;
/// A check that takes longer is late.
const SOON: Duration = Duration::from_secs(1);
/// Number of late checks to tolerate on a busy machine.
const MAX_LATE: usize = 1;

/// Pseudo-random numbers (xorshift).
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
    chain: ProfileChain,
    random: Random,
    values: [i32; 3],
    /// Number of the state by the sum of its values, which is unique.
    states: HashMap<i32, usize>,
    gui: Gui,
    /// Newest reported state.
    reported: usize,
    /// Last reported ID.
    id: String,
    reloads: usize,
    changes: usize,
    /// Number of late checks.
    late: usize,
}

impl Torture {
    fn new() -> Self {
        let values = [100, 200, 300];
        let chain = ProfileChain::new(folder("reload-torture"), values);
        let mut gui = Gui::start();
        let lines = gui.ask(&format!("setoption name ProfileFile value {}", chain.path(0).display()));
        let id = lines.iter().find_map(|l| Some(l.split_once("(id ")?.1.trim_end_matches(')').to_owned()));
        gui.send(&format!("position fen {FORTRESS}\ngo infinite"));
        Self {
            chain,
            random: Random(0x9E37_79B9_7F4A_7C15),
            values,
            states: HashMap::from([(values.iter().sum(), 0)]),
            gui,
            reported: 0,
            id: id.unwrap(),
            reloads: 0,
            changes: 0,
            late: 0,
        }
    }

    /// Changes one file so that the sum is new.
    fn change(&mut self, how: Change) {
        let file = self.random.below(3);
        let mut values = self.values;
        while self.states.contains_key(&values.iter().sum()) {
            values[file] = self.random.below(2600) as i32;
        }
        // Register the state before writing it: the engine may be faster than this thread.
        self.changes += 1;
        self.states.insert(values.iter().sum(), self.changes);
        self.values = values;
        let pause = Duration::from_millis(self.random.below(20) as u64);
        self.chain.change(file, values[file], how, || thread::sleep(pause));
    }

    /// Reads the output until it contains the score of the last state.
    fn settle(&mut self) {
        let start = Instant::now();
        let wanted = self.changes;
        loop {
            let line = self.gui.until("info").pop().unwrap();
            if let Some(score) = score(&line) {
                let state = self.states.get(&score);
                let state = *state.unwrap_or_else(|| panic!("the score belongs to no state: {line}"));
                assert!(state >= self.reported, "state {state} after {}: {line}", self.reported);
                self.reported = state;
            } else if let Some(rest) = line.strip_prefix("info string reload ") {
                self.reload(rest);
            }
            if self.reported == wanted {
                self.late += usize::from(start.elapsed() > SOON);
                return;
            }
            assert!(start.elapsed() < PATIENCE, "state {} after {PATIENCE:?}, not {wanted}", self.reported);
        }
    }

    /// Checks that the reload starts from the profile of the previous one.
    fn reload(&mut self, line: &str) {
        self.reloads += 1;
        if let Some((old, new)) = line.split_once("; id ").and_then(|(_, rest)| rest.split_once(" -> ")) {
            assert_eq!(old, self.id, "a reload was missed or reported twice: {line}");
            self.id = new.split(';').next().unwrap().to_owned();
        }
    }
}

#[test]
fn no_change_is_lost_and_no_false_state_is_reported() {
    let mut torture = Torture::new();
    torture.settle();
    let before = Resources::when_watching(&torture.gui);
    for i in 1..=SINGLE {
        let how = CHANGES[torture.random.below(CHANGES.len())];
        torture.change(how);
        thread::sleep(Duration::from_millis(torture.random.below(10) as u64));
        if i % SETTLE_EVERY == 0 {
            torture.settle();
        }
    }
    for _ in 0..BURSTS {
        for _ in 0..BURST {
            let how = if torture.random.below(2) == 0 { Change::Rename } else { Change::Truncate };
            torture.change(how);
        }
        torture.settle();
    }
    assert!(torture.changes >= 2000, "{} changes", torture.changes);
    assert!(torture.reloads >= SINGLE / SETTLE_EVERY + BURSTS, "{} reloads", torture.reloads);
    assert!(torture.late <= MAX_LATE, "late {} times", torture.late);
    // The links lead to one more folder.
    let after = Resources::once_threads_are(before.threads, &torture.gui);
    assert_eq!(after.threads, before.threads, "{before:?}, {after:?}");
    assert!(after.watches <= before.watches + 1, "{before:?}, {after:?}");
    torture.gui.send("stop");
    assert_eq!(crate::common::gui::count(&torture.gui.until("bestmove"), "bestmove"), 1);
}

#[test]
fn a_missing_file_is_an_error_until_it_returns() {
    let folder = folder("reload-away");
    let path = folder.join("x.toml");
    fs::write(&path, super::fortress_profile(10)).unwrap();
    let mut gui = start(&path);
    let aside = folder.join("aside");
    fs::rename(&path, &aside).unwrap();
    thread::sleep(Duration::from_millis(100));
    fs::rename(&aside, &path).unwrap();
    thread::sleep(Duration::from_millis(600));
    assert!(gui.ask("").is_empty(), "a short absence is not reported");
    fs::rename(&path, &aside).unwrap();
    let lines = gui.until("info string profile x stays active");
    assert!(lines[0].contains("x.toml: error: the file cannot be read"), "{lines:#?}");
    fs::rename(&aside, &path).unwrap();
    gui.until("info string reload x: valid again, no number has changed");
}

#[test]
fn the_folder_itself_may_be_replaced_or_be_a_link() {
    let folder = folder("reload-folder");
    for (name, value) in [("one", 10), ("two", 20)] {
        fs::create_dir(folder.join(name)).unwrap();
        fs::write(folder.join(name).join("x.toml"), super::fortress_profile(value)).unwrap();
    }
    std::os::unix::fs::symlink("one", folder.join("now")).unwrap();
    let mut gui = start(&folder.join("now/x.toml"));
    std::os::unix::fs::symlink("two", folder.join("next")).unwrap();
    fs::rename(folder.join("next"), folder.join("now")).unwrap();
    gui.until("info string reload x: material.pawn 10 -> 20");
    fs::remove_dir_all(folder.join("two")).unwrap();
    thread::sleep(Duration::from_millis(30));
    fs::create_dir(folder.join("two")).unwrap();
    fs::write(folder.join("two/x.toml"), super::fortress_profile(30)).unwrap();
    gui.until("info string reload x: material.pawn 20 -> 30");
    fs::write(folder.join("two/x.toml"), super::fortress_profile(40)).unwrap();
    gui.until("info string reload x: material.pawn 30 -> 40");
}

/// Resources of a process.
#[derive(Debug)]
struct Resources {
    threads: usize,
    watches: usize,
}

impl Resources {
    /// Counts after the first file is watched; the thread of the file watcher may start late.
    fn when_watching(gui: &Gui) -> Self {
        let latest = Instant::now() + Duration::from_secs(10);
        loop {
            let now = Self::of(gui);
            if now.watches > 0 || !cfg!(target_os = "linux") || Instant::now() > latest {
                return now;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Counts once the process has `threads` threads, or after some seconds; finished threads take a moment to disappear.
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

    /// Counts from `/proc`; 0 on other systems.
    fn of(gui: &Gui) -> Self {
        let process = format!("/proc/{}", gui.id());
        let entries = |name: &str| fs::read_dir(format!("{process}/{name}")).into_iter().flatten().flatten();
        let watches = entries("fdinfo").filter_map(|file| fs::read_to_string(file.path()).ok());
        Self {
            threads: entries("task").count(),
            watches: watches.map(|text| text.matches("inotify wd:").count()).sum(),
        }
    }
}
