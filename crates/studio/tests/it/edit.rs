//! The view Edit: changes of a text, and what they are checked for.

use serde_json::{Value, json};
use temperament_engine::eval::keys::entries;

use super::{MINE, apply, ask, open, session};

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
