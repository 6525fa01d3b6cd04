//! Fixtures shared by the tests.

#[path = "../../../crates/engine/tests/it/common/everything.rs"]
mod everything;
pub mod gui;
pub mod page;
#[path = "../../../crates/engine/tests/it/common/positions.rs"]
mod positions;

use std::path::PathBuf;
use std::sync::LazyLock;
use std::{env, fs};

pub use positions::positions;

/// Path of the binary.
pub const TEMPER: &str = env!("CARGO_BIN_EXE_temper");

/// A valid profile with two material values.
pub const GOOD_PROFILE: &str = "name = \"plain\"\n[material]\npawn = [50, 60]\nknight = 160\n";

/// A profile with unknown keys in lines 3 and 4.
pub const BAD_PROFILE: &str = "name = \"broken\"\n[material]\npwn = [1, 2]\nbshop = 3\n";

/// Writes a file into the temporary folder named `test` and returns its path.
pub fn write_file(test: &str, name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test).join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

/// Returns the paths of the TOML profiles in a folder, sorted by name.
pub fn profiles_in(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|e| e == "toml")).collect();
    files.sort();
    files
}

/// Path of the profile that sets every key.
pub fn everything() -> &'static str {
    static PATH: LazyLock<PathBuf> =
        LazyLock::new(|| write_file("everything", "everything.toml", &everything::text()));
    PATH.to_str().unwrap()
}

/// Returns the number in an environment variable, or the default.
pub fn from_environment(name: &str, default: usize) -> usize {
    env::var(name).map_or(default, |text| text.parse().expect(name))
}
