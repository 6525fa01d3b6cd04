//! A profile that is built into the program: what the build script makes of the file. A whole build takes minutes;
//! docs/testing-at-scale.md says how one was tried.

use std::path::Path;

#[allow(dead_code)] // its main function is the build
#[path = "../../build.rs"]
mod build;

#[test]
fn the_format_is_that_of_the_ending_or_else_of_the_text() {
    for (path, text, expected) in [
        ("mine.toml", "name = \"mine\"\n", "toml"),
        ("mine.ron", "(name: \"mine\")\n", "ron"),
        ("nets/0A1B2C3D", "# a comment\nname = \"mine\"\n", "toml"),
        ("nets/0A1B2C3D", "[material]\npawn = 1\n", "toml"),
        ("nets/0A1B2C3D", "\n(\n    name: \"mine\",\n)\n", "ron"),
        ("nets/0A1B2C3D", "// a comment\n(name: \"mine\")\n", "ron"),
        (
            "nets/0A1B2C3D",
            "#![enable(implicit_some)]\n(name: \"mine\")\n",
            "ron",
        ),
        ("nets/mine.v2", "name = \"mine\"\n", "toml"),
    ] {
        assert_eq!(
            build::extension(Path::new(path), text),
            expected,
            "{path}: {text}"
        );
    }
}

#[test]
fn shipped_files_are_told_apart_by_their_text_alone() {
    for file in std::fs::read_dir("profiles").unwrap() {
        let path = file.unwrap().path();
        // The library is a folder.
        let ending = path.extension().map_or("", |ending| ending.to_str().unwrap());
        if !["", "json"].contains(&ending) {
            let text = std::fs::read_to_string(&path).unwrap();
            assert_eq!(build::extension(Path::new("0A1B2C3D"), &text), ending, "{path:?}");
        }
    }
}
