//! Tweaks: single values laid over a profile without a file, as `--set` and the UCI option `Tweak` take them.
//!
//! `pawns.isolated=-20` sets a value in the words of TOML (a bare word is a text), `passed_pawns.*=1.5x` multiplies
//! what is there. `*` stands for any letters of a key; a section stands for all its keys.

use std::ops::Range;
use std::sync::Arc;

use super::diagnostic::{Diagnostic, Faults, quoted};
use super::node::{Field, Node, Table, Value};
use super::source::{Format, Place, Source};
use super::{check, family, keys, read, scale};

/// What separates tweaks that are written in one text.
const SEPARATOR: char = ';';

/// Changes to be laid over a profile, one after the other.
#[derive(Debug, Clone, Default)]
pub struct Tweaks(Vec<Arc<Source>>);

/// What one tweak does to a profile.
pub(super) enum Effect {
    /// Gives keys new values.
    Set(Table),
    /// Multiplies the values of keys; `keys` are the paths, `factor` says by what, in the words of `scale`.
    Scale {
        /// Keys and sections.
        paths: Vec<String>,
        /// By what.
        factor: Node,
    },
}

impl Tweaks {
    /// Those of some texts, each of one or of several that are separated by `;`. `origin` is what messages call the
    /// place that they come from, such as `--set`.
    pub fn new(origin: &str, texts: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let parts = texts.into_iter().flat_map(|text| parts(text.as_ref()));
        let sources = parts.map(|part| Source::new(origin, Format::Toml, part));
        Self(sources.filter(|source| !source.text.is_empty()).collect())
    }

    /// What is wrong with them whatever the profile.
    pub fn faults(&self) -> Vec<Diagnostic> {
        let mut faults = Faults::default();
        check::check_tweaks(self, &mut faults);
        faults.into_sorted()
    }

    /// These, and then others.
    pub fn and(&self, later: &Self) -> Self {
        Self(self.0.iter().chain(&later.0).cloned().collect())
    }

    /// What they do, in order.
    pub(super) fn effects(&self, faults: &mut Faults) -> Vec<Effect> {
        self.0
            .iter()
            .filter_map(|source| effect(source, faults))
            .collect()
    }
}

/// The parts of a text between separators that are not in quotes, without the white space around them.
fn parts(text: &str) -> Vec<String> {
    let mut is_quoted = false;
    let parts = text.split(|c| {
        is_quoted ^= c == '"';
        c == SEPARATOR && !is_quoted
    });
    parts.map(|part| part.trim().to_owned()).collect()
}

fn effect(source: &Arc<Source>, faults: &mut Faults) -> Option<Effect> {
    let text = &source.text;
    let equals = text
        .find('=')
        .filter(|&at| at > 0 && !text.contains(['\n', '\r']));
    let Some(equals) = equals else {
        faults.add(|| {
            Diagnostic::error(Place::at(source, 0..text.len()), "expected KEY=VALUE")
                .hint("such as pawns.isolated=-20 or passed_pawns.*=1.5x")
        });
        return None;
    };
    let pattern = text[..equals].trim_end();
    let value = trimmed(text, equals + 1..text.len());
    let place = Place::at(source, 0..pattern.len());
    let first = pattern.split('.').next().unwrap_or_default();
    if family::KEYS.contains(&first) {
        faults.add(|| {
            Diagnostic::error(place, format!("`{first}` cannot be set outside a file"))
                .hint("psqt=1.5x multiplies all keys of a section")
                .key(first)
        });
        return None;
    }
    let paths = paths(pattern, &place, faults)?;
    if let Some(factor) = factor(source, value.clone()) {
        let paths = fitting(paths, scale::is_scalable);
        return Some(Effect::Scale { paths, factor });
    }
    let node = node(source, equals, value, faults)?;
    if scale::is_of_sides(&node) {
        let paths = fitting(paths, scale::is_scalable);
        return Some(Effect::Scale { paths, factor: node });
    }
    let paths = match node.value {
        Value::Text(_) => paths,
        _ => fitting(paths, keys::has_values),
    };
    let mut table = Table::default();
    for key in paths {
        add(&mut table, &key, &place, &node);
    }
    Some(Effect::Set(table))
}

/// The keys that a pattern means; a path without `*` is left as it is.
fn paths(pattern: &str, place: &Place, faults: &mut Faults) -> Option<Vec<String>> {
    if !pattern.contains('*') {
        return Some(vec![pattern.to_owned()]);
    }
    let found: Vec<String> = keys::all()
        .filter(|key| fits(pattern, key))
        .map(str::to_owned)
        .collect();
    if found.is_empty() {
        faults.add(|| {
            Diagnostic::error(place.clone(), format!("no key is like {}", quoted(pattern)))
                .hint(keys::suggestion_of_path(pattern.trim_end_matches(['*', '.'])))
                .key(pattern)
        });
        return None;
    }
    Some(found)
}

/// Of several paths those that a value is good for; all of them, to tell why not, if it is good for none.
fn fitting(mut paths: Vec<String>, is_good_for: fn(&str) -> bool) -> Vec<String> {
    if paths.iter().any(|path| is_good_for(path)) {
        paths.retain(|path| is_good_for(path));
    }
    paths
}

/// Whether a key is what a pattern describes, in which `*` stands for any letters, dots too, or none. What stands
/// between two stars is taken where it comes first, so that no pattern takes long.
pub(super) fn fits(pattern: &str, key: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == key;
    };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    let inner = key.strip_prefix(start).and_then(|tail| tail.strip_suffix(end));
    let left = inner.and_then(|inner| {
        middle.split('*').try_fold(inner, |tail, part| {
            let at = tail.find(part)?;
            Some(&tail[at + part.len()..])
        })
    });
    left.is_some()
}

/// A number with an `x` after it.
fn factor(source: &Arc<Source>, span: Range<usize>) -> Option<Node> {
    let number = source.text[span.clone()].strip_suffix('x')?.trim_end();
    let value = Value::Float(number.parse().ok()?);
    let place = Place::at(source, span.start..span.start + number.len());
    Some(Node { value, place })
}

/// Reads the value as TOML does, or as a text if it is a bare word.
fn node(source: &Arc<Source>, equals: usize, value: Range<usize>, faults: &mut Faults) -> Option<Node> {
    let word = &source.text[value.clone()];
    let is_letter = |c: char| c.is_alphanumeric() || " _-".contains(c);
    if word.starts_with(char::is_alphabetic) && word.chars().all(is_letter) && !is_toml_word(word) {
        return Some(Node {
            value: Value::Text(word.to_owned()),
            place: Place::at(source, value),
        });
    }
    // TOML cannot read a pattern: a key of the same length stands for it, so that all places in the value are right.
    let pattern = &source.text[..equals];
    let stand_in = Source::new(
        source.file.as_str(),
        Format::Toml,
        pattern.replace('*', "_") + &source.text[equals..],
    );
    let mut found = Faults::default();
    let mut tree = read(&stand_in, &mut found);
    if !found.is_empty() {
        found.relocate(source);
        faults.append(found);
        return None;
    }
    for _ in pattern.matches('.') {
        match tree.0.pop()?.node.value {
            Value::Table(inner) => tree = inner,
            _ => return None,
        }
    }
    let mut node = tree.0.pop()?.node;
    relocate(&mut node, source);
    Some(node)
}

fn is_toml_word(word: &str) -> bool {
    ["true", "false", "inf", "nan"].contains(&word)
}

/// Makes the places of a value those of another text of the same length.
fn relocate(node: &mut Node, source: &Arc<Source>) {
    node.place.source = Arc::clone(source);
    match &mut node.value {
        Value::List(list) => list.iter_mut().for_each(|inner| relocate(inner, source)),
        Value::Table(table) => {
            for field in &mut table.0 {
                field.place.source = Arc::clone(source);
                relocate(&mut field.node, source);
            }
        }
        _ => {}
    }
}

/// Adds a value under a key of several steps.
fn add(table: &mut Table, key: &str, place: &Place, node: &Node) {
    let (step, rest) = key
        .split_once('.')
        .map_or((key, None), |(step, rest)| (step, Some(rest)));
    let Some(rest) = rest else {
        table.0.push(Field {
            key: step.to_owned(),
            place: place.clone(),
            node: node.clone(),
        });
        return;
    };
    let at = table.0.iter().position(|f| f.key == step).unwrap_or_else(|| {
        table.0.push(Field {
            key: step.to_owned(),
            place: place.clone(),
            node: Node {
                value: Value::Table(Table::default()),
                place: place.clone(),
            },
        });
        table.0.len() - 1
    });
    if let Value::Table(inner) = &mut table.0[at].node.value {
        add(inner, rest, place, node);
    }
}

/// A range without the white space at its ends.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_letters() {
        for (pattern, key, expected) in [
            ("passed_pawns.*", "passed_pawns.by_rank", true),
            ("*.knight", "psqt.knight", true),
            ("*", "material.pawn", true),
            ("mob*rook", "mobility.rook", true),
            ("mob*rook", "mobility.rooks", false),
            ("*pawn*pawn", "material.pawn", false),
            ("", "material.pawn", false),
            ("*.*.knight", "phase.weights.knight", true),
            ("psqt.*t", "psqt.t", true),
            ("*a*b*a*", "ab", false),
        ] {
            assert_eq!(fits(pattern, key), expected, "{pattern} {key}");
        }
        // Would take years if every star tried every end.
        for (pattern, key, expected) in [
            (
                format!("{}x", "*".repeat(500)),
                "king_attack.units_per_square.knight",
                false,
            ),
            ("*".repeat(500), "king_attack.units_per_square.knight", true),
        ] {
            assert_eq!(fits(&pattern, key), expected, "{pattern} {key}");
        }
    }
}
