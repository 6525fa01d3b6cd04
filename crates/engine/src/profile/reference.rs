//! The reference page, generated from the table of keys.

use crate::eval::keys::{Decl, Entry, Kind, Section, entries, sections};

use super::shape::{list_words, unit_words};

const INTRODUCTION: &str = include_str!("reference.md");

/// Renders the whole page as Markdown.
pub fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    page += "\n## Sections\n\n";
    for section in sections() {
        page += &format!("- [{}](#{})\n", section.title, anchor(section.title));
    }
    for section in sections() {
        page += &section_text(section);
    }
    page
}

/// Renders the entries of the keys that contain a text.
pub fn matching(pattern: &str) -> String {
    let pattern = pattern.to_lowercase();
    entries().filter(|entry| entry.key().contains(&pattern)).map(|entry| entry_text(&entry)).collect()
}

/// Renders the entry of one key.
pub fn entry_text(entry: &Entry) -> String {
    key_text(entry.section, entry.decl).trim_start().to_owned() + "\n"
}

fn anchor(title: &str) -> String {
    title.to_lowercase().replace(' ', "-")
}

fn section_text(section: &Section) -> String {
    let mut text = format!("\n## {}\n\n", section.title);
    if !section.name.is_empty() {
        text += &format!("`[{}]` ", section.name);
    }
    text += &format!("{}\n", section.meaning);
    for decl in section.decls {
        text += &key_text(section, decl);
    }
    text
}

fn key_text(section: &Section, decl: &Decl) -> String {
    let key = match section.name {
        "" => decl.name.to_owned(),
        section => format!("{section}.{}", decl.name),
    };
    let mut text = format!("\n### `{key}`\n\n{}", decl.meaning);
    if !decl.definition.is_empty() {
        text += &format!(" {}", decl.definition);
    }
    text += &format!("\n\n{}\n", value_text(decl.kind));
    let heading = match section.name {
        "" => String::new(),
        section => format!("[{section}]\n"),
    };
    text + &format!("\n```toml\n{heading}{} = {}\n```\n", decl.name, decl.example)
}

/// Describes the values of a key as a list.
fn value_text(kind: Kind) -> String {
    match kind {
        Kind::Values(shape, unit) => {
            let (min, max) = unit.bounds();
            let unit = unit_words(unit);
            format!("- Value: {}\n- Unit: {unit}, {min} to {max}\n- Default: 0", list_words(shape))
        }
        Kind::Choice(options) => options
            .iter()
            .zip(std::iter::once(" (default)").chain(std::iter::repeat("")))
            .map(|(option, default)| format!("- `\"{}\"`{default}: {}", option.name, option.meaning))
            .collect::<Vec<_>>()
            .join("\n"),
        Kind::Number { default, min, max, whole, words } => {
            let number = if whole { "a whole number" } else { "a number" };
            let listed: String = words.iter().map(|(word, _)| format!(", or `\"{word}\"`")).collect();
            // A default outside the bounds cannot be written: it means that the value is derived.
            let default = match words.iter().find(|(_, value)| *value == default) {
                Some((word, _)) => format!("`\"{word}\"`"),
                None if (min..=max).contains(&default) => default.to_string(),
                None => "see above".to_owned(),
            };
            format!("- Value: {number} from {min} to {max}{listed}\n- Default: {default}")
        }
        Kind::Text => "- Value: a text in quotes".to_owned(),
        Kind::Lines => "- Value: a list of texts in quotes".to_owned(),
    }
}
