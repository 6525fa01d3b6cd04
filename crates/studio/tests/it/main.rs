//! The studio: its messages in process, and its server.

mod compare;
mod edit;
mod files;
mod look;
mod play;
mod pool;
mod server;

use std::fs;
use std::sync::Arc;

use serde_json::{Value, json};
use temperament_engine::profile::Library;
use temperament_studio::{Session, Studio};
use tempfile::TempDir;

const MINE: &str = "# my profile\nname = \"mine\"\nextends = \"temperament\"\n\n[material]\nknight = [-12, -15]  # keep this\n";

/// A folder with a profile, and a session that knows no other folder.
fn session() -> (TempDir, Session) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.toml"), MINE).unwrap();
    let library = Library::of(vec![folder.path().to_owned()]);
    let session = Session::new(Arc::new(Studio::new(library, "mine")), Arc::new(|_| true));
    (folder, session)
}

/// The response as the page gets it, or the message of the failure.
fn ask(session: &Session, request: Value) -> Result<Value, String> {
    let request = serde_json::from_value(request).map_err(|error| error.to_string())?;
    let response = session.handle(request).map_err(|failure| failure.message)?;
    Ok(serde_json::to_value(response).unwrap())
}

fn open(session: &Session) -> Value {
    ask(session, json!({ "view": "edit", "type": "open", "profile": { "name": "mine" } })).unwrap()
}

fn apply(session: &Session, text: &str, key: &str, to: &Value) -> Result<String, String> {
    let mut change = to.clone();
    change["key"] = key.into();
    let profile = json!({ "name": "mine", "text": text });
    let request = json!({ "view": "edit", "type": "apply", "profile": profile, "changes": [change] });
    Ok(ask(session, request)?["text"].as_str().unwrap().to_owned())
}

/// The keys of a topic, in all its rows.
fn keys(group: &Value) -> impl Iterator<Item = &Value> {
    let rows = group["rows"].as_array().unwrap().iter();
    rows.flat_map(|row| row["keys"].as_array().unwrap())
}
