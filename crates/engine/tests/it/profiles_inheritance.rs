//! Inheritance of profiles: `extends`, `reset`, `scale`, and the origin of each value.

use std::path::PathBuf;

use temperament_engine::eval::Values;
use temperament_engine::eval::keys::{Slot, number, slot};
use temperament_engine::profile::{Library, LoadError, Origin, Profile};

const ISOLATED: Slot = slot("pawns.isolated");
const DOUBLED: Slot = slot("pawns.doubled");
const KNIGHT_PSQT: Slot = slot("psqt.knight");
const KNIGHT: Slot = slot("material.knight");

/// A temporary folder with the given files, removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = std::env::temp_dir().join(format!("temperament-family-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        for (file, text) in files {
            let file = path.join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        Self(path)
    }

    fn write_ron(&self, name: &str, fields: &str) {
        std::fs::write(self.0.join(format!("{name}.ron")), format!("(name: \"{name}\", {fields})")).unwrap();
    }

    fn load(&self, name: &str) -> Result<Profile, Vec<String>> {
        let library = Library::of(vec![self.0.clone()]);
        match library.load(name) {
            Ok((profile, _)) => Ok(profile),
            Err(LoadError::Invalid(diagnostics)) => Err(diagnostics
                .iter()
                .map(|f| f.to_string().replace(&format!("{}/", self.0.display()), ""))
                .collect()),
            Err(other) => panic!("{other}"),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn shipped(name: &str) -> Profile {
    Library::of(Vec::new()).load(name).unwrap().0
}

fn value(profile: &Profile, slot: Slot) -> [i32; 2] {
    profile.values.scores[slot.offset]
}

#[test]
fn a_chain_of_three_merges_keys_and_keeps_origins() {
    let folder = Folder::new(
        "chain",
        &[
            (
                "grandchild.toml",
                "name = \"grandchild\"\nextends = \"sub/child.ron\"\n\n[pawns]\nisolated.mg = -33\n",
            ),
            (
                "sub/child.ron",
                "(name: \"child\", extends: \"fabchess\", pawns: (doubled: (7, -7)), \
                 phase: (weights: (queen: 1600)))",
            ),
        ],
    );
    let parent = shipped("fabchess");
    let profile = folder.load("grandchild").unwrap();
    assert_eq!(profile.name, "grandchild");
    assert_eq!(profile.description, None, "the description is not inherited");
    assert_eq!(value(&profile, ISOLATED), [-33, value(&parent, ISOLATED)[1]]);
    assert_eq!(value(&profile, DOUBLED), [7, -7]);
    assert_eq!(value(&profile, KNIGHT_PSQT), value(&parent, KNIGHT_PSQT));
    assert_eq!(profile.values.numbers[number("phase.weights.queen")], 1600.0);
    assert_eq!(profile.values.numbers[number("phase.weights.rook")], 650.0);

    let place = |key: &str| {
        let place = &profile.given(key).unwrap().location;
        let file = place.source.file.rsplit('/').next().unwrap().to_owned();
        (file, place.line_column().map(|(line, _)| line))
    };
    assert_eq!(place("pawns.isolated"), ("grandchild.toml".into(), Some(5)));
    assert_eq!(place("pawns.doubled"), ("child.ron".into(), Some(1)));
    assert_eq!(place("material.knight").0, "fabchess.toml");
    let files: Vec<_> = profile.files.iter().map(ToString::to_string).collect();
    assert_eq!(files.len(), 3);
    assert!(files[0].ends_with("grandchild.toml") && files[1].ends_with("sub/child.ron"));
    assert_eq!(profile.files[2], Origin::Embedded("fabchess.toml"));
}

#[test]
fn a_child_without_changes_evaluates_like_its_parent() {
    let folder = Folder::new("same", &[("heir.toml", "name = \"heir\"\nextends = \"cheops\"\n")]);
    let child = folder.load("heir").unwrap();
    assert_eq!(child.compile().id(), shipped("cheops").compile().id());
}

#[test]
fn sections_and_keys_are_reset_to_nothing() {
    let text = "name = \"x\"\nextends = \"fabchess\"\nreset = [\"psqt\", \"pawns.isolated\", \"phase.weights.queen\"]\n\
                [psqt]\nknight = 5\n";
    let folder = Folder::new("reset", &[("x.toml", text)]);
    let profile = folder.load("x").unwrap();
    assert_eq!(value(&profile, ISOLATED), [0, 0]);
    assert_eq!(value(&profile, slot("psqt.bishop")), [0, 0]);
    assert_eq!(value(&profile, KNIGHT_PSQT), [5, 5], "values of the profile itself are not reset");
    assert_eq!(value(&profile, DOUBLED), value(&shipped("fabchess"), DOUBLED));
    let queen = number("phase.weights.queen");
    assert_eq!(profile.values.numbers[queen], Values::default().numbers[queen]);
    assert!(profile.given("psqt.bishop").is_none());
}

#[test]
fn factors_multiply_once_and_round_once() {
    let text = "name = \"x\"\nextends = \"fabchess\"\n[scale]\nmaterial = 1.5\n\"material.knight\" = { eg = 0.5 }\n\
                psqt = [2, 0]\npawns.isolated = -1\n";
    let folder = Folder::new(
        "scale",
        &[("x.toml", text), ("y.toml", "name = \"y\"\nextends = \"x\"\n[scale]\nmaterial = 2\n")],
    );
    let (parent, x, y) = (shipped("fabchess"), folder.load("x").unwrap(), folder.load("y").unwrap());
    assert_eq!(value(&parent, KNIGHT), [448, 733]);
    assert_eq!(value(&x, KNIGHT), [672, 550], "733 * 1.5 * 0.5 = 549.75");
    assert_eq!(value(&y, KNIGHT), [1344, 1100], "the factors of the parent are not applied again");
    assert_eq!(value(&x, ISOLATED), value(&parent, ISOLATED).map(|v| -v));
    let [mg, _] = value(&parent, KNIGHT_PSQT);
    assert_eq!(value(&x, KNIGHT_PSQT), [2 * mg, 0]);
    assert_eq!(y.given("material.knight").unwrap().scaled.len(), 3);
    let units = slot("king_attack.units_per_square.knight");
    assert_eq!(value(&x, units), value(&parent, units));
}

#[test]
fn a_file_may_extend_the_shipped_profile_of_its_name() {
    let folder = Folder::new(
        "own",
        &[("otter.toml", "name = \"otter\"\nextends = \"otter\"\n[scale]\nmaterial = 2\n")],
    );
    let profile = folder.load("otter").unwrap();
    assert_eq!(value(&profile, KNIGHT), value(&shipped("otter"), KNIGHT).map(|v| 2 * v));
}

#[test]
fn a_profile_may_extend_the_next_one_of_its_name() {
    let twice = "(name: \"otter\", extends: \"otter\", scale: (material: 2))";
    let thrice = "name = \"otter\"\nextends = \"otter\"\n[scale]\nmaterial = 3\n";
    let folder = Folder::new(
        "next",
        &[
            ("first/otter.toml", thrice),
            ("first/otter.ron", twice),
            ("second/otter.ron", twice),
            ("second/otter.toml", "name = \"otter\"\nextends = \"otter\"\n"),
            ("alone/mine.toml", "name = \"mine\"\nextends = \"mine\"\n"),
            ("alone/mine.ron", "(name: \"mine\", extends: \"mine\")"),
        ],
    );
    let knight = |folders: &[&str], profile: &str| {
        let folders = folders.iter().map(|name| folder.0.join(name)).collect();
        let (profile, _) = Library::of(folders).load(profile).unwrap();
        value(&profile, KNIGHT)
    };
    let times = |factor: i32| value(&shipped("otter"), KNIGHT).map(|v| factor * v);
    let path = |name: &str| folder.0.join(name).display().to_string();
    assert_eq!(knight(&["first"], "otter"), times(3));
    assert_eq!(knight(&["first"], &path("first/otter.ron")), times(2));
    assert_eq!(knight(&["first"], &path("second/otter.ron")), times(6));
    // The next profile of this name in search order. A folder listed twice counts once.
    assert_eq!(knight(&["first", "second"], "otter"), times(3));
    assert_eq!(knight(&["second", "first", "second"], "otter"), times(3));
    let diagnostic = Library::of(vec![folder.0.join("alone")]).load("mine").unwrap_err();
    assert!(diagnostic.to_string().contains("cannot extend itself"), "{diagnostic}");
}

#[test]
fn diagnostics_name_the_chain_of_files() {
    let folder = Folder::new(
        "faults",
        &[
            ("a.toml", "name = \"a\"\nextends = \"b\"\n"),
            ("b.toml", "name = \"b\"\nextends = \"c.toml\"\n"),
            ("c.toml", "name = \"c\"\nextends = \"a\"\n"),
            ("lost.toml", "name = \"lost\"\nextends = \"fabches\"\n"),
            ("gone.toml", "name = \"gone\"\nextends = \"../gone/away.toml\"\n"),
            ("heir.toml", "name = \"heir\"\nextends = \"bad\"\n[pawns]\nisolatd = 3\n"),
            ("bad.toml", "name = \"bad\"\n[pawns]\nisolated = \"x\"\n"),
            (
                "odd.toml",
                "name = \"odd\"\nextend = \"otter\"\nreset = [\"pwns\", 3]\n[scale]\npsqtt = 2\n\
                 \"king_attack.units_per_square\" = 2\nmaterial = 99999\npawns = \"2\"\n",
            ),
            ("large.toml", "name = \"large\"\nextends = \"otter\"\n[scale]\nmaterial = 1000\n"),
            ("itself.toml", "name = \"itself\"\nextends = \"itself\"\n"),
        ],
    );
    let mut report = String::new();
    for name in ["a", "lost", "gone", "heir", "odd", "large", "itself"] {
        report += &format!("{name}\n");
        for diagnostic in folder.load(name).unwrap_err() {
            report += &format!("  {diagnostic}\n");
        }
    }
    insta::assert_snapshot!(report);
}

#[test]
fn the_size_of_a_chain_is_limited() {
    let filler = format!("# {}\n", "x".repeat(1_000_000));
    let files = [0, 1, 2].map(|n: u32| {
        let extends = n.checked_sub(1).map_or(String::new(), |n| format!("extends = \"c{n}\"\n"));
        (format!("c{n}.toml"), format!("name = \"c{n}\"\n{extends}{filler}"))
    });
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = Folder::new("budget", &files);
    folder.load("c1").unwrap();
    let faults = folder.load("c2").unwrap_err();
    assert!(faults[0].starts_with("c1.toml:2:11: error: "), "{faults:?}");
    assert!(faults[0].contains("together they may have 2097152 bytes at most"), "{faults:?}");
}

#[test]
fn a_list_of_profiles_agrees_with_loading_each() {
    let name = |n: usize| format!("c{n:02}");
    let text = |n: usize| match n {
        0 => "name = \"c00\"\nmaterial.pawn = 90\n".to_owned(),
        70 => "name = \"c70\"\nextends = \"c71\"\n".to_owned(),
        71 => "name = \"c71\"\nextends = \"c70\"\n".to_owned(),
        72 => "name = \"c72\"\nextends = \"c10\"\nmaterial.pwn = 3\n".to_owned(),
        73 => "name = \"c73\"\nextends = \"c72\"\n".to_owned(),
        n => format!("name = \"{}\"\ndescription = \"number {n}\"\nextends = \"{}\"\n", name(n), name(n - 1)),
    };
    let files: Vec<_> = (0..=73).map(|n| (format!("{}.toml", name(n)), text(n))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = Folder::new("list", &files);
    let listed = Library::of(vec![folder.0.clone()]).list();
    for n in 0..=73 {
        let listed = listed.iter().find(|listed| listed.name == name(n)).unwrap();
        let loaded = folder.load(&name(n));
        assert_eq!(listed.is_broken, loaded.is_err(), "{n}");
        assert_eq!(listed.is_broken, n > 64, "{n}");
        let description = loaded.ok().and_then(|profile| profile.description).unwrap_or_default();
        assert_eq!(listed.description, description);
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_a_book_outside_the_folder_is_not_followed() {
    use std::os::unix::fs::symlink;
    let text = "name = \"x\"\nbook.file = \"x.bin\"\n";
    let folder = Folder::new(
        "book-link",
        &[
            ("in/x.toml", text),
            ("real/x.toml", text),
            ("real/x.bin", "0123456789abcdef"),
            ("linked/empty", ""),
        ],
    );
    let book = folder.0.join("real/x.bin");
    let warnings = |path: &str| {
        let (profile, warnings) = Library::of(vec![]).load(folder.0.join(path)).unwrap();
        assert_eq!(profile.values.book().is_some(), warnings.is_empty(), "{warnings:?}");
        warnings.iter().map(|warning| warning.message.clone()).collect::<Vec<_>>()
    };
    symlink(&book, folder.0.join("in/x.bin")).unwrap();
    assert_eq!(warnings("in/x.toml"), ["`x.bin` is a link to a file outside the folder of the profile"]);
    assert!(warnings("real/x.toml").is_empty());
    // The profile is a link to a folder with its book.
    symlink(folder.0.join("real/x.toml"), folder.0.join("linked/x.toml")).unwrap();
    symlink(&book, folder.0.join("linked/x.bin")).unwrap();
    assert!(warnings("linked/x.toml").is_empty());
}

#[test]
fn offsets_are_added_to_inherited_values() {
    let child = "name = \"child\"\nextends = \"base\"\n\
                 [material]\npawn = \"+10\"\nknight = [\"+10\", \"-5\"]\nbishop = { mg = \"-1\" }\nrook = [\"+7\", 600]\n\
                 [pawns]\nisolated = \"-1\"\nadvance = { step = \"+1\" }\ndoubled = \"+0.5\"\n\
                 [mobility]\nknight = [1, \"+1\", [\"+1\", 2], 3, 4, 5, 6, 7, \"-8\"]\n\
                 [king_attack.units_per_square]\nknight = \"-2\"\n[units]\ndecimals = 1\n";
    let base = "name = \"base\"\n[material]\npawn = [100, 120]\nknight = [300, 310]\nbishop = [320, 330]\nrook = 500\n\
                [pawns]\nisolated = [-10, -11, -12, -13]\nadvance = [0, 1, 1, 2, 3, 5, 8, 0]\ndoubled = [-5, 5]\n\
                [mobility]\nknight = 10\n[king_attack.units_per_square]\nknight = 9\n";
    let folder = Folder::new("offsets", &[("base.toml", base), ("child.toml", child)]);
    folder.write_ron(
        "ron",
        "extends: \"base\", material: (pawn: \"+10\", knight: (\"+10\", \"-5\"), bishop: (mg: \"-1\"))",
    );
    let (profile, ron) = (folder.load("child").unwrap(), folder.load("ron").unwrap());
    let key = |profile: &Profile, key: &str| {
        let slot = profile.given(key).unwrap().entry.slot().unwrap();
        profile.values.scores[slot.offset..][..slot.len].to_vec()
    };
    for (name, expected) in
        [("material.pawn", [110, 130]), ("material.knight", [310, 305]), ("material.bishop", [319, 330])]
    {
        assert_eq!(key(&profile, name), [expected.map(|n| 10 * n)], "{name}");
        assert_eq!(key(&ron, name), [expected], "{name}");
    }
    assert_eq!(key(&profile, "material.rook"), [[5070, 6000]]);
    assert_eq!(key(&profile, "pawns.doubled"), [[-45, 55]]);
    let isolated = [-11, -12, -13, -14, -14, -13, -12, -11].map(|n| [10 * n; 2]);
    assert_eq!(key(&profile, "pawns.isolated"), isolated);
    let advance = [0, 2, 3, 5, 7, 10, 14, 7].map(|n| [10 * n; 2]);
    assert_eq!(key(&profile, "pawns.advance"), advance);
    let mobility =
        [[10, 10], [110, 110], [110, 20], [30, 30], [40, 40], [50, 50], [60, 60], [70, 70], [20, 20]];
    assert_eq!(key(&profile, "mobility.knight"), mobility);
    assert_eq!(key(&profile, "king_attack.units_per_square.knight"), [[7, 7]], "not only scores");
}

#[test]
fn offsets_come_after_inherited_factors_and_before_own_ones() {
    let base = "name = \"base\"\n[material]\npawn = 100\nknight = 300\n[scale]\n\"material.pawn\" = 2\n\
                \"material.knight\" = { own = 1, their = 1.5 }\n";
    let child = "name = \"child\"\nextends = \"base\"\n[material]\npawn = \"+10\"\nknight = \"+10\"\n\
                 [scale]\nmaterial = 3\n";
    let folder = Folder::new("offset-order", &[("base.toml", base), ("child.toml", child)]);
    let child = folder.load("child").unwrap();
    assert_eq!(value(&child, slot("material.pawn")), [630, 630], "(100 * 2 + 10) * 3");
    assert_eq!(value(&child, KNIGHT), [310, 310]);
    let [split] = child.values.splits[..] else { panic!("{:?}", child.values.splits) };
    assert_eq!((split.own, split.their), ([3.0; 2], [4.5; 2]), "the side factors of the parent stay");
}

#[test]
fn an_offset_without_an_inherited_value_is_an_error() {
    for (text, error) in [
        ("name = \"x\"\npawns.isolated = \"+10\"\n", "`pawns.isolated` has no inherited value"),
        (
            "name = \"x\"\nextends = \"otter\"\npawns.isolated = \"+10\"\n",
            "`pawns.isolated` has no inherited value",
        ),
        (
            "name = \"x\"\nextends = \"fabchess\"\nreset = [\"pawns\"]\npawns.isolated = [\"+10\", 3]\n",
            "`pawns.isolated` has no inherited value",
        ),
        ("name = \"x\"\nextends = \"fabchess\"\nmaterial.pawn = \"-40000\"\n", "becomes -39889"),
        (
            "name = \"x\"\nextends = \"fabchess\"\nmobility.rook = { start = 1, step = \"+1\" }\n",
            "both offsets",
        ),
    ] {
        let folder = Folder::new("offset-errors", &[("x.toml", text)]);
        let errors = folder.load("x").unwrap_err();
        assert!(errors.len() == 1 && errors[0].contains(error), "{text}: {errors:?}");
    }
    // The parent may have a value: only the parent is at fault.
    let text = "name = \"x\"\nextends = \"nothing\"\npawns.isolated = \"+10\"\n";
    let folder = Folder::new("offset-orphan", &[("x.toml", text)]);
    let errors = folder.load("x").unwrap_err();
    assert!(errors.len() == 1 && errors[0].contains("no profile is called `nothing`"), "{errors:?}");
}

#[test]
fn custom_terms_have_offsets_too() {
    let term = |name: &str, value: &str| format!("[[term]]\nname = \"{name}\"\n{value}\n");
    let base = format!(
        "name = \"base\"\n{}{}",
        term("one", "each = \"own.pawns\"\nvalue = [4, 8]"),
        term("two", "count = \"size(own.knights)\"\ntable = [0, 10, 20]")
    );
    let child = format!(
        "name = \"child\"\nextends = \"base\"\n{}{}",
        term("one", "value = \"+1\""),
        term("two", "table = \"-1\"")
    );
    let folder = Folder::new("offset-terms", &[("base.toml", &base), ("child.toml", &child)]);
    let child = folder.load("child").unwrap();
    let of = |name: &str| {
        let slot = child.given(name).unwrap().entry.slot().unwrap();
        child.values.scores[slot.offset..][..slot.len].to_vec()
    };
    assert_eq!(of("term.one"), [[5, 9]]);
    assert_eq!(of("term.two"), [[-1, -1], [9, 9], [19, 19]]);
}

#[test]
fn numbers_far_from_the_inherited_ones_have_a_warning() {
    let warnings = |body: &str| {
        let text = format!("name = \"x\"\nextends = \"fabchess\"\n{body}\n");
        let folder = Folder::new("odd-numbers", &[("x.toml", &text)]);
        let (_, warnings) = Library::of(vec![folder.0.clone()]).load("x").unwrap();
        warnings.into_iter().map(|warning| warning.message).collect::<Vec<_>>()
    };
    for (body, message) in [
        ("material.knight = [-5, 0]", "`material.knight` becomes -5, the inherited one is 448 (mg)"),
        ("material.rook = [655, 20]", "`material.rook` becomes 20, the inherited one is 1298 (eg)"),
        ("material.pawn = +10", "`material.pawn` becomes 10, the inherited one is 111 (mg)"),
        ("material.queen = 15412", "`material.queen` becomes 15412, the inherited one is 1541 (mg)"),
        ("psqt.knight = -5", "all squares of `psqt.knight` become -5 (mg)"),
        (
            "passed_pawns.by_rank = { eg = 5 }",
            "the largest number of `passed_pawns.by_rank` becomes 5, the inherited one is 252 (eg)",
        ),
    ] {
        assert_eq!(warnings(body), [message], "{body}");
    }
    for body in [
        "material.knight = \"-5\"",
        "material.knight = 300",
        "material.bishop_pair = -20",
        "material.knight = 0",
        "psqt = { knight = 0 }",
        "pawns.isolated = 3",
        "material = { knight = 45 }\n[scale]\n\"material.knight\" = 10",
        "[units]\npawn = 10\n[material]\nknight = 30",
    ] {
        assert!(warnings(body).is_empty(), "{body}: {:?}", warnings(body));
    }
}
