//! Checks of `Cargo.lock` for builds on other operating systems.

use std::fs;

/// Names of the dependencies of a locked package, on all platforms, with the enabled features.
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

/// crossterm does not compile on Windows without its two optional backends, which Cargo locks only if a feature enables
/// them.
#[test]
fn the_terminal_library_has_its_windows_backend() {
    let dependencies = dependencies_of("crossterm");
    for needed in ["crossterm_winapi", "winapi"] {
        assert!(dependencies.iter().any(|name| name == needed), "{dependencies:?}");
    }
}
