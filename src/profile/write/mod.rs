//! Writes a profile as readable, editable text in both formats. Comments of its file are not kept.

pub(super) mod terms;

use crate::escape;
use crate::eval::Split;
use crate::eval::keys::{Entry as Decl, Kind, Shape, entries};

use super::custom_terms;
use super::layout::{Entry, Form};
use super::shape::index_words;
use super::source::Format;
use super::{Profile, Provenance};

/// Entries per line of a long list.
const LINE: usize = 10;
/// Maximum length of a value that is shown in full on one line, in characters.
const BRIEF: usize = 48;

/// Writes all keys that a profile sets.
pub fn write(profile: &Profile, format: Format) -> String {
    match format {
        Format::Toml => toml(profile),
        Format::Ron => ron(profile),
    }
}

/// The differences between the two formats within a value.
struct Syntax {
    comment: &'static str,
    list: [char; 2],
    table: [char; 2],
    equals: &'static str,
    /// One step of indentation.
    indent: &'static str,
}

const TOML: Syntax =
    Syntax { comment: "#", list: ['[', ']'], table: ['{', '}'], equals: " = ", indent: "  " };
const RON: Syntax =
    Syntax { comment: "//", list: ['[', ']'], table: ['(', ')'], equals: ": ", indent: "    " };

/// The entry in `scale` of a key whose values differ by side.
fn split(split: &Split, own: &[Decl], syntax: &Syntax) -> (String, String) {
    let key = entries().chain(own.iter().copied()).find(|e| e.slot() == Some(split.slot));
    let pair = |[mg, eg]: [f64; 2]| format!("{}{mg:?}, {eg:?}{}", syntax.list[0], syntax.list[1]);
    let ([open, close], equals) = (syntax.table, syntax.equals);
    let value = format!("{open} own{equals}{}, their{equals}{} {close}", pair(split.own), pair(split.their));
    (key.map_or(String::new(), |e| e.key()), value)
}

fn toml(profile: &Profile) -> String {
    let mut text = String::new();
    let mut section = "";
    for given in profile.given.iter().filter(|given| !custom_terms::is_own(&given.key)) {
        if given.entry.section.name != section {
            section = given.entry.section.name;
            text += &format!("\n[{section}]\n");
        }
        text += &toml_lines(profile, &given.entry);
    }
    text += &terms::toml(profile);
    let own = profile.values.custom_entries();
    let splits = profile.values.splits.iter().map(|s| split(s, own, &TOML));
    let splits: Vec<_> = splits.collect();
    if !splits.is_empty() {
        text += "\n[scale]\n";
    }
    for (key, value) in splits {
        text += &format!("\"{key}\" = {value}\n");
    }
    text
}

/// Writes the lines of a key within its table: a comment on the index of a list, then the value.
pub(super) fn lines(profile: &Profile, entry: &Decl, format: Format, pad: &str) -> String {
    match format {
        Format::Toml => toml_lines(profile, entry),
        Format::Ron => ron_lines(profile, entry, pad),
    }
}

fn toml_lines(profile: &Profile, entry: &Decl) -> String {
    let name = entry.decl.name;
    let Kind::Values(shape, _) = entry.decl.kind else {
        return format!("{name} = {}\n", scalar(profile, entry, &quote_toml));
    };
    let form = Form::new(shape, numbers(profile, entry, shape));
    let mut text = index_comment(&TOML, shape, &form, "");
    // On two lines: TOML 1.0 has no line breaks in braces.
    if let Form::Stages(mg, eg) = form {
        for (stage, half) in [("mg", *mg), ("eg", *eg)] {
            if half != Form::All(Entry::Single(0)) {
                text += &format!("{name}.{stage} = {}\n", TOML.form(&half, ""));
            }
        }
        return text;
    }
    text + &format!("{name} = {}\n", TOML.form(&form, ""))
}

/// Formats the value of a key in one line, in TOML syntax; of long tables only the number of entries and their range.
pub fn brief(profile: &Profile, given: &Provenance) -> String {
    let entry = &given.entry;
    let Kind::Values(shape, _) = entry.decl.kind else {
        // Quoted, so that multi-line strings stay on one line.
        return scalar(profile, entry, &|text| format!("{text:?}"));
    };
    let pairs = numbers(profile, entry, shape);
    if custom_terms::is_own(&given.key) {
        brief_own(shape, pairs)
    } else {
        brief_form(shape, pairs, &Form::new(shape, pairs))
    }
}

/// The same for a custom term, whose tables are written entry by entry.
pub(super) fn brief_own(shape: Shape, pairs: &[[i32; 2]]) -> String {
    brief_form(shape, pairs, &terms::form(shape, pairs))
}

/// The same, but with up to twenty entries of a table whatever their length.
pub(super) fn line_of_own(shape: Shape, pairs: &[[i32; 2]]) -> String {
    match terms::form(shape, pairs) {
        Form::List(list) if list.len() <= 2 * LINE => TOML.list(&list, ""),
        form => brief_form(shape, pairs, &form),
    }
}

fn brief_form(shape: Shape, pairs: &[[i32; 2]], form: &Form) -> String {
    let text = match form {
        Form::Rows(_) | Form::Stages(..) => return range(shape, pairs),
        form => TOML.form(form, ""),
    };
    if text.len() <= BRIEF && !text.contains('\n') { text } else { range(shape, pairs) }
}

/// Number of entries of a table, with minimum and maximum of each stage.
fn range(shape: Shape, pairs: &[[i32; 2]]) -> String {
    let entries = match shape {
        Shape::BySquare => "64 squares".to_owned(),
        _ => format!("{} entries", pairs.len()),
    };
    let ends = |stage: usize| {
        let half = pairs.iter().map(|pair| pair[stage]);
        let (least, greatest) = (half.clone().min(), half.max());
        format!("{} to {}", least.unwrap_or(0), greatest.unwrap_or(0))
    };
    if pairs.iter().all(|[mg, eg]| mg == eg) {
        format!("{entries}, {}", ends(0))
    } else {
        format!("{entries}, mg {}, eg {}", ends(0), ends(1))
    }
}

fn quote_toml(text: &str) -> String {
    if !text.contains(|c| escape::is_unprintable(c) && !matches!(c, '\n' | '\t')) {
        return toml::Value::String(text.to_owned()).to_string();
    }
    let escaped = text.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        c if escape::is_unprintable(c) => format!("\\U{:08X}", u32::from(c)),
        c => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

fn ron(profile: &Profile) -> String {
    let mut text = String::from("(\n");
    let mut open: Vec<&str> = Vec::new();
    for given in profile.given.iter().filter(|given| !custom_terms::is_own(&given.key)) {
        let mut path: Vec<&str> = given.key.split('.').collect();
        path.pop();
        let common = open.iter().zip(&path).take_while(|(a, b)| a == b).count();
        close_ron(&mut text, &mut open, common);
        for part in &path[common..] {
            if open.is_empty() {
                text.push('\n');
            }
            text += &format!("{}{part}: (\n", indent(open.len()));
            open.push(part);
        }
        text += &ron_lines(profile, &given.entry, &indent(open.len()));
    }
    close_ron(&mut text, &mut open, 0);
    text += &terms::ron(profile);
    let own = profile.values.custom_entries();
    let splits: Vec<_> = profile.values.splits.iter().map(|s| split(s, own, &RON)).collect();
    if !splits.is_empty() {
        text += "\n    scale: {\n";
        for (key, value) in splits {
            text += &format!("        \"{key}\": {value},\n");
        }
        text += "    },\n";
    }
    text + ")\n"
}

/// The lines of one key within its brackets.
fn ron_lines(profile: &Profile, entry: &Decl, pad: &str) -> String {
    let name = entry.decl.name.rsplit('.').next().unwrap_or_default();
    let Kind::Values(shape, _) = entry.decl.kind else {
        return format!("{pad}{name}: {},\n", scalar(profile, entry, &quote_ron));
    };
    let form = Form::new(shape, numbers(profile, entry, shape));
    let comment = index_comment(&RON, shape, &form, pad);
    format!("{comment}{pad}{name}: {},\n", RON.form(&form, pad))
}

fn indent(depth: usize) -> String {
    "    ".repeat(depth + 1)
}

fn close_ron(text: &mut String, open: &mut Vec<&str>, depth: usize) {
    while open.len() > depth {
        open.pop();
        *text += &format!("{}),\n", indent(open.len()));
    }
}

fn quote_ron(text: &str) -> String {
    let escaped = text.chars().flat_map(|c| match c {
        '"' | '\\' => vec!['\\', c],
        '\n' => vec!['\\', 'n'],
        '\t' => vec!['\\', 't'],
        c if escape::is_unprintable(c) => c.escape_unicode().collect(),
        c => vec![c],
    });
    format!("\"{}\"", escaped.collect::<String>())
}

fn numbers<'a>(profile: &'a Profile, entry: &Decl, shape: Shape) -> &'a [[i32; 2]] {
    &profile.values.scores[entry.offset..entry.offset + shape.len()]
}

/// A comment on the index of the list below; rows of a board have their rank beside them instead.
fn index_comment(syntax: &Syntax, shape: Shape, form: &Form, pad: &str) -> String {
    match form {
        Form::List(_) | Form::Stages(..) if shape != Shape::BySquare => {
            format!("{pad}{} {}\n", syntax.comment, index_words(shape))
        }
        _ => String::new(),
    }
}

/// A value other than score values.
fn scalar(profile: &Profile, entry: &Decl, quote: &dyn Fn(&str) -> String) -> String {
    match entry.decl.kind {
        Kind::Choice(options) => quote(options[usize::from(profile.values.choices[entry.offset])].name),
        Kind::Number { words, .. } => {
            let n = profile.values.numbers[entry.offset];
            match words.iter().find(|(_, value)| *value == n) {
                Some((word, _)) => quote(word),
                None => n.to_string(),
            }
        }
        Kind::Text | Kind::Values(..) => quote(profile.text(&entry.key()).unwrap_or_default()),
    }
}

impl Syntax {
    fn entry(&self, entry: Entry) -> String {
        match entry {
            Entry::Single(n) => n.to_string(),
            Entry::Pair(mg, eg) => format!("{}{mg}, {eg}{}", self.list[0], self.list[1]),
        }
    }

    /// Formats a value; `pad` is the indentation of its line.
    fn form(&self, form: &Form, pad: &str) -> String {
        let [open, close] = self.table;
        let equals = self.equals;
        match form {
            Form::All(entry) => self.entry(*entry),
            Form::List(list) => self.list(list, pad),
            Form::Rows(rows) => self.rows(rows, pad),
            Form::Linear { start, step } => {
                let step = self.entry(*step);
                match start {
                    Entry::Single(0) => format!("{open} step{equals}{step} {close}"),
                    _ => format!("{open} start{equals}{}, step{equals}{step} {close}", self.entry(*start)),
                }
            }
            Form::Stages(mg, eg) => {
                let inner = format!("{pad}{}", self.indent);
                let mut text = format!("{open}\n");
                for (stage, half) in [("mg", mg), ("eg", eg)] {
                    if **half != Form::All(Entry::Single(0)) {
                        text += &format!("{inner}{stage}{equals}{},\n", self.form(half, &inner));
                    }
                }
                text + pad + &close.to_string()
            }
        }
    }

    fn list(&self, list: &[Entry], pad: &str) -> String {
        let [open, close] = self.list;
        let entries: Vec<String> = list.iter().map(|&e| self.entry(e)).collect();
        if entries.len() <= 2 * LINE {
            return format!("{open}{}{close}", entries.join(", "));
        }
        let width = entries.iter().map(String::len).max().unwrap_or(0);
        let indent = self.indent;
        let lines = entries.chunks(LINE).map(|line| {
            let line: Vec<String> = line.iter().map(|entry| format!("{entry:>width$}")).collect();
            format!("{pad}{indent}{},\n", line.join(", "))
        });
        format!("{open}\n{}{pad}{close}", lines.collect::<String>())
    }

    fn rows(&self, rows: &[[i32; 8]], pad: &str) -> String {
        let [open, close] = self.list;
        let width = rows.iter().flatten().map(|n| n.to_string().len()).max().unwrap_or(1);
        let mut text = format!("{open}\n");
        for (row, rank) in rows.iter().zip((1..=8).rev()) {
            let row: Vec<String> = row.iter().map(|n| format!("{n:width$}")).collect();
            let row = row.join(", ");
            let indent = self.indent;
            text += &format!("{pad}{indent}{open}{row}{close},  {} {rank}\n", self.comment);
        }
        text + pad + &close.to_string()
    }
}
