//! The view Compare: values of several profiles, and positions on which they disagree.

use std::fs;
use std::sync::mpsc::Receiver;

use serde_json::{Value, json};
use temperament_studio::Session;

use super::play::{listening, until_done};
use super::{ask, keys, session};

const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

fn names(names: &[&str]) -> Value {
    names.iter().map(|name| json!({ "name": name })).collect()
}

#[test]
fn values_are_those_of_each_profile() {
    let (_folder, session) = session();
    let profiles = ["mine", "fabchess", "attacker"];
    let request =
        json!({ "view": "compare", "type": "position", "profiles": names(&profiles), "fen": ITALIAN });
    let compared = ask(&session, request).unwrap();
    for (index, name) in profiles.into_iter().enumerate() {
        let request =
            json!({ "view": "look", "type": "evaluate", "profile": { "name": name }, "fen": ITALIAN });
        let single = ask(&session, request).unwrap();
        assert_eq!(compared["pawns"][index], single["pawns"], "{name}");
        assert_eq!(compared["versions"][index], single["version"], "{name}");
        let mut rows = 0;
        for group in single["groups"].as_array().unwrap() {
            let found = compared["groups"].as_array().unwrap();
            let found = found.iter().find(|other| other["title"] == group["title"]).unwrap();
            for row in keys(group) {
                let other = found["rows"].as_array().unwrap().iter().find(|other| other["key"] == row["key"]);
                let difference = row["white"].as_f64().unwrap() - row["black"].as_f64().unwrap();
                assert_eq!(other.unwrap()["values"][index].as_f64().unwrap(), difference, "{name}: {row}");
                rows += 1;
            }
        }
        assert!(rows > 10, "{name}: {rows} rows");
    }
    let spreads = compared["groups"].as_array().unwrap().iter().map(|group| spread(&group["values"]));
    assert!(spreads.is_sorted_by(|a, b| a >= b), "{compared:#}");
}

fn spread(values: &Value) -> f64 {
    let values: Vec<f64> = values.as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect();
    values.iter().copied().fold(f64::MIN, f64::max) - values.iter().copied().fold(f64::MAX, f64::min)
}

/// The last line of a search by nodes, without its time.
fn searched(session: &Session, events: &Receiver<Value>, name: &str) -> Value {
    let request = json!({ "view": "look", "type": "search", "stream": 1, "profile": { "name": name }, "fen": ITALIAN, "nodes": 5000 });
    ask(session, request).unwrap();
    let mut last = until_done(events).pop().unwrap();
    last.as_object_mut().unwrap().remove("milliseconds");
    last
}

#[test]
fn a_child_is_compared_with_its_parent_and_searches_like_it() {
    let (folder, session, events) = listening();
    for (name, extends) in [
        ("named", "bookish"),
        ("by_file", "bookish.toml"),
        ("by_path", "./bookish.toml"),
        ("alias", "default"),
    ] {
        let text = format!("name = \"{name}\"\nextends = \"{extends}\"\n");
        fs::write(folder.path().join(name).with_extension("toml"), text).unwrap();
    }
    let profile = json!({ "name": "bookish" });
    let request =
        json!({ "view": "edit", "type": "save_as", "profile": profile, "name": "child", "child": true });
    ask(&session, request).unwrap();
    let listed = ask(&session, json!({ "view": "studio", "type": "profiles" })).unwrap();
    let parent = |name: &str| {
        let all = listed["profiles"].as_array().unwrap();
        all.iter().find(|profile| profile["name"] == name).unwrap()["parent"].clone()
    };
    for child in ["child", "named", "by_file", "by_path"] {
        assert_eq!(parent(child), "bookish", "{child}");
    }
    assert_eq!(
        (parent("alias"), parent("bookish"), parent("fabchess")),
        ("temperament".into(), "temperament".into(), Value::Null)
    );
    // A search of another profile in between leaves no traces.
    let first = searched(&session, &events, "bookish");
    assert_ne!(searched(&session, &events, "fabchess"), first);
    assert_eq!(searched(&session, &events, "child"), first);
}

#[test]
fn an_unsaved_text_is_compared_with_its_file() {
    let (_folder, session) = session();
    let text = super::MINE.replace("-12, -15", "-112, -115");
    let profiles = json!([{ "name": "mine", "text": text }, { "name": "mine" }]);
    let fen = "4k3/pppp4/8/8/8/8/PPPP4/1N2K3 w - - 0 1";
    let request = json!({ "view": "compare", "type": "position", "profiles": profiles, "fen": fen });
    let compared = ask(&session, request).unwrap();
    for index in [0, 1] {
        let request = json!({ "view": "look", "type": "evaluate", "profile": profiles[index], "fen": fen });
        assert_eq!(compared["pawns"][index], ask(&session, request).unwrap()["pawns"]);
    }
    assert_ne!(compared["pawns"][0], compared["pawns"][1]);
    assert_eq!(compared["groups"][0]["rows"][0]["key"], "material.knight");
}

fn positions(profiles: &Value, text: Option<&str>) -> Result<Value, String> {
    let (_folder, session) = session();
    let request = json!({ "view": "compare", "type": "positions", "profiles": profiles, "text": text });
    ask(&session, request)
}

#[test]
fn positions_are_sorted_by_disagreement() {
    let found = positions(&names(&["temperament", "fabchess"]), None).unwrap();
    let list = found["positions"].as_array().unwrap();
    let listed = ask(&listening().1, json!({ "view": "studio", "type": "hello" })).unwrap();
    assert_eq!(found["evaluated"], listed["positions"].as_array().unwrap().len());
    assert!(list.len() > 8 && found["evaluated"].as_u64().unwrap() >= list.len() as u64, "{found:#}");
    let differences: Vec<f64> = list.iter().map(|one| one["difference"].as_f64().unwrap()).collect();
    assert!(differences.is_sorted_by(|a, b| a >= b), "{differences:?}");
    for one in list {
        let pawns = [0, 1].map(|index| one["pawns"][index].as_f64().unwrap());
        assert!((one["difference"].as_f64().unwrap() - (pawns[1] - pawns[0]).abs()).abs() < 1e-9, "{one}");
        assert!(!one["name"].as_str().unwrap().is_empty() && !one["terms"].as_array().unwrap().is_empty());
    }
    let same = positions(&names(&["temperament", "temperament"]), None).unwrap();
    assert_eq!(same["positions"], json!([]));
}

#[test]
fn positions_come_from_lists_and_games() {
    let profiles = names(&["temperament", "fabchess", "mine"]);
    let list = format!("# a comment\n\n{ITALIAN}\nnot a position\n{ITALIAN}\n");
    let found = positions(&profiles, Some(&list)).unwrap();
    assert_eq!((&found["evaluated"], found["positions"][0]["fen"].as_str()), (&json!(1), Some(ITALIAN)));
    assert!(found["errors"][0].as_str().unwrap().starts_with("line 4: "), "{}", found["errors"]);
    let found = positions(&profiles, Some("1. e4 e5 2. Nf3 Nc6 *")).unwrap();
    assert_eq!((&found["evaluated"], &found["has_more"]), (&json!(4), &json!(false)));
    let last =
        found["positions"].as_array().unwrap().iter().any(|one| one["name"] == "game 1, after 2... Nc6");
    assert!(last, "{found:#}");
    let found = positions(&profiles, Some("nothing of use")).unwrap();
    assert_eq!(found["positions"], json!([]));
}

#[test]
fn the_work_is_bounded() {
    let (_folder, session, _events) = listening();
    for profiles in
        [names(&[]), names(&["temperament"]), names(&["temperament"; 7]), names(&["temperament", "missing"])]
    {
        let request = json!({ "view": "compare", "type": "position", "profiles": profiles, "fen": ITALIAN });
        assert!(ask(&session, request).is_err(), "{profiles}");
    }
    // Eleven thousand different positions: pawns in all ways on two ranks.
    let pawns = |set: usize, pawn| -> String {
        (0..8).map(|file| if set >> file & 1 == 1 { pawn } else { '1' }).collect()
    };
    let position =
        |n: usize| format!("7k/8/{}/8/8/{}/8/K7 w - - 0 1\n", pawns(n / 256, 'p'), pawns(n % 256, 'P'));
    let text: String = (0..11_000).map(position).collect();
    let found = positions(&names(&["temperament", "fabchess"]), Some(&text)).unwrap();
    assert_eq!((&found["evaluated"], &found["has_more"]), (&json!(10_000), &json!(true)));
    assert_eq!(found["positions"].as_array().unwrap().len(), 50);
    let faulty =
        positions(&names(&["temperament", "fabchess"]), Some(&format!("{ITALIAN}\n{}", "?\n".repeat(99))));
    let faulty = faulty.unwrap();
    assert_eq!((faulty["errors"].as_array().unwrap().len(), &faulty["has_more"]), (20, &json!(true)));
}
