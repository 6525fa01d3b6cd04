//! The search path of profiles, and the commands that list and check them.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use temperament_engine::profile::library::Origin;
use temperament_engine::profile::{Library, LoadError};

/// A temporary folder of one test, removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = std::env::temp_dir().join(format!("temperament-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        for (file, text) in files {
            std::fs::write(path.join(file), text).unwrap();
        }
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn earlier_folders_win_and_files_win_over_shipped_profiles() {
    let first = Folder::new(
        "first",
        &[
            ("mine.toml", "name = \"mine\"\ndescription = \"first\""),
            ("fabchess.ron", "(name: \"fabchess\", description: \"my own\")"),
            ("broken.toml", "name ="),
            (".#mine.toml", "editors leave such files"),
            ("notes.txt", ""),
        ],
    );
    let second = Folder::new("second", &[("mine.ron", "(name: \"mine\", description: \"second\")")]);
    let missing = PathBuf::from("no/such/folder");
    let library = Library::of(vec![missing, first.0.clone(), second.0.clone()]);
    let description = |name: &str| library.load(name).unwrap().0.description.unwrap();
    assert_eq!(description("mine"), "first");
    assert_eq!(description("fabchess"), "my own");
    assert_eq!(description(second.0.join("mine.ron").to_str().unwrap()), "second");
    assert!(description("cheops").starts_with("CHEOPS"));

    let list = library.list();
    let listed = |name: &str| list.iter().find(|l| l.name == name).unwrap();
    assert!(listed("broken").is_broken && !listed("mine").is_broken);
    assert_eq!(listed("fabchess").origin, Origin::File(first.0.join("fabchess.ron")));
    assert_eq!(listed("cheops").origin, Origin::Embedded("cheops.toml"));
    assert!(!list.iter().any(|l| l.name.contains(['#', '.'])));
    assert!(list[1..].is_sorted_by_key(|l| (l.category, l.name.clone())));
}

#[test]
fn default_is_an_alias_of_temperament_unless_a_file_has_that_name() {
    let described = |text: &str| format!("name = \"x\"\ndescription = \"{text}\"\n");
    let load = |library: &Library, name: &str| library.load(name).unwrap().0;
    let shipped = Library::of(Vec::new());
    assert_eq!(load(&shipped, "default").name, "temperament");
    assert_eq!(shipped.canonical("default".as_ref()), "temperament");
    assert!(!shipped.names().contains(&"default".to_owned()));

    let child = "name = \"temperament\"\nextends = \"default\"\ndescription = \"mine\"\n";
    let of_champion = Folder::new("of-champion", &[("temperament.toml", child)]);
    let library = Library::of(vec![of_champion.0.clone()]);
    for name in ["default", "temperament"] {
        let profile = load(&library, name);
        assert_eq!(profile.description.as_deref(), Some("mine"), "{name}");
        assert_eq!(profile.values, load(&shipped, "temperament").values, "{name}");
    }

    let text = described("a file") + "extends = \"default\"\n";
    let of_alias = Folder::new("of-alias", &[("default.toml", &text)]);
    let library = Library::of(vec![of_alias.0.clone()]);
    assert_eq!(load(&library, "default").description.as_deref(), Some("a file"));
    assert_eq!(load(&library, "default").values, load(&shipped, "temperament").values);
    assert_ne!(load(&library, "temperament").description.as_deref(), Some("a file"));
    assert_eq!(library.canonical("default".as_ref()), "default");
}

#[test]
fn commands_accept_the_alias_default() {
    for args in [
        &["profile", "show", "default", "--flat"][..],
        &["profile", "check", "default"],
        &["eval", "--profile", "default", "--json"],
        &["profile", "diff", "default", "otter"],
        &["profile", "spsa", "default", "--only", "tempo"],
        &["bench", "--depth", "1", "--profile", "default"],
    ] {
        let named = args.iter().map(|arg| arg.replace("default", "temperament"));
        let named: Vec<String> = named.collect();
        let named: Vec<&str> = named.iter().map(String::as_str).collect();
        let ((succeeds, output, _), (_, expected, _)) = (temper(args), temper(&named));
        // `diff` exits with 1 if profiles differ, and prints the names as typed.
        let is_diff = args[1] == "diff";
        assert!(succeeds || is_diff, "{args:?}: {output}");
        if args[0] != "bench" && args[1] != "check" && !is_diff {
            assert_eq!(output, expected, "{args:?}");
        }
    }
    let (_, list, _) = temper(&["profile", "list"]);
    assert!(list.contains("temperament.toml; also called `default`)"), "{list}");
    let (_, _, error) = temper(&["eval", "--profile", "defalt"]);
    assert!(error.contains("did you mean `default`?"), "{error}");
}

#[test]
fn an_unknown_name_suggests_the_nearest_and_lists_all() {
    let library = Library::of(Vec::new());
    let error = library.load("fabches").unwrap_err();
    let LoadError::Unknown { nearest, known, .. } = &error else { panic!("{error}") };
    assert_eq!(nearest.as_deref(), Some("fabchess"));
    assert!(known.contains(&"cheops".to_owned()));
    assert_eq!(error.lines().len(), 1);
    let spoof = library.load("x\nbestmove e2e4").unwrap_err();
    assert!(!spoof.lines()[0].contains('\n'));
}

#[test]
fn check_warns_if_file_and_profile_names_differ() {
    let folder = Folder::new("names", &[("one.toml", "name = \"two\"")]);
    let library = Library::of(vec![folder.0.clone()]);
    let (profile, warnings) = library.check("one").unwrap();
    assert_eq!(profile.name, "two");
    assert!(warnings.len() == 1 && warnings[0].message.contains("`one`"), "{warnings:?}");
    let path = folder.0.join("one.toml");
    assert!(library.check(path.to_str().unwrap()).unwrap().1.is_empty());
    assert!(library.load("one").unwrap().1.is_empty());
    let list = library.list();
    let listed = |name: &str| list.iter().find(|l| l.name == name).unwrap();
    assert_eq!(listed("one").other_name.as_deref(), Some("two"));
    assert_eq!(listed("cheops").other_name, None);
}

#[test]
fn a_folder_is_no_profile_and_a_broken_file_is_listed_as_such() {
    let folder = Folder::new("folders", &[("broken.toml", "name ="), ("sound.toml", "name = \"sound\"")]);
    for name in ["cheops.toml", "empty.ron"] {
        std::fs::create_dir_all(folder.0.join(name)).unwrap();
    }
    let library = Library::of(vec![folder.0.clone()]);
    let origin = |name: &str| library.source(name).unwrap().1;
    assert_eq!(origin("cheops"), Origin::Embedded("cheops.toml"));
    let names = library.names();
    assert!(names.contains(&"broken".to_owned()) && !names.contains(&"empty".to_owned()));
    let is_broken = |name: &str| library.list().iter().find(|l| l.name == name).unwrap().is_broken;
    assert!(is_broken("broken") && !is_broken("sound") && !is_broken("cheops"));
}

/// Runs `temper profile check` and returns its JSON too.
fn check(args: &[&str], input: &[u8]) -> (Output, Value) {
    let output = piped(&[&["--format", "json"], args].concat(), input);
    let diagnostics = serde_json::from_slice(&output.stdout).unwrap();
    (output, diagnostics)
}

/// Runs `temper profile check` with input.
fn piped(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_temper"))
        .args(["profile", "check"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may exit without reading its input.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

#[test]
fn missing_profiles_are_errors_in_the_json() {
    let (output, diagnostics) = check(&["fabches", "no/such/file.toml", "cheops"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.is_empty());
    assert_eq!(diagnostics.as_array().unwrap().len(), 2);
    assert_eq!(diagnostics[0]["file"], "fabches");
    assert_eq!(diagnostics[0]["message"], "no profile is called `fabches`");
    assert_eq!(diagnostics[0]["hint"], "did you mean `fabchess`?");
    assert_eq!(diagnostics[1]["file"], "no/such/file.toml");
}

#[test]
fn check_reads_standard_input() {
    let (output, diagnostics) = check(&["-"], b"name = \"x\"\n");
    assert!(output.status.success() && diagnostics.as_array().unwrap().is_empty());
    let (output, diagnostics) = check(&["-"], b"name = \"x\"\n[material]\npawn = 1\npawn = 2\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(diagnostics[0]["file"], "standard input");
    assert_eq!((&diagnostics[0]["line"], &diagnostics[0]["key"]), (&4.into(), &"material.pawn".into()));
    assert_eq!(diagnostics[0]["hint"], "the first is in line 3; remove one of the two");
    let text = piped(&["-"], b"name = \"x\"\n").stdout;
    assert_eq!(String::from_utf8(text).unwrap(), "standard input: ok (1 keys)\n");
    let (_, diagnostics) = check(&["-"], b"[pawnz]\nfoo = 1\n");
    assert!(diagnostics.as_array().unwrap().iter().any(|f| f["key"] == "pawnz.foo"));
    let (_, diagnostics) = check(&["-"], b"\xff");
    assert_eq!(diagnostics[0]["line"], 1);
}

/// Runs `temper` without input. Returns whether it succeeded, standard output and standard error.
fn temper(args: &[&str]) -> (bool, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_temper"));
    let output = command.args(args).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_conversion_overwrites_only_when_forced_and_the_ending_is_that_of_the_format() {
    let folder = Folder::new("convert", &[("kept.toml", "mine")]);
    let file = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let convert = |name: &str, more: &[&str]| {
        let output = file(name);
        temper(&[&["profile", "convert", "cheops", "-o", &output], more].concat())
    };
    let (succeeds, _, message) = convert("kept.toml", &[]);
    assert!(!succeeds && message.contains("exists; --force overwrites it"), "{message}");
    assert_eq!(std::fs::read_to_string(file("kept.toml")).unwrap(), "mine");
    assert!(convert("kept.toml", &["--force"]).0 && convert("new.ron", &[]).0);
    let library = Library::of(vec![folder.0.clone()]);
    assert!(library.load("kept").is_ok() && library.load("new").is_ok());
    for (name, more, wanted) in [
        ("odd.json", &["--to", "toml"][..], "ends in neither .toml nor .ron"),
        ("other.toml", &["--to", "ron"], "--to ron does not fit"),
    ] {
        let (succeeds, _, message) = convert(name, more);
        assert!(!succeeds && message.contains(wanted), "{message}");
        assert!(!folder.0.join(name).exists());
    }
}

#[test]
fn existing_files_that_are_no_profiles_are_not_called_unknown() {
    let library = Library::of(Vec::new());
    for (path, wanted) in [
        ("Cargo.toml.json", "no profile is called"),
        ("Cargo.lock", "ends in neither .toml nor .ron"),
        ("src", "is a folder"),
        ("tests/data", "is a folder"),
    ] {
        let error = library.load(path).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
}

#[test]
fn a_given_folder_that_does_not_exist_is_warned_about() {
    let (succeeds, list, message) = temper(&["profile", "list", "--profile-dir", "no/such/folder"]);
    assert!(succeeds && list.contains("cheops"));
    assert_eq!(message, "warning: there is no folder no/such/folder\n");
    assert_eq!(temper(&["profile", "list", "--profile-dir", "src"]).2, "");
}

#[test]
fn a_list_has_characters_then_published_evaluations_then_own_profiles() {
    let own = Folder::new("categories", &[("aaa.toml", "name = \"aaa\"\nextends = \"temperament\"")]);
    let (_, list, _) = temper(&["profile", "list", "--profile-dir", own.0.to_str().unwrap()]);
    let names: Vec<&str> =
        list.lines().filter_map(|line| line.trim_start().split([' ', ':']).next()).collect();
    let at = |name: &str| names.iter().position(|other| *other == name).expect(name);
    let order = [
        "Characters",
        "temperament",
        "attacker",
        "wanderer",
        "Published",
        "cheops",
        "simplified",
        "Your",
        "aaa",
    ];
    assert!(order.map(at).is_sorted(), "{list}");
    let json: Value = serde_json::from_str(&temper(&["profile", "list", "--json"]).1).unwrap();
    let of = |category: &str| {
        json.as_array().unwrap().iter().filter(|profile| profile["category"] == category).count()
    };
    assert_eq!((of("published"), of("own")), (10, 0), "{json:#}");
    assert!(of("character") > 10, "{json:#}");
}

#[test]
fn a_list_of_profiles_has_no_overrides_to_blame_them_for() {
    let (succeeds, list, message) = temper(&["--set", "foo=1", "profile", "list"]);
    assert!(!succeeds && list.is_empty(), "{list}");
    assert!(message.contains("`--set` changes values, not the text of a profile"), "{message}");
}
