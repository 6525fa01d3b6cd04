//! The build script's handling of `EVALFILE`. A whole build takes minutes; docs/testing-at-scale.md describes a manual
//! test.

use std::path::Path;

#[allow(dead_code)] // `main` of the build script is not called
#[path = "../../crates/engine/build.rs"]
mod build;

#[test]
fn the_format_comes_from_the_extension_or_the_text() {
    for (path, text, expected) in [
        ("mine.toml", "name = \"mine\"\n", "toml"),
        ("mine.ron", "(name: \"mine\")\n", "ron"),
        ("nets/0A1B2C3D", "# a comment\nname = \"mine\"\n", "toml"),
        ("nets/0A1B2C3D", "[material]\npawn = 1\n", "toml"),
        ("nets/0A1B2C3D", "\n(\n    name: \"mine\",\n)\n", "ron"),
        ("nets/0A1B2C3D", "// a comment\n(name: \"mine\")\n", "ron"),
        ("nets/0A1B2C3D", "#![enable(implicit_some)]\n(name: \"mine\")\n", "ron"),
        ("nets/mine.v2", "name = \"mine\"\n", "toml"),
    ] {
        assert_eq!(build::extension(Path::new(path), text), expected, "{path}: {text}");
    }
}

#[test]
fn the_format_of_shipped_files_is_detected_from_their_text() {
    for file in std::fs::read_dir("profiles").unwrap() {
        let path = file.unwrap().path();
        // `library` is a folder.
        let ending = path.extension().map_or("", |ending| ending.to_str().unwrap());
        if !["", "json"].contains(&ending) {
            let text = std::fs::read_to_string(&path).unwrap();
            assert_eq!(build::extension(Path::new("0A1B2C3D"), &text), ending, "{path:?}");
        }
    }
}
