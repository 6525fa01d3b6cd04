//! The studio: look at positions and edit a profile in the browser.
//!
//! This crate is thin. What it shows is computed by the layers below; it turns messages into calls and results into
//! messages:
//!
//! ```text
//! page (src/page/*.js) -- Request as JSON --> Session::handle --> Response, or Failure
//!                         <-- Event ----------- jobs of the session: searches, matches, changed files
//! ```
//! - [`protocol`] declares all messages. It knows nothing about HTTP, so a WebAssembly build can serve the same page.
//! - [`Studio`] is the program: profiles, and everything that several tabs share.
//! - [`Session`] is one tab: its engine and its jobs. It ends with the tab.
//! - [`server`] maps messages onto HTTP and is the only module with network code.
//!
//! # To add a view
//!
//! 1. Requests and responses: `protocol/VIEW.rs`, with an arm in [`protocol::Request`] and [`protocol::Response`], and
//!    one in [`protocol::EventKind`] if it sends events.
//! 2. Handler: `VIEW.rs` with `handle(&Session, VIEW::Request) -> Result<VIEW::Response, Failure>`, called in
//!    `dispatch.rs`. Long work runs in [`Session::start`]: a thread of its own with a token that cancels it; its events
//!    carry the number of the stream that the page chose. State that outlives a tab belongs to [`Studio`].
//! 3. Page: `page/VIEW.js` exports `mount(root, app)` and returns `{ update(), leaving(), unmount() }`, all optional; it
//!    is listed in `views` of `page/studio.js` and in `FILES` of `page.rs` and `VIEWS` of `server/files.rs`. `app` offers
//!    `call(request)`, `stream(request, onEvent)`, the state of the URL (`app.state`), the board (`page/board.js`) and
//!    messages (`app.say`). `page/evaluation.js` is a position with its evaluation, heat map and engine lines.

pub mod page;
pub mod protocol;
#[cfg(feature = "server")]
pub mod server;

mod compare;
mod dispatch;
mod edit;
mod hello;
mod keys;
mod look;
#[cfg(feature = "server")]
mod matches;
mod new_match;
mod play;
pub mod pool;
mod profiles;
mod session;

use std::path::PathBuf;
use std::sync::Mutex;

pub use profiles::Profiles;
pub use session::{EventSink, Session};

/// The program behind the page: what all tabs share.
#[derive(Debug)]
pub struct Studio {
    /// The profiles that the page may use.
    pub profiles: Profiles,
    /// Name of the profile that the page shows first.
    first: String,
    /// Held while a new file gets a name and is written.
    writing: Mutex<()>,
    /// The running match, and the program that plays it.
    #[cfg(feature = "server")]
    matches: matches::Matches,
    /// Matches without the program.
    pool: pool::Pool,
}

impl Studio {
    /// Creates a studio that reads and writes profiles in the folders of a library only. `first` is the name of the
    /// profile that the page shows first.
    pub fn new(library: temperament_engine::profile::Library, first: &str) -> Self {
        Self {
            profiles: Profiles::new(library.confined()),
            first: first.to_owned(),
            writing: Mutex::default(),
            #[cfg(feature = "server")]
            matches: matches::Matches::default(),
            pool: pool::Pool::default(),
        }
    }

    /// Names the folder in which [`pool`] finds the files of matches.
    #[must_use]
    pub fn with_match_folder(mut self, folder: PathBuf) -> Self {
        self.pool.folder = folder;
        self
    }

    /// Names the program `temper`, which plays matches.
    #[cfg(feature = "server")]
    #[must_use]
    pub fn with_program(mut self, program: PathBuf) -> Self {
        self.matches.program = program;
        self
    }
}
