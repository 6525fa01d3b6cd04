//! Checks of `Cargo.lock` and of the release for other operating systems.

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

/// `cargo binstall` downloads what the workflow of releases builds for the same target.
#[test]
fn binstall_finds_the_archives_of_the_release() {
    let file = |name: &str| fs::read_to_string(format!("{}/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let workflow = file(".github/workflows/release.yml");
    let built = |target: &str, name: &str| {
        let rows = workflow.lines().filter(|line| line.contains(&format!(" target: {target},")));
        rows.into_iter()
            .any(|row| row.contains(&format!(" name: {name} ")) || row.contains(&format!(" name: {name},")))
    };
    let manifest: toml::Table = file("Cargo.toml").parse().unwrap();
    let binstall = &manifest["package"]["metadata"]["binstall"];
    let overrides = binstall["overrides"].as_table().unwrap();
    for (target, values) in overrides {
        let (url, folder) = (values["pkg-url"].as_str().unwrap(), values["bin-dir"].as_str().unwrap());
        let is_windows = target.contains("windows");
        assert_eq!(
            values.get("pkg-fmt").and_then(toml::Value::as_str),
            is_windows.then_some("zip"),
            "{target}"
        );
        let end = if is_windows { ".zip" } else { ".tar.gz" };
        let start = "{ repo }/releases/download/v{ version }/temperament-{ version }-";
        let name = url.strip_prefix(start).and_then(|rest| rest.strip_suffix(end)).unwrap();
        assert!(built(target, name), "{target}: no archive {name}");
        assert_eq!(folder, format!("temperament-{{ version }}-{name}/{{ bin }}{{ binary-ext }}"));
    }
    let targets = workflow.lines().filter_map(|line| line.split(" target: ").nth(1)?.split(',').next());
    let targets: Vec<_> =
        targets.filter(|target| target.matches('-').count() >= 2 && !target.contains('$')).collect();
    assert!(targets.len() > 8, "{targets:?}");
    for target in targets {
        assert!(overrides.contains_key(target), "{target}");
    }
}
