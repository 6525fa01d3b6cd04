//! The studio: its messages in process, and its server against hostile requests.

mod compare;
mod play;
mod pool;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use temperament_coaching::number::signed;
use temperament_coaching::position::{Explained, screen};
use temperament_engine::eval::keys::entries;
use temperament_engine::profile::diff::changes;
use temperament_engine::profile::{Format, Library, Profile};
use temperament_studio::server::{Server, page_bytes};
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

#[test]
fn a_key_takes_the_place_of_its_comment_and_a_term_can_be_removed() {
    let (_folder, session) = session();
    let text = "name = \"mine\"\nextends = \"temperament\"\n\n[material]\n# Each bishop.\n# bishop = 330\n\n[pawns]\n";
    let set = apply(&session, text, "material.bishop", &json!({ "values": [[400.0, 410.0]] })).unwrap();
    assert_eq!(set, text.replace("# bishop = 330", "bishop = [400, 410]"));
    let term = "\n[[term]]\nname = \"rim\"\ncount = \"own.knights & rim\"\nvalue = -12\n";
    let removed = apply(&session, &(set.clone() + term), "term.rim", &json!({ "remove": true })).unwrap();
    assert_eq!(removed.trim_end(), set.trim_end());
    assert!(apply(&session, &set, "term.rim", &json!({ "remove": true })).is_err());
}

#[test]
fn every_key_has_its_own_help() {
    let (_folder, session) = session();
    let table = ask(&session, json!({ "view": "studio", "type": "keys" })).unwrap();
    let sections = table["sections"].as_array().unwrap();
    let shown: Vec<(&str, &str)> = sections
        .iter()
        .flat_map(|section| section["keys"].as_array().unwrap())
        .map(|key| (key["key"].as_str().unwrap(), key["meaning"].as_str().unwrap()))
        .collect();
    assert_eq!(shown.len(), entries().count());
    for (entry, (key, meaning)) in entries().zip(shown) {
        assert_eq!((entry.key().as_str(), entry.decl.meaning), (key, meaning));
        assert!(!meaning.contains("custom term"), "{key}: {meaning}");
    }
    let text = format!("{MINE}\n[[term]]\nname = \"rim\"\ncount = \"own.knights & rim\"\nvalue = -12\n");
    let profile = json!({ "name": "mine", "text": text });
    let opened = ask(&session, json!({ "view": "edit", "type": "open", "profile": profile })).unwrap();
    let terms = opened["terms"].as_array().unwrap();
    let own = terms.iter().find(|term| term["key"] == "term.rim").unwrap();
    assert_eq!(own["meaning"], "What the custom term `rim` counts.");
}

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

/// The keys of a topic, in all its rows.
fn keys(group: &Value) -> impl Iterator<Item = &Value> {
    let rows = group["rows"].as_array().unwrap().iter();
    rows.flat_map(|row| row["keys"].as_array().unwrap())
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
fn a_table_by_step_can_be_edited() {
    let (_folder, session) = session();
    let text = "name = \"mine\"\nextends = \"temperament\"\n\n[mobility]\nknight = { step = 4 }  # steps\n";
    let pairs: Vec<[i32; 2]> = (0..9).map(|n| if n == 3 { [50, 12] } else { [4 * n, 4 * n] }).collect();
    let edited = apply(&session, text, "mobility.knight", &json!({ "values": pairs })).unwrap();
    assert!(edited.contains("mg = [0, 4, 8, 50, 16") && edited.contains("# steps"), "{edited}");
}

#[test]
fn differences_are_those_of_profile_diff() {
    let (_folder, session) = session();
    let text = apply(&session, MINE, "material.knight", &json!({ "values": [[-30, -15]] })).unwrap();
    let factor = json!({ "factor": { "own": [2.0, 2.0], "their": [1.0, 1.0] } });
    let text = apply(&session, &text, "tempo.side_to_move", &factor).unwrap();
    let diff = |with: &str| {
        let profile = json!({ "name": "mine", "text": text });
        let request = json!({ "view": "edit", "type": "diff", "profile": profile, "with": { "name": with } });
        ask(&session, request).unwrap()["rows"].clone()
    };
    let rows = diff("mine");
    let knight = json!({
        "key": "material.knight", "entry": null, "is_factor": false, "before": "[-12, -15]", "after": "[-30, -15]",
    });
    assert_eq!(rows[1], knight);
    let tempo = json!({
        "key": "tempo.side_to_move", "entry": null, "is_factor": true, "before": "1",
        "after": "own 2, their 1",
    });
    assert_eq!(rows[0], tempo);
    assert_eq!(rows.as_array().unwrap().len(), 2);
    // The parent differs in the same two keys, with another value before.
    let rows = diff("temperament");
    assert_eq!((rows.as_array().unwrap().len(), &rows[1]["key"]), (2, &json!("material.knight")));
    assert_ne!(rows[1]["before"], "[-12, -15]");
}

#[test]
fn settings_name_their_line_and_errors_their_place() {
    let (_folder, session) = session();
    let opened = open(&session);
    let find = |key: &str| {
        let settings = opened["settings"].as_array().unwrap();
        settings.iter().find(|setting| setting["key"] == key).unwrap().clone()
    };
    assert_eq!(
        (&find("material.knight")["set"], &find("material.knight")["line"]),
        (&json!("here"), &json!(6))
    );
    assert_eq!(
        (&find("material.rook")["set"], &find("material.rook")["line"]),
        (&json!("inherited"), &Value::Null)
    );
    let text = MINE.replace("knight", "knigth");
    let profile = json!({ "name": "mine", "text": text });
    let broken = ask(&session, json!({ "view": "edit", "type": "open", "profile": profile })).unwrap();
    assert_eq!(broken["settings"], json!([]));
    let fault = &broken["faults"][0];
    assert_eq!((&fault["line"], &fault["column"]), (&json!(6), &json!(1)), "{fault}");
    assert!(fault["hint"].as_str().unwrap().contains("knight"), "{fault}");
}

#[test]
fn a_change_keeps_the_rest_of_the_text() {
    let (_folder, session) = session();
    let text = apply(&session, MINE, "material.knight", &json!({ "values": [[-30, -15]] })).unwrap();
    assert_eq!(text, MINE.replace("-12", "-30"));
    // One number for both stages becomes a pair, and its comment stays.
    let single = MINE.replace("[-12, -15]", "-12");
    let text = apply(&session, &single, "material.knight", &json!({ "values": [[-30, -12]] })).unwrap();
    assert_eq!(text, MINE.replace("[-12, -15]", "[-30, -12]"));
    // An inherited key is added to its section, a new section at the end.
    let text = apply(&session, MINE, "material.bishop", &json!({ "values": [[301, 302]] })).unwrap();
    assert_eq!(text, format!("{MINE}bishop = [301, 302]\n"));
    let text = apply(&session, MINE, "tempo.side_to_move", &json!({ "values": [[9, 9]] })).unwrap();
    assert_eq!(text, format!("{MINE}\n[tempo]\nside_to_move = 9\n"));
    let text = apply(&session, MINE, "draw.value", &json!({ "number": -20 })).unwrap();
    assert!(text.starts_with(MINE) && text.contains("value = -20"), "{text}");
    let removed = apply(&session, MINE, "material.knight", &json!({ "remove": true })).unwrap();
    assert_eq!(removed, MINE.replace("knight = [-12, -15]  # keep this\n", ""));
    let factor = json!({ "factor": { "own": [2.0, 2.0], "their": [1.0, 1.0] } });
    let text = apply(&session, MINE, "king_attack.safety_table", &factor).unwrap();
    assert!(text.contains("[scale]\n\"king_attack.safety_table\" = { own = 2.0 }"), "{text}");
}

#[test]
fn a_change_is_evaluated_in_the_same_request() {
    let (_folder, session) = session();
    let profile = json!({ "name": "mine", "text": MINE });
    let change = json!({ "key": "material.knight", "values": [[-30, -15]] });
    let position = json!({ "fen": "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "heat_map": { "map": "worth" } });
    let apply = json!({
        "view": "edit", "type": "apply", "profile": profile, "changes": [change], "evaluate": position,
    });
    let applied = ask(&session, apply).unwrap();
    let mut evaluate = position;
    evaluate["view"] = "look".into();
    evaluate["type"] = "evaluate".into();
    evaluate["profile"] = json!({ "name": "mine", "text": applied["text"] });
    assert!(applied["evaluation"]["heat_map"]["cells"][1].is_f64());
    assert_eq!(applied["evaluation"], ask(&session, evaluate).unwrap());
}

#[test]
fn a_change_that_does_not_fit_is_refused() {
    let (_folder, session) = session();
    for (key, to) in [
        ("material.knight", json!({ "values": [[1, 2], [3, 4]] })),
        ("material.knight", json!({ "values": [[99_999, 0]] })),
        ("material.unicorn", json!({ "values": [[1, 1]] })),
        ("phase.model", json!({ "text": "no such model" })),
        ("draw.value", json!({ "number": 1e300 })),
        ("psqt.pawn", json!({ "remove": true })),
    ] {
        assert!(apply(&session, MINE, key, &to).is_err(), "{key} {to}");
    }
}

#[test]
fn saving_never_loses_a_change_from_outside() {
    let (folder, session) = session();
    let path = folder.path().join("mine.toml");
    let stamp = open(&session)["file"]["stamp"].clone();
    let text = MINE.replace("-12", "-40");
    let save = |stamp: &Value| {
        ask(&session, json!({ "view": "edit", "type": "save", "name": "mine", "text": text, "stamp": stamp }))
    };
    let outside = MINE.replace("my profile", "another program");
    fs::write(&path, &outside).unwrap();
    let refused = save(&stamp).unwrap();
    assert_eq!(refused["conflict"]["text"], outside.as_str());
    assert_eq!(fs::read_to_string(&path).unwrap(), outside);
    save(&refused["conflict"]["stamp"]).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    // A text with errors is not written.
    let stamp = open(&session)["file"]["stamp"].clone();
    let broken = json!({ "view": "edit", "type": "save", "name": "mine", "text": "name = ", "stamp": stamp });
    assert!(ask(&session, broken).is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

/// Two programs, each of which saves its own lines into the same file.
#[test]
fn two_studios_lose_no_save() {
    const SAVES: usize = 25;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(&path, MINE).unwrap();
    let saver = |name: &str| {
        let library = Library::of(vec![folder.path().to_owned()]);
        let session = Session::new(Arc::new(Studio::new(library, "mine")), Arc::new(|_| true));
        let mut now = open(&session)["file"].clone();
        for number in 0..SAVES {
            let line = format!("# {name} {number}\n");
            loop {
                let text = now["text"].as_str().unwrap().to_owned() + &line;
                let save = json!({
                    "view": "edit", "type": "save", "name": "mine", "text": text, "stamp": now["stamp"],
                });
                let answer = ask(&session, save).unwrap();
                if answer["conflict"].is_null() {
                    // It is not the text that somebody else has saved since.
                    assert_eq!(answer["file"]["text"], text.as_str());
                    now = answer["file"].clone();
                    break;
                }
                now = answer["conflict"].clone();
            }
        }
    };
    thread::scope(|scope| ["a", "b"].map(|name| scope.spawn(move || saver(name))).map(|t| t.join().unwrap()));
    let text = fs::read_to_string(&path).unwrap();
    for line in
        ["a", "b"].iter().flat_map(|name| (0..SAVES).map(move |number| format!("# {name} {number}\n")))
    {
        assert!(text.contains(&line), "{line}{text}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "a file was left behind");
}

#[test]
fn a_profile_whose_file_is_gone_can_be_saved() {
    let (folder, session) = session();
    let path = folder.path().join("mine.toml");
    let stamp = open(&session)["file"]["stamp"].clone();
    let text = apply(&session, MINE, "material.bishop", &json!({ "values": [[301, 302]] })).unwrap();
    fs::rename(&path, folder.path().join("moved.toml")).unwrap();
    let gone = open(&session);
    assert_eq!((&gone["is_missing"], &gone["settings"]), (&json!(true), &json!([])));
    let draft = json!({ "name": "mine", "text": text });
    let opened = ask(&session, json!({ "view": "edit", "type": "open", "profile": draft })).unwrap();
    assert!(opened["is_missing"] == true && !opened["settings"].as_array().unwrap().is_empty());
    // It can still be changed, copied and written again, but not without a valid text.
    let text = apply(&session, &text, "material.bishop", &json!({ "values": [[303, 304]] })).unwrap();
    let draft = json!({ "name": "mine", "text": text });
    let save_as = |name: &str, child: bool| {
        let request =
            json!({ "view": "edit", "type": "save_as", "profile": draft, "name": name, "child": child });
        ask(&session, request)
    };
    save_as("copy", false).unwrap();
    assert!(fs::read_to_string(folder.path().join("copy.toml")).unwrap().contains("bishop = [303, 304]"));
    assert!(save_as("kid", true).unwrap_err().contains("no file mine.toml"));
    let save = |text: &str| {
        ask(&session, json!({ "view": "edit", "type": "save", "name": "mine", "text": text, "stamp": stamp }))
    };
    assert!(save("name = ").is_err() && !path.exists());
    save(&text).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert_eq!(open(&session)["is_missing"], false);
    // A name that was never read is no missing file.
    let unknown = json!({ "view": "edit", "type": "open", "profile": { "name": "nobody" } });
    assert!(ask(&session, unknown).is_err());
}

#[test]
fn a_text_that_is_in_no_file_yet_can_be_used_and_saved() {
    let (folder, session) = session();
    let draft = |name: &str| json!({ "name": name, "text": MINE });
    let open = |profile: Value| ask(&session, json!({ "view": "edit", "type": "open", "profile": profile }));
    // A device has no file on Windows, and a name is no path.
    for name in ["aux", "../mine", "a b"] {
        assert!(open(draft(name)).is_err(), "{name}");
    }
    let opened = open(draft("new")).unwrap();
    assert!(opened["is_missing"] == true && opened["is_file"] == true);
    assert!(!opened["settings"].as_array().unwrap().is_empty());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "it was written before it was saved");
    let save = json!({ "view": "edit", "type": "save", "name": "new", "text": MINE, "stamp": "" });
    ask(&session, save).unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("new.toml")).unwrap(), MINE);
}

#[test]
fn a_shared_text_extends_no_file() {
    let (folder, session) = session();
    let share =
        |profile: Value| ask(&session, json!({ "view": "edit", "type": "share", "profile": profile }));
    let text = |profile| share(profile).unwrap()["text"].as_str().unwrap().to_owned();
    assert_eq!(text(json!({ "name": "mine" })), MINE);
    let unsaved = MINE.replace("-12", "-13");
    assert_eq!(text(json!({ "name": "mine", "text": unsaved })), unsaved);
    fs::write(
        folder.path().join("kid.toml"),
        "name = \"kid\"\nextends = \"mine.toml\"\n[material]\nbishop = 301\n",
    )
    .unwrap();
    fs::write(folder.path().join("bare.toml"), "name = \"bare\"\n[material]\npawn = 100\n").unwrap();
    fs::write(folder.path().join("heir.toml"), "name = \"heir\"\nextends = \"bare\"\n").unwrap();
    fs::write(folder.path().join("old.ron"), "(name: \"old\", material: (pawn: 101))").unwrap();
    for (name, parent) in [("kid", Some("temperament")), ("heir", None), ("old", None)] {
        let shared = text(json!({ "name": name }));
        let extends = shared.lines().find(|line| line.starts_with("extends"));
        assert_eq!(
            extends.map(str::to_owned),
            parent.map(|parent| format!("extends = \"{parent}\"")),
            "{shared}"
        );
        let there = Profile::parse(Format::Toml, &shared)
            .unwrap_or_else(|error| panic!("{name}: {error:?}\n{shared}"));
        let (here, _) = Library::of(vec![folder.path().to_owned()]).load(name).unwrap();
        assert!(changes(&here.values, &there.values).is_empty(), "{name}\n{shared}");
    }
}

#[test]
fn a_shared_text_is_short_if_little_is_changed() {
    let (folder, session) = session();
    let ask = |request: Value| ask(&session, request).unwrap();
    for (shipped, name) in [("temperament", "temperament"), ("temperament", "copy"), ("attacker", "attacker")]
    {
        let open = json!({ "view": "edit", "type": "open", "profile": { "name": shipped } });
        let text = ask(open)["file"]["text"].as_str().unwrap().replacen(shipped, name, 1);
        let text = apply(&session, &text, "material.bishop", &json!({ "values": [[301, 302]] })).unwrap();
        let profile = json!({ "name": "mine", "text": text });
        let shared = ask(json!({ "view": "edit", "type": "share", "profile": profile }));
        let shared = shared["text"].as_str().unwrap();
        assert!(shared.contains(&format!("name = \"{name}\"")), "{shared}");
        assert!(shared.contains(&format!("extends = \"{shipped}\"")), "{shared}");
        assert!(shared.len() < 200 && text.len() > 2000, "{shared}");
        let there = Profile::parse(Format::Toml, shared).unwrap();
        fs::write(folder.path().join("changed.toml"), &text).unwrap();
        let (here, _) = Library::of(vec![folder.path().to_owned()]).load("changed").unwrap();
        assert!(changes(&here.values, &there.values).is_empty(), "{name}\n{shared}");
    }
}

#[test]
fn a_child_holds_the_differences() {
    let (folder, session) = session();
    let text = apply(&session, MINE, "material.bishop", &json!({ "values": [[301, 302]] })).unwrap();
    let request = json!({
        "view": "edit", "type": "save_as", "profile": { "name": "mine", "text": text }, "name": "young", "child": true,
    });
    ask(&session, request.clone()).unwrap();
    let child = fs::read_to_string(folder.path().join("young.toml")).unwrap();
    assert!(child.contains("extends = \"mine.toml\"") && child.contains("bishop = [301, 302]"), "{child}");
    assert!(!child.contains("knight"), "{child}");
    assert!(ask(&session, request).is_err(), "an existing profile was replaced");
}

#[test]
fn a_profile_in_ron_is_read_only_and_copied_to_toml() {
    let (folder, session) = session();
    let rustic = json!({ "name": "rustic" });
    let opened = ask(&session, json!({ "view": "edit", "type": "open", "profile": rustic })).unwrap();
    assert_eq!(opened["is_toml"], false);
    let change = json!({ "key": "material.knight", "values": [[301, 302]] });
    let apply = json!({ "view": "edit", "type": "apply", "profile": rustic, "changes": [change] });
    assert!(ask(&session, apply).unwrap_err().contains("temper profile convert"));
    let copy =
        json!({ "view": "edit", "type": "save_as", "profile": rustic, "name": "copy", "child": false });
    ask(&session, copy).unwrap();
    let library = session.studio().profiles.library();
    assert!(fs::read_to_string(folder.path().join("copy.toml")).unwrap().contains("name = \"copy\""));
    let [before, after] = ["rustic", "copy"].map(|name| library.load(name).unwrap().0);
    assert_eq!(before.values, after.values);
}

#[test]
fn line_ends_of_windows_stay() {
    let (_folder, session) = session();
    let text = MINE.replace('\n', "\r\n");
    let edited = apply(&session, &text, "material.bishop", &json!({ "values": [[301, 302]] })).unwrap();
    assert_eq!(edited, format!("{text}bishop = [301, 302]\r\n"));
    let edited = apply(&session, &text, "material.knight", &json!({ "values": [[-30, -15]] })).unwrap();
    assert_eq!(edited, text.replace("-12", "-30"));
}

/// Makes a link to a file; `false` if the system does not allow it.
fn make_link(file: &Path, link: &Path) -> bool {
    #[cfg(unix)]
    let made = std::os::unix::fs::symlink(file, link);
    // Only administrators and developers may do it.
    #[cfg(windows)]
    let made = std::os::windows::fs::symlink_file(file, link);
    made.is_ok()
}

#[test]
fn no_file_outside_thefolders_is_read_or_written() {
    let (folder, session) = session();
    let secret = tempfile::tempdir().unwrap();
    let secret_file = secret.path().join("secret.toml");
    fs::write(&secret_file, MINE.replace("mine", "secret")).unwrap();
    for name in
        ["../secret", "/etc/passwd", "..\\secret", "\\\\server\\share\\x", "mine.toml", "a/b", "%2e%2e", ""]
    {
        let request = json!({ "view": "edit", "type": "open", "profile": { "name": name } });
        assert!(ask(&session, request).is_err(), "{name}");
    }
    let relative = format!("../{}/secret.toml", secret.path().file_name().unwrap().to_str().unwrap());
    for parent in
        [secret_file.to_str().unwrap(), &relative, "//server/share/x.toml", "\\\\server\\share\\x.toml"]
    {
        let text = format!("name = \"mine\"\nextends = {}\n", json!(parent));
        let profile = json!({ "name": "mine", "text": text });
        let request = json!({ "view": "look", "type": "evaluate", "profile": profile, "fen": "startpos" });
        let message = ask(&session, request).unwrap_err();
        // On Unix, a name with backslashes is that of a file in the folder.
        let is_refused =
            message.contains("outside the profile folders") || message.contains("does not exist");
        assert!(is_refused, "{parent}: {message}");
    }
    let link = folder.path().join("link.toml");
    if make_link(&secret_file, &link) {
        let request = json!({ "view": "edit", "type": "open", "profile": { "name": "link" } });
        assert!(ask(&session, request).is_err(), "a link that leads out was read");
    }
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

/// A running server: its port and its token.
fn served() -> (TempDir, u16, String) {
    serve(Server::bind(0).unwrap())
}

fn serve(server: Server) -> (TempDir, u16, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.toml"), MINE).unwrap();
    let url = server.url();
    let (address, token) = url.strip_prefix("http://127.0.0.1:").unwrap().split_once('/').unwrap();
    let (port, token) = (address.parse().unwrap(), token.trim_end_matches('/').to_owned());
    let studio = Arc::new(Studio::new(Library::of(vec![folder.path().to_owned()]), "mine"));
    thread::spawn(move || server.run(studio));
    (folder, port, token)
}

/// Sends bytes and returns the whole answer, or what came before the connection was closed.
fn exchange(port: u16, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // The server may refuse before it has read everything.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn post(port: u16, token: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    let request = format!(
        "POST /{token}/api HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
    );
    exchange(port, request.as_bytes())
}

#[test]
fn only_our_own_page_is_answered() {
    let (_folder, port, token) = served();
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    let body = r#"{"view":"studio","type":"hello"}"#;
    assert!(post(port, &token, &own, body).contains("\"first\":\"mine\""));
    let origin = format!("{own}Origin: http://127.0.0.1:{port}\r\n");
    assert!(post(port, &token, &origin, body).starts_with("HTTP/1.1 200"));
    for (token, headers) in [
        ("0123456789abcdef0123456789abcdef", own.clone()),
        ("", own.clone()),
        (token.as_str(), "Host: evil.example\r\n".to_owned()),
        (token.as_str(), format!("Host: evil.example:{port}\r\n")),
        (token.as_str(), format!("{own}Host: evil.example\r\n")),
        (token.as_str(), format!("{own}Origin: http://evil.example\r\n")),
        (token.as_str(), format!("{own}Origin: null\r\n")),
        (token.as_str(), format!("{own}Sec-Fetch-Site: cross-site\r\n")),
    ] {
        let answer = post(port, token, &headers, body);
        assert!(!answer.starts_with("HTTP/1.1 200") && !answer.contains("mine"), "{headers}: {answer}");
    }
}

#[test]
fn hostile_requests_get_nothing() {
    let (folder, port, token) = served();
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    for path in ["../../etc/passwd", "..%2f..%2fetc/passwd", "mine.toml", "//etc/passwd", "studio.js/.."] {
        let request = format!("GET /{token}/{path} HTTP/1.1\r\nConnection: close\r\n{own}\r\n");
        let answer = exchange(port, request.as_bytes());
        assert!(!answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    }
    for body in ["", "{", "[]", "null", r#"{"view":"edit","type":"format_disk"}"#, &"[".repeat(100_000)] {
        assert!(post(port, &token, &own, body).contains("\"error\""), "{body:.40}");
    }
    let large =
        format!("POST /{token}/api HTTP/1.1\r\n{own}Connection: close\r\nContent-Length: 104857600\r\n\r\n");
    let mut request = large.into_bytes();
    request.resize(request.len() + (8 << 20), b' ');
    assert!(!exchange(port, &request).starts_with("HTTP/1.1 200"));
    // Further connections are closed at once, and the server goes on when they are gone.
    let crowd: Vec<_> = (0..200).filter_map(|_| TcpStream::connect(("127.0.0.1", port)).ok()).collect();
    drop(crowd);
    let body = r#"{"view":"studio","type":"hello"}"#;
    let is_well = |_| {
        thread::sleep(Duration::from_millis(20));
        post(port, &token, &own, body).starts_with("HTTP/1.1 200")
    };
    assert!((0..200).any(is_well), "the server does not recover");
    assert_eq!(fs::read_to_string(folder.path().join("mine.toml")).unwrap(), MINE);
}

#[test]
fn connections_that_send_no_request_are_closed() {
    let (_folder, port, token) = serve(Server::bind(0).unwrap().with_head_time(Duration::from_millis(200)));
    // As many as there may be, so that nobody else is served.
    let idle: Vec<TcpStream> = (0..64)
        .map(|number| {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
            let start: &[u8] =
                [b"".as_slice(), b"PRI * HTTP/2.0\r\n", b"GET / HTTP/1.1\r\nHost:"][number % 3];
            stream.write_all(start).unwrap();
            stream
        })
        .collect();
    for mut stream in idle {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut answer = Vec::new();
        let end = stream.read_to_end(&mut answer).map_err(|error| error.kind());
        assert!(matches!(end, Ok(_) | Err(std::io::ErrorKind::ConnectionReset)), "{end:?}");
    }
    let request =
        format!("GET /{token}/look HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    let answer = exchange(port, request.as_bytes());
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn the_page_is_small_and_loads_from_nowhere_else() {
    assert!(page_bytes() < 300_000, "{}", page_bytes());
    let (_folder, port, token) = served();
    for path in ["", "look", "edit", "compare", "play", "studio.js", "studio.css"] {
        let request =
            format!("GET /{token}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
        let answer = exchange(port, request.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        assert!(answer.contains("content-security-policy: default-src 'none'"), "{path}");
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        let elsewhere = body.replace("http://www.w3.org/2000/svg", "");
        assert!(!elsewhere.contains("http:") && !elsewhere.contains("https:"), "{path}");
    }
}
