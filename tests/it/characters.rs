//! The style described in each character's file matches docs/characters.md, which lists all characters.

mod repertoires;

use std::fs;
use std::path::Path;

use temperament_engine::profile::Library;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Largest accepted Elo loss of a character.
const MAX_ELO_LOSS: i32 = 100;

/// Name and text of each shipped profile that extends `temperament`.
fn characters() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(Path::new(ROOT).join("profiles")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let text = fs::read_to_string(&path).unwrap();
            if text.contains("extends = \"temperament\"") {
                let name = path.file_stem().unwrap().to_str().unwrap();
                all.push((name.to_owned(), text));
            }
        }
    }
    all.sort();
    all
}

/// Returns the comment that begins with `start`, joined into one line.
fn comment(text: &str, start: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start_matches('#').trim());
    let from = lines.skip_while(|line| !line.starts_with(start));
    let words: Vec<&str> = from.take_while(|line| !line.is_empty() && !line.contains(" = ")).collect();
    words.join(" ")
}

#[test]
fn files_and_docs_agree_on_each_character() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/characters.md")).unwrap();
    let characters = characters();
    assert!(characters.len() >= 8, "{}", characters.len());
    for (name, text) in &characters {
        let fingerprint = comment(text, "Against `temperament`");
        let (_, figures) = fingerprint.split_once(": ").unwrap_or_else(|| panic!("{name}: no fingerprint"));
        let (elo, style) = figures.split_once(" Elo; ").unwrap();
        let row = format!("| `{name}` | {elo} | {} |", style.trim_end_matches('.'));
        assert!(page.contains(&row), "{row}");
        assert!(style.split(", ").count() >= 2, "{name}: {style}");
        let cost = -elo.split(' ').next().unwrap().parse::<i32>().unwrap();
        assert!(cost <= MAX_ELO_LOSS, "{name}: {cost}");
    }
    let rows = page.lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(rows, characters.len());
}

/// ID of the compiled evaluation.
fn id(library: &Library, name: &str) -> u64 {
    library.load(name).unwrap().0.compile_both().id()
}

#[test]
fn no_two_characters_evaluate_alike() {
    let library = Library::of(Vec::new());
    let mut ids: Vec<u64> = vec![id(&library, "temperament")];
    for (name, _) in characters() {
        let (profile, warnings) = library.load(&name).unwrap();
        assert!(warnings.is_empty(), "{name}");
        assert!(profile.description.is_some(), "{name}");
        ids.push(id(&library, &name));
    }
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
}
