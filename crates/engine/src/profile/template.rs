//! Templates of new profiles: all keys that can be changed, with their current values, as comments.

use std::path::Path;

use crate::escape::shell_word;
use crate::eval::keys::{Kind, Section, Unit, sections};
use crate::terms::Role;

use super::keys::SCALE;
use super::source::Format;
use super::write::syntax::{Pen, Syntax};
use super::{Profile, Provenance, write};

/// Maximum width of comments in characters; longer ones are wrapped.
const WIDTH: usize = 100;
/// Values with more lines are not repeated.
const MOST_LINES: usize = 5;

/// Writes the template of a profile that extends another one, which is found from the file under `extends`.
pub fn child(name: &str, base: &Profile, extends: &str, file: &Path) -> String {
    let mut pen = Pen::new(Format::of(file).unwrap_or(Format::Toml));
    let syntax = pen.syntax;
    let file_word = shell_word(&file.file_name().unwrap_or_default().to_string_lossy());
    let base_word = shell_word(extends);
    let about = format!(
        "It builds on {extends}: what this file does not say is as it is there. To change something, uncomment a \
         line (remove the {mark} in front of it) and edit it; the values below are those of {extends}. Numbers are \
         [middlegame, endgame]; a single one stands for both. \"+10\" or \"-10\" in quotes is added to the number of \
         {extends}.",
        mark = syntax.comment,
    );
    begin(&mut pen, name, &about);
    pen.put(&format!("{}\n", syntax.comment));
    let commands = [
        (format!("temper profile check {file_word}"), "is it right?"),
        (format!("temper profile diff {base_word} {file_word}"), "what has been changed?"),
        (format!("temper play --profile {file_word}"), "how does it play?"),
    ];
    let width = commands.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    for (command, question) in commands {
        pen.comment_out(&format!("  {command:width$}   {question}"));
    }
    keys(
        &mut pen,
        &[("name", name), ("description", &format!("{}, but ...", base.name)), ("extends", extends)],
    );
    put_scale(&mut pen, base);
    for section in sections() {
        put_section(&mut pen, section, base, extends);
    }
    pen.enter(&[]);
    put_custom_terms(&mut pen, base);
    pen.finish()
}

/// Writes the template of a stand-alone profile, with the piece values of another one.
pub fn standalone(name: &str, pieces: &Profile, file: &Path) -> String {
    let mut pen = Pen::new(Format::of(file).unwrap_or(Format::Toml));
    let about = "Only `name` is required; absent keys are 0. `temper profile reference` explains every \
                 key, with an example.";
    begin(&mut pen, name, about);
    keys(&mut pen, &[("name", name), ("description", "piece values, and what is to come")]);
    // Both sides always have a king: its value cancels.
    let is_worth =
        |given: &&Provenance| given.entry.section.name == "material" && given.entry.decl.name != "king";
    pen.enter(&["material"]);
    for given in pieces.given.iter().filter(is_worth) {
        pen.put(&write::lines(pieces, &given.entry, pen.syntax));
    }
    pen.finish()
}

/// Writes the template of a stand-alone profile in TOML that leads from the unit to custom terms, with examples in comments.
pub fn from_scratch(name: &str, file: &Path) -> String {
    let file = shell_word(&file.file_name().unwrap_or_default().to_string_lossy());
    include_str!("from_scratch.toml").replace("{name}", name).replace("{file}", &file)
}

/// Writes the comment at the top.
fn begin(pen: &mut Pen, name: &str, about: &str) {
    put_prose(pen, &format!("{name}: say here how it is to play."));
    pen.put(&format!("{}\n", pen.syntax.comment));
    put_prose(pen, about);
}

/// Writes the keys at the top.
fn keys(pen: &mut Pen, pairs: &[(&str, &str)]) {
    match pen.syntax.format {
        Format::Toml => pen.blank_line(),
        Format::Ron => pen.open("("),
    }
    for (key, text) in pairs {
        pen.put(&pen.syntax.pair(key, &pen.syntax.quote(text)));
    }
}

/// Writes a text as comment lines.
fn put_prose(pen: &mut Pen, text: &str) {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() < WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    pen.comment_out(&lines.join("\n"));
}

/// Returns `true` if a key is offered for change: scores that fit on one line and draws, but not the blending of
/// stages.
fn is_offered(given: &Provenance) -> bool {
    match given.entry.decl.kind {
        Kind::Values(..) => true,
        Kind::Number { .. } => given.entry.section.name == "draw",
        Kind::Choice(_) | Kind::Text | Kind::Lines => false,
    }
}

/// Writes the section of factors, with examples for the score sections of the base.
fn put_scale(pen: &mut Pen, base: &Profile) {
    let is_score = |given: &&Provenance| matches!(given.entry.decl.kind, Kind::Values(_, Unit::Score));
    let mut sections: Vec<&str> =
        base.given.iter().filter(is_score).map(|given| given.entry.section.name).collect();
    sections.dedup();
    pen.open_map(SCALE);
    put_prose(
        pen,
        "Factors for whole sections or single keys, over the values of this file and of those it builds on.",
    );
    for section in sections {
        let key = match pen.syntax.format {
            Format::Toml => section.to_owned(),
            Format::Ron => pen.syntax.quote(section),
        };
        pen.comment_out(&pen.syntax.pair(&key, "1.0"));
    }
    put_splits(pen, base);
    pen.close_map();
}

/// Writes the factors by side of the base for the keys whose values the template has: a new value loses them.
fn put_splits(pen: &mut Pen, base: &Profile) {
    let syntax = pen.syntax;
    let is_written = |given: &&Provenance| is_offered(given) && !is_long(&offer(base, given, syntax));
    let lines = base.values.splits.iter().filter_map(|split| {
        let given =
            base.given.iter().filter(is_written).find(|given| given.entry.slot() == Some(split.slot))?;
        Some(write::factors(syntax, &given.entry.key(), [split.own, split.their]))
    });
    let lines: String = lines.collect();
    if !lines.is_empty() {
        put_prose(pen, "A key that gets a new value loses its factors below.");
        put_prose(pen, "To keep them, uncomment them, too.");
        pen.comment_out(&lines);
    }
}

/// Writes the keys of a section that the base sets, as comments; long ones are only named.
fn put_section(pen: &mut Pen, section: &Section, base: &Profile, extends: &str) {
    let offered = |g: &&Provenance| g.entry.section.name == section.name && is_offered(g);
    let mut long = Vec::new();
    let mut meaning = "";
    for given in base.given.iter().filter(offered) {
        let name = given.entry.decl.name;
        let lines = offer(base, given, pen.syntax);
        if is_long(&lines) {
            long.push(name);
            continue;
        }
        let mut path: Vec<&str> = given.key.split('.').collect();
        path.pop();
        pen.enter(&path);
        if given.entry.decl.meaning != meaning {
            meaning = given.entry.decl.meaning;
            put_prose(pen, meaning);
        }
        pen.comment_out(&lines);
    }
    if !long.is_empty() {
        let copy = format!("copy them from `temper profile show {} --flat`", shell_word(extends));
        pen.enter(&[section.name]);
        put_prose(pen, &format!("Long tables, {copy}: {}.", long.join(", ")));
    }
}

/// Returns `true` if the lines of a key are too many or too long for the template.
fn is_long(lines: &str) -> bool {
    lines.lines().any(|line| line.len() > WIDTH) || lines.lines().count() > MOST_LINES
}

/// The lines of a key with its current value. A comment among them is put in brackets, to be told from the others.
fn offer(base: &Profile, given: &Provenance, syntax: &Syntax) -> String {
    let lines = write::lines(base, &given.entry, syntax);
    let line = |line: &str| match line.strip_prefix(syntax.comment) {
        Some(index) => format!("({})\n", index.trim()),
        None => format!("{line}\n"),
    };
    lines.lines().map(line).collect()
}

/// Writes the base's custom terms as comments, with the definitions that they use.
fn put_custom_terms(pen: &mut Pen, base: &Profile) {
    let terms = write::terms(base, pen.syntax, |_| true).into_iter().filter(|(_, fields)| !fields.is_empty());
    for (nth, (key, fields)) in terms.enumerate() {
        pen.blank_line();
        pen.open(&format!("{key}: ["));
        let begin = match pen.syntax.format {
            Format::Toml => format!("`[[{key}]]`"),
            Format::Ron => "its brackets".to_owned(),
        };
        let how = format!(
            "Its custom {}s. To change one, uncomment {begin}, its `name` and the fields that are to be different; a \
             field that is left out stays as it is.",
            Role::ALL.into_iter().find(|role| role.key() == key).map_or(key, Role::noun)
        );
        put_prose(pen, &how);
        let definitions = &base.written.definitions;
        if nth == 0 && !definitions.is_empty() {
            let names: Vec<&str> = definitions.iter().map(|d| d.head.text.as_str()).collect();
            let names = names.join(", ");
            // A name may span several lines, a comment may not.
            let names: Vec<&str> = names.split_whitespace().collect();
            put_prose(pen, &format!("Expressions may use {}.", names.join(" ")));
        }
        pen.tables(key, &fields, Pen::comment_out);
        pen.close("],");
    }
}
