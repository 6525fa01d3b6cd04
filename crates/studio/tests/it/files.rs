//! Files of profiles: what is saved, shared and refused.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use serde_json::{Value, json};
use temperament_engine::profile::diff::changes;
use temperament_engine::profile::{Format, Library, Profile};
use temperament_studio::{Session, Studio};

use super::{MINE, apply, ask, open, session};

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
