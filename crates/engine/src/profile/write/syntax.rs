//! The notation of the two formats, and the text of a profile that grows line by line.

use super::form::{Entry, Form};
use crate::escape;
use crate::eval::keys::Shape;
use crate::profile::decimal::Number;
use crate::profile::shape::index_words;
use crate::profile::source::Format;

/// Entries per line of a long list.
const LINE: usize = 10;

/// The differences between the two formats.
pub(in crate::profile) struct Syntax {
    pub format: Format,
    /// Start of a comment.
    pub comment: &'static str,
    /// The brackets of a table on one line.
    table: [&'static str; 2],
    /// Between key and value.
    equals: &'static str,
    /// After the value of a key.
    end: &'static str,
    /// One step of indentation within a value.
    indent: &'static str,
}

pub(in crate::profile) static TOML: Syntax =
    Syntax { format: Format::Toml, comment: "#", table: ["{ ", " }"], equals: " = ", end: "", indent: "  " };
pub(in crate::profile) static RON: Syntax =
    Syntax { format: Format::Ron, comment: "//", table: ["(", ")"], equals: ": ", end: ",", indent: "    " };

impl Syntax {
    pub fn of(format: Format) -> &'static Self {
        match format {
            Format::Toml => &TOML,
            Format::Ron => &RON,
        }
    }

    pub fn pair(&self, key: &str, value: &str) -> String {
        format!("{key}{}{value}{}\n", self.equals, self.end)
    }

    /// Writes a table on one line.
    pub fn table<K: AsRef<str>>(&self, pairs: impl IntoIterator<Item = (K, String)>) -> String {
        let pairs = pairs.into_iter().map(|(key, value)| format!("{}{}{value}", key.as_ref(), self.equals));
        format!("{}{}{}", self.table[0], pairs.collect::<Vec<_>>().join(", "), self.table[1])
    }

    /// Writes a string; in RON on one line.
    pub fn quote(&self, text: &str) -> String {
        let is_kept = |c: char| !escape::is_unprintable(c) || matches!(c, '\n' | '\t');
        if self.format == Format::Toml && text.chars().all(is_kept) {
            return toml_edit::Value::from(text).to_string();
        }
        let escaped = text.chars().map(|c| match (c, self.format) {
            ('"' | '\\', _) => format!("\\{c}"),
            ('\n', _) => "\\n".to_owned(),
            ('\t', _) => "\\t".to_owned(),
            (c, Format::Toml) if escape::is_unprintable(c) => format!("\\U{:08X}", u32::from(c)),
            (c, Format::Ron) if escape::is_unprintable(c) => c.escape_unicode().to_string(),
            _ => c.to_string(),
        });
        format!("\"{}\"", escaped.collect::<String>())
    }

    /// Writes a list of strings, one per line.
    pub fn lines(&self, lines: &[String]) -> String {
        let lines = lines.iter().map(|line| format!("{}{},\n", self.indent, self.quote(line)));
        format!("[\n{}]", lines.collect::<String>())
    }

    pub fn scores(&self, key: &str, form: &Form) -> String {
        match form {
            // On two lines: TOML 1.0 has no line breaks in braces.
            Form::Stages(..) if self.format == Format::Toml => {
                let halves =
                    self.halves(form).map(|(stage, half)| self.pair(&format!("{key}.{stage}"), &half));
                halves.collect()
            }
            _ => self.pair(key, &self.form(form)),
        }
    }

    /// Describes the index of a list in a comment above it; rows of a board have their rank beside them instead.
    pub fn index_comment(&self, shape: Shape, form: &Form) -> String {
        match form {
            Form::List(_) | Form::Stages(..) if shape != Shape::BySquare => {
                format!("{} {}\n", self.comment, index_words(shape))
            }
            _ => String::new(),
        }
    }

    /// Writes scores; lines after the first are indented relative to it.
    pub fn form(&self, form: &Form) -> String {
        match form {
            Form::All(entry) => entry.to_string(),
            Form::List(list) => self.list(list),
            Form::Rows(rows) => self.rows(rows),
            Form::Linear { start, step } => {
                let start = (!start.is_zero()).then_some(("start", start));
                let parts = start.into_iter().chain([("step", step)]);
                self.table(parts.map(|(key, entry)| (key, entry.to_string())))
            }
            Form::Stages(..) => {
                let halves =
                    self.halves(form).map(|(stage, half)| format!("{stage}{}{half},\n", self.equals));
                let [open, close] = self.table.map(str::trim);
                format!("{open}\n{}{close}", indented(&halves.collect::<String>(), self.indent))
            }
        }
    }

    /// The stages of scores that are written apart, except those that are 0.
    fn halves(&self, form: &Form) -> impl Iterator<Item = (&'static str, String)> {
        let halves = match form {
            Form::Stages(mg, eg) => vec![("mg", mg), ("eg", eg)],
            _ => Vec::new(),
        };
        let halves =
            halves.into_iter().filter(|(_, half)| !matches!(***half, Form::All(entry) if entry.is_zero()));
        halves.map(|(stage, half)| (stage, self.form(half)))
    }

    fn list(&self, list: &[Entry]) -> String {
        let entries: Vec<String> = list.iter().map(Entry::to_string).collect();
        if entries.len() <= 2 * LINE {
            return format!("[{}]", entries.join(", "));
        }
        let width = entries.iter().map(String::len).max().unwrap_or(0);
        let lines = entries.chunks(LINE).map(|line| {
            let line: Vec<String> = line.iter().map(|entry| format!("{entry:>width$}")).collect();
            format!("{}{},\n", self.indent, line.join(", "))
        });
        format!("[\n{}]", lines.collect::<String>())
    }

    fn rows(&self, rows: &[[Number; 8]]) -> String {
        let width = rows.iter().flatten().map(|n| n.to_string().len()).max().unwrap_or(1);
        let lines = rows.iter().zip((1..=8).rev()).map(|(row, rank)| {
            let row: Vec<String> = row.iter().map(|n| format!("{n:width$}")).collect();
            format!("{}[{}],  {} {rank}\n", self.indent, row.join(", "), self.comment)
        });
        format!("[\n{}]", lines.collect::<String>())
    }
}

/// Indents every line of a text, without blanks at its end.
fn indented(text: &str, pad: &str) -> String {
    let line = |line: &str| if line.is_empty() { pad.trim_end().to_owned() } else { format!("{pad}{line}") };
    text.lines().map(|text| line(text) + "\n").collect()
}

/// The text of a profile in one of the formats, written from top to bottom.
pub(in crate::profile) struct Pen {
    pub syntax: &'static Syntax,
    text: String,
    /// Number of open brackets around the next line: in RON only.
    depth: usize,
    /// The path of the table around the next line.
    path: Vec<String>,
}

impl Pen {
    pub fn new(format: Format) -> Self {
        Self { syntax: Syntax::of(format), text: String::new(), depth: 0, path: Vec::new() }
    }

    fn is_ron(&self) -> bool {
        self.syntax.format == Format::Ron
    }

    fn pad(&self) -> String {
        RON.indent.repeat(self.depth)
    }

    /// Writes lines, indented.
    pub fn put(&mut self, lines: &str) {
        self.text += &if self.depth == 0 { lines.to_owned() } else { indented(lines, &self.pad()) };
    }

    /// Writes lines as a comment.
    pub fn comment_out(&mut self, lines: &str) {
        let pad = format!("{}{} ", self.pad(), self.syntax.comment);
        self.text += &indented(lines, &pad);
    }

    pub fn blank_line(&mut self) {
        self.text.push('\n');
    }

    /// In RON, opens a bracket at the end of a line.
    pub fn open(&mut self, line: &str) {
        if self.is_ron() {
            self.put(&format!("{line}\n"));
            self.depth += 1;
        }
    }

    /// In RON, closes a bracket on a line of its own.
    pub fn close(&mut self, line: &str) {
        if self.is_ron() {
            self.depth -= 1;
            self.put(&format!("{line}\n"));
        }
    }

    /// Goes to the table at a path. In TOML only the first part has a heading: keys below it are dotted.
    pub fn enter(&mut self, path: &[&str]) {
        let common = self.path.iter().zip(path).take_while(|(a, b)| a == b).count();
        while self.path.len() > common {
            self.path.pop();
            self.close("),");
        }
        for part in &path[common..] {
            if self.path.is_empty() {
                self.blank_line();
                if !self.is_ron() {
                    self.put(&format!("[{part}]\n"));
                }
            }
            self.open(&format!("{part}: ("));
            self.path.push((*part).to_owned());
        }
    }

    /// Opens a table at the top whose keys may be quoted paths: in RON a map.
    pub fn open_map(&mut self, key: &str) {
        self.enter(&[]);
        if self.is_ron() {
            self.blank_line();
            self.open(&format!("{key}: {{"));
        } else {
            self.enter(&[key]);
        }
    }

    pub fn close_map(&mut self) {
        self.close("},");
        self.enter(&[]);
    }

    /// Writes a list of tables, given by their lines.
    pub fn tables(&mut self, key: &str, tables: &[String], put: fn(&mut Self, &str)) {
        for table in tables {
            if self.is_ron() {
                put(self, &format!("(\n{}),\n", indented(table, RON.indent)));
            } else {
                self.blank_line();
                put(self, &format!("[[{key}]]\n{table}"));
            }
        }
    }

    /// Returns the text.
    pub fn finish(mut self) -> String {
        self.enter(&[]);
        self.close(")");
        self.text
    }
}
