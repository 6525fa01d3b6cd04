//! Requests over HTTP to messages, and messages to responses.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{Method, Response, StatusCode};
use tokio::sync::mpsc::Receiver;
use tokio::time::{interval, timeout};
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Elapsed, Stream, StreamExt};

use super::files::{file, response};
use super::guard::Guard;
use super::tabs::{Tab, Tabs};
use crate::Studio;
use crate::protocol::{Event, EventKind, Failure};

/// Maximum size of a request, in bytes: the text of a profile, escaped, with room to spare.
const MOST_BYTES: usize = 4 << 20;
/// Time in which the body of a request must arrive.
const BODY_TIME: Duration = Duration::from_secs(20);
/// Interval of comments in a stream without events. They find out whether the reader is still there.
const KEEP_ALIVE: Duration = Duration::from_secs(20);

const JSON: &str = "application/json";

struct Context {
    studio: Arc<Studio>,
    tabs: Arc<Tabs>,
    guard: Guard,
}

pub(super) fn routes(studio: Arc<Studio>, guard: Guard) -> Router {
    let tabs = Arc::new(Tabs::default());
    let watched = Arc::clone(&tabs);
    studio.profiles.watch(move || {
        watched.send_to_all(&Event { stream: 0, kind: EventKind::ProfilesChanged });
    });
    Router::new().fallback(answer).with_state(Arc::new(Context { studio, tabs, guard }))
}

async fn answer(State(context): State<Arc<Context>>, request: Request) -> Response<Body> {
    let path = request.uri().path().to_owned();
    let Some(path) = context.guard.path(&path, request.headers()) else {
        return refusal(StatusCode::FORBIDDEN, "open the address that `temper studio` has printed");
    };
    match (request.method(), path) {
        (&Method::POST, "api") => api(context, request).await,
        (&Method::GET, "events") => events(&context, request.uri().query().unwrap_or_default()),
        (&Method::GET, path) => {
            file(path).unwrap_or_else(|| refusal(StatusCode::NOT_FOUND, "there is nothing at this address"))
        }
        _ => refusal(StatusCode::METHOD_NOT_ALLOWED, "this address takes no such request"),
    }
}

/// A response without content but a message.
fn refusal(status: StatusCode, message: &str) -> Response<Body> {
    let mut response = response("text/plain; charset=utf-8", Body::from(format!("{message}\n")));
    *response.status_mut() = status;
    response
}

/// Answers a message.
async fn api(context: Arc<Context>, request: Request) -> Response<Body> {
    let tab = request.headers().get("x-tab").and_then(|tab| tab.to_str().ok()).map(str::to_owned);
    let body = match timeout(BODY_TIME, to_bytes(request.into_body(), MOST_BYTES)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return refusal(StatusCode::PAYLOAD_TOO_LARGE, "the request is too large or broken"),
        Err(_) => return refusal(StatusCode::REQUEST_TIMEOUT, "the request takes too long"),
    };
    let answered = tokio::task::spawn_blocking(move || {
        context.tabs.session(&context.studio, tab.as_deref()).answer(&body)
    });
    let answer = answered.await.unwrap_or_else(|_| Failure::new("an error in the program").json());
    response(JSON, Body::from(answer.to_string()))
}

/// Streams the events of the tab that the query names.
fn events(context: &Arc<Context>, query: &str) -> Response<Body> {
    let name = query.strip_prefix("tab=").unwrap_or_default();
    let Some((tab, events)) = context.tabs.open(&context.studio, name) else {
        return refusal(StatusCode::TOO_MANY_REQUESTS, "too many tabs are open");
    };
    response("text/event-stream", Body::from_stream(stream(tab, events)))
}

/// The events as lines of server-sent events, with comments when there are none. The session ends when the stream is
/// dropped.
fn stream(tab: Tab, events: Receiver<Event>) -> impl Stream<Item = Result<String, Infallible>> {
    let start = tokio_stream::once(": open\n\n".to_owned());
    let line = |event: Result<Event, Elapsed>| match event {
        // Messages have string keys and finite numbers, so they are always JSON.
        Ok(event) => format!("data: {}\n\n", serde_json::to_string(&event).unwrap_or_default()),
        Err(_) => ": nothing new\n\n".to_owned(),
    };
    let events = ReceiverStream::new(events).timeout_repeating(interval(KEEP_ALIVE)).map(line);
    start.chain(events).take_while(move |_| !tab.has_lost_events()).map(Ok)
}
