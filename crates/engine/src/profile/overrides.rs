//! Overrides: values changed without a file, by `--set` and the UCI option `Tweak`.
//!
//! `pawns.isolated=-20` sets a value in TOML syntax (a bare word is a string), `pawns.isolated+=10` and
//! `pawns.isolated-=10` add to it, `passed_pawns.*=1.5x` multiplies. `*` matches any characters of a key; with a factor, a
//! section means all its keys. `psqt.knight.mg.e4=12` sets one entry of a table.

use std::ops::Range;
use std::sync::Arc;

use super::diagnostic::{Diagnostic, Diagnostics, quoted};
use super::node::{Field, Node, Table, Value};
use super::numbers::{ValuePath, matches};
use super::read_toml::read_value;
use super::source::{Format, Location, Source};
use super::{Profile, custom_terms, keys, scale, values};
use crate::eval::keys::Entry;

/// Separates overrides in one string.
const SEPARATOR: char = ';';

/// Changes to a profile, applied in order.
#[derive(Debug, Clone, Default)]
pub struct Overrides(Vec<Arc<Source>>);

/// The effect of one override on a profile.
pub(super) enum Effect {
    /// Gives keys new values.
    Set(Table),
    /// Gives a custom term or one entry of a table new values.
    Value {
        path: ValuePath,
        /// The path as written, with location.
        field: Field,
    },
    /// Multiplies the values of keys; `keys` are the paths, `factor` is a factor as `scale` takes it.
    Scale { paths: Vec<String>, factor: Node },
}

impl Overrides {
    /// Creates overrides from strings with one or several each, separated by `;`. `origin` names the source in
    /// messages, such as `--set`.
    pub fn new(origin: &str, texts: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let parts = texts.into_iter().flat_map(|text| parts(text.as_ref()));
        let sources = parts.map(|part| Source::new(origin, Format::Toml, part));
        Self(sources.filter(|source| !source.text.is_empty()).collect())
    }

    /// Returns `true` if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns these overrides followed by others.
    pub fn and(&self, later: &Self) -> Self {
        Self(self.0.iter().chain(&later.0).cloned().collect())
    }

    /// Returns their effects on a profile, in order. If the profile is unknown, overrides of custom terms have no effect.
    pub(super) fn effects(&self, base: Option<&Profile>, diagnostics: &mut Diagnostics) -> Vec<Effect> {
        self.0.iter().flat_map(|source| effects(source, base, diagnostics).unwrap_or_default()).collect()
    }
}

/// Splits a string at separators outside quotes and trims the parts.
fn parts(text: &str) -> Vec<String> {
    let mut is_quoted = false;
    let parts = text.split(|c| {
        is_quoted ^= c == '"';
        c == SEPARATOR && !is_quoted
    });
    parts.map(|part| part.trim().to_owned()).collect()
}

fn effects(
    source: &Arc<Source>,
    base: Option<&Profile>,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Effect>> {
    let own = base.map(|profile| profile.values.custom_entries());
    let text = &source.text;
    let equals = text.find('=').filter(|_| !text.contains(['\n', '\r']));
    let split = equals.map(|equals| (equals, Operator::split(&text[..equals])));
    let Some((equals, (pattern, operator))) = split.filter(|(_, (pattern, _))| !pattern.is_empty()) else {
        diagnostics.add(|| {
            Diagnostic::error(Location::at(source, 0..text.len()), "expected KEY=VALUE")
                .hint("such as pawns.isolated=-20, pawns.isolated+=10 or passed_pawns.*=1.5x")
        });
        return None;
    };
    let value = trimmed(text, equals + 1..text.len());
    let location = Location::at(source, 0..pattern.len());
    let first = pattern.split('.').next().unwrap_or_default();
    if keys::DIRECTIVES.contains(&first) || [keys::DEFINE, keys::LET].contains(&first) {
        diagnostics.add(|| {
            Diagnostic::error(location, format!("`{first}` cannot be set outside a file"))
                .hint("psqt=1.5x multiplies all keys of a section")
                .key(first)
        });
        return None;
    }
    let product =
        pattern.strip_suffix('*').filter(|key| operator == Operator::Set && keys::find(key).is_some());
    if let Some(key) = product {
        diagnostics.add(|| {
            let message = format!("`{pattern}` is a pattern of names, not a product");
            let number = text[value.clone()].trim_end_matches('x');
            Diagnostic::error(location, message).hint(format!("{key}={number}x multiplies it")).key(key)
        });
        return None;
    }
    let paths = paths(pattern, &location, own, diagnostics)?;
    if let ([path], Some(own)) = (&paths[..], own)
        && let Some((message, hint)) = custom_terms::misfit(own, path)
    {
        diagnostics.add(|| Diagnostic::error(location, message).hint(hint).key(path));
        return None;
    }
    let is_scalable = |path: &str| scale::is_scalable(path) || custom_terms::is_own(path);
    let scaled = |paths, factor| {
        let mut paths = fitting(paths, is_scalable);
        paths.retain(|path| own.is_some() || !custom_terms::is_own(path));
        Some(vec![Effect::Scale { paths, factor }])
    };
    if let Some(factor) = factor(source, value.clone()) {
        if operator == Operator::Set {
            return scaled(paths, factor);
        }
        diagnostics.add(|| no_offset(&factor.location, "a factor", pattern));
        return None;
    }
    let mut node = node(source, [pattern.len(), equals], value, diagnostics)?;
    match operator {
        Operator::Set if scale::is_of_sides(&node) => return scaled(paths, node),
        Operator::Set => check_signs(&node, pattern, diagnostics)?,
        Operator::Add | Operator::Subtract => {
            check_takes_offsets(&paths, &location, diagnostics)?;
            make_offsets(&mut node, operator, pattern, diagnostics)?;
        }
    }
    if let [path] = &paths[..]
        && let Some(found) = ValuePath::parse(path, own.unwrap_or_default())
        && found.index.is_some()
    {
        let field = Field { key: path.clone(), location, node };
        return Some(vec![Effect::Value { path: found, field }]);
    }
    let (of_own, paths): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| custom_terms::is_own(path));
    let mut effects = own_effects(&of_own, &location, &node, own, diagnostics);
    if paths.is_empty() {
        return Some(effects);
    }
    // Testing tools split options at blanks, so the definition of a choice may be written with `_` for each blank.
    if let Value::Text(text) = &mut node.value
        && paths.iter().all(|path| keys::is_choice(path))
    {
        *text = text.replace('_', " ");
    }
    let mut paths = paths;
    if values::is_number(&node) || !matches!(node.value, Value::Text(_)) {
        paths = fitting(paths, keys::has_values);
    }
    if (operator != Operator::Set || values::offset(&node).is_some()) && pattern.contains('*') {
        paths = fitting(paths, |path| base.is_none_or(|profile| profile.given(path).is_some()));
    }
    let mut table = Table::default();
    for key in paths {
        add(&mut table, &key, &location, &node);
    }
    effects.push(Effect::Set(table));
    Some(effects)
}

/// What an override does with the previous value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    /// `=`: replaces it, or multiplies it if the value is a factor.
    Set,
    /// `+=`.
    Add,
    /// `-=`.
    Subtract,
}

impl Operator {
    /// Splits the text before the equals sign into a key, or a pattern of keys, and the operator.
    fn split(text: &str) -> (&str, Self) {
        let (pattern, operator) = match text.strip_suffix(['+', '-']) {
            Some(pattern) if text.ends_with('+') => (pattern, Self::Add),
            Some(pattern) => (pattern, Self::Subtract),
            None => (text, Self::Set),
        };
        (pattern.trim_end(), operator)
    }
}

/// Refuses `KEY=+10`: a shell takes the quotes of `KEY="+10"` away, and the number would replace the value that it should
/// be added to.
fn check_signs(node: &Node, pattern: &str, diagnostics: &mut Diagnostics) -> Option<()> {
    match &node.value {
        Value::List(list) => list.iter().try_for_each(|node| check_signs(node, pattern, diagnostics)),
        Value::Table(table) => {
            table.0.iter().try_for_each(|field| check_signs(&field.node, pattern, diagnostics))
        }
        _ if node.unquoted().is_some_and(|text| text.starts_with('+')) => {
            diagnostics.add(|| {
                let message = format!("{} would replace the value, not be added to it", node.found());
                let plain = node.found().replacen('+', "", 1);
                Diagnostic::error(node.location.clone(), message)
                    .hint(format!(
                        "{pattern}+=... adds; to replace the value, write {plain} without its sign"
                    ))
                    .key(pattern)
            });
            None
        }
        _ => Some(()),
    }
}

/// Reports sections, and keys without scores.
fn check_takes_offsets(paths: &[String], location: &Location, diagnostics: &mut Diagnostics) -> Option<()> {
    let has_values = |path: &str| match keys::find(path) {
        Some(_) => keys::has_values(path),
        None => !keys::is_table(path),
    };
    if paths.is_empty() || paths.iter().any(|path| has_values(path)) {
        return Some(());
    }
    diagnostics.add(|| {
        let path = &paths[0];
        let message = format!("nothing can be added to {}: it is no score", quoted(path));
        let diagnostic = Diagnostic::error(location.clone(), message).key(path);
        if keys::is_table(path) {
            diagnostic.hint(format!("`{path}.*` means all its keys"))
        } else {
            diagnostic.hint(format!("{path}=... replaces its value"))
        }
    });
    None
}

/// The error about a value that is no number.
fn no_offset(location: &Location, found: &str, pattern: &str) -> Diagnostic {
    Diagnostic::error(location.clone(), format!("`+=` and `-=` take numbers, found {found}"))
        .hint(format!("such as {pattern}+=10, {pattern}+=[10, 5] or {pattern}=1.5x"))
        .key(pattern)
}

/// Replaces the numbers of a value by offsets.
fn make_offsets(
    node: &mut Node,
    operator: Operator,
    pattern: &str,
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    let mut parts: Vec<&mut Node> = match &mut node.value {
        Value::List(list) => list.iter_mut().collect(),
        Value::Table(table) => table.0.iter_mut().map(|field| &mut field.node).collect(),
        _ => {
            let Some(number) = node.number().filter(|n| n.is_finite()) else {
                diagnostics.add(|| no_offset(&node.location, &node.found(), pattern));
                return None;
            };
            let offset = if operator == Operator::Subtract { -number } else { number };
            node.value = Value::Text(format!("{offset:+}"));
            return Some(());
        }
    };
    parts.iter_mut().try_for_each(|part| make_offsets(part, operator, pattern, diagnostics))
}

/// Returns the effects of a value on custom terms: the one with this path, or all that match a pattern.
fn own_effects(
    paths: &[String],
    location: &Location,
    node: &Node,
    own: Option<&[Entry]>,
    diagnostics: &mut Diagnostics,
) -> Vec<Effect> {
    let Some(own) = own else {
        return Vec::new();
    };
    let mut effects = Vec::new();
    for path in paths {
        let Some(found) = ValuePath::parse(path, own) else {
            diagnostics.add(|| {
                let message = format!("no term is called {}", quoted(path));
                let hint = custom_terms::suggestion(own, path);
                Diagnostic::error(location.clone(), message).hint(hint).key(path)
            });
            continue;
        };
        let field = Field { key: path.clone(), location: location.clone(), node: node.clone() };
        effects.push(Effect::Value { path: found, field });
    }
    effects
}

/// Returns the keys that a pattern selects; a path without `*` is returned unchanged.
fn paths(
    pattern: &str,
    location: &Location,
    own: Option<&[Entry]>,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<String>> {
    if !pattern.contains('*') {
        return Some(vec![pattern.to_owned()]);
    }
    let of_own = own.unwrap_or_default().iter().map(Entry::key);
    let found: Vec<String> =
        keys::all().map(str::to_owned).chain(of_own).filter(|key| matches(pattern, key)).collect();
    if found.is_empty() && own.is_none() && custom_terms::is_own(pattern) {
        return Some(found);
    }
    if found.is_empty() {
        diagnostics.add(|| {
            Diagnostic::error(location.clone(), format!("no key is like {}", quoted(pattern)))
                .hint(keys::suggestion_of_path(pattern.trim_end_matches(['*', '.'])))
                .key(pattern)
        });
        return None;
    }
    Some(found)
}

/// Returns the paths that a value is valid for; if there is none, all of them, so that the reason is reported.
fn fitting(mut paths: Vec<String>, is_good_for: impl Fn(&str) -> bool) -> Vec<String> {
    if paths.iter().any(|path| is_good_for(path)) {
        paths.retain(|path| is_good_for(path));
    }
    paths
}

/// Parses a number followed by `x`, with or without quotes.
fn factor(source: &Arc<Source>, span: Range<usize>) -> Option<Node> {
    let text = &source.text[span.clone()];
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let number = inner.unwrap_or(text).strip_suffix('x')?.trim_end();
    let value = Value::Float(number.parse().ok()?);
    let start = span.start + usize::from(inner.is_some());
    let location = Location::at(source, start..start + number.len());
    Some(Node { value, location })
}

/// Reads the value as TOML, or as a string if it is a bare word. `ends` are the end of the key and the equals sign.
fn node(
    source: &Arc<Source>,
    ends: [usize; 2],
    value: Range<usize>,
    diagnostics: &mut Diagnostics,
) -> Option<Node> {
    let word = &source.text[value.clone()];
    let is_letter = |c: char| c.is_alphanumeric() || " _-,".contains(c);
    if word.starts_with(char::is_alphabetic) && word.chars().all(is_letter) && !is_toml_word(word) {
        return Some(Node { value: Value::Text(word.to_owned()), location: Location::at(source, value) });
    }
    read_value(source, ends, diagnostics)
}

fn is_toml_word(word: &str) -> bool {
    ["true", "false", "inf", "nan"].contains(&word)
}

/// Adds a value under a dotted key.
fn add(table: &mut Table, key: &str, location: &Location, node: &Node) {
    let (step, rest) = key.split_once('.').map_or((key, None), |(step, rest)| (step, Some(rest)));
    let Some(rest) = rest else {
        table.0.push(Field { key: step.to_owned(), location: location.clone(), node: node.clone() });
        return;
    };
    let at = table.0.iter().position(|f| f.key == step).unwrap_or_else(|| {
        table.0.push(Field {
            key: step.to_owned(),
            location: location.clone(),
            node: Node { value: Value::Table(Table::default()), location: location.clone() },
        });
        table.0.len() - 1
    });
    if let Value::Table(inner) = &mut table.0[at].node.value {
        add(inner, rest, location, node);
    }
}

/// Trims white space at both ends of a range.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
}
