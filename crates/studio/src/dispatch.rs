//! Requests of a tab to the handlers of the views.

use serde_json::{Value, json};

#[cfg(feature = "server")]
use super::matches;
#[cfg(not(feature = "server"))]
use super::pool;
use super::protocol::studio::{Listing, Request as General, Response as Answer, Versions};
use super::protocol::{Failure, Request, Response};
use super::session::Session;
use super::{compare, edit, keys, look, play};

impl Session {
    /// Answers a request in JSON: `{"ok": RESPONSE}` or `{"error": FAILURE}`.
    pub fn answer(&self, request: &[u8]) -> Value {
        let answer = serde_json::from_slice(request)
            .map_err(|error| Failure::new(format!("this is not a message of the studio: {error}")))
            .and_then(|request| self.handle(request));
        match answer {
            Ok(response) => json!({ "ok": response }),
            Err(failure) => failure.json(),
        }
    }

    /// Answers a request.
    ///
    /// # Errors
    /// The reason why it was refused; then nothing has changed.
    pub fn handle(&self, request: Request) -> Result<Response, Failure> {
        Ok(match request {
            Request::Studio(request) => Response::Studio(general(self, request)),
            Request::Look(request) => Response::Look(look::handle(self, request)?),
            Request::Edit(request) => Response::Edit(edit::handle(self, request)?),
            #[cfg(feature = "server")]
            Request::Match(request) => Response::Match(matches::handle(self, request)?),
            #[cfg(not(feature = "server"))]
            Request::Match(_) => return Err(Failure::new("the page plays matches itself")),
            #[cfg(not(feature = "server"))]
            Request::Pool(request) => Response::Pool(pool::handle(self, request)?),
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
