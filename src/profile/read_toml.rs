//! TOML text to a tree.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use super::diagnostic::Faults;
use super::mend::{Mended, mend};
use super::node::{Field, Node, Table, Value};
use super::source::{Place, Source};
use super::toml_faults;

/// Reads all that can be read; syntax errors and duplicate keys go to `faults`.
pub(super) fn read(source: &Arc<Source>, faults: &mut Faults) -> Table {
    let mended = match toml_faults::other_language(source) {
        Some(fault) => Err(fault),
        None => mend(source),
    };
    let mended = match mended {
        Ok(mended) => mended,
        Err(fault) => {
            faults.add(|| fault);
            return Table::default();
        }
    };
    let (parsed, errors) = DeTable::parse_recoverable(&mended.text);
    let reader = Reader {
        source,
        mended: &mended,
    };
    let tree = reader.table(parsed.get_ref());
    for bracket in &mended.unclosed {
        faults.add(|| toml_faults::not_closed(source, &mended, bracket.clone()));
    }
    for line in &mended.stray {
        const STRAY: &str = "this is neither a heading nor `key = value`";
        faults.add(|| toml_faults::syntax(source, &mended, line.clone(), STRAY));
    }
    let mut errors: Vec<_> = errors
        .iter()
        .map(|error| (mended.original(error.span().unwrap_or(0..0)), error))
        .collect();
    errors.sort_by_key(|(span, _)| span.start);
    let mut last = None;
    for (span, error) in errors {
        if error.message() == "duplicate key" {
            faults.add(|| toml_faults::duplicate(source, &mended, &tree, span));
        } else if !mended.is_lost(span.start) && !source.is_same_line(last, span.start) {
            // One on a line: the rest of it follows from the first.
            last = Some(span.start);
            faults.add(|| toml_faults::syntax(source, &mended, span, error.message()));
        }
    }
    tree
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    mended: &'a Mended,
}

impl Reader<'_> {
    fn place(&self, span: Range<usize>) -> Place {
        Place::at(self.source, self.mended.original(span))
    }

    fn table(&self, tree: &DeTable<'_>) -> Table {
        let mut fields: Vec<Field> = tree
            .iter()
            .map(|(key, value)| Field {
                key: key.get_ref().to_string(),
                place: self.place(key.span()),
                node: self.node(value),
            })
            .collect();
        // The parser sorts by name.
        fields.sort_by_key(|f| f.place.span.as_ref().map(|s| s.start));
        Table(fields)
    }

    fn node(&self, value: &Spanned<DeValue<'_>>) -> Node {
        let place = self.place(value.span());
        let value = match value.get_ref() {
            DeValue::String(text) => Value::text(text),
            DeValue::Integer(n) => integer(n),
            DeValue::Float(n) => Value::Float(n.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(b) => Value::Bool(*b),
            DeValue::Datetime(_) => Value::Other("a date"),
            DeValue::Array(list) => Value::List(list.iter().map(|v| self.node(v)).collect()),
            DeValue::Table(inner) => Value::Table(self.table(inner)),
        };
        Node { value, place }
    }
}

fn integer(n: &DeInteger<'_>) -> Value {
    match i64::from_str_radix(n.as_str(), n.radix()) {
        Ok(n) => Value::Int(n),
        Err(_) => Value::Float(n.as_str().parse().unwrap_or(f64::INFINITY)),
    }
}
