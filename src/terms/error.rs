//! Something wrong within one text.

use std::ops::Range;

/// Something wrong within one text; [`super::Fault`] says in which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    pub span: Range<usize>,
    pub message: String,
    pub hint: Option<String>,
}

/// An error without a hint.
pub fn error(span: Range<usize>, message: impl Into<String>) -> Error {
    Error {
        span,
        message: message.into(),
        hint: None,
    }
}

impl Error {
    /// Adds what to do about it.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}
