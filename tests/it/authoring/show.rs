//! `temper profile show`.

use super::Folder;

/// Location of the first line of `fabchess` that begins with `start`.
fn shipped(start: &str) -> String {
    let text = include_str!("../../../profiles/fabchess.toml");
    let line = text.lines().position(|l| l.starts_with(start)).unwrap();
    format!("fabchess.toml:{} (shipped)", line + 1)
}

/// A chain of three: the child, its RON parent and a shipped profile.
fn chain(test: &str) -> Folder {
    let child =
        "name = \"child\"\nextends = \"parent\"\n\n[pawns]\nisolated.mg = -33\n\n[scale]\npsqt = [2, 0.5]\n";
    let parent = "(\n    name: \"parent\",\n    extends: \"fabchess\",\n    pawns: (doubled: (7, -7)),\n    \
                  scale: (psqt: 1.5, pawns: 2),\n)\n";
    Folder::new(test, &[("profiles/child.toml", child), ("profiles/parent.ron", parent)])
}

#[test]
fn origins_name_the_line_that_set_a_value_and_those_that_scaled_it() {
    let folder = chain("origins");
    let text = folder.ok(&["show", "child", "--origins"]).replace('\\', "/");
    let line = |key: &str| {
        let line = text.lines().find(|l| l.starts_with(&format!("{key} ")));
        let words: Vec<&str> = line.expect(&text)[key.len()..].split_whitespace().collect();
        words.join(" ")
    };
    assert!(line("name").ends_with("profiles/child.toml:1"), "{text}");
    assert_eq!(line("pawns.doubled"), "[14, -14] profiles/parent.ron:4, x 2 by profiles/parent.ron:5");
    // The middlegame value is from the child, the endgame value from the grandparent, doubled by the parent.
    assert_eq!(
        line("pawns.isolated"),
        format!(
            "[-33, -38] mg profiles/child.toml:5; eg {}, x 2 by profiles/parent.ron:5",
            shipped("isolated")
        )
    );
    let psqt = line("psqt.queen");
    assert!(psqt.starts_with("64 squares, mg -202 to 148, eg "), "{psqt}");
    let from = shipped("queen.mg") + ", x 1.5 by profiles/parent.ron:5, x [2, 0.5] by profiles/child.toml:8";
    assert!(psqt.ends_with(&from), "{psqt}");
    // Locations after short values are aligned in one column.
    let columns: Vec<_> = ["material.pawn ", "tempo.side_to_move ", "king_attack.divisor "]
        .map(|key| text.lines().find(|l| l.starts_with(key)).unwrap().find("fabchess.toml").unwrap())
        .into();
    assert!(columns.iter().all(|c| *c == columns[0]), "{columns:?}");
}

#[test]
fn a_flat_profile_evaluates_the_same_without_a_parent() {
    let folder = chain("flat");
    let flat = folder.ok(&["show", "child", "--flat"]);
    assert!(!flat.contains("extends") && !flat.contains("[scale]"), "{flat}");
    folder.write("flat.toml", &flat);
    let json = |profile: &str| {
        let output = std::process::Command::new(super::TEMPER)
            .args(["eval", "--json", "--profile", profile])
            .arg("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4")
            .current_dir(&folder.0)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(json("flat.toml"), json("child"));
    assert_ne!(json("child"), json("fabchess").replace("\"fabchess\"", "\"child\""));
}

#[test]
fn origins_name_offsets() {
    let base = "name = \"base\"\n[material]\npawn = [100, 120]\nknight = 300\n[mobility]\nknight = 4\n[scale]\nmaterial = 2\n";
    let child = "name = \"child\"\nextends = \"base.toml\"\n[material]\npawn = [\"+10\", 200]\nknight = { mg = \"-3\" }\n\
                 [mobility]\nknight = { step = \"+1\" }\n[scale]\n\"material.knight\" = 0.5\n";
    let folder = Folder::new("origins-offsets", &[("base.toml", base), ("child.toml", child)]);
    let text = folder.ok(&["show", "child.toml", "--origins"]);
    for line in [
        "material.pawn [210, 200] mg base.toml:3, x 2 by base.toml:8, +10 by child.toml:4; eg child.toml:4",
        "material.knight [299, 300] mg base.toml:4, x 2 by base.toml:8, -3 by child.toml:5, x 0.5 by child.toml:9; \
         eg base.toml:4, x 2 by base.toml:8, x 0.5 by child.toml:9",
        "mobility.knight { start = 4, step = 1 } base.toml:6, added to by child.toml:7",
    ] {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.lines().any(|l| words(l) == line), "{line}: {text}");
    }
}

#[test]
fn views_exclude_each_other_and_need_a_valid_profile() {
    let folder = Folder::new("show-faults", &[("bad.toml", "name = \"bad\"\nx = 1\n")]);
    assert_eq!(folder.profile(&["show", "fabchess", "--flat", "--origins"]).code, 2);
    for view in ["--flat", "--origins"] {
        let done = folder.profile(&["show", "bad.toml", view]);
        assert_eq!((done.code, done.stdout.as_str()), (1, ""));
        assert!(done.stderr.contains("unknown key `x`"), "{}", done.stderr);
    }
    // The file as written can be shown despite its errors.
    assert_eq!(folder.ok(&["show", "bad.toml"]), "name = \"bad\"\nx = 1\n");
}

#[test]
fn empty_sections_are_valid_in_both_formats() {
    let folder = Folder::new(
        "show-empty",
        &[
            ("e.ron", "(name: \"e\", material: (), king_attack: (units_per_square: ()))"),
            ("e.toml", "name = \"e\"\n[material]\n[king_attack.units_per_square]\n"),
        ],
    );
    for file in ["e.ron", "e.toml"] {
        assert_eq!(folder.ok(&["check", file]), format!("{file}: ok (1 keys)\n"));
    }
}

#[test]
fn tweaks_are_origins_too_and_a_flat_profile_has_them_in_it() {
    let folder = chain("tweaks");
    let tweaks = ["--set", "passed_pawns.*=1.5x", "--set", "pawns.doubled=3"];
    let text = folder.ok(&[&["show", "child", "--origins"], &tweaks[..]].concat());
    assert!(text.contains("--set pawns.doubled=3\n"), "{text}");
    assert!(text.contains(&(shipped("weak") + ", x 1.5 by --set passed_pawns.*=1.5x\n")), "{text}");
    folder.write("flat.toml", &folder.ok(&[&["show", "child", "--flat"], &tweaks[..]].concat()));
    let flat = folder.ok(&["show", "flat.toml", "--flat"]);
    assert!(flat.contains("\ndoubled = 3\n") && flat.contains("\nweak = [-12, 33]\n"), "{flat}");
    assert_eq!(folder.profile(&["diff", "flat.toml", "child"]).code, 1);
}

#[test]
fn check_without_a_name_checks_all_that_are_found() {
    let folder = chain("check-all");
    let text = folder.ok(&["check"]);
    for name in ["child", "parent", "fabchess", "rustic"] {
        assert!(text.contains(&format!("{name}: ok (")), "{text}");
    }
    folder.write("profiles/broken.toml", "name = \"broken\"\nx = 1\n");
    let done = folder.profile(&["check"]);
    assert_eq!(done.code, 1);
    assert!(done.stderr.replace('\\', "/").contains("profiles/broken.toml:2:1"), "{}", done.stderr);
    assert!(done.stdout.contains("child: ok ("), "the other profiles are checked too");
}

#[test]
fn a_set_that_would_do_nothing_is_refused() {
    let folder = Folder::new("set-refused", &[("mine.toml", "name = \"mine\"\n")]);
    let set = ["--set", "pawns.doubled=3"];
    for args in [&["show", "mine.toml"][..], &["new", "other"], &["fmt", "mine.toml"], &["schema"]] {
        let done = folder.profile(&[args, &set].concat());
        assert_eq!((done.code, done.stdout.as_str()), (1, ""), "{args:?}");
        assert!(done.stderr.contains("show --flat"), "{}", done.stderr);
    }
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1, "nothing was written");
    let flat = folder.ok(&[&["show", "mine.toml", "--flat"][..], &set].concat());
    assert!(flat.contains("doubled = 3\n"), "{flat}");
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_profile_is_an_error() {
    let folder = Folder::new("pipe", &[("profiles/mine.toml", "name = \"mine\"\n")]);
    let pipe = folder.0.join("profiles/fabchess.toml");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    let done = folder.profile(&["show", "fabchess"]);
    assert_eq!(done.code, 1);
    assert!(done.stderr.contains("this is a pipe, not a file"), "{}", done.stderr);
    let list = folder.ok(&["list"]);
    let line = list.lines().find(|l| l.starts_with("  fabchess ")).unwrap();
    assert!(line.contains("has errors"), "{line}");
}
