//! The JSON Schema in real language tools for TOML: what an editor with Tombi or Taplo (Even Better TOML) underlines.
//!
//! A tool that is not on the path is skipped, and that is said aloud; `.ci/run` installs both. That the schema and
//! the checker agree is shown without tools by `schema.rs`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A linter and the arguments before the file.
struct Tool(&'static str, &'static [&'static str]);

const TOOLS: [Tool; 2] = [
    Tool("tombi", &["lint", "--offline", "--quiet"]),
    Tool("taplo", &["lint", "--no-auto-config"]),
];

/// Broken profiles in which no schema finds a fault, although they are TOML: what is wrong is in other files, or
/// comes of two values together.
const BEYOND_SCHEMAS: [&str; 6] = [
    "extends-in-a-ring.toml",
    "extends-itself.toml",
    "limits-crossed.toml",
    "missing-file.toml",
    "missing-parent.toml",
    "scaled-too-far.toml",
];

impl Tool {
    /// The version, or nothing if the tool is not installed.
    fn version(&self) -> Option<String> {
        let output = Command::new(self.0).arg("--version").output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Whether the tool finds no fault in a file, and what it says.
    fn lint(&self, file: &Path) -> (bool, String) {
        let mut command = Command::new(self.0);
        let output = command
            .args(self.1)
            .arg(file)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        (output.status.success(), said.concat())
    }
}

/// Says a line that is seen although the test passes: what `eprintln` says is captured.
fn say(line: &str) {
    io::stderr().write_all(format!("{line}\n").as_bytes()).unwrap();
}

/// Copies of the broken profiles that are TOML, with the line that names the schema, beside the schema.
fn broken_profiles(folder: &Path) -> Vec<PathBuf> {
    fs::create_dir_all(folder).unwrap();
    fs::copy("profiles/schema.json", folder.join("schema.json")).unwrap();
    let mut copies = Vec::new();
    for file in crate::common::profiles_in("tests/data/profiles/bad") {
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
            say(&format!(
                "SKIPPED: `{}` is not installed: the schema was not tried in it",
                tool.0
            ));
            continue;
        };
        let shipped = crate::common::profiles_in("profiles");
        for file in &shipped {
            let (is_fine, said) = tool.lint(file);
            assert!(is_fine, "{version}: {}: {said}", file.display());
        }
        let broken = broken_profiles(&Path::new(env!("CARGO_TARGET_TMPDIR")).join(tool.0));
        let mut flagged = 0;
        for file in &broken {
            let name = file.file_name().unwrap().to_str().unwrap();
            let (is_fine, said) = tool.lint(file);
            assert_eq!(
                is_fine,
                BEYOND_SCHEMAS.contains(&name),
                "{version}: {name}: {said}"
            );
            flagged += usize::from(!is_fine);
        }
        assert!(flagged >= 10, "{flagged}");
        say(&format!(
            "{version}: {} shipped profiles taken, {flagged} broken ones flagged",
            shipped.len()
        ));
    }
}
