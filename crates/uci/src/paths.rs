//! Paths as typed by users.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// Strips quotes around a typed path and expands a leading `~` to the home folder.
pub fn typed(text: &str) -> String {
    typed_at(text, home().as_deref())
}

#[cfg(not(target_family = "wasm"))]
fn home() -> Option<PathBuf> {
    directories::BaseDirs::new().map(|base| base.home_dir().to_owned())
}

/// WebAssembly has no home folder.
#[cfg(target_family = "wasm")]
fn home() -> Option<PathBuf> {
    None
}

/// Like [`typed`], with a given home folder.
pub fn typed_at(text: &str, home: Option<&Path>) -> String {
    let unquoted = ['"', '\'']
        .into_iter()
        .find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(text);
    let in_home = unquoted.strip_prefix('~').and_then(|rest| rest.strip_prefix(['/', MAIN_SEPARATOR]));
    match (in_home, home) {
        (Some(rest), Some(home)) => home.join(rest).display().to_string(),
        _ => unquoted.to_owned(),
    }
}
