//! The view Play: status, the opponent's moves, PGN, reviews.

use std::fs;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use temperament_engine::board::{Position, notation};
use temperament_engine::profile::Library;
use temperament_studio::{Session, Studio};
use tempfile::TempDir;

use super::ask;

const BOOKISH: &str =
    "name = \"bookish\"\nextends = \"temperament\"\n[book]\nwhite = [\"a3\"]\nblack = [\"a3 h5\"]\n";

/// A session with a profile that has a book, and its events.
pub fn listening() -> (TempDir, Session, Receiver<Value>) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bookish.toml"), BOOKISH).unwrap();
    let (sender, events) = channel();
    let sender = Mutex::new(sender);
    let sink =
        Arc::new(move |event| sender.lock().unwrap().send(serde_json::to_value(event).unwrap()).is_ok());
    let studio = Arc::new(Studio::new(Library::of(vec![folder.path().to_owned()]), "bookish"));
    (folder, Session::new(studio, sink), events)
}

/// The events of a stream until its end, without the end itself.
pub fn until_done(events: &Receiver<Value>) -> Vec<Value> {
    events.iter().take_while(|event| event["event"] != "done").collect()
}

fn game(moves: &[&str], more: &Value) -> Value {
    let profile = json!({ "name": "bookish" });
    let mut game =
        json!({ "profile": profile, "fen": "startpos", "moves": moves, "player": "white", "level": 600 });
    for (key, value) in more.as_object().unwrap() {
        game[key] = value.clone();
    }
    game
}

fn status(session: &Session, game: &Value) -> Result<Value, String> {
    ask(session, json!({ "view": "play", "type": "status", "game": game }))
}

fn reply(session: &Session, events: &Receiver<Value>, game: &Value, seed: u64) -> Value {
    let request = json!({ "view": "play", "type": "move", "stream": 3, "game": game, "seed": seed });
    reply_to(session, events, request)
}

fn reply_to(session: &Session, events: &Receiver<Value>, request: Value) -> Value {
    ask(session, request).unwrap();
    let found = until_done(events);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

const FOOLS_MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

#[test]
fn the_status_has_the_end_of_the_game() {
    let (_folder, session, _events) = listening();
    let open = status(&session, &game(&FOOLS_MATE[..3], &json!({}))).unwrap();
    assert_eq!(open["over"], Value::Null);
    assert_eq!(open["opponent"], "bookish (600)");
    let mate = status(&session, &game(&FOOLS_MATE, &json!({}))).unwrap();
    assert_eq!(mate["over"], json!({ "result": "0-1", "reason": "checkmate" }));
    let resigned = game(&["e2e4"], &json!({ "conclusion": { "resigned": "white" }, "level": "full" }));
    let resigned = status(&session, &resigned).unwrap();
    assert_eq!(resigned["over"], json!({ "result": "0-1", "reason": "White resigned" }));
    assert_eq!(resigned["opponent"], "bookish");
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
    let claim = status(&session, &game(&shuffle, &json!({ "clock": "5+3" }))).unwrap();
    assert_eq!(claim["claim"], "f6g8");
    assert_eq!(claim["clock"], json!([300_000, 3000]));
}

#[test]
fn a_draw_is_accepted_by_an_opponent_that_is_behind() {
    let (_folder, session, _events) = listening();
    let offer = |fen: &str, more: Value| {
        let mut of = json!({ "fen": fen });
        of.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask(&session, json!({ "view": "play", "type": "offer_draw", "game": game(&[], &of) }))
    };
    let ahead = "7k/8/8/8/8/8/R7/K7 w - - 0 1";
    assert_eq!(offer(ahead, json!({})).unwrap(), json!({ "accepts": true }));
    assert_eq!(offer("7k/r7/8/8/8/8/8/K7 w - - 0 90", json!({})).unwrap(), json!({ "accepts": false }));
    let agreed = game(&[], &json!({ "fen": ahead, "conclusion": "draw_agreed" }));
    let over = json!({ "result": "1/2-1/2", "reason": "draw agreed" });
    assert_eq!(status(&session, &agreed).unwrap()["over"], over);
    assert!(offer(ahead, json!({ "player": "black" })).is_err());
    assert!(offer(ahead, json!({ "conclusion": "draw_agreed" })).is_err());
}

#[test]
fn impossible_games_are_refused() {
    let (_folder, session, events) = listening();
    for more in [
        json!({ "moves": ["e2e5"] }),
        json!({ "fen": "no position" }),
        json!({ "level": 599 }),
        json!({ "level": "strong" }),
        json!({ "clock": "5 minutes" }),
        json!({ "player": "green" }),
        json!({ "profile": { "name": "missing" } }),
        json!({ "moves": vec!["e2e4"; 20_000] }),
    ] {
        assert!(status(&session, &game(&[], &more)).is_err(), "{more:.80}");
    }
    let asked = |game: Value| {
        ask(&session, json!({ "view": "play", "type": "move", "stream": 3, "game": game, "seed": 1 }))
    };
    assert_eq!(asked(game(&[], &json!({}))).unwrap_err(), "it is the player's move");
    assert_eq!(asked(game(&FOOLS_MATE, &json!({}))).unwrap_err(), "the game is over");
    assert!(events.try_recv().is_err());
}

#[test]
fn a_level_of_people_resigns_unless_the_person_plays_on() {
    let (_folder, session, events) = listening();
    let asked = |level: Value, plays_on: bool, seed: u64| {
        let lost = json!({ "fen": "4k3/pppppppp/8/8/8/8/QQQ5/K7 b - - 0 1", "level": level });
        let request = json!({
            "view": "play", "type": "move", "stream": 3, "game": game(&[], &lost), "seed": seed, "plays_on": plays_on
        });
        let found = reply_to(&session, &events, request);
        assert!(found["uci"].is_string(), "{found}");
        found["resigns"].as_bool().unwrap()
    };
    let seed = (0..100).find(|&seed| asked(json!(1950), false, seed)).expect("a sixth of the seeds");
    assert!(!asked(json!(1950), true, seed));
    assert!((0..5).all(|seed| !asked(json!(2000), false, seed)));
}

#[test]
fn the_opponent_plays_its_book_and_then_its_level() {
    let (_folder, session, events) = listening();
    let book = reply(&session, &events, &game(&[], &json!({ "player": "black" })), 1);
    assert_eq!((&book["uci"], &book["is_book"]), (&json!("a2a3"), &json!(true)));
    let book = reply(&session, &events, &game(&["a2a3"], &json!({})), 1);
    assert_eq!((&book["san"], &book["is_book"]), (&json!("h5"), &json!(true)));
    let after = Position::startpos().after(notation::parse_uci(&Position::startpos(), "e2e4").unwrap());
    let move_of = |seed| {
        let found = reply(&session, &events, &game(&["e2e4"], &json!({})), seed);
        assert_eq!(found["is_book"], false);
        let uci = found["uci"].as_str().unwrap().to_owned();
        let mv = notation::parse_uci(&after, &uci).unwrap();
        assert!(after.is_legal(mv));
        assert_eq!(found["san"], notation::san(&after, mv));
        uci
    };
    // At level 600, chance decides; the seed decides about chance.
    let moves: Vec<String> = (0..8).map(move_of).collect();
    assert!(moves.iter().any(|mv| *mv != moves[0]), "{moves:?}");
    assert_eq!(moves, (0..8).map(move_of).collect::<Vec<_>>());
}

#[test]
fn a_game_is_saved_and_reviewed() {
    let (_folder, session, events) = listening();
    let saved =
        ask(&session, json!({ "view": "play", "type": "pgn", "game": game(&FOOLS_MATE, &json!({})) }));
    let pgn = saved.unwrap()["pgn"].as_str().unwrap().to_owned();
    for part in
        ["[White \"Player\"]", "[Black \"bookish (600)\"]", "[Result \"0-1\"]", "1. f3 e5 2. g4 Qh4# 0-1"]
    {
        assert!(pgn.contains(part), "{part}: {pgn}");
    }
    let profile = json!({ "name": "bookish" });
    let request = json!({ "view": "play", "type": "review", "stream": 4, "profile": profile, "pgn": pgn, "nodes": 2000 });
    ask(&session, request).unwrap();
    let found = until_done(&events);
    let (review, progress) = found.split_last().unwrap();
    let done: Vec<_> = progress.iter().map(|event| event["done"].as_u64().unwrap()).collect();
    // After the five positions, those around the mistakes are searched again.
    assert!(done.len() > 5 && done.iter().zip(1..).all(|(done, number)| *done == number), "{done:?}");
    assert_eq!(progress[0]["total"], 5);
    assert_eq!(progress.last().unwrap()["total"].as_u64(), done.last().copied());
    assert_eq!(review["event"], "review");
    assert_eq!(review["players"][1]["name"], "bookish (600)");
    assert_eq!(review["chances"].as_array().unwrap().len(), 5);
    assert_eq!(review["chances"][4], 0.0);
    let blunder = &review["moves"][2];
    assert_eq!(
        (&blunder["text"], &blunder["symbol"], &blunder["class"]),
        (&json!("2. g4"), &json!("??"), &json!("bad"))
    );
    assert!(blunder["remark"].as_str().unwrap().starts_with("Blunder (White's winning chances"), "{blunder}");
    assert_eq!(review["moves"][3]["score"], "mate");
    assert!(review["pgn"].as_str().unwrap().contains("2. g4 $4"), "{}", review["pgn"]);
    assert!(review["page"].as_str().unwrap().starts_with("<!DOCTYPE html>"));
}

#[test]
fn a_review_is_cancelled() {
    let (_folder, session, events) = listening();
    let profile = json!({ "name": "bookish" });
    let request = |pgn: &str| json!({ "view": "play", "type": "review", "stream": 4, "profile": profile, "pgn": pgn, "nodes": 10_000_000 });
    for text in ["", "no game", "1. e5", "[Event \"?\"]\n\n*"] {
        assert!(ask(&session, request(text)).is_err(), "{text}");
    }
    ask(&session, request("1. e4 e5 2. Nf3")).unwrap();
    let stop = json!({ "view": "studio", "type": "stop", "stream": 4 });
    assert_eq!(ask(&session, stop).unwrap()["was_active"], true);
    assert!(until_done(&events).iter().all(|event| event["event"] == "review_progress"));
}
