//! Tests of `paths`.

use std::path::Path;
use temperament_uci::paths::*;

#[test]
fn paths_are_read_as_people_type_them() {
    let home = Path::new("/home/me");
    for (typed, path) in [
        ("~/a b.toml", "/home/me/a b.toml"),
        ("\"~/a b.toml\"", "/home/me/a b.toml"),
        ("'/x/a.toml'", "/x/a.toml"),
        ("\"half.toml", "\"half.toml"),
        ("~other/a.toml", "~other/a.toml"),
        ("a~/b.toml", "a~/b.toml"),
        ("\"", "\""),
        ("\"\"", ""),
        ("", ""),
    ] {
        // As paths: Windows has two separators.
        assert_eq!(Path::new(&typed_at(typed, Some(home))), Path::new(path), "{typed}");
    }
    assert_eq!(typed_at("~/a.toml", None), "~/a.toml");
}
