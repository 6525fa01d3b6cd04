//! Three profiles that extend each other, and ways to change one of the files.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// File names; each file extends the next. The engine loads the first.
pub const NAMES: [&str; 3] = ["top", "mid", "base"];
/// Key set by each file, which counts once for White in the test position. The last file defines custom terms equal to
/// `pawns.isolated` instead.
const KEYS: [&str; 2] = ["material.pawn", "pawns.doubled"];

/// Method of changing a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Truncate and write.
    Truncate,
    /// Rename another file over it.
    Rename,
    /// Rename it to a backup, then write a new file.
    Backup,
    /// Replace it by a symbolic link to another file.
    Symlink,
    /// Delete it and create it again later.
    Delete,
    /// Write an invalid first half, then append the rest.
    Partial,
    /// Write invalid syntax, then a valid profile.
    Invalid,
    /// Write a mistake in an expression, then a valid profile.
    Mistake,
}

pub const CHANGES: [Change; 8] = [
    Change::Truncate,
    Change::Rename,
    Change::Backup,
    Change::Symlink,
    Change::Delete,
    Change::Partial,
    Change::Invalid,
    Change::Mistake,
];

/// The three files, and a subfolder for the targets of links.
pub struct ProfileChain {
    folder: PathBuf,
    store: PathBuf,
    made: usize,
}

impl ProfileChain {
    pub fn new(folder: PathBuf, values: [i32; 3]) -> Self {
        let store = folder.join("store");
        fs::create_dir_all(&store).unwrap();
        let chain = Self { folder, store, made: 0 };
        for (file, value) in values.into_iter().enumerate() {
            fs::write(chain.path(file), text(file, value)).unwrap();
        }
        chain
    }

    pub fn path(&self, file: usize) -> PathBuf {
        self.folder.join(format!("{}.toml", NAMES[file]))
    }

    fn spare(&mut self) -> PathBuf {
        self.made += 1;
        self.store.join(format!("{}.toml", self.made))
    }

    /// Changes the value of a file. Calls `pause` in intermediate states, which the engine may read.
    pub fn change(&mut self, file: usize, value: i32, how: Change, mut pause: impl FnMut()) {
        let path = self.path(file);
        let text = text(file, value);
        match how {
            Change::Truncate => fs::write(&path, text).unwrap(),
            Change::Rename => {
                let other = self.folder.join("4913.tmp");
                fs::write(&other, text).unwrap();
                fs::rename(&other, &path).unwrap();
            }
            Change::Backup => {
                fs::rename(&path, self.folder.join("backup~")).unwrap();
                pause();
                fs::write(&path, text).unwrap();
            }
            Change::Symlink => {
                let target = self.spare();
                fs::write(&target, text).unwrap();
                let link = self.folder.join("link.tmp");
                symlink(&target, &link).unwrap();
                fs::rename(&link, &path).unwrap();
            }
            Change::Delete => {
                fs::remove_file(&path).unwrap();
                pause();
                fs::write(&path, text).unwrap();
            }
            Change::Partial => {
                let half = text.find("extends").map_or(text.len() - 3, |at| at + 12);
                fs::write(&path, &text[..half]).unwrap();
                pause();
                append(&path, &text[half..]);
            }
            Change::Mistake => {
                let mistake = "[[term]]\nname = \"wrong\"\ncount = \"own.isolatd\"\nvalue = 1\n";
                fs::write(&path, format!("{text}\n{mistake}")).unwrap();
                pause();
                fs::write(&path, text).unwrap();
            }
            Change::Invalid => {
                fs::write(&path, "name = \"x\"\nthis is no profile\n").unwrap();
                pause();
                fs::write(&path, text).unwrap();
            }
        }
    }
}

fn append(path: &Path, text: &str) {
    use std::io::Write;
    let mut file = fs::OpenOptions::new().append(true).open(path).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}

/// Content of a file. Without its last character it is not a valid profile.
fn text(file: usize, value: i32) -> String {
    let name = NAMES[file];
    let parent = match NAMES.get(file + 1) {
        Some(parent) => format!("extends = \"{parent}.toml\"\n"),
        None => "units.pawn = 100\n".to_owned(),
    };
    match KEYS.get(file) {
        Some(key) => format!("name = \"{name}\"\n{parent}{key} = [{value}, {value}]"),
        None => format!("name = \"{name}\"\n{parent}{}", terms(value)),
    }
}

/// Terms that give `value` for each isolated pawn: ones through the expression of one term, hundreds through the value of
/// the other.
fn terms(value: i32) -> String {
    let (ones, hundreds) = (value % 100, value / 100 * 100);
    format!(
        "[[term]]\nname = \"ones\"\ncount = \"own.isolated * {ones}\"\nvalue = 1\n\
         [[term]]\nname = \"hundreds\"\ncount = \"own.isolated\"\nvalue = [{hundreds}, {hundreds}]"
    )
}
