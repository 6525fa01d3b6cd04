//! Messages of the view.

use serde::{Deserialize, Serialize};

/// A request.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Nothing yet: [`Response::Nothing`].
    Nothing,
}

/// A response.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Response {
    /// To [`Request::Nothing`].
    Nothing {},
}

/// Something in a match.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {}
