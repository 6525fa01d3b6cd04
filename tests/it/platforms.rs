//! What a build for another operating system needs, as far as the lock file of dependencies shows it.

use std::fs;

/// Names of the packages that a locked package depends on, on any system, with the features that this program enables.
fn dependencies_of(package: &str) -> Vec<String> {
    let lock = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock")).unwrap();
    let lock: toml::Table = lock.parse().unwrap();
    let packages = lock["package"].as_array().unwrap();
    let entry = packages
        .iter()
        .find(|entry| entry["name"].as_str() == Some(package))
        .unwrap_or_else(|| panic!("Cargo.lock has no {package}"));
    let names = entry["dependencies"].as_array().unwrap().iter();
    names.map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// Without these two, crossterm does not compile on Windows. They are optional, and Cargo locks optional dependencies
/// only where a feature enables them.
#[test]
fn the_terminal_library_has_its_windows_backend() {
    let dependencies = dependencies_of("crossterm");
    for needed in ["crossterm_winapi", "winapi"] {
        assert!(dependencies.iter().any(|name| name == needed), "{dependencies:?}");
    }
}
