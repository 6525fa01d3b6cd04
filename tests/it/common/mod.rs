//! The binary as a user runs it.

mod everything;
pub mod gui;
pub mod page;

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The path of the binary.
pub const TEMPER: &str = env!("CARGO_BIN_EXE_temper");

/// A profile in which only material counts, in one stage.
pub const GOOD_PROFILE: &str = "name = \"plain\"\n[material]\npawn = [50, 60]\nknight = 160\n";

/// Two keys that do not exist, in lines 3 and 4.
pub const BAD_PROFILE: &str = "name = \"broken\"\n[material]\npwn = [1, 2]\nbshop = 3\n";

/// Writes a file into a folder that is this test's own, and returns its path.
pub fn write_file(test: &str, name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

/// The profiles in TOML of a folder, by name.
pub fn profiles_in(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    files
}

/// The path of a profile in which every key has a value.
pub fn everything() -> &'static str {
    static PATH: LazyLock<PathBuf> =
        LazyLock::new(|| write_file("everything", "everything.toml", &everything::text()));
    PATH.to_str().unwrap()
}
