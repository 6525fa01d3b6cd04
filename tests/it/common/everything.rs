//! A profile in which every key has a value: for tests and benchmarks of what must hold whatever a profile has.

use temperament::eval::keys::SECTIONS;

/// Returns the profile in TOML: every key with the value of its example in the table of keys, and custom terms of every
/// shape.
pub fn text() -> String {
    let mut text = "name = \"everything\"\n".to_owned();
    for section in SECTIONS.iter().filter(|section| !section.name.is_empty()) {
        text += &format!("\n[{}]\n", section.name);
        for decl in section.decls {
            text += &format!("{} = {}\n", decl.name, decl.example);
        }
    }
    text + include_str!("../../data/profiles/everything-terms.toml")
}
