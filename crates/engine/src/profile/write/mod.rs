//! Writes a profile as readable, editable text in both formats. Comments of its file are not kept.

pub(super) mod form;
pub(super) mod syntax;

use crate::eval::Split;
use crate::eval::keys::{Entry as Decl, Kind, Shape, Unit, entries};
use crate::terms::{Role, Rounding};

use super::custom_terms::{self, AFTER_BLEND, COLUMNS, DIVISOR, Defined, ROUNDING, TEXTS, WrittenTerm};
use super::decimal::Number;
use super::keys::{DEFINE, LET, SCALE};
use super::source::Format;
use super::{Profile, Provenance};
use form::Form;
use syntax::{Pen, RON, Syntax, TOML};

/// Maximum length of a value that is shown in full on one line, in characters.
const BRIEF: usize = 48;
/// Maximum number of entries of a custom term that are shown in full.
const MOST_ENTRIES: usize = 20;

/// Writes all keys that a profile sets.
pub fn write(profile: &Profile, format: Format) -> String {
    let mut pen = Pen::new(format);
    let syntax = pen.syntax;
    pen.open("(");
    for given in profile.given.iter().filter(|given| !custom_terms::is_own(&given.key)) {
        let mut path: Vec<&str> = given.key.split('.').collect();
        path.pop();
        pen.enter(&path);
        pen.put(&lines(profile, &given.entry, syntax));
    }
    let (lets, definitions): (Vec<&Defined>, Vec<_>) =
        profile.written.definitions.iter().partition(|defined| defined.is_let);
    for defined in lets {
        pen.enter(&[LET]);
        pen.put(&syntax.pair(&defined.head.text, &syntax.quote(&defined.body.text)));
    }
    pen.enter(&[]);
    let definition = |defined: &&Defined| {
        let [head, body] = [&defined.head, &defined.body].map(|named| syntax.quote(&named.text));
        syntax.pair("name", &head) + &syntax.pair("is", &body)
    };
    let definitions: Vec<String> = definitions.iter().map(definition).collect();
    for (key, tables) in [(DEFINE, definitions)].into_iter().chain(terms(profile, syntax, |_| true)) {
        if !tables.is_empty() {
            pen.open(&format!("\n{key}: ["));
            pen.tables(key, &tables, Pen::put);
            pen.close("],");
        }
    }
    put_splits(&mut pen, profile);
    pen.finish()
}

/// Writes the factors of the keys whose values differ by side.
fn put_splits(pen: &mut Pen, profile: &Profile) {
    let own = profile.values.custom_entries();
    let line = |split: &Split| {
        let entry = entries().chain(own.iter().copied()).find(|e| e.slot() == Some(split.slot));
        factors(pen.syntax, &entry.map_or(String::new(), |e| e.key()), [split.own, split.their])
    };
    let lines: String = profile.values.splits.iter().map(line).collect();
    if !lines.is_empty() {
        pen.open_map(SCALE);
        pen.put(&lines);
        pen.close_map();
    }
}

/// The line of a key in the section of factors: `[mg, eg]` for the engine's side and for the opponent's.
pub(super) fn factors(syntax: &Syntax, key: &str, sides: [[f64; 2]; 2]) -> String {
    let sides = ["own", "their"].into_iter().zip(sides.map(|pair| format!("{pair:?}")));
    syntax.pair(&syntax.quote(key), &syntax.table(sides))
}

/// Writes the lines of a key within its table: a comment on the index of a list, then the value.
pub(super) fn lines(profile: &Profile, entry: &Decl, syntax: &Syntax) -> String {
    let name = match syntax.format {
        Format::Toml => entry.decl.name,
        Format::Ron => entry.decl.name.rsplit('.').next().unwrap_or_default(),
    };
    let Kind::Values(shape, _) = entry.decl.kind else {
        return syntax.pair(name, &scalar(profile, entry, syntax));
    };
    let form = Form::new(shape, numbers(profile, entry, shape), resolution(profile, entry));
    syntax.index_comment(shape, &form) + &syntax.scores(name, &form)
}

/// The fields of some of the custom tables, terms, factors and rules of draws, by their key in a file.
pub(super) fn terms(
    profile: &Profile,
    syntax: &Syntax,
    is_meant: impl Fn(&WrittenTerm) -> bool,
) -> [(&'static str, Vec<String>); 4] {
    [Role::Table, Role::Term, Role::Factor, Role::Drawn].map(|role| {
        let terms = profile.written.terms.iter().filter(|term| term.role == role && is_meant(term));
        (role.key(), terms.map(|term| fields(profile, term, syntax)).collect())
    })
}

fn fields(profile: &Profile, term: &WrittenTerm, syntax: &Syntax) -> String {
    let mut text = syntax.pair("name", &syntax.quote(&term.name.text));
    if !term.lets.is_empty() {
        let lets = term.lets.iter().map(|(name, body)| (&name.text, syntax.quote(&body.text)));
        text += &syntax.pair(LET, &syntax.table(lets));
    }
    for (name, expression) in TEXTS.iter().zip(&term.texts) {
        if let Some(expression) = expression {
            text += &syntax.pair(name, &syntax.quote(&expression.text));
        }
    }
    if term.after_blend {
        text += &syntax.pair(AFTER_BLEND, "true");
    }
    if let Some(divisor) = term.divisor {
        text += &syntax.pair(DIVISOR, &divisor.to_string());
    }
    if let Some((word, _)) =
        Rounding::ALL.iter().find(|(_, it)| *it == term.rounding && *it != Rounding::Zero)
    {
        text += &syntax.pair(ROUNDING, &syntax.quote(word));
    }
    if let Some(columns) = term.columns {
        text += &syntax.pair(COLUMNS, &columns.to_string());
    }
    let entry = custom_terms::find(profile.values.custom_entries(), &custom_terms::key_of_term(term));
    if let Some(entry) = entry
        && let Kind::Values(shape, _) = entry.decl.kind
    {
        let form = Form::of_term(shape, numbers(profile, &entry, shape), resolution(profile, &entry));
        text += &syntax.scores(term.by.key_in(term.role), &form);
    }
    text
}

/// Formats the value of a key in one line, in TOML syntax; of long tables only the number of entries and their range.
pub fn brief(profile: &Profile, given: &Provenance) -> String {
    let entry = &given.entry;
    let Kind::Values(shape, _) = entry.decl.kind else {
        // As in RON, where strings stay on one line.
        return scalar(profile, entry, &RON);
    };
    let pairs = numbers(profile, entry, shape);
    let form = if custom_terms::is_own(&given.key) { Form::of_term } else { Form::new };
    let resolution = resolution(profile, entry);
    brief_form(shape, pairs, &form(shape, pairs, resolution), resolution)
}

/// The same for a custom term, but with up to twenty entries of a table whatever their length.
pub(super) fn line_of_own(shape: Shape, pairs: &[[i32; 2]], resolution: i32) -> String {
    match Form::of_term(shape, pairs, resolution) {
        form @ Form::List(_) if pairs.len() <= MOST_ENTRIES => TOML.form(&form),
        form => brief_form(shape, pairs, &form, resolution),
    }
}

fn brief_form(shape: Shape, pairs: &[[i32; 2]], form: &Form, resolution: i32) -> String {
    let text = TOML.form(form);
    if text.len() <= BRIEF && !text.contains('\n') { text } else { range(shape, pairs, resolution) }
}

/// Number of entries of a table, with minimum and maximum of each stage.
fn range(shape: Shape, pairs: &[[i32; 2]], resolution: i32) -> String {
    let entries = match shape {
        Shape::BySquare => "64 squares".to_owned(),
        _ => format!("{} entries", pairs.len()),
    };
    let ends = |stage: usize| {
        let half = pairs.iter().map(|pair| pair[stage]);
        let ends = [half.clone().min(), half.max()].map(|n| Number::new(n.unwrap_or(0), resolution));
        format!("{} to {}", ends[0], ends[1])
    };
    if pairs.iter().all(|[mg, eg]| mg == eg) {
        format!("{entries}, {}", ends(0))
    } else {
        format!("{entries}, mg {}, eg {}", ends(0), ends(1))
    }
}

fn numbers<'a>(profile: &'a Profile, entry: &Decl, shape: Shape) -> &'a [[i32; 2]] {
    &profile.values.scores[entry.offset..entry.offset + shape.len()]
}

/// Steps per unit of the numbers of a key.
fn resolution(profile: &Profile, entry: &Decl) -> i32 {
    match entry.decl.kind {
        Kind::Values(_, Unit::Score) => profile.values.resolution(),
        _ => 1,
    }
}

/// A value other than score values.
fn scalar(profile: &Profile, entry: &Decl, syntax: &Syntax) -> String {
    match entry.decl.kind {
        Kind::Choice(options) => {
            syntax.quote(options[usize::from(profile.values.choices[entry.offset])].name)
        }
        Kind::Number { words, .. } => {
            let n = profile.values.numbers[entry.offset];
            match words.iter().find(|(_, value)| *value == n) {
                Some((word, _)) => syntax.quote(word),
                None => n.to_string(),
            }
        }
        Kind::Lines => syntax.lines(profile.lines(&entry.key())),
        Kind::Text | Kind::Values(..) => syntax.quote(profile.text(&entry.key()).unwrap_or_default()),
    }
}
