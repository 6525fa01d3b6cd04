//! The view.

use super::protocol::Failure;
use super::protocol::edit::{Request, Response};
use super::session::Session;

/// Answers a request of the view.
pub(super) fn handle(_session: &Session, request: Request) -> Result<Response, Failure> {
    match request {
        Request::Nothing => Ok(Response::Nothing {}),
    }
}
