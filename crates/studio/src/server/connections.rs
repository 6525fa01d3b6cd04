//! Accepts connections: a bounded number, each with bounded time for what it sends and reads.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;

/// Maximum number of connections; further ones are closed at once. A browser uses six per page.
pub(super) const MOST: usize = 64;
/// Time for the head of a request from the start of its connection or the end of the request before.
pub(super) const HEAD_TIME: Duration = Duration::from_secs(30);
/// Time in which a reader must take some bytes.
const READER_TIME: Duration = Duration::from_secs(15);
/// Maximum size of the head of a request, in bytes.
const HEAD_BYTES: usize = 16 << 10;
/// Delay after an error of the operating system, such as too many open files.
const RECOVERY: Duration = Duration::from_millis(50);

/// Serves connections until the process ends.
pub(super) async fn serve(listener: &TcpListener, routes: &Router, head_time: Duration) {
    let places = Arc::new(Semaphore::new(MOST));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(RECOVERY).await;
            continue;
        };
        // Dropping the stream closes it.
        if let Ok(place) = Arc::clone(&places).try_acquire_owned() {
            tokio::spawn(serve_one(stream, routes.clone(), head_time, place));
        }
    }
}

async fn serve_one(stream: TcpStream, routes: Router, head_time: Duration, _place: OwnedSemaphorePermit) {
    // Answers are small and complete: waiting for more to send only delays them.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(READER_TIME));
    // HTTP/1 alone: to find out the version takes bytes for which there is no time limit.
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(head_time).max_buf_size(HEAD_BYTES);
    let connection =
        builder.serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(routes));
    // A connection that breaks concerns only its browser.
    let _ = connection.await;
}
