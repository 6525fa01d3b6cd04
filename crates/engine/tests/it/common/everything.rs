//! A profile that sets every key, for tests and benchmarks that must cover all terms.

use temperament_engine::eval::keys::{Decl, sections};

/// Definitions whose example values break colour symmetry: with them a mirrored position evaluates differently.
const ASYMMETRIC: [&str; 2] = ["mirror", "outposts_per_file"];

/// Would make the example of the king's value too large.
const DECIMALS: &str = "decimals";

/// Settings of the search, which would limit it, and a file that is not there.
const LEFT_OUT: [&str; 2] = ["strength", "book"];

/// Returns the profile in TOML: every key of the evaluation with its example value, and custom terms of every shape.
pub fn text() -> String {
    let mut text = "name = \"everything\"\n".to_owned();
    for section in
        sections().iter().filter(|section| !section.name.is_empty() && !LEFT_OUT.contains(&section.name))
    {
        text += &format!("\n[{}]\n", section.name);
        let is_symmetric = |decl: &&Decl| !ASYMMETRIC.contains(&decl.name) && decl.name != DECIMALS;
        for decl in section.decls.iter().filter(is_symmetric) {
            text += &format!("{} = {}\n", decl.name, decl.example);
        }
    }
    text + include_str!("../../data/profiles/everything-terms.toml")
}
