//! Each layer of the library uses only those below it.

use std::fs;
use std::path::{Path, PathBuf};

/// Layers from the bottom up, with what each may use of the crate. `search` and `profile` do not know
/// each other.
const LAYERS: &[(&str, &[&str])] = &[
    ("board", &["board"]),
    ("spelling", &["spelling"]),
    ("input", &["input"]),
    ("escape", &["escape"]),
    ("terms", &["board", "spelling", "terms"]),
    ("eval", &["board", "terms", "eval"]),
    (
        "profile",
        &["board", "terms", "eval", "spelling", "input", "escape", "profile"],
    ),
    ("search", &["board", "eval", "input", "search"]),
    ("stats", &["stats"]),
    ("chart", &["chart"]),
    ("lines", &["lines"]),
    ("engine", &["board", "eval", "search", "engine"]),
    (
        "arena",
        &[
            "board", "eval", "engine", "stats", "input", "escape", "lines", "arena",
        ],
    ),
    ("style", &["board", "eval", "engine", "stats", "arena", "style"]),
    (
        "tune",
        &["board", "eval", "profile", "input", "escape", "arena", "tune"],
    ),
    (
        "uci",
        &[
            "board", "spelling", "eval", "profile", "search", "engine", "escape", "lines", "uci",
        ],
    ),
    (
        "report",
        &[
            "board", "eval", "profile", "stats", "chart", "engine", "arena", "style", "tune", "report",
        ],
    ),
    (
        "cli",
        &[
            "board", "terms", "eval", "profile", "search", "stats", "chart", "input", "escape", "lines",
            "engine", "arena", "style", "tune", "report", "uci", "spelling", "cli",
        ],
    ),
];

fn sources(path: &Path, into: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            sources(&entry.unwrap().path(), into);
        }
    } else if path.extension().is_some_and(|e| e == "rs") {
        into.push(path.to_owned());
    }
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The files of a layer: a folder, or a single file.
fn files_of(layer: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let file = src().join(format!("{layer}.rs"));
    sources(if file.exists() { &file } else { Path::new("") }, &mut files);
    sources(&src().join(layer), &mut files);
    assert!(!files.is_empty(), "no layer {layer}");
    files
}

/// The first path segments after `crate::` or `temperament::`, braces included.
fn used_layers(text: &str) -> Vec<&str> {
    let names = |rest: &str| {
        rest.find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len())
    };
    text.split("crate::")
        .skip(1)
        .map(|rest| &rest[..names(rest)])
        .collect()
}

#[test]
fn layers_use_only_those_below() {
    for (layer, allowed) in LAYERS {
        for file in files_of(layer) {
            let text = fs::read_to_string(&file).unwrap();
            assert!(
                !text.contains("use crate::{"),
                "{}: name one layer a line",
                file.display()
            );
            for used in used_layers(&text) {
                assert!(
                    allowed.contains(&used),
                    "{} uses crate::{used}, which is above {layer}",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn only_the_board_knows_the_chess_library() {
    let mut files = Vec::new();
    sources(&src(), &mut files);
    for file in files.iter().filter(|f| !f.starts_with(src().join("board"))) {
        assert!(
            !fs::read_to_string(file).unwrap().contains("cozy_chess"),
            "{}",
            file.display()
        );
    }
}

/// Each way around `input` would be one to hang, or to fill the memory, for whoever names a device or a pipe. The system
/// files that `search/memory.rs` reads are named by nobody.
#[test]
fn only_input_opens_files_to_read() {
    let mut files = Vec::new();
    sources(&src(), &mut files);
    let allowed = [src().join("input.rs"), src().join("search/memory.rs")];
    for file in files.iter().filter(|file| !allowed.contains(file)) {
        let text = fs::read_to_string(file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for way in ["File::open(", "fs::read(", "fs::read_to_string(", ".read(true)"] {
            let found = code
                .lines()
                .find(|line| line.contains(way) && !line.contains("input::"));
            assert_eq!(found, None, "{} reads without `input`", file.display());
        }
    }
}

#[test]
fn no_code_knows_a_profile_by_name() {
    for layer in ["board", "eval", "search", "engine", "arena", "style", "tune"] {
        for file in files_of(layer) {
            let text = fs::read_to_string(&file).unwrap();
            let code = text
                .lines()
                .filter(|l| !l.trim_start().starts_with("//"))
                .collect::<Vec<_>>()
                .join("\n");
            for name in ["fabchess", "cheops", "otter", "rustic"] {
                assert!(
                    !code.contains(&format!("\"{name}\"")),
                    "{} names {name}",
                    file.display()
                );
            }
        }
    }
}
