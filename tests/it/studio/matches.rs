//! The view Match of the studio: matches in processes of their own.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use temperament_engine::profile::Library;
use temperament_studio::{Session, Studio};
use tempfile::TempDir;

/// A studio with the profile `mine`, and a session that collects its events.
struct Tab {
    folder: TempDir,
    session: Session,
    events: Arc<Mutex<Vec<Value>>>,
}

impl Tab {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(
            folder.path().join("mine.toml"),
            "name = \"mine\"\nextends = \"attacker\"\n[material]\nknight = 300\n",
        )
        .unwrap();
        Self::of(folder)
    }

    fn of(folder: TempDir) -> Self {
        let program = PathBuf::from(env!("CARGO_BIN_EXE_temper"));
        let library = Library::of(vec![folder.path().to_owned()]);
        let events: Arc<Mutex<Vec<Value>>> = Arc::default();
        let all = Arc::clone(&events);
        let sink = Arc::new(move |event| {
            all.lock().unwrap().push(serde_json::to_value(event).unwrap());
            true
        });
        let session = Session::new(Arc::new(Studio::new(library, "mine").with_program(program)), sink);
        Self { folder, session, events }
    }

    /// The response, or the message of the failure.
    fn ask(&self, mut request: Value) -> Result<Value, String> {
        request["view"] = "match".into();
        let request = serde_json::from_value(request).unwrap();
        let response = self.session.handle(request).map_err(|failure| failure.message)?;
        Ok(serde_json::to_value(response).unwrap())
    }

    fn start(&self, games: usize, limit: Value) -> Result<String, String> {
        let request = json!({
            "type": "start", "a": { "name": "temperament" }, "b": { "name": "mine" }, "games": games, "limit": limit,
            "openings": "balanced", "sprt": null, "concurrency": 1,
        });
        Ok(self.ask(request)?["id"].as_str().unwrap().to_owned())
    }

    fn listed(&self) -> Vec<Value> {
        self.ask(json!({ "type": "list" })).unwrap()["matches"].as_array().unwrap().clone()
    }

    /// Follows a match to its end, or until it is paused, and returns its events.
    fn watch(&self, stream: u64, id: &str) -> Vec<Value> {
        self.ask(json!({ "type": "watch", "id": id, "stream": stream })).unwrap();
        self.events_of(stream, |events| events.iter().any(|event| event["event"] == "done"))
    }

    /// Waits until the events of a stream are as wanted, and returns the lines among them.
    fn events_of(&self, stream: u64, is_enough: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        loop {
            let all = self.events.lock().unwrap().clone();
            let own: Vec<Value> = all.into_iter().filter(|event| event["stream"] == stream).collect();
            if is_enough(&own) {
                let lines = own.iter().filter_map(|event| event["lines"].as_array());
                return lines.flatten().cloned().collect();
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

fn of_kind<'a>(lines: &'a [Value], kind: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["event"] == kind).collect()
}

#[test]
fn a_match_is_played_and_can_be_exported() {
    let tab = Tab::new();
    let id = tab.start(4, json!({ "nodes": 100 })).unwrap();
    let lines = tab.watch(1, &id);
    assert_eq!(of_kind(&lines, "start")[0]["players"], json!(["temperament", "mine"]));
    assert_eq!(of_kind(&lines, "pair").last().unwrap()["statistics"]["games"], 4);
    assert_eq!(of_kind(&lines, "end")[0]["is_complete"], true);
    // Who comes later sees the same, from the journal.
    let later = tab.watch(2, &id);
    assert_eq!(of_kind(&later, "pair"), of_kind(&lines, "pair"));
    assert_eq!(of_kind(&later, "style").last(), of_kind(&lines, "style").last());
    let export = |content: &str| tab.ask(json!({ "type": "export", "id": id, "content": content })).unwrap();
    assert_eq!(export("pgn")["text"].as_str().unwrap().matches("[Result ").count(), 4);
    assert!(export("report")["text"].as_str().unwrap().contains("<!DOCTYPE html>"));
    let listed = &tab.listed()[0];
    assert_eq!((&listed["games"], &listed["is_running"]), (&json!(4), &json!(false)));
    let points = of_kind(&lines, "pair").last().unwrap()["statistics"]["points"].as_f64().unwrap();
    assert_eq!(listed["points"], json!([4.0 - points, points]));
    // The shipped profiles, and those of the match, are all there is.
    assert!(tab.folder.path().join("matches").join(format!("{id}.b.toml")).is_file());
}

#[test]
fn a_match_pauses_and_survives_a_restart() {
    let games_of = |tab: &Tab| tab.listed()[0]["games"].as_u64().unwrap();
    let pause = |tab: &Tab, id: &str| {
        tab.ask(json!({ "type": "pause", "id": id })).unwrap();
        tab.events_of(1, |events| events.iter().any(|event| event["event"] == "done"))
    };
    let has_pair =
        |events: &[Value]| events.iter().any(|event| event["lines"].to_string().contains("\"pair\""));
    let tab = Tab::new();
    let id = tab.start(20_000, json!({ "nodes": 100 })).unwrap();
    assert!(tab.start(4, json!({ "nodes": 100 })).unwrap_err().contains("pause it first"));
    tab.ask(json!({ "type": "watch", "id": id, "stream": 1 })).unwrap();
    let lines = tab.events_of(1, has_pair);
    assert!(!of_kind(&lines, "position").is_empty());
    pause(&tab, &id);
    let paused = games_of(&tab);
    assert!((2..20_000).contains(&paused), "{paused}");
    // Another program finds the match, and plays what is missing.
    let tab = Tab::of(tab.folder);
    assert_eq!(games_of(&tab), paused);
    tab.ask(json!({ "type": "resume", "id": id, "concurrency": 2 })).unwrap();
    tab.ask(json!({ "type": "watch", "id": id, "stream": 1 })).unwrap();
    while games_of(&tab) == paused {
        thread::sleep(Duration::from_millis(20));
    }
    let lines = pause(&tab, &id);
    let numbers: Vec<u64> =
        of_kind(&lines, "pair").iter().map(|pair| pair["statistics"]["games"].as_u64().unwrap()).collect();
    assert!(numbers.iter().zip(1..).all(|(&games, pair)| games == 2 * pair), "{numbers:?}");
    assert!(2 * numbers.len() as u64 >= paused - 1, "{} {paused}", numbers.len());
}

#[test]
fn a_match_can_be_deleted_unless_it_is_running() {
    let tab = Tab::new();
    let files = || fs::read_dir(tab.folder.path().join("matches")).unwrap().count();
    let id = tab.start(100_000, json!({ "nodes": 100 })).unwrap();
    let refused = tab.ask(json!({ "type": "delete", "id": id })).unwrap_err();
    assert!(refused.contains("is running: pause it first"), "{refused}");
    tab.ask(json!({ "type": "pause", "id": id })).unwrap();
    assert_eq!((tab.listed().len(), files()), (1, 3));
    tab.ask(json!({ "type": "delete", "id": id })).unwrap();
    assert_eq!((tab.listed().len(), files()), (0, 0));
}

#[test]
fn matches_that_cannot_be_played_leave_nothing() {
    let tab = Tab::new();
    let files = || fs::read_dir(tab.folder.path().join("matches")).map_or(0, Iterator::count);
    assert!(tab.start(3, json!({ "nodes": 100 })).unwrap_err().contains("even"));
    assert!(tab.start(4, json!({ "tc": "soon" })).is_err());
    assert!(tab.start(4, json!({ "elo": 9000 })).is_err());
    fs::write(tab.folder.path().join("mine.toml"), "knight = 3\n").unwrap();
    assert!(tab.start(4, json!({ "nodes": 100 })).is_err());
    assert_eq!(files(), 0);
    for id in ["../mine", "mine.toml", "", "x"] {
        for request in ["resume", "watch", "export", "delete"] {
            let request =
                json!({ "type": request, "id": id, "stream": 9, "content": "pgn", "concurrency": null });
            assert!(tab.ask(request).unwrap_err().contains("there is no match"), "{id}");
        }
    }
}
