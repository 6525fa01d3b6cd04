//! Runs the commands of the tutorial, the README and the page on statistics and compares their output.
//!
//! All `console` blocks of a page run in order in one temporary folder, with `temper` on the path. A line after `$` is a
//! command, continued until quotes and here-documents are closed. The following lines are its complete output on both
//! streams. `...` matches any text within a line and, alone on a line, any number of lines.

#![cfg(target_os = "linux")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use temperament_engine::profile::Library;

/// Path of the binary.
const TEMPER: &str = env!("CARGO_BIN_EXE_temper");
const ANYTHING: &str = "...";

/// A command of a page and its expected output.
struct Step {
    /// Line number in the page.
    line: usize,
    command: String,
    output: Vec<String>,
}

/// Parses all `console` blocks of a page.
fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut is_console = false;
    for (number, line) in page.lines().enumerate() {
        if let Some(language) = line.strip_prefix("```") {
            is_console = language == "console";
        } else if is_console {
            match (line.strip_prefix("$ "), steps.last_mut()) {
                (_, Some(step)) if step.output.is_empty() && !is_complete(&step.command) => {
                    step.command += &format!("\n{line}");
                }
                (Some(command), _) => {
                    steps.push(Step { line: number + 1, command: command.to_owned(), output: Vec::new() })
                }
                (None, Some(step)) => step.output.push(line.to_owned()),
                (None, None) => panic!("line {}: output without a command", number + 1),
            }
        }
    }
    steps
}

/// Whether all quotes and here-documents are closed and the last line is not continued.
fn is_complete(command: &str) -> bool {
    let is_quoted = command.matches('\'').count() % 2 == 1;
    let needs_end = command.contains("<<") && !command.ends_with("\nEND");
    !is_quoted && !needs_end && !command.ends_with('\\')
}

/// Creates an empty folder.
fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tutorial").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a command and returns its output on both streams.
fn run(command: &str, folder: &Path) -> String {
    let mut paths = vec![Path::new(TEMPER).parent().unwrap().to_owned()];
    paths.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", env::join_paths(paths).unwrap())
        // Hide the user's own profiles.
        .env("HOME", folder)
        .env("XDG_CONFIG_HOME", folder.join(".config"))
        .env_remove("TEMPERAMENT_PROFILES")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Whether lines match the expected ones; `...` alone matches any number of lines.
fn lines_match(expected: &[String], found: &[&str]) -> bool {
    match (expected, found) {
        ([], []) => true,
        ([any, rest @ ..], _) if any.trim() == ANYTHING => {
            (0..=found.len()).any(|skipped| lines_match(rest, &found[skipped..]))
        }
        ([line, expected @ ..], [first, found @ ..]) => {
            line_matches(line, first) && lines_match(expected, found)
        }
        _ => false,
    }
}

/// Whether a line matches the expected one; `...` matches any text. Trailing whitespace is ignored.
fn line_matches(expected: &str, found: &str) -> bool {
    let (expected, found) = (expected.trim_end(), found.trim_end());
    let Some((start, rest)) = expected.split_once(ANYTHING) else {
        return expected == found;
    };
    let Some(found) = found.strip_prefix(start) else {
        return false;
    };
    let ends = found.char_indices().map(|(i, _)| i).chain([found.len()]);
    ends.into_iter().any(|end| line_matches(rest, &found[end..]))
}

/// Runs all steps of a page.
fn follow(page: &str) {
    let text = fs::read_to_string(page).unwrap();
    let folder = empty_folder(&page.replace(['/', '.'], "-"));
    let steps = steps(&text);
    assert!(!steps.is_empty(), "{page}: no console block");
    for mut step in steps {
        let printed = run(&step.command, &folder);
        let mut found: Vec<&str> = printed.lines().collect();
        // Ignore trailing empty lines.
        while found.last().is_some_and(|line| line.is_empty()) {
            found.pop();
        }
        while step.output.last().is_some_and(|line| line.is_empty()) {
            step.output.pop();
        }
        assert!(
            lines_match(&step.output, &found),
            "{page}:{}: $ {}\n--- actual ---\n{printed}--- expected ---\n{}\n",
            step.line,
            step.command,
            step.output.join("\n"),
        );
    }
    for profile in profiles_in(&folder) {
        assert!(!is_shipped(&profile), "{page} writes a profile named {profile}, like a shipped one");
    }
}

/// Names of the profiles in a folder.
fn profiles_in(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let is_profile = |path: &PathBuf| path.extension().is_some_and(|e| e == "toml" || e == "ron");
    let name = |path: PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    files.filter(is_profile).map(name).collect()
}

fn is_shipped(profile: &str) -> bool {
    let shipped = Library::of(Vec::new()).names();
    assert!(shipped.len() > 10, "{shipped:?}");
    shipped.iter().any(|name| name == profile)
}

#[test]
fn the_tutorial_is_true() {
    follow("docs/tutorial.md");
}

#[test]
fn the_page_on_bringing_an_evaluation_is_true() {
    follow("docs/bring-your-evaluation.md");
}

#[test]
fn the_page_on_statistics_is_true() {
    follow("docs/statistics.md");
}

#[test]
fn the_readme_is_true() {
    follow("README.md");
}

/// A reader's profile with such a name would hide the shipped one.
#[test]
fn no_example_has_the_name_of_a_shipped_profile() {
    let docs = fs::read_dir("docs").unwrap().map(|file| file.unwrap().path());
    let pages = docs.filter(|path| path.extension().is_some_and(|e| e == "md"));
    let mut examples = 0;
    for page in pages.chain([PathBuf::from("README.md")]) {
        for line in fs::read_to_string(&page).unwrap().lines() {
            let name = line.strip_prefix("name = \"").and_then(|rest| rest.split('"').next());
            assert!(!name.is_some_and(is_shipped), "{}: {line}", page.display());
            examples += usize::from(name.is_some());
        }
    }
    assert!(examples > 5, "{examples} examples");
}

#[test]
fn dots_stand_for_text_and_lines() {
    let page =
        "```console\n$ printf 'a 1 b\\n2\\n3\\n\nlast\\n'\na ... b\n...\nlast\n$ cat <<END\nx\nEND\nx\n```\n";
    let steps = steps(page);
    assert_eq!(steps.len(), 2);
    assert_eq!(steps[1].output, ["x"]);
    let found = ["a 1 b", "2", "3", "", "last"];
    assert!(lines_match(&steps[0].output, &found));
    assert!(!lines_match(&steps[0].output, &found[..4]));
    assert!(!lines_match(&steps[0].output, &["a 1 c", "last"]));
}
