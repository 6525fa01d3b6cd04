//! A profile as text that a person can read and edit, in both formats. Comments of the file that it came
//! from are not kept.

use crate::eval::Split;
use crate::eval::vocabulary::{Entry as Decl, Kind, Shape, entries};

use super::Profile;
use super::layout::{Entry, Form};
use super::shape::index_words;
use super::source::Format;

/// Entries in a line of a long list.
const LINE: usize = 10;

/// Writes all that a profile gives.
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
}

const TOML: Syntax = Syntax {
    comment: "#",
    list: ['[', ']'],
    table: ['{', '}'],
    equals: " = ",
};
const RON: Syntax = Syntax {
    comment: "//",
    list: ['[', ']'],
    table: ['(', ')'],
    equals: ": ",
};

/// What `scale` has to say of a key that counts otherwise for one side than for the other.
fn split(split: &Split, syntax: &Syntax) -> (String, String) {
    let key = entries().find(|e| e.slot() == Some(split.slot));
    let pair = |[mg, eg]: [f64; 2]| format!("{}{mg:?}, {eg:?}{}", syntax.list[0], syntax.list[1]);
    let ([open, close], equals) = (syntax.table, syntax.equals);
    let value = format!(
        "{open} own{equals}{}, their{equals}{} {close}",
        pair(split.own),
        pair(split.their)
    );
    (key.map_or(String::new(), |e| e.key()), value)
}

fn toml(profile: &Profile) -> String {
    let mut text = String::new();
    let mut section = "";
    for given in &profile.given {
        let entry = &given.entry;
        if entry.section.name != section {
            section = entry.section.name;
            text += &format!("\n[{section}]\n");
        }
        let name = entry.decl.name;
        if let Kind::Values(shape, _) = entry.decl.kind {
            let form = Form::new(shape, numbers(profile, entry, shape));
            text += &index_comment(&TOML, shape, &form, "");
            // In two lines: TOML 1.0 has no line breaks in braces.
            if let Form::Stages(mg, eg) = form {
                for (stage, half) in [("mg", *mg), ("eg", *eg)] {
                    if half != Form::All(Entry::Single(0)) {
                        text += &format!("{name}.{stage} = {}\n", TOML.form(&half, ""));
                    }
                }
                continue;
            }
            text += &format!("{name} = {}\n", TOML.form(&form, ""));
        } else {
            let quote = |text: &str| toml::Value::String(text.to_owned()).to_string();
            text += &format!("{name} = {}\n", scalar(profile, entry, &quote));
        }
    }
    let splits: Vec<_> = profile.values.splits.iter().map(|s| split(s, &TOML)).collect();
    if !splits.is_empty() {
        text += "\n[scale]\n";
    }
    for (key, value) in splits {
        text += &format!("\"{key}\" = {value}\n");
    }
    text
}

fn ron(profile: &Profile) -> String {
    let quote = |text: &str| format!("\"{}\"", escape_ron(text));
    let mut text = String::from("(\n");
    let mut open: Vec<&str> = Vec::new();
    for given in &profile.given {
        let mut path: Vec<&str> = given.key.split('.').collect();
        let name = path.pop().unwrap_or_default();
        let common = open.iter().zip(&path).take_while(|(a, b)| a == b).count();
        close_ron(&mut text, &mut open, common);
        for part in &path[common..] {
            if open.is_empty() {
                text.push('\n');
            }
            text += &format!("{}{part}: (\n", indent(open.len()));
            open.push(part);
        }
        let entry = &given.entry;
        let pad = indent(open.len());
        let value = match entry.decl.kind {
            Kind::Values(shape, _) => {
                let form = Form::new(shape, numbers(profile, entry, shape));
                text += &index_comment(&RON, shape, &form, &pad);
                RON.form(&form, &pad)
            }
            _ => scalar(profile, entry, &quote),
        };
        text += &format!("{pad}{name}: {value},\n");
    }
    close_ron(&mut text, &mut open, 0);
    let splits: Vec<_> = profile.values.splits.iter().map(|s| split(s, &RON)).collect();
    if !splits.is_empty() {
        text += "\n    scale: {\n";
        for (key, value) in splits {
            text += &format!("        \"{key}\": {value},\n");
        }
        text += "    },\n";
    }
    text + ")\n"
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

fn escape_ron(text: &str) -> String {
    text.chars()
        .flat_map(|c| match c {
            '"' | '\\' => vec!['\\', c],
            c if c.is_control() => c.escape_unicode().collect(),
            c => vec![c],
        })
        .collect()
}

fn numbers<'a>(profile: &'a Profile, entry: &Decl, shape: Shape) -> &'a [[i32; 2]] {
    &profile.values.scores[entry.place..entry.place + shape.len()]
}

/// A line that says what the index of the list below it is; rows by square have their rank beside them.
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
        Kind::Choice(options) => quote(options[usize::from(profile.values.choices[entry.place])].name),
        Kind::Number { words, .. } => {
            let n = profile.values.numbers[entry.place];
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

    /// A value; `pad` is the indentation of the line it stands in.
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
                    _ => format!(
                        "{open} start{equals}{}, step{equals}{step} {close}",
                        self.entry(*start)
                    ),
                }
            }
            Form::Stages(mg, eg) => {
                let inner = format!("{pad}    ");
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
        let lines = entries
            .chunks(LINE)
            .map(|line| format!("{pad}    {},\n", line.join(", ")));
        format!("{open}\n{}{pad}{close}", lines.collect::<String>())
    }

    fn rows(&self, rows: &[[i32; 8]], pad: &str) -> String {
        let [open, close] = self.list;
        let width = rows
            .iter()
            .flatten()
            .map(|n| n.to_string().len())
            .max()
            .unwrap_or(1);
        let mut text = format!("{open}\n");
        for (row, rank) in rows.iter().zip((1..=8).rev()) {
            let row: Vec<String> = row.iter().map(|n| format!("{n:width$}")).collect();
            let row = row.join(", ");
            text += &format!("{pad}    {open}{row}{close},  {} {rank}\n", self.comment);
        }
        text + pad + &close.to_string()
    }
}
