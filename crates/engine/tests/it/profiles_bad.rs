//! Diagnostics of broken profiles: all of them in one pass, each with location, key and hint.
//!
//! Snapshots hold the one-line form shown by GUIs, then the form for terminals.

use std::path::{Path, PathBuf};

use temperament_engine::profile::{Diagnostic, Library, LoadError, Style};

const FOLDER: &str = "tests/data/profiles/bad";

fn diagnostics(path: &Path) -> Vec<Diagnostic> {
    match Library::of(Vec::new()).load(path.to_str().unwrap()) {
        Err(LoadError::Invalid(diagnostics)) => diagnostics,
        other => panic!("{}: expected diagnostics, found {other:?}", path.display()),
    }
}

fn bad_profiles() -> Vec<PathBuf> {
    let files = std::fs::read_dir(FOLDER).unwrap();
    // Relative with slashes on every system, so that messages are equal.
    let path = |name: std::ffi::OsString| PathBuf::from(format!("{FOLDER}/{}", name.to_str().unwrap()));
    let mut files: Vec<PathBuf> = files.map(|f| path(f.unwrap().file_name())).collect();
    files.sort();
    files
}

#[test]
fn bad_profiles_have_the_expected_diagnostics() {
    for path in bad_profiles() {
        let diagnostics = diagnostics(&path);
        let lines = diagnostics.iter().map(|f| format!("{f}\n"));
        let pages = diagnostics.iter().map(|f| f.render(Style::Plain) + "\n\n");
        let text = lines.chain(["\n".to_owned()]).chain(pages).collect::<String>();
        let name = path.file_name().unwrap().to_str().unwrap().replace('.', "-");
        insta::assert_snapshot!(name, text);
    }
}

#[test]
fn excerpts_and_lines_agree_on_the_location() {
    for diagnostic in bad_profiles().iter().flat_map(|path| diagnostics(path)) {
        let page = diagnostic.render(Style::Plain);
        let location = match (diagnostic.line(), diagnostic.column()) {
            (Some(line), Some(column)) => format!("--> {}:{line}:{column}\n", diagnostic.file()),
            _ => format!("--> {}", diagnostic.file()),
        };
        assert!((page.clone() + "\n").contains(&location), "{location}\n{page}");
    }
}

#[test]
fn diagnostics_are_one_printable_line_each() {
    for diagnostic in bad_profiles().iter().flat_map(|path| diagnostics(path)) {
        let line = diagnostic.to_string();
        assert!(!line.contains(char::is_control), "{line:?}");
    }
}
