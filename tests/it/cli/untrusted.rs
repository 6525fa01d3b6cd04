//! Untrusted input: special files, file names that are not UTF-8, control characters.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{GOOD_PROFILE, TEMPER};

/// Creates an empty folder for a test.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the binary in a folder, with a timeout of a minute.
fn temper_in<S: AsRef<OsStr>>(folder: &PathBuf, args: &[S]) -> Output {
    let mut command = Command::new(TEMPER);
    let command = command.args(args).current_dir(folder);
    let mut child = command
        .env_remove("TEMPERAMENT_PROFILES")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("timeout");
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Covers every argument that names an input file.
#[test]
fn special_files_are_refused_by_every_reader() {
    let folder = folder("cli-special");
    fs::write(folder.join("child.toml"), "name = \"x\"\nextends = \"pipe.toml\"\n").unwrap();
    fs::write(folder.join("far.toml"), "name = \"x\"\nextends = \"/dev/zero\"\n").unwrap();
    for pipe in ["pipe.toml", "pipe"] {
        let made = Command::new("mkfifo").arg(folder.join(pipe)).status();
        assert!(made.unwrap().success());
    }
    std::os::unix::fs::symlink("/dev/zero", folder.join("zero.toml")).unwrap();
    let nodes = ["--nodes", "10", "--games", "2"];
    for (args, message) in [
        (&["profile", "check", "pipe.toml"][..], "this is a pipe, not a file"),
        (&["profile", "check", "zero.toml"], "this is a device, not a file"),
        (&["profile", "check", "child.toml"], "this is a pipe, not a file"),
        (&["profile", "check", "far.toml"], "cannot be extended"),
        (&["profile", "fmt", "pipe.toml"], "this is a pipe, not a file"),
        (&["eval", "--profile", "zero.toml"], "this is a device, not a file"),
        (&["eval", "--fens", "pipe"], "this is a pipe, not a file"),
        (&["eval", "--fens", "/dev/zero"], "this is a device, not a file"),
        (&["eval", "--fens", "."], "this is a folder, not a file"),
        (
            &[&["match", "otter", "rustic", "--openings", "/dev/zero"], &nodes[..]].concat(),
            "this is a device, not a file",
        ),
        (
            &[&["match", "otter", "rustic", "--openings", "pipe"], &nodes[..]].concat(),
            "this is a pipe, not a file",
        ),
        (&["match", "--resume", "pipe"], "this is a pipe, not a file"),
        (&["match", "--resume", "/dev/zero", "--show"], "this is a device, not a file"),
        (&["selfplay", "--resume", "pipe", "--out", "out"], "this is a pipe, not a file"),
        (&["tune", "child.toml", "--data", "/dev/zero", "--out", "out.toml"], "not a file"),
        (&["tune", "otter", "--data", "/dev/zero", "--out", "out.toml"], "this is a device, not a file"),
        (&["tune", "otter", "--data", "pipe", "--out", "out.toml"], "this is a pipe, not a file"),
        (&["label", "/dev/zero", "--by", "uci:x", "--out", "out"], "this is a device, not a file"),
        (&["bench", "--eval", "--fens", "pipe"], "this is a pipe, not a file"),
        (&["profile", "diff", "otter", "rustic", "--fens", "pipe"], "this is a pipe, not a file"),
    ] {
        let output = temper_in(&folder, args);
        let printed = text(&output.stderr);
        assert!(!output.status.success() && printed.contains(message), "{args:?}: {printed}");
    }
}

/// Endless lines must not exhaust memory.
#[test]
fn a_line_of_a_position_is_bounded() {
    let folder = folder("cli-long-line");
    fs::write(folder.join("long.epd"), "x".repeat(3 << 20)).unwrap();
    for args in
        [&["eval", "--fens", "long.epd"][..], &["tune", "otter", "--data", "long.epd", "--out", "out.toml"]]
    {
        let output = temper_in(&folder, args);
        let printed = text(&output.stderr);
        assert!(printed.contains("a line has more than 1048576 bytes"), "{args:?}: {printed}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_file_of_the_kernel_is_empty() {
    let folder = folder("cli-kernel");
    // `/proc/kmsg` needs privileges; any file with length 0 behaves alike.
    for file in ["/proc/self/status", "/proc/kmsg"] {
        let link = folder.join("log.toml");
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(file, &link).unwrap();
        let output = temper_in(&folder, &["profile", "check", "log.toml"]);
        let printed = text(&output.stderr);
        let is_expected =
            ["the file is empty", "Permission denied"].iter().any(|part| printed.contains(part));
        assert!(is_expected, "{file}: {printed}");
    }
}

/// Files with secrets, placed next to the folder of the profiles.
const SECRETS: [(&str, &str); 5] = [
    ("token.toml", "# s3cr3t-note\ntoken = \"s3cr3t-token\"\n[s3cr3t-section]\npassword = 55512345\n"),
    ("broken.toml", "token = s3cr3t-token\npassword = \"s3cr3t\n[s3cr3t\n"),
    ("list.ron", "(token: \"s3cr3t-token\", name: 55512345, material: (s3cr3t: 1, pawn: \"s3cr3t\"))"),
    ("broken.ron", "(token: s3cr3t-token s3cr3t \"55512345\")"),
    // Almost a profile.
    (
        "almost.toml",
        "name = \"s3cr3t\"\nextends = \"s3cr3t-base\"\n[let]\ns3cr3t = 55512345\n[[define]]\ns3cr3t = \"s3cr3t\"\n\
         [[term]]\nname = \"s3cr3t\"\ncount = \"s3cr3t(\"\nvalue = 55512345\n[material]\npawn = \"s3cr3t\"\n",
    ),
];

#[test]
#[cfg(unix)]
fn errors_in_a_linked_profile_folder_hide_contents() {
    let folder = folder("cli-foreign-link");
    fs::create_dir_all(folder.join("secrets")).unwrap();
    fs::create_dir_all(folder.join("work")).unwrap();
    for (name, text) in SECRETS {
        fs::write(folder.join("secrets").join(name), text).unwrap();
    }
    let work = folder.join("work");
    std::os::unix::fs::symlink(folder.join("secrets"), work.join("profiles")).unwrap();
    fs::write(work.join("child.toml"), "name = \"child\"\nextends = \"token\"\n").unwrap();
    for args in [
        &["profile", "check"][..],
        &["profile", "check", "profiles/token.toml"],
        &["profile", "check", "child.toml"],
    ] {
        let output = temper_in(&work, args);
        let printed = text(&output.stdout) + &text(&output.stderr);
        assert!(!output.status.success() && printed.contains("token.toml:2:1"), "{args:?}: {printed}");
        assert!(!printed.contains("s3cr3t") && !printed.contains("55512345"), "{args:?}: {printed}");
    }
}

#[test]
fn errors_in_foreign_files_show_only_the_location() {
    let folder = folder("cli-foreign");
    for inner in ["secrets", "work/profiles", "work/.hidden"] {
        fs::create_dir_all(folder.join(inner)).unwrap();
    }
    let work = folder.join("work");
    fs::write(folder.join("secrets/latin.toml"), b"token = \"s3cr3t \xff\"\n").unwrap();
    let names = SECRETS.map(|(name, _)| name);
    let mut profiles = Vec::new();
    for (name, text) in SECRETS {
        fs::write(folder.join("secrets").join(name), text).unwrap();
        fs::write(work.join(".hidden").join(name), text).unwrap();
        std::os::unix::fs::symlink(folder.join("secrets").join(name), work.join(name)).unwrap();
        profiles.push(name.to_owned());
    }
    for (number, name) in names.iter().chain(&["latin.toml"]).enumerate() {
        let absolute = folder.join("secrets").join(name);
        let links = [format!("../secrets/{name}"), absolute.display().to_string(), format!(".hidden/{name}")];
        let links = links.into_iter().take(if *name == "latin.toml" { 2 } else { 3 });
        for (kind, extended) in links.enumerate() {
            let child = format!("child{number}-{kind}.toml");
            let terms = "[[term]]\nname = \"mine\"\ncount = \"s3cre\"\n[scale]\n\"term.s3cre\" = 2\n";
            let text = format!("name = \"mine\"\nextends = \"{extended}\"\n{terms}");
            fs::write(work.join(&child), text).unwrap();
            profiles.push(child);
        }
    }
    for profile in &profiles {
        for args in [
            &["profile", "check", profile][..],
            &["profile", "check", "--format", "json", profile],
            &["profile", "show", "--origins", profile],
            &["profile", "show", "--flat", profile],
            &["profile", "diff", "otter", profile],
            &["profile", "convert", profile],
            &["profile", "fmt", "--check", profile],
            &["eval", "--profile", profile],
        ] {
            let output = temper_in(&work, args);
            let printed = text(&output.stdout) + &text(&output.stderr);
            let is_own = args.contains(&"fmt") && profile.starts_with("child");
            assert!(is_own || !output.status.success(), "{args:?}: {printed}");
            for secret in ["s3cr3t", "55512345", "0xff"] {
                assert!(!printed.contains(secret), "{args:?}: {printed}");
            }
        }
    }
    let uci = profiles.iter().map(|profile| format!("setoption name ProfileFile value {profile}\n"));
    let printed = uci_in(&work, &uci.collect::<String>());
    assert!(printed.contains("info string"), "{printed}");
    assert!(!printed.contains("s3cr3t") && !printed.contains("55512345"), "{printed}");
    let printed = watched(&work, "child0-0.toml");
    assert!(printed.contains("token.toml:2:1: error: unknown key"), "{printed}");
    assert!(!printed.contains("s3cr3t") && !printed.contains("55512345"), "{printed}");
    // Messages have the location, the kind of error, and a hint how to see more.
    let printed = text(&temper_in(&work, &["profile", "check", "child0-0.toml"]).stderr);
    for part in ["error: unknown key", "../secrets/token.toml:2:1", "check it by its own path"] {
        assert!(printed.contains(part), "{printed}");
    }
    let printed = text(&temper_in(&work, &["profile", "check", "child1-0.toml"]).stderr);
    assert!(printed.contains("error: syntax error") && printed.contains("broken.toml:1:9"), "{printed}");
}

/// Error output of `temper watch` before it waits.
fn watched(folder: &PathBuf, profile: &str) -> String {
    let mut command = Command::new(TEMPER);
    let command = command.args(["watch", profile]).current_dir(folder);
    let command = command.env_remove("TEMPERAMENT_PROFILES").stdin(Stdio::null());
    let command = command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let is_before = |line: &String| !line.starts_with("waiting until");
    let printed: Vec<String> = lines.map(Result::unwrap).take_while(is_before).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    printed.join("\n")
}

/// Output of a UCI session.
fn uci_in(folder: &PathBuf, lines: &str) -> String {
    use std::io::Write;
    let mut command = Command::new(TEMPER);
    let command = command.current_dir(folder).env_remove("TEMPERAMENT_PROFILES");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(lines.as_bytes()).unwrap();
    stdin.write_all(b"isready\nquit\n").unwrap();
    drop(stdin);
    text(&child.wait_with_output().unwrap().stdout)
}

/// Messages show all details for files in the folder of the named file, below it, and on the search path.
#[test]
fn errors_in_own_files_show_details() {
    let folder = folder("cli-own-folders");
    for inner in ["families", "shared"] {
        fs::create_dir_all(folder.join(inner)).unwrap();
        fs::write(folder.join(inner).join("base.toml"), "name = \"base\"\n[material]\npwn = 3\n").unwrap();
    }
    fs::write(folder.join("below.toml"), "name = \"x\"\nextends = \"families/base.toml\"\n").unwrap();
    fs::write(folder.join("families/x.toml"), "name = \"x\"\nextends = \"base\"\n").unwrap();
    for args in [
        &["profile", "check", "below.toml"][..],
        &["profile", "check", "families/x.toml", "--profile-dir", "shared"],
    ] {
        let printed = text(&temper_in(&folder, args).stderr);
        assert!(printed.contains("unknown key `material.pwn`") && printed.contains("pwn = 3"), "{printed}");
    }
}

/// Terminal control: C0 and C1 escapes, and changes of text direction.
const STEERING: &str = "a\u{1b}[2Jb\u{9b}2Jc\u{202e}d\u{2066}e";

fn assert_harmless(output: &Output) -> String {
    let printed = text(&output.stdout) + &text(&output.stderr);
    let is_bad = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    assert!(!printed.contains(is_bad), "{printed:?}");
    printed
}

#[test]
fn terminal_control_sequences_are_escaped() {
    let folder = folder("cli-steering");
    let in_file = STEERING.replace('\u{1b}', "\\u001b");
    let profile = format!("name = \"mine\"\ndescription = \"{in_file}\"\nauthor = \"{in_file}\"\n");
    fs::create_dir(folder.join("profiles")).unwrap();
    fs::write(folder.join("profiles/mine.toml"), &profile).unwrap();
    fs::write(folder.join("bad.toml"), format!("{profile}pwn = \"{in_file}\" # {STEERING}\n")).unwrap();
    let name = format!("{STEERING}.toml");
    fs::write(folder.join(&name), &profile).unwrap();
    fs::write(folder.join(format!("{STEERING}.epd")), format!("{STEERING}\n")).unwrap();
    let absent = format!("{STEERING}/x.toml");
    for args in [
        &["profile", "list"][..],
        &["profile", "show", "--flat", "mine"],
        &["profile", "show", "--origins", "mine"],
        &["profile", "convert", "mine"],
        &["profile", "check", "bad.toml", &name, &absent, STEERING],
        &["profile", "check", "--format", "json", "bad.toml", &name, &absent],
        &["profile", "fmt", &name, "bad.toml"],
        &["profile", "diff", "otter", &name],
        &["eval", "--profile", &absent],
        &["eval", "--fens", &format!("{STEERING}.epd")],
        &["eval", "--json", "--fens", &format!("{STEERING}.epd")],
        &["match", "otter", "rustic", "--nodes", "9", "--openings", &format!("{STEERING}.epd")],
        &["tune", "otter", "--data", &format!("{STEERING}.epd"), "--out", "o.toml"],
    ] {
        assert_harmless(&temper_in(&folder, args));
    }
    // Both formats preserve the text.
    for to in ["toml", "ron"] {
        let copy = folder.join(format!("copy.{to}"));
        let output = temper_in(&folder, &["profile", "convert", "mine", "--to", to]);
        fs::write(&copy, &output.stdout).unwrap();
        let library = temperament_engine::profile::Library::of(Vec::new());
        let (copy, _) = library.load(copy.display().to_string()).unwrap();
        assert_eq!(copy.description.as_deref(), Some(STEERING), "{to}");
    }
}

/// Covers every argument that names a file.
#[test]
fn names_of_files_need_not_be_utf8() {
    let folder = folder("cli-bytes");
    let name = |ending: &str| OsStr::from_bytes(&[b"caf\xe9.", ending.as_bytes()].concat()).to_owned();
    let [profile, fens, data, journal, out, pgn] = ["toml", "epd", "txt", "jsonl", "out", "pgn"].map(name);
    let inner = OsStr::from_bytes(b"d\xe9");
    fs::create_dir(folder.join(inner)).unwrap();
    fs::write(folder.join(&profile), GOOD_PROFILE).unwrap();
    fs::write(folder.join(inner).join("plain.toml"), GOOD_PROFILE).unwrap();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    fs::write(folder.join(&fens), format!("{start}\n")).unwrap();
    let squares = (0..7).flat_map(|a| (0..64).map(move |b| (a, b)));
    let lines = squares.map(|(a, b)| {
        let rank = |at: usize, piece: &str| match at {
            0 => format!("{piece}7"),
            7 => format!("7{piece}"),
            at => format!("{at}{piece}{}", 7 - at),
        };
        let [rook, knight, king] = [rank(a, "R"), rank(b % 8, "n"), rank(b / 8, "K")];
        format!("k7/7p/{knight}/8/{rook}/8/P7/{king} b - - 0 1 | 50 | {}\n", b % 2)
    });
    fs::write(folder.join(&data), lines.collect::<String>()).unwrap();
    let word = |text: &str| std::ffi::OsString::from(text);
    let words = |text: &str| text.split(' ').map(word).collect::<Vec<_>>();
    let short = "--games 2 --nodes 20 --max-moves 4 --concurrency 1";
    let eval = [words("eval --fens"), vec![fens.clone(), word("--profile"), profile.clone()]].concat();
    let commands: Vec<Vec<std::ffi::OsString>> = vec![
        [words("profile check"), vec![profile.clone()]].concat(),
        [words("profile show --flat"), vec![profile.clone()]].concat(),
        [words("profile show --origins"), vec![profile.clone()]].concat(),
        [words("profile fmt"), vec![profile.clone()]].concat(),
        [words("profile convert"), vec![profile.clone()]].concat(),
        [words("profile spsa"), vec![profile.clone()]].concat(),
        [words("profile diff"), vec![profile.clone(), profile.clone(), word("--fens"), fens.clone()]]
            .concat(),
        [words("profile show plain --profile-dir"), vec![inner.to_owned()]].concat(),
        eval,
        [words("bench --depth 1 --profile"), vec![profile.clone()]].concat(),
        [words("bench --eval --fens"), vec![fens.clone()]].concat(),
        [words("uci --profile"), vec![profile.clone()]].concat(),
        [
            words("match otter"),
            vec![profile.clone(), word("--openings"), fens.clone(), word("--journal"), journal.clone()],
            words(short),
        ]
        .concat(),
        [words("match --pgn"), vec![pgn, word("--resume"), journal.clone()]].concat(),
        [words("selfplay"), vec![profile.clone(), word("--out"), out], words("--games 2 --nodes 20")]
            .concat(),
        [
            words("tune"),
            vec![profile.clone(), word("--data"), data, word("--out"), name("new.toml")],
            words("--epochs 1"),
        ]
        .concat(),
    ];
    for args in commands {
        let output = temper_in(&folder, &args);
        let printed = text(&output.stderr);
        assert!(output.status.success(), "{args:?}: {printed}");
    }
    let journal = fs::read_to_string(folder.join(journal)).unwrap();
    assert!(journal.contains("{\"bytes\":[99,97,102,233,46,"), "{journal}");
    // Arguments that are not file names must be UTF-8.
    let set = [word("eval"), word("--set"), name("x=1")];
    assert!(!temper_in(&folder, &set).status.success());
}

#[test]
fn errors_of_the_command_line_escape_its_arguments() {
    let folder = folder("cli-escaped-arguments");
    for args in [
        &["eval", "--no\u{9b}\u{202e}such"][..],
        &["bench", "--depth", "\u{9b}2J\u{202e}"],
        &["no\u{1b}[2Jne\u{200b}"],
    ] {
        let output = temper_in(&folder, args);
        let printed = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{printed}");
        assert!(!printed.contains(['\u{9b}', '\u{202e}', '\u{1b}', '\u{200b}']), "{printed:?}");
        assert!(printed.contains(r"\u{9b}") || printed.contains(r"\u{200b}"), "{printed}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn help_that_cannot_be_written_is_an_error() {
    for args in [&["--help"][..], &["--version"], &["match", "--help"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = Command::new(TEMPER).args(args).stdout(full).output().unwrap();
        assert!(!output.status.success(), "{args:?}");
        assert!(text(&output.stderr).starts_with("error: "), "{args:?}");
    }
}

#[test]
fn a_pipe_in_place_of_a_fen_is_no_file_of_positions() {
    let folder = folder("cli-pipe-as-fen");
    assert!(Command::new("mkfifo").arg(folder.join("ff")).status().unwrap().success());
    for file in ["ff", "/dev/zero"] {
        let output = temper_in(&folder, &["eval", file]);
        let printed = text(&output.stderr);
        assert!(!output.status.success());
        assert!(printed.contains("is a pipe or device") && !printed.contains("--fens"), "{printed}");
    }
}
