//! Templates of new profiles: all keys that can be changed, with their current values, as comments.

use std::path::Path;

use crate::escape::shell_word;
use crate::eval::keys::{Kind, SECTIONS, Section, Unit};

use super::keys::TERM;
use super::source::Format;
use super::{Profile, Provenance, write};

/// Maximum width of comments in characters; longer ones are wrapped.
const WIDTH: usize = 100;
/// Values with more lines are not repeated.
const MOST_LINES: usize = 5;

/// Writes the template of a profile that extends another one, which is found from the file under `extends`.
pub fn child(name: &str, base: &Profile, extends: &str, file: &Path) -> String {
    let pen = Pen::of(file);
    let file_word = shell_word(&file.file_name().unwrap_or_default().to_string_lossy());
    let base_word = shell_word(extends);
    let about = format!(
        "It builds on {extends}: what this file does not say is as it is there. To change something, take away the \
         {mark} in front of a line and edit what it says; the values below are those of {extends}. Numbers are \
         [middlegame, endgame]; a single one stands for both.",
        mark = pen.mark,
    );
    let mut text = pen.comment(0, &format!("{name}: say here how it is to play."));
    text += &format!("{}\n", pen.mark);
    text += &pen.comment(0, &about);
    text += &format!("{}\n", pen.mark);
    let commands = [
        (format!("temper profile check {file_word}"), "is it right?"),
        (format!("temper profile diff {base_word} {file_word}"), "what has been changed?"),
        (format!("temper play --profile {file_word}"), "how does it play?"),
    ];
    let width = commands.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    for (command, question) in commands {
        text += &format!("{}   {command:width$}   {question}\n", pen.mark);
    }
    text += pen.open();
    text += &pen.pair(0, "name", &quote(name));
    text += &pen.pair(0, "description", &quote(&format!("{}, but ...", base.name)));
    text += &pen.pair(0, "extends", &quote(extends));
    text += &pen.scale(base);
    for section in SECTIONS {
        text += &pen.section(section, base, extends);
    }
    text += &pen.custom_terms(base);
    text + pen.close()
}

/// Writes the template of a stand-alone profile, with the piece values of another one.
pub fn standalone(name: &str, pieces: &Profile, file: &Path) -> String {
    let pen = Pen::of(file);
    let about = "Only `name` is required; absent keys are 0. `temper profile reference` explains every \
                 key, with an example.";
    let mut text = pen.comment(0, &format!("{name}: say here how it is to play."));
    text += &format!("{}\n", pen.mark);
    text += &pen.comment(0, about);
    text += pen.open();
    text += &pen.pair(0, "name", &quote(name));
    text += &pen.pair(0, "description", &quote("piece values, and what is to come"));
    // Both sides always have a king: its value cancels.
    let is_worth =
        |given: &&Provenance| given.entry.section.name == "material" && given.entry.decl.name != "king";
    text += &pen.heading("material");
    for given in pieces.given.iter().filter(is_worth) {
        text += &write::lines(pieces, &given.entry, pen.format, pen.pad(1));
    }
    text += pen.end_of_section();
    text + pen.close()
}

fn quote(text: &str) -> String {
    format!("{text:?}")
}

/// Returns `true` if a key is offered for change: scores that fit on one line and draws, but not the blending of
/// stages.
fn is_offered(given: &Provenance) -> bool {
    match given.entry.decl.kind {
        Kind::Values(..) => true,
        Kind::Number { .. } => given.entry.section.name == "draw",
        Kind::Choice(_) | Kind::Text => false,
    }
}

/// Writes one of the two formats.
struct Pen {
    format: Format,
    /// Start of a comment.
    mark: &'static str,
}

impl Pen {
    fn of(file: &Path) -> Self {
        let format = Format::of(file).unwrap_or(Format::Toml);
        let mark = match format {
            Format::Toml => "#",
            Format::Ron => "//",
        };
        Self { format, mark }
    }

    /// Indentation at a depth; TOML has none.
    fn pad(&self, depth: usize) -> &'static str {
        match (self.format, depth) {
            (Format::Toml, _) => "",
            (Format::Ron, 0) => "    ",
            (Format::Ron, 1) => "        ",
            (Format::Ron, _) => "            ",
        }
    }

    fn open(&self) -> &'static str {
        match self.format {
            Format::Toml => "\n",
            Format::Ron => "(\n",
        }
    }

    fn close(&self) -> &'static str {
        match self.format {
            Format::Toml => "",
            Format::Ron => ")\n",
        }
    }

    fn pair(&self, depth: usize, key: &str, value: &str) -> String {
        let pad = self.pad(depth);
        match self.format {
            Format::Toml => format!("{pad}{key} = {value}\n"),
            Format::Ron => format!("{pad}{key}: {value},\n"),
        }
    }

    fn heading(&self, section: &str) -> String {
        match self.format {
            Format::Toml => format!("\n[{section}]\n"),
            Format::Ron => format!("\n    {section}: (\n"),
        }
    }

    fn end_of_section(&self) -> &'static str {
        match self.format {
            Format::Toml => "",
            Format::Ron => "    ),\n",
        }
    }

    /// Writes a string as comment lines.
    fn comment(&self, depth: usize, text: &str) -> String {
        // The comment at the top of a RON file is outside its brackets.
        let pad = if depth == 0 { "" } else { self.pad(depth) };
        let mut lines = vec![String::new()];
        for word in text.split(' ') {
            let last = lines.len() - 1;
            if !lines[last].is_empty() && lines[last].chars().count() + word.chars().count() >= WIDTH {
                lines.push(String::new());
            }
            let line = lines.last_mut().map_or_else(Default::default, std::mem::take);
            let last = lines.len() - 1;
            lines[last] = format!("{line} {word}");
        }
        lines.iter().map(|line| format!("{pad}{}{line}\n", self.mark)).collect()
    }

    /// The section of factors, with examples for the first score sections of the base.
    fn scale(&self, base: &Profile) -> String {
        let mut sections: Vec<&str> = base
            .given
            .iter()
            .filter(|g| matches!(g.entry.decl.kind, Kind::Values(_, Unit::Score)))
            .map(|g| g.entry.section.name)
            .collect();
        sections.dedup();
        let mut text = self.heading("scale");
        text += &self.comment(
            1,
            "Factors for whole sections or single keys, over the values of this file and of those it builds on.",
        );
        for section in sections {
            text += &format!("{}{} {}", self.pad(1), self.mark, self.pair(0, section, "1.0").trim_start());
        }
        text + self.end_of_section()
    }

    /// The keys of a section that the base sets, as comments; long ones are only named.
    fn section(&self, section: &Section, base: &Profile, extends: &str) -> String {
        let offered = |g: &&Provenance| g.entry.section.name == section.name && is_offered(g);
        let mut text = String::new();
        let mut long = Vec::new();
        let (mut table, mut meaning) = ("", "");
        for given in base.given.iter().filter(offered) {
            let lines = write::lines(base, &given.entry, self.format, "");
            let name = given.entry.decl.name;
            if lines.lines().any(|line| line.len() > WIDTH) || lines.lines().count() > MOST_LINES {
                long.push(name);
                continue;
            }
            let inner = match self.format {
                Format::Toml => "",
                Format::Ron => name.rsplit_once('.').map_or("", |(table, _)| table),
            };
            if inner != table {
                text += &self.change_table(table, inner);
                table = inner;
            }
            let depth = if table.is_empty() { 1 } else { 2 };
            if given.entry.decl.meaning != meaning {
                meaning = given.entry.decl.meaning;
                text += &self.comment(depth, meaning);
            }
            text += &self.offer(depth, &lines);
        }
        text += &self.change_table(table, "");
        if !long.is_empty() {
            let copy = format!("copy them from `temper profile show {} --flat`", shell_word(extends));
            text += &self.comment(1, &format!("Long tables, {copy}: {}.", long.join(", ")));
        }
        if text.is_empty() { text } else { self.heading(section.name) + &text + self.end_of_section() }
    }

    /// The base's custom terms as comments, with the definitions that they use.
    fn custom_terms(&self, base: &Profile) -> String {
        let terms = write::terms::each(base, self.format);
        if terms.is_empty() {
            return String::new();
        }
        let (mut text, begin) = match self.format {
            Format::Toml => ("\n".to_owned(), format!("`[[{TERM}]]`")),
            Format::Ron => (format!("\n    {TERM}: [\n"), "its brackets".to_owned()),
        };
        let how = format!(
            "Its custom terms. To change one, take away the {} in front of {begin}, of its `name` and of the fields that are \
             to be otherwise; a field that is left out stays as it is.",
            self.mark
        );
        text += &self.comment(1, &how);
        let definitions = &base.written.definitions;
        if !definitions.is_empty() {
            let names: Vec<&str> = definitions.iter().map(|d| d.head.text.as_str()).collect();
            let names = names.join(", ");
            // A name may span several lines, a comment may not.
            let names: Vec<&str> = names.split_whitespace().collect();
            text += &self.comment(1, &format!("Expressions may use {}.", names.join(" ")));
        }
        for term in &terms {
            text += match self.format {
                Format::Toml => "\n",
                Format::Ron => "",
            };
            for line in term.lines() {
                text += &format!("{}{} {line}\n", self.pad(1), self.mark);
            }
        }
        text + match self.format {
            Format::Toml => "",
            Format::Ron => "    ],\n",
        }
    }

    /// Closes a table within a section of RON and opens another one; an empty name means none.
    fn change_table(&self, from: &str, to: &str) -> String {
        let pad = self.pad(1);
        let mut text = String::new();
        if !from.is_empty() {
            text += &format!("{pad}),\n");
        }
        if !to.is_empty() {
            text += &format!("{pad}{to}: (\n");
        }
        text
    }

    /// The lines of a key with its current value, as comments.
    fn offer(&self, depth: usize, lines: &str) -> String {
        let mut text = String::new();
        for line in lines.lines() {
            let line = match line.strip_prefix(self.mark) {
                Some(index) => format!("({})", index.trim()),
                None => line.to_owned(),
            };
            text += &format!("{}{} {line}\n", self.pad(depth), self.mark);
        }
        text
    }
}
