//! A profile in which every key has a value: for tests and benchmarks of what must hold whatever a profile has.

use temperament::eval::keys::{Decl, SECTIONS};

/// Definitions whose example treats the colours unlike: with them no evaluation is that of the mirrored position.
const UNLIKE_COLOURS: [&str; 2] = ["mirror", "outposts_per_file"];

/// Returns the profile in TOML: every key with the value of its example in the table of keys, and custom terms of every
/// shape.
pub fn text() -> String {
    let mut text = "name = \"everything\"\n".to_owned();
    for section in SECTIONS.iter().filter(|section| !section.name.is_empty()) {
        text += &format!("\n[{}]\n", section.name);
        let alike = |decl: &&Decl| !UNLIKE_COLOURS.contains(&decl.name);
        for decl in section.decls.iter().filter(alike) {
            text += &format!("{} = {}\n", decl.name, decl.example);
        }
    }
    text + include_str!("../../data/profiles/everything-terms.toml")
}
