//! Writes custom terms.

use super::{RON, Syntax, TOML, indent, numbers, quote_ron, quote_toml};
use crate::eval::keys::{Kind, Shape};
use crate::profile::Profile;
use crate::profile::custom_terms::{self, EXPRESSIONS, WrittenTerm};
use crate::profile::keys::{DEFINE, LET, TERM};
use crate::profile::layout::{Entry, Form};
use crate::profile::source::Format;

/// Custom terms with their definitions, in TOML.
pub(super) fn toml(profile: &Profile) -> String {
    let mut text = String::new();
    let written = &profile.written;
    let (lets, definitions): (Vec<_>, Vec<_>) = written.definitions.iter().partition(|d| d.is_let);
    if !lets.is_empty() {
        text += &format!("\n[{LET}]\n");
    }
    for d in lets {
        text += &format!("{} = {}\n", d.head.text, quote_toml(&d.body.text));
    }
    for d in definitions {
        let [head, body] = [&d.head, &d.body].map(|named| quote_toml(&named.text));
        text += &format!("\n[[{DEFINE}]]\nname = {head}\nis = {body}\n");
    }
    for term in &written.terms {
        text += &format!("\n{}", term_toml(profile, term));
    }
    text
}

/// One term with its heading.
fn term_toml(profile: &Profile, term: &WrittenTerm) -> String {
    let mut text = format!("[[{TERM}]]\nname = {}\n", quote_toml(&term.name.text));
    if !term.lets.is_empty() {
        let lets = term.lets.iter().map(|(name, body)| format!("{} = {}", name.text, quote_toml(&body.text)));
        text += &format!("{LET} = {{ {} }}\n", lets.collect::<Vec<_>>().join(", "));
    }
    for (name, expression) in EXPRESSIONS.iter().zip(&term.expressions) {
        if let Some(expression) = expression {
            text += &format!("{name} = {}\n", quote_toml(&expression.text));
        }
    }
    text + &own_values(profile, term, &TOML, "")
}

/// The same in RON.
pub(super) fn ron(profile: &Profile) -> String {
    let mut text = String::new();
    let [pad, inner] = [0, 1].map(indent);
    let written = &profile.written;
    let (lets, definitions): (Vec<_>, Vec<_>) = written.definitions.iter().partition(|d| d.is_let);
    if !lets.is_empty() {
        let line =
            |d: &&custom_terms::Defined| format!("{inner}{}: {},\n", d.head.text, quote_ron(&d.body.text));
        text += &format!("\n{pad}{LET}: (\n{}{pad}),\n", lets.iter().map(line).collect::<String>());
    }
    if !definitions.is_empty() {
        let line = |d: &&custom_terms::Defined| {
            let [head, body] = [&d.head, &d.body].map(|named| quote_ron(&named.text));
            format!("{inner}(name: {head}, is: {body}),\n")
        };
        let lines: String = definitions.iter().map(line).collect();
        text += &format!("\n{pad}{DEFINE}: [\n{lines}{pad}],\n");
    }
    if written.terms.is_empty() {
        return text;
    }
    text += &format!("\n{pad}{TERM}: [\n");
    for term in &written.terms {
        text += &term_ron(profile, term, &inner);
    }
    text + &format!("{pad}],\n")
}

/// One term in its brackets, indented.
fn term_ron(profile: &Profile, term: &WrittenTerm, pad: &str) -> String {
    let inner = format!("{pad}{}", RON.indent);
    let mut text = format!("{pad}(\n{inner}name: {},\n", quote_ron(&term.name.text));
    if !term.lets.is_empty() {
        let lets = term.lets.iter().map(|(name, body)| format!("{}: {}", name.text, quote_ron(&body.text)));
        text += &format!("{inner}{LET}: ({}),\n", lets.collect::<Vec<_>>().join(", "));
    }
    for (name, expression) in EXPRESSIONS.iter().zip(&term.expressions) {
        if let Some(expression) = expression {
            text += &format!("{inner}{name}: {},\n", quote_ron(&expression.text));
        }
    }
    text += &own_values(profile, term, &RON, &inner);
    text + &format!("{pad}),\n")
}

/// The lines of each term on its own, without indentation.
pub(in crate::profile) fn each(profile: &Profile, format: Format) -> Vec<String> {
    let terms = profile.written.terms.iter();
    match format {
        Format::Toml => terms.map(|term| term_toml(profile, term)).collect(),
        Format::Ron => terms.map(|term| term_ron(profile, term, "")).collect(),
    }
}

/// Chooses the form of the values of a term. Tables are written in full, since their length is that of the list.
pub(super) fn form(shape: Shape, pairs: &[[i32; 2]]) -> Form {
    match shape {
        Shape::ByCount { .. } => Form::List(pairs.iter().copied().map(Entry::new).collect()),
        _ => Form::new(shape, pairs),
    }
}

/// The values of a term.
fn own_values(profile: &Profile, term: &WrittenTerm, syntax: &Syntax, pad: &str) -> String {
    let terms = profile.values.terms();
    let Some(entry) = terms.and_then(|terms| terms.find(&term.name.text)) else {
        return String::new();
    };
    let Kind::Values(shape, _) = entry.decl.kind else {
        return String::new();
    };
    let pairs = numbers(profile, &entry, shape);
    let value = syntax.form(&form(shape, pairs), pad);
    let key = term.by.key();
    let end = if syntax.comment == RON.comment { "," } else { "" };
    format!("{pad}{key}{}{value}{end}\n", syntax.equals)
}
