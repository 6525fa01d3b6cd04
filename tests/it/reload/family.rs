//! The ways in which a file of a family of three can change.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// The files, the one that is chosen first, each extending the next.
pub const NAMES: [&str; 3] = ["top", "mid", "base"];
/// What of each file counts once for White in the fortress; the last has terms of its own instead, which say the same as
/// `pawns.isolated`.
const KEYS: [&str; 2] = ["material.pawn", "pawns.doubled"];

/// How a file is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Cut to nothing and written.
    Truncate,
    /// Another file renamed over it.
    Rename,
    /// Kept as a backup under another name, then written anew.
    Backup,
    /// A link to a file elsewhere, which replaces it.
    Symlink,
    /// Deleted, and made anew a little later.
    Delete,
    /// Half of it, which is no profile, and then the rest.
    Partial,
    /// Nonsense, and then a profile.
    Invalid,
    /// A mistake in the expression of a term, and then a profile.
    Mistake,
}

/// All of them.
pub const WAYS: [Way; 8] = [
    Way::Truncate,
    Way::Rename,
    Way::Backup,
    Way::Symlink,
    Way::Delete,
    Way::Partial,
    Way::Invalid,
    Way::Mistake,
];

/// Three files in a folder, and one beside it that links lead to.
pub struct Family {
    folder: PathBuf,
    store: PathBuf,
    made: usize,
}

impl Family {
    pub fn new(folder: PathBuf, values: [i32; 3]) -> Self {
        let store = folder.join("store");
        fs::create_dir_all(&store).unwrap();
        let family = Self {
            folder,
            store,
            made: 0,
        };
        for (file, value) in values.into_iter().enumerate() {
            fs::write(family.path(file), text(file, value)).unwrap();
        }
        family
    }

    pub fn path(&self, file: usize) -> PathBuf {
        self.folder.join(format!("{}.toml", NAMES[file]))
    }

    fn spare(&mut self) -> PathBuf {
        self.made += 1;
        self.store.join(format!("{}.toml", self.made))
    }

    /// Gives a file another value. `pause` is called where others may look.
    pub fn change(&mut self, file: usize, value: i32, way: Way, mut pause: impl FnMut()) {
        let path = self.path(file);
        let text = text(file, value);
        match way {
            Way::Truncate => fs::write(&path, text).unwrap(),
            Way::Rename => {
                let other = self.folder.join("4913.tmp");
                fs::write(&other, text).unwrap();
                fs::rename(&other, &path).unwrap();
            }
            Way::Backup => {
                fs::rename(&path, self.folder.join("backup~")).unwrap();
                pause();
                fs::write(&path, text).unwrap();
            }
            Way::Symlink => {
                let target = self.spare();
                fs::write(&target, text).unwrap();
                let link = self.folder.join("link.tmp");
                symlink(&target, &link).unwrap();
                fs::rename(&link, &path).unwrap();
            }
            Way::Delete => {
                fs::remove_file(&path).unwrap();
                pause();
                fs::write(&path, text).unwrap();
            }
            Way::Partial => {
                let half = text.find("extends").map_or(text.len() - 3, |at| at + 12);
                fs::write(&path, &text[..half]).unwrap();
                pause();
                append(&path, &text[half..]);
            }
            Way::Mistake => {
                let mistake = "[[term]]\nname = \"wrong\"\ncount = \"own.isolatd\"\nvalue = 1\n";
                fs::write(&path, format!("{text}\n{mistake}")).unwrap();
                pause();
                fs::write(&path, text).unwrap();
            }
            Way::Invalid => {
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

/// A file of the family. The last character matters: without it the text is no profile.
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

/// Terms that are worth so much for each isolated pawn: the expression of one says how many ones, the value of the other
/// how many hundreds.
fn terms(value: i32) -> String {
    let (ones, hundreds) = (value % 100, value / 100 * 100);
    format!(
        "[[term]]\nname = \"ones\"\ncount = \"own.isolated * {ones}\"\nvalue = 1\n\
         [[term]]\nname = \"hundreds\"\ncount = \"own.isolated\"\nvalue = [{hundreds}, {hundreds}]"
    )
}
