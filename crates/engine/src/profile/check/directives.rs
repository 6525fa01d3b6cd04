//! The directives of a file about inheritance: `extends`, `reset` and `scale`.

use crate::profile::diagnostic::{Diagnostic, Diagnostics};
use crate::profile::keys;
use crate::profile::node::{Field, Named, Node, Table, Value};

#[derive(Debug, Default)]
pub(in crate::profile) struct Directives {
    pub extends: Option<Named>,
    pub reset: Vec<Named>,
    pub scale: Option<Field>,
}

impl Directives {
    /// Takes the directives out of a tree.
    pub fn take(tree: &mut Table, diagnostics: &mut Diagnostics) -> Self {
        let mut directives = Self::default();
        let (own, rest) = std::mem::take(&mut tree.0)
            .into_iter()
            .partition(|field| keys::DIRECTIVES.contains(&field.key.as_str()));
        tree.0 = rest;
        let fields: Vec<Field> = own;
        for field in fields {
            match field.key.as_str() {
                keys::EXTENDS => directives.extends = text(keys::EXTENDS, &field.node, diagnostics),
                keys::RESET => directives.reset = texts(&field.node, diagnostics),
                _ => directives.scale = Some(field),
            }
        }
        directives
    }
}

fn text(key: &str, node: &Node, diagnostics: &mut Diagnostics) -> Option<Named> {
    let Value::Text(text) = &node.value else {
        diagnostics.add(|| {
            let message = format!("`{key}` takes a string in quotes, found {}", node.found());
            let hint = node.quote_hint().filter(|_| node.number().is_none());
            Diagnostic::error(node.location.clone(), message).key(key).maybe_hint(hint)
        });
        return None;
    };
    Some(Named { text: text.clone(), location: node.location.clone() })
}

/// Reads one string or a list of strings.
fn texts(node: &Node, diagnostics: &mut Diagnostics) -> Vec<Named> {
    let nodes = match &node.value {
        Value::List(list) => &list[..],
        _ => std::slice::from_ref(node),
    };
    nodes.iter().filter_map(|n| text(keys::RESET, n, diagnostics)).collect()
}
