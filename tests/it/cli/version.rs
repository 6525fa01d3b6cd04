//! `temper -V` and `temper --version`.

use std::process::Command;

use super::{stdout, temper};

/// The commit of this checkout; `None` for other sources, and in a debug build, which has none.
fn commit() -> Option<String> {
    if cfg!(debug_assertions) {
        return None;
    }
    let root = env!("CARGO_MANIFEST_DIR");
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).current_dir(root).output().ok()?;
        output.status.success().then(|| stdout(&output).trim().to_owned())
    };
    let top = git(&["rev-parse", "--show-toplevel"])?;
    (std::fs::canonicalize(top).ok()? == std::fs::canonicalize(root).ok()?)
        .then(|| git(&["rev-parse", "HEAD"]))?
}

#[test]
fn the_version_has_commit_target_and_features() {
    let short = stdout(&temper(&["-V"], ""));
    let line = short.strip_suffix('\n').unwrap();
    let version = format!("temper {}", env!("CARGO_PKG_VERSION"));
    match commit() {
        Some(commit) => {
            let (hash, day) = line
                .strip_prefix(&format!("{version} ("))
                .unwrap()
                .strip_suffix(')')
                .unwrap()
                .split_once(' ')
                .unwrap();
            assert!(hash.len() >= 8 && commit.starts_with(hash), "{short} is not {commit}");
            assert!(day.len() == 10 && day.starts_with("20"), "{short}");
        }
        None => assert_eq!(line, version),
    }
    let long = stdout(&temper(&["--version"], ""));
    assert!(long.starts_with(&short), "{long}");
    let value = |name: &str| {
        let line = long.lines().find_map(|line| line.strip_prefix(&format!("{name}:"))).expect(&long);
        line.trim().to_owned()
    };
    assert!(value("target").starts_with(std::env::consts::ARCH), "{long}");
    let features = value("features");
    for (name, is_on) in [
        ("studio", cfg!(feature = "studio")),
        ("syzygy", cfg!(syzygy)),
        ("tunable", cfg!(feature = "tunable")),
    ] {
        let sign = if is_on { '+' } else { '-' };
        assert!(features.split(' ').any(|word| word == format!("{sign}{name}")), "{long}");
    }
    // As the options say.
    let has_tables = stdout(&temper(&[], "uci\nquit\n")).contains("option name SyzygyPath ");
    assert_eq!(features.contains("+syzygy"), has_tables);
}
