//! The characters: what their files say of their style is what docs/characters.md says, and all of them are there.

use std::fs;
use std::path::Path;

use temperament::profile::Library;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A character must not cost more than this, an attacker no more than the second; Elo.
const MOST: [i32; 2] = [80, 120];

/// Name and text of each shipped profile that extends the champion.
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

/// The comment that begins with these words, in one line.
fn comment(text: &str, begins: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start_matches('#').trim());
    let from = lines.skip_while(|line| !line.starts_with(begins));
    let words: Vec<&str> = from
        .take_while(|line| !line.is_empty() && !line.contains(" = "))
        .collect();
    words.join(" ")
}

#[test]
fn files_and_page_say_the_same_of_each_character() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/characters.md")).unwrap();
    let characters = characters();
    assert!(characters.len() >= 8, "{}", characters.len());
    for (name, text) in &characters {
        let told = comment(text, "Against `temperament`");
        let (_, figures) = told
            .split_once(": ")
            .unwrap_or_else(|| panic!("{name}: no fingerprint"));
        let (elo, meant) = figures.split_once(" Elo; ").unwrap();
        let row = format!("| `{name}` | {elo} | {} |", meant.trim_end_matches('.'));
        assert!(page.contains(&row), "{row}");
        assert!(meant.split(", ").count() >= 2, "{name}: {meant}");
        let cost = -elo.split(' ').next().unwrap().parse::<i32>().unwrap();
        assert!(cost <= MOST[usize::from(name == "attacker")], "{name}: {cost}");
    }
    let rows = page.lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(rows, characters.len());
}

/// What tells evaluations apart.
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
