//! The JSON Schema in real TOML language servers: the errors an editor with Tombi or Taplo (Even Better TOML) shows.
//!
//! Prints `SKIPPED` for a tool that is not on the path; `.ci/run` installs both. `schema.rs` compares schema and checker
//! without external tools.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A linter and its arguments before the file.
struct Tool(&'static str, &'static [&'static str]);

const TOOLS: [Tool; 2] =
    [Tool("tombi", &["lint", "--offline", "--quiet"]), Tool("taplo", &["lint", "--no-auto-config"])];

/// Valid TOML whose errors no schema can find: they are in other files, or in the combination of two values.
const BEYOND_SCHEMAS: [&str; 8] = [
    "decimals-of-parent.toml",
    "extends-in-a-ring.toml",
    "extends-itself.toml",
    "limits-crossed.toml",
    "many-floats.toml",
    "missing-file.toml",
    "missing-parent.toml",
    "scaled-too-far.toml",
];

impl Tool {
    /// Version, or `None` if the tool is not installed.
    fn version(&self) -> Option<String> {
        let output = Command::new(self.0).arg("--version").output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Returns whether the tool accepts a file, and its output.
    fn lint(&self, file: &Path) -> (bool, String) {
        let mut command = Command::new(self.0);
        let output = command.args(self.1).arg(file).stdin(Stdio::null()).output().unwrap();
        let messages =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        (output.status.success(), messages.concat())
    }
}

/// Prints a line that is visible even if the test passes; the test harness captures `eprintln`.
fn print_uncaptured(line: &str) {
    io::stderr().write_all(format!("{line}\n").as_bytes()).unwrap();
}

/// Copies the broken profiles that are valid TOML next to the schema, with a `#:schema` line.
fn broken_profiles(folder: &Path) -> Vec<PathBuf> {
    fs::create_dir_all(folder).unwrap();
    fs::copy("profiles/schema.json", folder.join("schema.json")).unwrap();
    let mut copies = Vec::new();
    for file in crate::common::profiles_in("crates/engine/tests/data/profiles/bad") {
        let is_toml = |text: &String| text.parse::<toml::Table>().is_ok();
        if let Some(text) = fs::read_to_string(&file).ok().filter(is_toml) {
            let copy = folder.join(file.file_name().unwrap());
            fs::write(&copy, format!("#:schema ./schema.json\n{text}")).unwrap();
            copies.push(copy);
        }
    }
    copies
}

#[test]
fn language_tools_take_the_shipped_profiles_and_flag_broken_ones() {
    for tool in &TOOLS {
        let Some(version) = tool.version() else {
            print_uncaptured(&format!(
                "SKIPPED: `{}` is not installed: the schema was not tried in it",
                tool.0
            ));
            continue;
        };
        let shipped = crate::common::profiles_in("profiles");
        for file in &shipped {
            let (is_fine, messages) = tool.lint(file);
            assert!(is_fine, "{version}: {}: {messages}", file.display());
        }
        let broken = broken_profiles(&Path::new(env!("CARGO_TARGET_TMPDIR")).join(tool.0));
        let mut flagged = 0;
        for file in &broken {
            let name = file.file_name().unwrap().to_str().unwrap();
            let (is_fine, messages) = tool.lint(file);
            assert_eq!(is_fine, BEYOND_SCHEMAS.contains(&name), "{version}: {name}: {messages}");
            flagged += usize::from(!is_fine);
        }
        assert!(flagged >= 10, "{flagged}");
        print_uncaptured(&format!(
            "{version}: {} shipped profiles taken, {flagged} broken ones flagged",
            shipped.len()
        ));
    }
}
