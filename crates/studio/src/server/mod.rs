//! Serves the studio over HTTP, on this machine only.
//!
//! `http://127.0.0.1:PORT/TOKEN/VIEW` is the page; `POST TOKEN/api` takes a request and `GET TOKEN/events` streams the
//! events of a tab (server-sent events). Who does not know the token, a random number that is new at each start, gets
//! nothing ([`guard`]). Limits bound the memory and the time that a connection can take ([`connections`]).

mod connections;
mod files;
mod guard;
mod routes;
mod tabs;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use super::Studio;
use connections::HEAD_TIME;
use guard::Guard;

/// A server that listens, but does not serve yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    guard: Guard,
    head_time: Duration,
}

/// Size of the page in bytes, with everything that it loads.
pub fn page_bytes() -> usize {
    files::bytes()
}

impl Server {
    /// Listens on a port of 127.0.0.1; 0 takes a free one.
    ///
    /// # Errors
    /// If the port is in use, or the system has no random numbers.
    pub fn bind(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address, guard: Guard::new(address.port())?, head_time: HEAD_TIME })
    }

    /// Sets how long a connection may take for the head of a request, also for its first byte.
    pub fn with_head_time(self, head_time: Duration) -> Self {
        Self { head_time, ..self }
    }

    /// The address of the page, with the token.
    pub fn url(&self) -> String {
        format!("http://{}/{}/", self.address, self.guard.token())
    }

    /// Serves until the process ends.
    ///
    /// # Errors
    /// If the operating system refuses what the runtime needs.
    pub fn run(self, studio: Arc<Studio>) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(connections::MOST)
            .build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let routes = routes::routes(studio, self.guard);
            connections::serve(&listener, &routes, self.head_time).await;
            Ok(())
        })
    }
}
