//! `temper export`: files for PicoChess, DGTCentaurMods, Lucas Chess and lichess-bot.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{path, stderr, stdout, temper};
use crate::common::write_file;

/// The UCI options of the program: name, and the rest of the line.
fn options() -> BTreeMap<String, String> {
    let answer = stdout(&temper(&[], "uci\nquit\n"));
    let lines = answer.lines().filter_map(|line| line.strip_prefix("option name "));
    lines.map(|line| line.split_once(" type ").unwrap()).map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
}

/// Checks that an option exists and takes a value.
fn check_option(options: &BTreeMap<String, String>, name: &str, value: &str) {
    let declared = options.get(name).unwrap_or_else(|| panic!("no option {name}"));
    let words: Vec<_> = declared.split(' ').collect();
    let number = |key: &str| words[words.iter().position(|word| *word == key).unwrap() + 1];
    let is_valid = match words[0] {
        "check" => ["true", "false"].contains(&value),
        "spin" => {
            let number = |key| number(key).parse::<i64>().unwrap();
            value.parse().is_ok_and(|n| (number("min")..=number("max")).contains(&n))
        }
        "combo" => declared.split(" var ").skip(1).any(|word| word == value),
        _ => true,
    };
    assert!(is_valid, "{name} = {value}: {declared}");
}

fn characters() -> Vec<String> {
    let listed: Value = serde_json::from_str(&stdout(&temper(&["profile", "list", "--json"], ""))).unwrap();
    let listed = listed.as_array().unwrap().iter().filter(|profile| profile["category"] == "character");
    listed.map(|profile| profile["name"].as_str().unwrap().to_owned()).collect()
}

/// An empty folder, and the arguments that export into it.
fn export<'a>(program: &'a str, test: &str, more: &[&'a str]) -> (PathBuf, Vec<String>) {
    let folder = write_file("export", &format!("{test}/x"), "").parent().unwrap().to_owned();
    fs::remove_dir_all(&folder).unwrap();
    let args = ["export", program, "--out", path(&folder)].into_iter().chain(more.iter().copied());
    let args = args.map(str::to_owned).collect();
    (folder, args)
}

fn run(args: &[String]) -> std::process::Output {
    temper(&args.iter().map(String::as_str).collect::<Vec<_>>(), "")
}

fn exported(program: &str, test: &str, more: &[&str]) -> PathBuf {
    let (folder, args) = export(program, test, more);
    let output = run(&args);
    assert!(output.status.success(), "{}", stderr(&output));
    // Everything that was written is listed.
    let listed = stdout(&output);
    for file in files(&folder) {
        assert!(listed.lines().any(|line| Path::new(line) == file), "{}: {listed}", file.display());
    }
    folder
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// The sections of a file in the format of Python's configparser, in order: name, keys and values.
fn ini(file: &Path) -> Vec<(String, Vec<(String, String)>)> {
    let text = fs::read_to_string(file).unwrap();
    let mut sections: Vec<(String, Vec<_>)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with(';')) {
        assert!(!line.contains('%'), "configparser would interpret {line}");
        if let Some(name) = line.strip_prefix('[') {
            let name = name.strip_suffix(']').unwrap().to_owned();
            assert!(sections.iter().all(|(other, _)| *other != name), "[{name}] twice");
            sections.push((name, Vec::new()));
        } else {
            let (key, value) = line.split_once(" = ").expect(line);
            sections.last_mut().unwrap().1.push((key.to_owned(), value.to_owned()));
        }
    }
    sections
}

/// Runs a script with the name of an engine; returns the engine's name in UCI.
#[cfg(unix)]
fn uci_name(script: &Path) -> String {
    let mut command = std::process::Command::new(script);
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    std::io::Write::write_all(child.stdin.as_mut().unwrap(), b"uci\nquit\n").unwrap();
    let answer = stdout(&child.wait_with_output().unwrap());
    answer.lines().find_map(|line| line.strip_prefix("id name ")).unwrap().to_owned()
}

#[test]
fn picochess_has_an_engine_for_each_character() {
    let folder = exported("picochess", "picochess", &[]);
    let (options, characters) = (options(), characters());
    let listed = ini(&folder.join("temperament.ini"));
    let names: Vec<_> = listed.iter().map(|(section, _)| section.clone()).collect();
    assert!(characters.contains(&"attacker".to_owned()) && characters.contains(&"temperament".to_owned()));
    assert_eq!(names, characters.iter().map(|name| format!("temperament/{name}")).collect::<Vec<_>>());
    for (section, values) in &listed {
        let keys: Vec<_> = values.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["name", "small", "medium", "large", "elo"]);
        for (length, (_, value)) in [6, 8, 11].iter().zip(&values[1..]) {
            assert!(values[0].1.starts_with(value.as_str()) && value.len() <= *length, "{section}: {value}");
        }
        let levels = ini(&folder.join(format!("{section}.uci")));
        let last = &levels.last().unwrap().1;
        assert_eq!(
            last[..],
            [("UCI_LimitStrength".to_owned(), "false".to_owned())],
            "level without a choice"
        );
        for (level, values) in &levels {
            for (name, value) in values {
                // PicoChess replaces `auto` and computes the rest.
                let bounds = value.strip_prefix("min(max(auto, ").and_then(|rest| rest.strip_suffix(')'));
                match bounds {
                    Some(bounds) => {
                        let (min, max) = bounds.split_once("), ").unwrap();
                        assert!(
                            options[name].ends_with(&format!("min {min} max {max}")),
                            "{}",
                            options[name]
                        );
                    }
                    None => check_option(&options, name, value),
                }
            }
            // Shown as a rating, and the rating in the PGN.
            if let Some(elo) = level.strip_prefix("Elo@") {
                assert_eq!((elo.len(), elo.trim_start_matches('0')), (4, values[1].1.as_str()));
            }
        }
        assert!(levels.iter().any(|(level, _)| level == "Elo@1400"));
        #[cfg(unix)]
        {
            let name = section.rsplit('/').next().unwrap();
            assert!(uci_name(&folder.join(section)).ends_with(&format!(" ({name})")));
        }
    }
}

#[test]
fn dgtcentaurmods_has_sections_of_options_only() {
    let folder = exported("dgtcentaurmods", "dgtcentaurmods", &["--elo", "600,1500,600,full"]);
    let options = options();
    for name in characters() {
        let levels = ini(&folder.join(format!("{name}.uci")));
        let titles: Vec<_> = levels.iter().map(|(title, _)| title.as_str()).collect();
        assert_eq!(titles, ["600 ELO", "1500 ELO", "Full strength"]);
        for (option, value) in levels.iter().flat_map(|(_, values)| values) {
            check_option(&options, option, value);
        }
        #[cfg(unix)]
        assert!(uci_name(&folder.join(&name)).ends_with(&format!(" ({name})")));
    }
}

/// Reads a pickle of protocol 4 of dictionaries, lists, pairs, strings, byte strings and small numbers.
fn unpickled(bytes: &[u8]) -> Value {
    let mut stack: Vec<Option<Value>> = Vec::new();
    let mut at = 2;
    assert_eq!(bytes[..2], [0x80, 4]);
    let sized = |at: &mut usize, width: usize| {
        let length = bytes[*at..*at + width].iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
        *at += width + length;
        &bytes[*at - length..*at]
    };
    loop {
        at += 1;
        match bytes[at - 1] {
            b'.' => return stack.pop().unwrap().unwrap(),
            b'(' => stack.push(None),
            b']' => stack.push(Some(Value::Array(Vec::new()))),
            b'}' => stack.push(Some(Value::Object(serde_json::Map::new()))),
            b'X' => stack.push(Some(std::str::from_utf8(sized(&mut at, 4)).unwrap().into())),
            b'J' => {
                stack.push(Some(i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()).into()));
                at += 4;
            }
            // Byte strings are pickles here.
            b'B' => stack.push(Some(unpickled(sized(&mut at, 4)))),
            b'C' => stack.push(Some(unpickled(sized(&mut at, 1)))),
            0x86 => {
                let (b, a) = (stack.pop().unwrap(), stack.pop().unwrap());
                stack.push(Some(Value::Array([a, b].map(Option::unwrap).to_vec())));
            }
            end @ (b'e' | b'u') => {
                let mark = stack.iter().rposition(Option::is_none).unwrap();
                let mut values = stack.split_off(mark).into_iter().skip(1).map(Option::unwrap);
                match stack.last_mut().unwrap().as_mut().unwrap() {
                    Value::Array(array) if end == b'e' => array.extend(values),
                    Value::Object(object) => {
                        while let Some(key) = values.next() {
                            object.insert(key.as_str().unwrap().to_owned(), values.next().unwrap());
                        }
                    }
                    other => panic!("{other}"),
                }
            }
            // Frames and memos.
            0x95 => at += 8,
            0x94 => {}
            other => panic!("opcode {other:#x} at {}", at - 1),
        }
    }
}

#[test]
fn lucas_chess_has_an_entry_for_each_character_and_level() {
    let folder = exported("lucas-chess", "lucas", &["--elo", "900,full", "--engine", r"C:\chess\temper.exe"]);
    let (options, characters) = (options(), characters());
    let entries = unpickled(&fs::read(folder.join("ExtEngines.pk")).unwrap());
    let entries = entries.as_array().unwrap();
    assert_eq!(entries.len(), 2 * characters.len());
    for (entry, (character, elo)) in
        entries.iter().zip(characters.iter().flat_map(|name| [(name, Some(900)), (name, None)]))
    {
        let name = elo.map_or(character.clone(), |elo| format!("{character} {elo}"));
        assert_eq!((&entry["key"], &entry["_name"]), (&name.as_str().into(), &name.as_str().into()));
        assert_eq!(entry["path_exe"], r"C:\chess\temper.exe");
        assert_eq!(entry["elo"], elo.unwrap_or(0));
        assert!(!entry["id_info"].as_str().unwrap().is_empty());
        let set: Vec<_> = entry["liUCI"].as_array().unwrap().iter().collect();
        for option in &set {
            check_option(&options, option[0].as_str().unwrap(), option[1].as_str().unwrap());
        }
        assert_eq!(set[0], &serde_json::json!(["Profile", character]));
        assert_eq!(set[1], &serde_json::json!(["UCI_LimitStrength", elo.is_some().to_string()]));
    }
}

/// What Python 3.11 writes for `pickle.dumps([pickle.dumps({"key": "mine", "elo": 7})])`.
const OTHER_ENGINE: &[u8] = b"\x80\x04\x95,\x00\x00\x00\x00\x00\x00\x00]\x94C%\x80\x04\x95\x1a\x00\x00\x00\x00\x00\x00\x00}\x94(\x8c\x03key\x94\x8c\x04mine\x94\x8c\x03elo\x94K\x07u.\x94a.";

#[test]
fn other_engines_of_lucas_chess_stay() {
    let (folder, mut args) =
        export("lucas-chess", "lucas-merge", &["--profile", "attacker", "--elo", "full"]);
    let file = folder.join("ExtEngines.pk");
    fs::create_dir_all(&folder).unwrap();
    fs::write(&file, OTHER_ENGINE).unwrap();
    let output = run(&args);
    assert!(!output.status.success() && stderr(&output).contains("--force"), "{}", stderr(&output));
    assert_eq!(fs::read(&file).unwrap(), OTHER_ENGINE);
    args.push("--force".to_owned());
    let inner = &OTHER_ENGINE[15..52];
    let contains = |file: &[u8], part: &[u8]| file.windows(part.len()).filter(|found| *found == part).count();
    // Again, and nothing is there twice.
    let mut last = Vec::new();
    for _ in 0..2 {
        assert!(run(&args).status.success());
        let now = fs::read(&file).unwrap();
        assert_eq!((contains(&now, inner), contains(&now, b"attacker")), (1, 5), "{now:?}");
        assert!(last.is_empty() || last == now);
        last = now;
    }
    // Anything else is not touched.
    for damaged in [&OTHER_ENGINE[..40], b"", b"\x80\x04N.", b"not a pickle"] {
        fs::write(&file, damaged).unwrap();
        let output = run(&args);
        let message = stderr(&output);
        assert!(!output.status.success() && message.contains("ExtEngines.pk"), "{message}");
        assert_eq!(fs::read(&file).unwrap(), damaged);
    }
}

/// The values of a YAML file of maps and lists of words, by path such as `engine.uci_options.Hash`.
fn yaml(file: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(file).unwrap();
    let mut open: Vec<(usize, String)> = Vec::new();
    let mut values = BTreeMap::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with('#') && !line.trim().is_empty()) {
        let indent = line.len() - line.trim_start().len();
        open.retain(|(depth, _)| *depth < indent);
        let names: Vec<_> = open.iter().map(|(_, name)| name.as_str()).collect();
        let line = line.trim_start();
        if let Some(item) = line.strip_prefix("- ") {
            *values.entry(names.join(".")).or_insert_with(String::new) += &format!("{item} ");
            continue;
        }
        let (key, value) = line.split_once(':').expect(line);
        let value = value.split("  #").next().unwrap().trim();
        let path = names.into_iter().chain([key]).collect::<Vec<_>>().join(".");
        match value {
            "" => open.push((indent, key.to_owned())),
            _ => {
                let value = serde_json::from_str(value).map_or(value.to_owned(), |text: Value| match text {
                    Value::String(text) => text,
                    other => other.to_string(),
                });
                assert_eq!(values.insert(path.clone(), value), None, "{path} twice");
            }
        }
    }
    values
}

#[test]
fn lichess_bot_has_a_configuration_for_each_character() {
    let folder = exported("lichess-bot", "lichess", &["--engine", "/home/me/chess engines/temper"]);
    let options = options();
    for name in characters() {
        let config = yaml(&folder.join(format!("{name}.yml")));
        assert_eq!(config["engine.dir"], "/home/me/chess engines");
        assert_eq!(config["engine.name"], "temper");
        assert_eq!(config["engine.engine_options.profile"], name);
        let set =
            config.iter().filter_map(|(key, value)| Some((key.strip_prefix("engine.uci_options.")?, value)));
        let set: BTreeMap<_, _> = set.collect();
        set.iter().for_each(|(name, value)| check_option(&options, name, value));
        assert_eq!((set["UCI_LimitStrength"].as_str(), set["UCI_Elo"].as_str()), ("true", "1500"));
        assert_eq!(set["OwnBook"], "true");
        assert_eq!(config["engine.draw_or_resign.resign_enabled"], "true");
        for (key, longest) in [("greeting.hello", "{opponent}"), ("greeting.hello_spectators", "{me}")] {
            let message = &config[key];
            assert!(message.contains(&name) && message.contains("1500"), "{message}");
            let sent = message.replace(longest, &"n".repeat(30));
            assert!(sent.chars().count() <= 140 && !sent.contains(['{', '}']), "{sent}");
        }
    }
    // One file for each level, and full strength ponders.
    let folder = exported("lichess-bot", "lichess-levels", &["--profile", "purist", "--elo", "800,full"]);
    let names: Vec<_> = files(&folder).iter().map(|file| file.file_name().unwrap().to_owned()).collect();
    assert_eq!(names, ["purist-800.yml", "purist-full.yml"]);
    let ponder =
        ["purist-800.yml", "purist-full.yml"].map(|file| yaml(&folder.join(file))["engine.ponder"].clone());
    assert_eq!(ponder, ["false", "true"]);
}

#[test]
fn a_profile_of_the_user_is_exported_by_its_path() {
    let text =
        "name = \"mine\"\ndescription = \"It's \\\"mine\\\": 100 %\\nAnd more\"\nextends = \"attacker\"\n";
    let profile = write_file("export-own", "a 'b'/mine.toml", text);
    let folder = exported("dgtcentaurmods", "own", &["--profile", path(&profile), "--elo", "full"]);
    assert_eq!(files(&folder).len(), 2);
    #[cfg(unix)]
    assert!(uci_name(&folder.join("mine")).ends_with(" (mine)"));
    let folder = exported("lichess-bot", "own-lichess", &["--profile", path(&profile)]);
    let config = yaml(&folder.join("mine.yml"));
    assert_eq!(Path::new(&config["engine.engine_options.profile"]), profile.canonicalize().unwrap());
}

#[test]
fn nothing_is_overwritten_or_half_written() {
    let (folder, args) = export("picochess", "twice", &["--profile", "purist", "--profile", "attacker"]);
    let taken = folder.join("temperament/attacker.uci");
    fs::create_dir_all(taken.parent().unwrap()).unwrap();
    fs::write(&taken, "mine").unwrap();
    let output = run(&args);
    let message = stderr(&output);
    assert!(!output.status.success() && message.contains("attacker.uci exists; --force"), "{message}");
    assert_eq!(files(&folder), [taken]);
    let forced: Vec<_> = args.into_iter().chain(["--force".to_owned()]).collect();
    assert!(run(&forced).status.success());
    assert_eq!(files(&folder).len(), 5);
}

#[test]
fn bad_arguments_are_refused() {
    let device = write_file("export-bad", "device/x.toml", "name = \"CON\"\nextends = \"attacker\"\n");
    let same = write_file("export-bad", "same/x.toml", "name = \"Attacker\"\nextends = \"attacker\"\n");
    for (args, part) in [
        (&["picochess", "--elo", "599"][..], "from 600 to 2800"),
        (&["picochess", "--elo", "1500,most"], "or `full`"),
        (&["picochess", "--set", "material.knight=300"], "is not exported"),
        (&["chessbase"], "lichess-bot"),
        (&["lichess-bot", "--profile", "atacker"], "did you mean `attacker`"),
        (&["lichess-bot", "--profile", path(&device)], "Windows"),
        (&["lichess-bot", "--profile", "attacker", "--profile", path(&same)], "two profiles"),
        (&["lichess-bot", "--engine", "a\nb"], "cannot name this path"),
    ] {
        let (folder, bad) = export("", "bad", &[]);
        let out = [bad[2].as_str(), bad[3].as_str()];
        let words: Vec<&str> = ["export"].into_iter().chain(args.iter().copied()).chain(out).collect();
        let output = temper(&words, "");
        assert!(!output.status.success() && stderr(&output).contains(part), "{args:?}: {}", stderr(&output));
        assert!(!folder.exists(), "{args:?}");
    }
}
