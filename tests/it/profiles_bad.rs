//! Every kind of broken profile gives all its faults in one pass, each with the right place, key and hint.
//!
//! Snapshots show the messages as a person sees them, and one line each as a GUI shows them.

use std::path::{Path, PathBuf};

use temperament::profile::{Diagnostic, Library, LoadError, Style};

const FOLDER: &str = "tests/data/profiles/bad";

fn faults(path: &Path) -> Vec<Diagnostic> {
    match Library::of(Vec::new()).load(path.to_str().unwrap()) {
        Err(LoadError::Faulty(faults)) => faults,
        other => panic!("{}: faults are wanted, found {other:?}", path.display()),
    }
}

fn bad_profiles() -> Vec<PathBuf> {
    let files = std::fs::read_dir(FOLDER).unwrap();
    // Relative and with slashes on every system, so that the messages are the same.
    let path = |name: std::ffi::OsString| PathBuf::from(format!("{FOLDER}/{}", name.to_str().unwrap()));
    let mut files: Vec<PathBuf> = files.map(|f| path(f.unwrap().file_name())).collect();
    files.sort();
    files
}

#[test]
fn every_bad_profile_says_what_is_wrong_with_it() {
    for path in bad_profiles() {
        let faults = faults(&path);
        let lines = faults.iter().map(|f| format!("{f}\n"));
        let pages = faults.iter().map(|f| f.render(Style::Plain) + "\n\n");
        let text = lines.chain(["\n".to_owned()]).chain(pages).collect::<String>();
        let name = path.file_name().unwrap().to_str().unwrap().replace('.', "-");
        insta::assert_snapshot!(name, text);
    }
}

#[test]
fn excerpts_and_lines_agree_on_the_place() {
    for fault in bad_profiles().iter().flat_map(|path| faults(path)) {
        let page = fault.render(Style::Plain);
        let place = match (fault.line(), fault.column()) {
            (Some(line), Some(column)) => format!("--> {}:{line}:{column}\n", fault.file()),
            _ => format!("--> {}", fault.file()),
        };
        assert!((page.clone() + "\n").contains(&place), "{place}\n{page}");
    }
}

#[test]
fn faults_are_one_printable_line_each() {
    for fault in bad_profiles().iter().flat_map(|path| faults(path)) {
        let line = fault.to_string();
        assert!(!line.contains(char::is_control), "{line:?}");
    }
}
