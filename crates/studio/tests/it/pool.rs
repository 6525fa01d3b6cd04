//! Matches without the program: what the engines of a page coordinate and play.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use temperament_engine::engine::HashError;
use temperament_engine::profile::Library;
use temperament_matches::arena::{Event, Stored};
use temperament_matches::setup::Settings;
use temperament_studio::pool::{self, Request};
use temperament_studio::{Session, Studio};
use tempfile::TempDir;

use super::play::until_done;

/// Its moves depend on the seed.
const WILD: &str = "name = \"wild\"\nextends = \"temperament\"\n[strength]\nnoise = 30\n";

/// An engine of a page with a folder for matches, and its events.
struct Engine {
    folder: TempDir,
    session: Session,
    events: Receiver<Value>,
}

impl Engine {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let profiles = folder.path().join("profiles");
        fs::create_dir(&profiles).unwrap();
        fs::write(profiles.join("wild.toml"), WILD).unwrap();
        let (sender, events) = channel();
        let sender = Mutex::new(sender);
        let sink =
            Arc::new(move |event| sender.lock().unwrap().send(serde_json::to_value(event).unwrap()).is_ok());
        let studio = Studio::new(Library::of(vec![profiles]), "temperament");
        let studio = studio.with_match_folder(folder.path().to_owned());
        Self { session: Session::new(Arc::new(studio), sink), folder, events }
    }

    fn ask(&self, request: Value) -> Result<Value, String> {
        let request: Request = serde_json::from_value(request).map_err(|error| error.to_string())?;
        let response = pool::handle(&self.session, request).map_err(|failure| failure.message)?;
        Ok(serde_json::to_value(response).unwrap())
    }

    fn new_match(&self, more: &Value) -> Result<String, String> {
        let mut start = json!({
            "a": { "name": "temperament" },
            "b": { "name": "wild" },
            "games": 6,
            "limit": { "nodes": 150 },
            "openings": "balanced",
            "seed": 5,
        });
        for (key, value) in more.as_object().unwrap() {
            start[key] = value.clone();
        }
        let created = self.ask(json!({ "type": "new", "start": start, "taken": [] }))?;
        Ok(created["id"].as_str().unwrap().to_owned())
    }

    fn begin(&self, id: &str) -> Result<Value, String> {
        self.ask(json!({ "type": "begin", "id": id, "concurrency": 2 }))
    }

    fn next(&self) -> Option<u64> {
        self.ask(json!({ "type": "next" })).unwrap()["game"].as_u64()
    }

    fn path(&self, id: &str) -> std::path::PathBuf {
        self.folder.path().join(format!("{id}.jsonl"))
    }

    /// Plays a game; returns its line, and the number of positions that were reported meanwhile. A fast game may have none.
    fn play_with_positions(&self, id: &str, game: u64) -> (String, usize) {
        let request = json!({ "type": "play", "stream": 1, "id": id, "game": game, "thread": 1 });
        self.ask(request).unwrap();
        let events = until_done(&self.events);
        let (last, positions) = events.split_last().unwrap();
        for event in positions {
            assert_eq!(event["lines"][0]["event"], "position");
            assert_eq!((&event["lines"][0]["game"], &event["lines"][0]["thread"]), (&json!(game), &json!(1)));
        }
        let line = last["line"].as_str().unwrap_or_else(|| panic!("{last}"));
        (line.to_owned(), positions.len())
    }

    fn play(&self, id: &str, game: u64) -> String {
        self.play_with_positions(id, game).0
    }
}

/// Two engines that play, which know the first line of the journal only.
fn players(coordinator: &Engine, id: &str) -> [Engine; 2] {
    let journal = fs::read_to_string(coordinator.path(id)).unwrap();
    let header = journal.lines().next().unwrap();
    [0, 1].map(|_| {
        let engine = Engine::new();
        fs::write(engine.path(id), format!("{header}\n")).unwrap();
        for end in ["a.toml", "b.toml"] {
            let name = format!("{id}.{end}");
            fs::copy(coordinator.folder.path().join(&name), engine.folder.path().join(&name)).unwrap();
        }
        engine
    })
}

/// A line without the times of its moves.
fn timeless(line: &str) -> Value {
    let mut line: Value = serde_json::from_str(line).unwrap();
    for played in line["moves"].as_array_mut().unwrap() {
        played["us"] = 0.into();
    }
    line
}

/// The lines of the match as the program plays it, by number.
fn lines_of_program(path: &Path) -> Vec<Value> {
    let stored = Stored::read(path).unwrap();
    let settings: Settings = serde_json::from_value(stored.header.options.clone()).unwrap();
    let games = stored.header.games;
    let plan = settings.playable(games, &Library::of(Vec::new()), &mut |note| panic!("{note}")).unwrap();
    let mut lines = vec![Value::Null; games];
    let ran = plan.run(Vec::new(), 2, &|| false, &mut |event| {
        if let Event::Finished(played) = event {
            lines[played.slot.game] = timeless(&stored.line(&plan, played).unwrap());
        }
        Ok::<_, HashError>(ControlFlow::Continue(()))
    });
    ran.unwrap();
    lines
}

fn pairs(events: &Value) -> Vec<Value> {
    events.as_array().unwrap().iter().filter(|event| event["event"] == "pair").cloned().collect()
}

#[test]
fn a_match_of_workers_is_that_of_the_program_also_if_it_is_paused() {
    let coordinator = Engine::new();
    let id = coordinator.new_match(&json!({})).unwrap();
    assert_eq!(id, "temperament-wild-1");
    let expected = lines_of_program(&coordinator.path(&id));
    let workers = players(&coordinator, &id);

    let begun = coordinator.begin(&id).unwrap();
    assert_eq!((&begun["unplayed"], &begun["listed"]["games"]), (&json!(6), &json!(0)));
    assert!(coordinator.begin(&id).unwrap_err().contains("is running: pause it first"));
    // The second game ends before the first, and the third is dropped by a pause.
    let mut journal = fs::read_to_string(coordinator.path(&id)).unwrap();
    let mut numbers = [coordinator.next().unwrap(), coordinator.next().unwrap()];
    assert_eq!(numbers, [1, 2]);
    assert_eq!(coordinator.next(), Some(3));
    numbers.reverse();
    let mut found = Vec::new();
    for (worker, number) in workers.iter().zip(numbers) {
        let line = worker.play(&id, number);
        let added = coordinator.ask(json!({ "type": "add", "line": line })).unwrap();
        assert_eq!(added["is_over"], false);
        assert_eq!(pairs(&added["events"]).len(), usize::from(number == 1));
        assert!(coordinator.ask(json!({ "type": "add", "line": line })).unwrap_err().contains("twice"));
        journal += &format!("{line}\n");
    }
    let end = coordinator.ask(json!({ "type": "end" })).unwrap()["events"].clone();
    assert_eq!(end.as_array().unwrap().last().unwrap()["is_complete"], false);
    assert!(coordinator.ask(json!({ "type": "next" })).unwrap_err().contains("no match is running"));

    fs::write(coordinator.path(&id), &journal).unwrap();
    let resumed = coordinator.begin(&id).unwrap();
    assert_eq!((&resumed["unplayed"], &resumed["listed"]["games"]), (&json!(4), &json!(2)));
    found.extend(pairs(&resumed["events"]));
    let mut last = Value::Null;
    while let Some(number) = coordinator.next() {
        let line = workers[usize::from(number % 2 == 0)].play(&id, number);
        last = coordinator.ask(json!({ "type": "add", "line": line })).unwrap();
        found.extend(pairs(&last["events"]));
        journal += &format!("{line}\n");
    }
    assert_eq!(last["is_over"], true);
    let mut lines: Vec<Value> = journal.lines().skip(1).map(timeless).collect();
    lines.sort_by_key(|line| line["game"].as_u64());
    assert_eq!(lines, expected);

    // What is shown and exported later is what has happened.
    fs::write(coordinator.path(&id), &journal).unwrap();
    coordinator.ask(json!({ "type": "end" })).unwrap();
    let shown = coordinator.ask(json!({ "type": "show", "id": id, "concurrency": 3 })).unwrap();
    assert_eq!(shown["events"][0]["concurrency"], 3);
    assert_eq!(pairs(&shown["events"]), found);
    assert_eq!(found.len(), 3);
    let points: Vec<f64> = serde_json::from_value(last["listed"]["points"].clone()).unwrap();
    assert_eq!(points[1], found[2]["statistics"]["points"].as_f64().unwrap());
    let export = |content: &str| {
        let request = json!({ "type": "export", "id": id, "content": content });
        let file = coordinator.ask(request).unwrap();
        (file["name"].as_str().unwrap().to_owned(), file["text"].as_str().unwrap().to_owned())
    };
    let (name, pgn) = export("pgn");
    assert_eq!((name.as_str(), pgn.matches("[Event ").count()), ("temperament-wild-1.pgn", 6));
    assert_eq!(export("journal"), ("temperament-wild-1.jsonl".to_owned(), journal));
    assert!(export("report").1.starts_with("<!DOCTYPE html>"));
}

#[test]
fn a_decided_test_ends_the_match_at_once_and_for_good() {
    let coordinator = Engine::new();
    let start = json!({ "sprt": [0.0, 400.0], "games": 400, "limit": { "nodes": 60 } });
    let id = coordinator.new_match(&start).unwrap();
    let [worker, _] = players(&coordinator, &id);
    let mut journal = fs::read_to_string(coordinator.path(&id)).unwrap();
    coordinator.begin(&id).unwrap();
    let mut is_over = false;
    while let Some(number) = coordinator.next() {
        assert!(!is_over, "a game is handed out after the decision");
        let line = worker.play(&id, number);
        is_over = coordinator.ask(json!({ "type": "add", "line": line })).unwrap()["is_over"] == true;
        journal += &format!("{line}\n");
    }
    assert!(is_over);
    assert!(journal.lines().count() < 401);
    let end = coordinator.ask(json!({ "type": "end" })).unwrap();
    assert_eq!(end["events"].as_array().unwrap().last().unwrap()["is_complete"], true);
    fs::write(coordinator.path(&id), journal).unwrap();
    assert_eq!(coordinator.begin(&id).unwrap()["unplayed"], 0);
}

#[test]
fn a_long_game_reports_its_positions() {
    let coordinator = Engine::new();
    let id = coordinator.new_match(&json!({ "games": 2, "limit": { "nodes": 10_000 } })).unwrap();
    let [worker, _] = players(&coordinator, &id);
    let (_, positions) = worker.play_with_positions(&id, 1);
    assert!(positions > 0);
}

#[test]
fn what_makes_no_match_is_refused_with_the_reason() {
    let engine = Engine::new();
    for (more, reason) in [
        (json!({ "games": 7 }), "the number must be even"),
        (json!({ "limit": { "tc": "soon" } }), "expected a time control"),
        (json!({ "limit": { "nodes": 0 } }), "expected nodes="),
        (json!({ "limit": { "elo": 9000 } }), "a level is a whole number"),
        (json!({ "sprt": [5.0, 0.0] }), "elo"),
        (json!({ "b": { "name": "temperament" } }), "--seed has no effect"),
        (json!({ "b": { "name": "absent" } }), "absent"),
        (json!({ "a": { "name": "wild", "text": "name = \"wild\"\nknight = 3\n" } }), "knight"),
    ] {
        let refused = engine.new_match(&more).unwrap_err();
        assert!(refused.to_lowercase().contains(reason), "{more}: {refused}");
    }
    let id = engine.new_match(&json!({ "taken": [] })).unwrap();
    assert!(engine.begin("absent").unwrap_err().contains("absent"));
    assert!(engine.begin("../profiles/wild").unwrap_err().contains("there is no match"));
    // A game of another match.
    let other = engine.new_match(&json!({ "limit": { "nodes": 200 } })).unwrap();
    assert_eq!(other, id, "the page says which ids are taken");
    let [worker, _] = players(&engine, &other);
    let line = worker.play(&other, 1);
    engine.new_match(&json!({ "limit": { "nodes": 300 } })).unwrap();
    engine.begin(&id).unwrap();
    let add = |line: &str| engine.ask(json!({ "type": "add", "line": line })).unwrap_err();
    assert!(add(&line).contains("this game is of another match"));
    assert!(add("{}").contains("missing field"));
    let games = engine.ask(json!({ "type": "end" })).unwrap();
    assert_eq!(games["events"].as_array().unwrap().last().unwrap()["is_complete"], false);
}
