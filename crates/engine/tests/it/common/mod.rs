//! Fixtures shared by the tests.

mod everything;
mod positions;

use std::path::PathBuf;
use std::sync::LazyLock;
use std::{env, fs};

pub use positions::positions;

/// Path of the profile that sets every key.
pub fn everything() -> &'static str {
    static PATH: LazyLock<PathBuf> = LazyLock::new(|| {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("everything.toml");
        fs::write(&path, everything::text()).unwrap();
        path
    });
    PATH.to_str().unwrap()
}

/// Returns the number in an environment variable, or the default.
pub fn from_environment(name: &str, default: usize) -> usize {
    env::var(name).map_or(default, |text| text.parse().expect(name))
}
