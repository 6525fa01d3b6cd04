//! Decides whether a request comes from our own page.
//!
//! Other pages in the same browser can send requests to 127.0.0.1, and with DNS rebinding even read the answers. So the
//! path must begin with the token, `Host` must be our address, and `Origin`, which browsers add to requests that
//! change something, must be our own.

use std::io;

use axum::http::{HeaderMap, header};

/// What a request must know.
#[derive(Debug, Clone)]
pub(super) struct Guard {
    token: String,
    /// Accepted values of `Host`.
    hosts: [String; 2],
}

impl Guard {
    /// Creates a guard with a random token for a server on a port.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn new(port: u16) -> io::Result<Self> {
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let token = random.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { token, hosts: ["127.0.0.1", "localhost"].map(|host| format!("{host}:{port}")) })
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// Returns the path after the token; `None` if the request must not be answered.
    pub fn path<'a>(&self, path: &'a str, headers: &HeaderMap) -> Option<&'a str> {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let is_host = |host: &str| self.hosts.iter().any(|own| own == host);
        let is_origin = |origin: &str| origin.strip_prefix("http://").is_some_and(is_host);
        let hosts = headers.get_all(header::HOST).iter().count();
        let is_own = hosts == 1
            && text(header::HOST).is_some_and(is_host)
            && text(header::ORIGIN).is_none_or(is_origin)
            && text(SITE).is_none_or(|site| ["same-origin", "none"].contains(&site));
        let (token, rest) = path.strip_prefix('/')?.split_once('/')?;
        (is_own && is_same(token, &self.token)).then_some(rest)
    }
}

/// The relation between the page that sends a request and us, according to the browser.
const SITE: header::HeaderName = header::HeaderName::from_static("sec-fetch-site");

/// Compares without stopping at the first difference, which could be timed.
fn is_same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}
