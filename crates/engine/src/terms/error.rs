//! An error within one text.

use std::ops::Range;

/// An error within one text; [`super::Fault`] names the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    pub span: Range<usize>,
    pub message: String,
    pub hint: Option<String>,
}

/// An error without a hint.
pub fn error(span: Range<usize>, message: impl Into<String>) -> Error {
    Error { span, message: message.into(), hint: None }
}

impl Error {
    /// Adds a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
