//! Requests of a tab to the handlers of the views.

use super::protocol::studio::{Listing, Request as General, Response as Answer, Versions};
use super::protocol::{Failure, Request, Response};
use super::session::Session;
use super::{compare, edit, keys, look, matches, play};

impl Session {
    /// Answers a request.
    ///
    /// # Errors
    /// The reason why it was refused; then nothing has changed.
    pub fn handle(&self, request: Request) -> Result<Response, Failure> {
        Ok(match request {
            Request::Studio(request) => Response::Studio(general(self, request)),
            Request::Look(request) => Response::Look(look::handle(self, request)?),
            Request::Edit(request) => Response::Edit(edit::handle(self, request)?),
            Request::Match(request) => Response::Match(matches::handle(self, request)?),
            Request::Compare(request) => Response::Compare(compare::handle(self, request)?),
            Request::Play(request) => Response::Play(play::handle(self, request)?),
        })
    }
}

fn general(session: &Session, request: General) -> Answer {
    let studio = session.studio();
    match request {
        General::Hello => Answer::Hello(studio.hello()),
        General::Keys => Answer::Keys(keys::table()),
        General::Profiles => Answer::Profiles(Listing { profiles: studio.profiles.list() }),
        General::Versions { profiles } => {
            let version = |profile| match studio.profiles.load(profile) {
                Ok(loaded) => loaded.version.clone(),
                Err(failure) => failure.message,
            };
            Answer::Versions(Versions { versions: profiles.iter().map(version).collect() })
        }
        General::Stop { stream } => Answer::Stopped { was_active: session.stop(stream) },
    }
}
