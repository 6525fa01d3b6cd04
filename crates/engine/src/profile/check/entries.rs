//! Single values (choices, numbers and strings), and unknown keys and tables.

use super::Checker;
use super::rules::{LONGEST_NAME, is_name};
use crate::eval::keys::{Kind, Opt};
use crate::profile::diagnostic::{Diagnostic, quoted};
use crate::profile::keys::SCALE;
use crate::profile::node::{Field, Node, Value};
use crate::profile::{NAME, keys, values};

impl Checker<'_> {
    pub(super) fn choice(&mut self, key: &str, options: &[Opt], node: &Node) -> Option<u8> {
        let all = options.iter().map(|o| format!("\"{}\"", o.name));
        let all = format!("it is one of {}", all.collect::<Vec<_>>().join(", "));
        let Value::Text(text) = &node.value else {
            let message = format!("`{key}` takes a string in quotes, found {}", node.found());
            let is_option = node.unquoted().is_some_and(|word| options.iter().any(|o| o.name == word));
            let hint = node.quote_hint().filter(|_| is_option).unwrap_or(all);
            self.error(key, node, message, Some(hint));
            return None;
        };
        if let Some(option) = options.iter().position(|o| o.name == text) {
            return Some(option as u8);
        }
        let hint = match keys::nearest(text, options.iter().map(|o| o.name)) {
            Some(nearest) => format!("did you mean \"{nearest}\"?"),
            None => all,
        };
        let message = format!("{} is no choice for `{key}`", quoted(text));
        self.error(key, node, message, Some(hint));
        None
    }

    pub(super) fn number(&mut self, key: &str, kind: Kind, node: &Node) -> Option<f64> {
        let Kind::Number { min, max, whole, words, .. } = kind else {
            return None;
        };
        let names: String = words.iter().map(|(word, _)| format!(" or \"{word}\"")).collect();
        if let Value::Text(text) = &node.value
            && let Some((_, n)) = words.iter().find(|(word, _)| word == text)
        {
            return Some(*n);
        }
        let kind = if whole { "a whole number" } else { "a number" };
        let takes = format!("`{key}` takes {kind} from {min} to {max}{names}");
        match node.number() {
            Some(n) if n.is_infinite() && words.iter().any(|(_, value)| *value == n) => return Some(n),
            None => {
                let message = format!("{takes}, found {}", node.found());
                self.error(key, node, message, number_hint(node, words));
            }
            Some(n) if n.is_nan() => {
                self.error(key, node, format!("{takes}, found {}", node.found()), None);
            }
            Some(n) if !(min..=max).contains(&n) => {
                self.error(key, node, format!("{} is out of bounds: {takes}", node.found()), None);
            }
            Some(n) if whole && !matches!(node.value, Value::Int(_)) => {
                let hint = Some(format!("write {}", n.round()));
                self.error(key, node, format!("{takes}, found {}", node.found()), hint);
            }
            // Adding 0.0 turns -0.0 into 0.0: equal numbers must have equal bits, since the id hashes them.
            Some(n) => return Some(n + 0.0),
        }
        None
    }

    pub(super) fn text(&mut self, key: &str, node: &Node) -> Option<()> {
        let Value::Text(text) = &node.value else {
            let message = format!("`{key}` takes a string in quotes, found {}", node.found());
            self.error(key, node, message, node.quote_hint());
            return None;
        };
        if key == NAME && !is_name(text) {
            let message = format!("{} cannot be the name of a profile", quoted(text));
            let hint = format!("1 to {LONGEST_NAME} letters (a-z, A-Z), digits, `-` and `_`");
            self.error(key, node, message, Some(hint));
            return None;
        }
        self.profile.set_text(key, text);
        Some(())
    }

    fn error(&mut self, key: &str, node: &Node, message: String, hint: Option<String>) {
        self.diagnostics.add(|| Diagnostic::error(node.location.clone(), message).key(key).maybe_hint(hint));
    }
}

/// Suggestion for a value that is not a number; `words` are names of special numbers.
fn number_hint(node: &Node, words: &[(&'static str, f64)]) -> Option<String> {
    if let Some((word, _)) = words.iter().find(|(_, value)| node.quoted_number() == Some(*value)) {
        return Some(format!("write \"{word}\""));
    }
    if values::offset(node).is_some_and(|n| n > 0.0) {
        return Some(
            "only values of the evaluation can be added to: write the number without quotes and sign"
                .to_owned(),
        );
    }
    let Value::Text(text) = &node.value else {
        let is_word = words.iter().any(|(word, _)| node.unquoted() == Some(word));
        return node.quote_hint().filter(|_| is_word);
    };
    let nearest = keys::nearest(text, words.iter().map(|(word, _)| *word));
    let word = nearest.map(|word| format!("did you mean \"{word}\"?"));
    node.unquote_hint().or(word)
}

impl Checker<'_> {
    pub(super) fn not_a_table(&mut self, key: &str, written: &str, field: &Field) {
        self.diagnostics.add(|| {
            let inner: Vec<String> = keys::below(key).take(4).map(|k| format!("`{k}`")).collect();
            let message = format!("`{written}` is a table of keys, found {}", field.node.found());
            Diagnostic::error(field.node.location.clone(), message)
                .hint(format!("keys in it are {}, ...", inner.join(", ")))
                .key(written)
        });
    }

    /// Reports an unknown key, section or table. A misspelled section is reported once; its contents are checked as
    /// if its name were right.
    pub(super) fn unknown(&mut self, path: &str, key: &str, written: &str, field: &Field) {
        let Value::Table(inner) = &field.node.value else {
            return self.unknown_key(key, written, field);
        };
        let section = match path {
            "" => keys::nearest_table(key),
            _ => None,
        };
        if let Some(section) = section {
            self.diagnostics.add(|| {
                let mut hint = format!("did you mean `{section}`");
                let first = inner.0.first().map(|f| format!("{section}.{}", f.key));
                if let Some(first) = first.filter(|k| keys::find(k).is_some()) {
                    hint += &format!(", as in `{first}`");
                }
                Diagnostic::error(field.location.clone(), format!("unknown section {}", quoted(key)))
                    .hint(hint + "?")
                    .key(key)
            });
            if section != SCALE && !keys::CUSTOM_TERMS.contains(&section) {
                self.walk(section, written, inner);
            }
        } else if inner.0.is_empty() || inner.0.iter().any(is_part_of_value) {
            self.unknown_key(key, written, field);
        } else {
            self.walk(key, written, inner);
        }
    }

    fn unknown_key(&mut self, key: &str, written: &str, field: &Field) {
        self.diagnostics.add(|| {
            let diagnostic =
                Diagnostic::error(field.location.clone(), format!("unknown key {}", quoted(written)));
            diagnostic.hint(keys::suggestion(key)).key(written)
        });
    }
}

/// Returns `true` if a table with this field is a value rather than a table of keys.
fn is_part_of_value(field: &Field) -> bool {
    ["mg", "eg", "start", "step"].contains(&field.key.as_str())
}
