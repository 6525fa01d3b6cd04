//! Tweaks: single values laid over a profile without a file, as `--set` and the UCI option `Tweak` take them.
//!
//! `pawns.isolated=-20` sets a value in the words of TOML (a bare word is a text), `passed_pawns.*=1.5x` multiplies
//! what is there. `*` stands for any letters of a key; a section stands for all its keys. `psqt.knight.mg.e4=12` sets
//! one entry of a table.

use std::ops::Range;
use std::sync::Arc;

use super::diagnostic::{Diagnostic, Faults, quoted};
use super::node::{Field, Node, Table, Value};
use super::parameters::Spot;
use super::source::{Format, Place, Source};
use super::{check, family, keys, own_terms, read, scale};
use crate::eval::keys::Entry;

/// What separates tweaks that are written in one text.
const SEPARATOR: char = ';';

/// Changes to be laid over a profile, one after the other.
#[derive(Debug, Clone, Default)]
pub struct Tweaks(Vec<Arc<Source>>);

/// What one tweak does to a profile.
pub(super) enum Effect {
    /// Gives keys new values.
    Set(Table),
    /// Gives one entry of a table a new value.
    Entry {
        /// Which.
        spot: Spot,
        /// Its path, with the place.
        field: Field,
    },
    /// Gives one of the profile's own terms new values.
    Own {
        /// Which.
        entry: Entry,
        /// Its path, with the place.
        field: Field,
    },
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

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These, and then others.
    pub fn and(&self, later: &Self) -> Self {
        Self(self.0.iter().chain(&later.0).cloned().collect())
    }

    /// What they do to a profile that has these terms of its own, in order. If those are not known, what is said of any
    /// does nothing.
    pub(super) fn effects(&self, own: Option<&[Entry]>, faults: &mut Faults) -> Vec<Effect> {
        self.0
            .iter()
            .flat_map(|source| effects(source, own, faults).unwrap_or_default())
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

fn effects(source: &Arc<Source>, own: Option<&[Entry]>, faults: &mut Faults) -> Option<Vec<Effect>> {
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
    if family::KEYS.contains(&first) || [own_terms::DEFINE, own_terms::LET].contains(&first) {
        faults.add(|| {
            Diagnostic::error(place, format!("`{first}` cannot be set outside a file"))
                .hint("psqt=1.5x multiplies all keys of a section")
                .key(first)
        });
        return None;
    }
    let paths = paths(pattern, &place, own, faults)?;
    if let ([path], Some(own)) = (&paths[..], own)
        && let Some((message, hint)) = own_terms::misfit(own, path)
    {
        faults.add(|| Diagnostic::error(place, message).hint(hint).key(path));
        return None;
    }
    let is_scalable = |path: &str| scale::is_scalable(path) || own_terms::is_own(path);
    let scaled = |paths, factor| {
        let mut paths = fitting(paths, is_scalable);
        paths.retain(|path| own.is_some() || !own_terms::is_own(path));
        Some(vec![Effect::Scale { paths, factor }])
    };
    if let Some(factor) = factor(source, value.clone()) {
        return scaled(paths, factor);
    }
    let mut node = node(source, equals, value, faults)?;
    if scale::is_of_sides(&node) {
        return scaled(paths, node);
    }
    if let [path] = &paths[..]
        && let Some(spot) = Spot::of(path, own.unwrap_or_default())
    {
        let key = path.clone();
        let field = Field { key, place, node };
        return Some(vec![Effect::Entry { spot, field }]);
    }
    let (of_own, paths): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| own_terms::is_own(path));
    let mut effects = own_effects(&of_own, &place, &node, own, faults);
    if paths.is_empty() {
        return Some(effects);
    }
    // Where blanks end an option, as on command lines of tools for testing, a definition has `_` for each.
    if let Value::Text(text) = &mut node.value
        && paths.iter().all(|path| keys::is_choice(path))
    {
        *text = text.replace('_', " ");
    }
    let paths = match node.value {
        Value::Text(_) => paths,
        _ => fitting(paths, keys::has_values),
    };
    let mut table = Table::default();
    for key in paths {
        add(&mut table, &key, &place, &node);
    }
    effects.push(Effect::Set(table));
    Some(effects)
}

/// What a value does to own terms: to that of a path, or to all that a pattern has found.
fn own_effects(
    paths: &[String],
    place: &Place,
    node: &Node,
    own: Option<&[Entry]>,
    faults: &mut Faults,
) -> Vec<Effect> {
    let Some(own) = own else {
        return Vec::new();
    };
    let mut effects = Vec::new();
    for path in paths {
        let Some((entry, stage)) = own_terms::find_stage(own, path) else {
            faults.add(|| {
                let message = format!("no term is called {}", quoted(path));
                let hint = own_terms::suggestion(own, path);
                Diagnostic::error(place.clone(), message).hint(hint).key(path)
            });
            continue;
        };
        let mut field = Field {
            key: path.clone(),
            place: place.clone(),
            node: node.clone(),
        };
        if let Some(stage) = stage {
            field.node = Node {
                place: field.node.place.clone(),
                value: Value::Table(Table(vec![Field {
                    key: stage.name().to_owned(),
                    ..field.clone()
                }])),
            };
        }
        effects.push(Effect::Own { entry, field });
    }
    effects
}

/// The keys that a pattern means; a path without `*` is left as it is.
fn paths(pattern: &str, place: &Place, own: Option<&[Entry]>, faults: &mut Faults) -> Option<Vec<String>> {
    if !pattern.contains('*') {
        return Some(vec![pattern.to_owned()]);
    }
    let of_own = own.unwrap_or_default().iter().map(Entry::key);
    let found: Vec<String> = keys::all()
        .map(str::to_owned)
        .chain(of_own)
        .filter(|key| fits(pattern, key))
        .collect();
    if found.is_empty() && own.is_none() && own_terms::is_own(pattern) {
        return Some(found);
    }
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
    let is_letter = |c: char| c.is_alphanumeric() || " _-,".contains(c);
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
