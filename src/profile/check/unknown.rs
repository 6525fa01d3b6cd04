//! Keys that there are not, and tables where there are none.

use super::Checker;
use crate::profile::diagnostic::{Diagnostic, quoted};
use crate::profile::family::SCALE;
use crate::profile::keys;
use crate::profile::node::{Field, Value};
use crate::profile::own_terms;

impl Checker<'_> {
    pub(super) fn not_a_table(&mut self, key: &str, written: &str, field: &Field) {
        self.faults.add(|| {
            let inner: Vec<String> = keys::below(key).take(4).map(|k| format!("`{k}`")).collect();
            let message = format!("`{written}` is a table of keys, found {}", field.node.found());
            Diagnostic::error(field.node.place.clone(), message)
                .hint(format!("keys in it are {}, ...", inner.join(", ")))
                .key(written)
        });
    }

    /// An unknown key, section or table. A misspelled section is reported once, and what is in it is checked
    /// as if its name were right.
    pub(super) fn unknown(&mut self, path: &str, key: &str, written: &str, field: &Field) {
        let Value::Table(inner) = &field.node.value else {
            return self.unknown_key(key, written, field);
        };
        let section = match path {
            "" => keys::nearest_table(key),
            _ => None,
        };
        if let Some(section) = section {
            self.faults.add(|| {
                let mut hint = format!("did you mean `{section}`");
                let first = inner.0.first().map(|f| format!("{section}.{}", f.key));
                if let Some(first) = first.filter(|k| keys::find(k).is_some()) {
                    hint += &format!(", as in `{first}`");
                }
                Diagnostic::error(field.place.clone(), format!("unknown section {}", quoted(key)))
                    .hint(hint + "?")
                    .key(key)
            });
            if section != SCALE && !own_terms::KEYS.contains(&section) {
                self.walk(section, written, inner);
            }
        } else if inner.0.is_empty() || inner.0.iter().any(is_part_of_value) {
            self.unknown_key(key, written, field);
        } else {
            self.walk(key, written, inner);
        }
    }

    fn unknown_key(&mut self, key: &str, written: &str, field: &Field) {
        self.faults.add(|| {
            let fault = Diagnostic::error(field.place.clone(), format!("unknown key {}", quoted(written)));
            fault.hint(keys::suggestion(key)).key(written)
        });
    }
}

/// Whether a table with this field is a value rather than a table of keys.
fn is_part_of_value(field: &Field) -> bool {
    ["mg", "eg", "start", "step"].contains(&field.key.as_str())
}
