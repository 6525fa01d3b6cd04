//! The view Look: numbers, rows, heat maps, games and engine lines.

use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};
use temperament_coaching::number::signed;
use temperament_coaching::position::{Explained, screen};
use temperament_engine::profile::Library;
use temperament_studio::{Session, Studio};

use super::{ask, keys, session};

#[test]
fn a_refused_move_names_its_reason() {
    let (_folder, session) = session();
    let fen = "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1";
    let refused =
        ask(&session, json!({ "view": "look", "type": "refusal", "fen": fen, "text": "O-O" })).unwrap();
    assert_eq!(refused["message"], "`O-O` is not a legal move because White is in check");
    let profile = json!({ "name": "mine" });
    let request =
        json!({ "view": "look", "type": "why", "stream": 1, "profile": profile, "fen": fen, "move": "O-O" });
    assert_eq!(ask(&session, request).unwrap_err(), "`O-O` is not a legal move because White is in check");
}

#[test]
fn numbers_are_those_of_eval_json() {
    let (_folder, session) = session();
    let fens: Vec<&str> = include_str!("../../../engine/src/search/bench.fen")
        .lines()
        .filter(|l| !l.starts_with('#'))
        .collect();
    for profile in ["temperament", "fabchess", "attacker", "mine", "rustic"] {
        for fen in &fens {
            let request =
                json!({ "view": "look", "type": "evaluate", "profile": { "name": profile }, "fen": fen });
            let found = ask(&session, request).unwrap();
            let library = session.studio().profiles.library();
            let (loaded, _) = library.load(profile).unwrap();
            let position = temperament_engine::board::Position::from_fen(fen).unwrap();
            let weights = loaded.compile_both();
            let mut text = Vec::new();
            let explained = Explained::new(weights.of(position.stm()), &position);
            temperament_coaching::position::json::write(&explained, &loaded.valued_entries(), &mut text)
                .unwrap();
            assert_eq!(found["json"], serde_json::from_slice::<Value>(&text).unwrap(), "{profile}: {fen}");
        }
    }
}

/// The rows of a screen of `temper eval`: number and sentence.
fn rows_of_screen(text: &str) -> Vec<(String, String)> {
    let mut rows: Vec<(String, String)> = Vec::new();
    let body = text.lines().skip_while(|line| !line.contains("+/-")).take_while(|line| !line.is_empty());
    for line in body {
        let (number, rest) = (line[..7].trim(), line[9..].trim());
        let is_heading = || rest.split(' ').next().is_some_and(|word| word.contains('.'));
        if number.parse::<f64>().is_ok() && !is_heading() {
            rows.push((number.to_owned(), rest.to_owned()));
        } else if let Some((_, sentence)) = rows.last_mut().filter(|_| line[..9].trim().is_empty()) {
            *sentence += &format!(" {rest}");
        }
    }
    rows
}

#[test]
fn rows_are_those_of_the_terminal() {
    let (_folder, session) = session();
    let (profile, _) = session.studio().profiles.library().load("temperament").unwrap();
    let weights = profile.compile_both();
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1b2rk1/2q1bppp/p2ppn2/1pn5/3NPP2/P1N1B3/1PP1B1PP/R3QRK1 w - - 1 13",
        "3r2k1/p4ppp/1p2b3/2p5/2P1B3/1P4P1/5P1P/3R2K1 b - - 0 25",
    ] {
        let position = temperament_engine::board::Position::from_fen(fen).unwrap();
        let explained = Explained::new(weights.of(position.stm()), &position);
        let printed = rows_of_screen(&screen::text(&explained, None, ""));
        assert!(!printed.is_empty(), "{fen}");
        let request =
            json!({ "view": "look", "type": "evaluate", "profile": { "name": "temperament" }, "fen": fen });
        let groups = ask(&session, request).unwrap()["groups"].clone();
        let rows = groups.as_array().unwrap().iter().flat_map(|group| group["rows"].as_array().unwrap());
        let mut rows = rows.filter(|row| row["is_even"] == false).map(|row| {
            let difference = row["white"].as_f64().unwrap() - row["black"].as_f64().unwrap();
            (signed(difference, 2), row["sentence"].as_str().unwrap_or_default().to_owned())
        });
        // The terminal leaves rows out for which it has no room.
        for row in printed {
            assert!(rows.any(|other| other == row), "{fen}: {row:?}");
        }
    }
}

#[test]
fn a_position_with_an_impossible_castling_right_is_shown_without_it() {
    let (_folder, session) = session();
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1";
    let found = ask(&session, json!({ "view": "look", "type": "position", "fen": fen })).unwrap();
    assert_eq!(found["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1");
}

/// The 64 numbers of a heat map.
fn cells(session: &Session, fen: &str, of: &Value) -> Vec<Option<f64>> {
    let request = json!({
        "view": "look", "type": "evaluate", "profile": { "name": "temperament" }, "fen": fen, "heat_map": of,
    });
    serde_json::from_value(ask(session, request).unwrap()["heat_map"]["cells"].clone()).unwrap()
}

#[test]
fn heat_maps_can_be_limited_to_a_side_and_a_term() {
    let (_folder, session) = session();
    let fen = "r3k3/pp4pp/8/3p4/8/8/PP2B1PP/R3K3 w - - 0 1";
    let both = cells(&session, fen, &json!({ "map": "worth" }));
    let white = cells(&session, fen, &json!({ "map": "worth", "side": "white" }));
    let black = cells(&session, fen, &json!({ "map": "worth", "side": "black" }));
    let (bishop, pawn) = (12, 35);
    assert_eq!((white[bishop], white[pawn]), (both[bishop], None));
    assert_eq!((black[bishop], black[pawn]), (None, both[pawn]));
    // Without the bishop, its share of a term is gone: the row of the term says the same, but for factors of the whole
    // evaluation, which change with the bishop.
    let of = json!({ "map": "worth", "key": "mobility.bishop" });
    let term = cells(&session, fen, &of)[bishop].unwrap();
    let request =
        json!({ "view": "look", "type": "evaluate", "profile": { "name": "temperament" }, "fen": fen });
    let evaluation = ask(&session, request).unwrap();
    let groups = evaluation["groups"].as_array().unwrap().iter();
    let mut keys = groups.flat_map(keys);
    let row = keys.find(|row| row["key"] == "mobility.bishop").unwrap();
    let shown = row["white"].as_f64().unwrap() - row["black"].as_f64().unwrap();
    assert!((term - shown).abs() < 0.3 * shown.abs(), "{term} {shown}");
    let of = json!({ "map": "piece", "square": "e2", "key": "mobility.bishop" });
    let moved = cells(&session, fen, &of);
    assert_eq!(moved[bishop], Some(0.0));
    assert!(moved.iter().flatten().any(|pawns| *pawns != 0.0), "{moved:?}");
    let unknown = json!({
        "view": "look", "type": "evaluate", "profile": { "name": "temperament" }, "fen": fen,
        "heat_map": { "map": "worth", "key": "mobility.unicorn" },
    });
    assert_eq!(ask(&session, unknown).unwrap()["heat_map"], Value::Null);
}

#[test]
fn a_game_is_read_up_to_its_first_error() {
    let (_folder, session) = session();
    let text = "[White \"A\"]\n\n1. e4 e5 2. Nf3 Ke6\n\n[White \"B\"]\n\n1. d4 *\n\n[White \"C\"]\n\n1. Ke2";
    let read = ask(&session, json!({ "view": "look", "type": "pgn", "text": text })).unwrap();
    let games: Vec<(&str, usize)> = read["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| (game["title"].as_str().unwrap(), game["moves"].as_array().unwrap().len()))
        .collect();
    assert_eq!(games, [("A - ?", 3), ("B - ?", 1)]);
    assert_eq!(read["games"][0]["pgn"], "[White \"A\"]\n\n1. e4 e5 2. Nf3 Ke6\n\n");
    assert_eq!((&read["games"][0]["error"], &read["games"][1]["error"]), (&read["errors"][0], &Value::Null));
    let one_line =
        ask(&session, json!({ "view": "look", "type": "pgn", "text": "1. e4 * 1. d4 d5 *" })).unwrap();
    assert_eq!(
        (&one_line["games"][0]["pgn"], &one_line["games"][1]["pgn"]),
        (&json!("1. e4 * "), &json!("1. d4 d5 *"))
    );
    let errors = read["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(
        errors[0].as_str().unwrap().starts_with("line 3: `Ke6` is not a legal move (2... in"),
        "{errors:?}"
    );
}

#[test]
fn comments_and_variations_of_a_game_are_kept() {
    let (_folder, session) = session();
    let text = "[White \"A\"]\n\n{Start} 1. e4 $1 {[%clk 0:01:00] King's\npawn} e5 (1... c5!? 2. Nf3 ({Or} 2. c3 $14 {[%cal Gc2c3,Rd2d4][%csl Yd4] Alapin}) 2... d6) \
                ({French} 1... e6) 2. Nf3! ; good\nNc6 (2... d6 3. Ke7) {+0.31/12 0.05s} 3. Bb5 {+0.31/12 0.05s} 1-0\n";
    let read = ask(&session, json!({ "view": "look", "type": "pgn", "text": text })).unwrap();
    let game = &read["games"][0];
    assert_eq!(game["notes"], json!([{ "comment": "Start" }]));
    let of = |moves: &Value, field: &str| -> Vec<Value> {
        moves.as_array().unwrap().iter().map(|mv| mv[field].clone()).collect()
    };
    assert_eq!(of(&game["moves"], "mark"), ["!", "", "!", "", ""]);
    let notes = of(&game["moves"], "notes");
    assert_eq!(notes[0], json!([{ "comment": "King's pawn" }]));
    let sicilian = &notes[1][0]["variation"]["moves"];
    assert_eq!(of(sicilian, "san"), ["c5", "Nf3", "d6"]);
    assert_eq!(of(sicilian, "uci"), ["c7c5", "g1f3", "d7d6"]);
    assert_eq!(of(sicilian, "mark"), ["!?", "", ""]);
    let alapin = &sicilian[1]["notes"][0]["variation"];
    assert_eq!(alapin["notes"], json!([{ "comment": "Or" }]));
    assert_eq!(alapin["moves"][0]["notes"], json!([{ "comment": "\u{2a72}" }, { "comment": "Alapin" }]));
    assert_eq!(alapin["moves"][0]["shapes"], json!(["Gc2c3", "Rd2d4", "Yd4"]));
    assert_eq!(of(&notes[1][1]["variation"]["moves"], "san"), ["e6"]);
    assert_eq!(notes[1][1]["variation"]["notes"], json!([{ "comment": "French" }]));
    assert_eq!(notes[2], json!([{ "comment": "good" }]));
    // A variation ends at its first error, which it states; the comments of engines are no comments.
    let philidor = &notes[3][0]["variation"]["moves"];
    assert_eq!(of(philidor, "san"), ["d6"]);
    assert!(philidor[0]["notes"][0]["comment"].as_str().unwrap().starts_with("[cannot be read: `Ke7`"));
    assert_eq!(notes[4], json!([]));
}

#[test]
fn variations_may_be_nested_without_end() {
    let (_folder, session) = session();
    let text = format!("1. e4 {}{}", "(1. d4 ".repeat(20_000), ")".repeat(20_000));
    let read = ask(&session, json!({ "view": "look", "type": "pgn", "text": text })).unwrap();
    let mut notes = &read["games"][0]["moves"][0]["notes"];
    let mut depth = 0;
    while let Some(inner) = notes.pointer("/0/variation/moves/0/notes") {
        (notes, depth) = (inner, depth + 1);
    }
    assert_eq!(depth, 8);
}

#[test]
fn the_moves_of_a_text_are_bounded() {
    const MOST: usize = 20_000;
    let (_folder, session) = session();
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let read = |text: &str| ask(&session, json!({ "view": "look", "type": "pgn", "text": text })).unwrap();
    let games = read(&format!("[White \"A\"]\n\n{}*\n\n[White \"B\"]\n\n1. e4 *\n", shuffle.repeat(6000)));
    let [game] = &games["games"].as_array().unwrap()[..] else { panic!("one game") };
    assert_eq!(game["moves"].as_array().unwrap().len(), MOST);
    let message = "the rest is left out: at most 20000 half-moves are shown";
    assert_eq!(
        (&game["error"], &games["errors"], &games["has_more"]),
        (&json!(message), &json!([message]), &json!(true))
    );
    let variation = read(&format!("1. e4 (1. d4 d5 {}) 1... e5 (1... c5) *", shuffle.repeat(6000)));
    let moves = variation["games"][0]["moves"].as_array().unwrap();
    let inner = moves[0]["notes"][0]["variation"]["moves"].as_array().unwrap();
    assert_eq!((moves.len(), inner.len()), (1, MOST - 1));
    assert_eq!(variation["errors"], json!([message]));
}

#[test]
fn a_search_streams_lines_and_ends() {
    let (folder, _) = session();
    let events = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&events);
    let (sender, done) = std::sync::mpsc::channel();
    let sink = Arc::new(move |event| {
        let event = serde_json::to_value(event).unwrap();
        if event["event"] == "done" {
            sender.send(()).unwrap();
        }
        seen.lock().unwrap().push(event);
        true
    });
    let studio = Arc::new(Studio::new(Library::of(vec![folder.path().to_owned()]), "mine"));
    let session = Session::new(studio, sink);
    let request = json!({
        "view": "look", "type": "search", "stream": 7, "profile": { "name": "temperament" }, "fen": "startpos", "lines": 2,
    });
    ask(&session, request).unwrap();
    while events.lock().unwrap().len() < 4 {
        thread::yield_now();
    }
    let stop = json!({ "view": "studio", "type": "stop", "stream": 7 });
    assert_eq!(ask(&session, stop).unwrap()["was_active"], true);
    done.recv().unwrap();
    let events = events.lock().unwrap();
    assert!(events.iter().any(|event| event["rank"] == 2), "{events:?}");
    assert!(events.iter().all(|event| event["stream"] == 7));
}
