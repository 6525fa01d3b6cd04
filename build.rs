//! Tells the program what it was built from and for (`temper --version`), and sets `cfg(syzygy)` for tests where the crate
//! `temperament-engine` has endgame tables.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Cargo features that `--version` lists.
const FEATURES: [&str; 3] = ["studio", "syzygy", "tunable"];
/// Instruction sets of the build that `--version` lists: those that change the speed or decide where the program runs.
const CPU_FEATURES: [&str; 6] = ["popcnt", "bmi2", "avx2", "avx512f", "neon", "sve"];

fn main() {
    println!("cargo::rustc-check-cfg=cfg(syzygy)");
    println!("cargo::rerun-if-changed=build.rs");
    let has_tables = env::var_os("DEP_TEMPERAMENT_ENGINE_SYZYGY").is_some();
    if has_tables {
        println!("cargo::rustc-cfg=syzygy");
    }
    let is_on = |name: &str| match name {
        "syzygy" => has_tables,
        name => env::var_os(format!("CARGO_FEATURE_{}", name.to_uppercase())).is_some(),
    };
    let features = FEATURES.map(|name| format!("{}{name}", if is_on(name) { '+' } else { '-' }));
    let enabled = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let cpu = CPU_FEATURES.into_iter().filter(|name| enabled.split(',').any(|on| on == *name));
    let cpu: Vec<_> = cpu.collect();
    let commit = commit().map(|commit| format!(" ({commit})")).unwrap_or_default();
    println!("cargo::rustc-env=TEMPER_COMMIT={commit}");
    println!("cargo::rustc-env=TEMPER_TARGET={}", env::var("TARGET").unwrap_or_default());
    println!(
        "cargo::rustc-env=TEMPER_CPU={}",
        if cpu.is_empty() { "baseline".to_owned() } else { cpu.join(" ") }
    );
    println!("cargo::rustc-env=TEMPER_FEATURES={}", features.join(" "));
}

/// The commit with its date, of a checkout, or of the checkout that a package for crates.io was made from; `None` for other
/// sources. A debug build has none, since each commit would compile this package anew.
fn commit() -> Option<String> {
    if env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        return None;
    }
    let root = env::var_os("CARGO_MANIFEST_DIR")?;
    let root = Path::new(&root);
    let package = root.join(".cargo_vcs_info.json");
    if let Ok(text) = fs::read_to_string(&package) {
        let (_, rest) = text.split_once("\"sha1\"")?;
        let hash = rest.split('"').nth(1)?;
        return hash.get(..8).map(str::to_owned);
    }
    // Not the commit of another repository that these files were unpacked into.
    if fs::canonicalize(git(root, &["rev-parse", "--show-toplevel"])?).ok()? != fs::canonicalize(root).ok()? {
        return None;
    }
    // The log of HEAD grows with each commit and checkout.
    for name in ["HEAD", "logs/HEAD"] {
        let path = root.join(git(root, &["rev-parse", "--git-path", name])?);
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    git(root, &["show", "--no-patch", "--abbrev=8", "--format=%h %cs", "HEAD"])
}

/// The output of git, without the end of its line; `None` if there is no git, or nothing to say.
fn git(folder: &Path, args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).current_dir(folder).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
