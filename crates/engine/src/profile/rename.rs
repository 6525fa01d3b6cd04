//! Gives a profile another name in the text of its file.

use std::sync::Arc;

use super::diagnostic::Diagnostics;
use super::node::Value;
use super::source::Source;
use super::{NAME, is_name, read};

/// Returns the text of a profile with another name and nothing else changed; `None` if no profile can have this
/// name.
pub fn renamed(source: &Arc<Source>, name: &str) -> Option<String> {
    let tree = read(source, &mut Diagnostics::default());
    let node = tree.get(NAME).filter(|node| is_name(name) && matches!(node.value, Value::Text(_)))?;
    let span = node.location.span.clone()?;
    let mut text = source.text.clone();
    // A name has no characters that need escapes in either format.
    text.replace_range(span, &format!("\"{name}\""));
    Some(text)
}
