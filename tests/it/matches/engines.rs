//! Other programs as sides of a match: the binary itself, which behaves, and scripts, which do not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{SHORT, fresh, games, path, played, stdout, temper};
use crate::common::{TEMPER, write_file};

/// An engine that says what UCI wants, and on `go` or before does as its first argument says.
const MOCK: &str = r#"
echo "$$" >> "$2"
while read -r line; do
  case "$line" in
    uci)
      echo "id name Mock $1"
      echo "option name Hash type spin default 1 min 1 max 64"
      echo "uciok" ;;
    ucinewgame) if [ "$1" = deaf ]; then isdeaf=1; fi ;;
    isready) if [ -z "$isdeaf" ]; then echo "readyok"; fi ;;
    quit) exit 0 ;;
    go*)
      case "$1" in
        crash) echo "dying of $line" >&2; exit 3 ;;
        illegal) echo "bestmove a1a1" ;;
        null) echo "bestmove 0000" ;;
        nothing) echo "bestmove" ;;
        late) sleep 1; echo "info depth 1 score cp 5 time 7"; echo "bestmove a1a1" ;;
        flood) while :; do echo "info depth 1 score cp 1 nodes 1"; done ;;
      esac ;;
  esac
done
"#;

/// An engine as the command line has it: a script that the shell runs with these arguments.
fn scripted(script: &Path, arguments: &[&str]) -> String {
    let mut text = format!("uci:/bin/sh 'arg={}'", path(script));
    for argument in arguments {
        text += &format!(" 'arg={argument}'");
    }
    text
}

fn mock(test: &str, kind: &str) -> String {
    let script = write_file(test, "mock.sh", MOCK);
    scripted(&script, &[kind, path(&fresh(test, "pids"))])
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Waits until no process has this number any more.
fn wait_for_end_of(pid: &str) {
    let begun = Instant::now();
    // One that has ended, but that nobody has asked about, is still in the list of processes.
    let is_zombie = || {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat"));
        stat.is_ok_and(|stat| stat.contains(") Z "))
    };
    let lives = || {
        let status = Command::new("kill").args(["-0", pid]).output().unwrap().status;
        status.success() && !is_zombie()
    };
    while lives() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{pid} is left behind");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Plays against a mock and checks that it loses all games for this reason.
fn check_loss(kind: &str, options: &[&str], reason: &str, what: &str) {
    let test = format!("engines-{kind}");
    let mock = mock(&test, kind);
    let args = [
        "otter",
        &mock,
        "--nodes",
        "50",
        "--games",
        "4",
        "--concurrency",
        "2",
    ];
    let output = temper(&[args.as_slice(), options].concat());
    let text = stdout(&output);
    assert!(text.contains("Games: 4, Wins: 0, Losses: 4, Draws: 0"), "{text}");
    assert!(
        text.contains(&format!("\nGames ended by: {reason} 4\n")),
        "{text}"
    );
    let title = match reason {
        "crash" => "Lost by a crash",
        "no answer" => "Lost without an answer",
        "illegal move" => "Lost by an illegal move",
        _ => "Lost on time",
    };
    assert!(
        text.contains(&format!("\n{title}: otter 0, Mock {kind} 4\n")),
        "{text}"
    );
    let told = told(&output);
    assert!(
        told.contains("warning: 4 of 4 games were lost on time or by"),
        "{told}"
    );
    let white = format!("game 2: Mock {kind} (White): {reason}: ");
    assert!(told.contains(&white) && told.contains(what), "{told}");
    // The shell may have no time to end by itself, but end it has.
    let pids = fs::read_to_string(in_folder(&test, "pids")).unwrap();
    pids.lines().for_each(wait_for_end_of);
}

/// A file or folder of a test, as its last run has left it.
fn in_folder(test: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(test).join(name)
}

#[test]
fn an_engine_that_ends_loses() {
    check_loss("crash", &[], "crash", "it ended (exit status: 3)");
}

#[test]
fn an_engine_that_does_not_answer_loses() {
    // At the same time: most of it is waiting.
    thread::scope(|scope| {
        let timeout = ["--engine-timeout", "3"];
        let limit = ["--b-limit", "tc=0.2", "--engine-timeout", "3"];
        scope.spawn(move || check_loss("hang", &limit, "no answer", "nor after `stop`"));
        scope.spawn(move || check_loss("flood", &timeout, "no answer", "nor after `stop`"));
        scope.spawn(move || check_loss("deaf", &timeout, "no answer", "no readyok within 3 s"));
    });
}

#[test]
fn an_engine_that_makes_no_legal_move_loses() {
    for (kind, what) in [
        ("illegal", "`bestmove a1a1` in "),
        ("null", "`bestmove 0000` in "),
        ("nothing", "`bestmove` in "),
    ] {
        check_loss(kind, &[], "illegal move", what);
    }
}

#[test]
fn an_engine_that_lies_about_its_time_loses() {
    let limit = ["--b-limit", "tc=0.2"];
    check_loss(
        "late",
        &limit,
        "out of time",
        "(by its own account it took 0.007 s)",
    );
    check_loss(
        "late",
        &["--b-limit", "movetime=100"],
        "out of time",
        "and had 0.200 s",
    );
    // With a margin it is in time, and its move is looked at.
    let margin = ["--b-limit", "tc=0.2", "--time-margin", "60000"];
    check_loss("late", &margin, "illegal move", "`bestmove a1a1`");
}

#[test]
fn an_engine_plays_the_games_that_its_profile_plays() {
    let profiles = [
        ["fabchess", "simplified", "--games", "6", "--concurrency", "2"].as_slice(),
        &SHORT,
    ]
    .concat();
    let engine = format!("uci:'{TEMPER}' option.profile=simplified");
    let named = ["--b-name", "simplified"];
    let mut engines = [profiles.as_slice(), &named].concat();
    engines[1] = &engine;
    let (_, expected) = played("engines-same", &profiles);
    let (text, found) = played("engines-same", &engines);
    assert!(text.contains(" (Temperament"), "{text}");
    for (expected, found) in games(&expected).iter().zip(games(&found)) {
        assert_eq!(expected.moves, found.moves);
        assert!(
            found
                .tags
                .contains(&("BlackOptions".to_owned(), "profile=simplified".to_owned()))
                || found.tag("White") == "simplified"
        );
    }
}

/// Says each bestmove twice, with garbage around it, and begins with the answer to a question that nobody asked.
const BABBLER: &str = r#"
printf 'bestmove a1a1\n\377\376 garbage \000\n'
"$1" | while read -r line; do
  case "$line" in
    bestmove*) echo "$2$2$2$2$2$2$2$2$2$2$2$2$2$2$2$2$2$2$2$2"; echo "$line"; echo "$line" ;;
    *) echo "$line" ;;
  esac
done
"#;

#[test]
fn garbage_and_answers_to_earlier_questions_do_no_harm() {
    let script = write_file("engines-babble", "babbler.sh", BABBLER);
    let long = "x".repeat(5000);
    let engine = scripted(&script, &[TEMPER, &long]) + " option.Profile=otter";
    let args = |b| {
        [
            ["fabchess", b, "--b-name", "otter", "--games", "2"].as_slice(),
            &SHORT,
        ]
        .concat()
    };
    let (_, expected) = played("engines-babble", &args("otter"));
    let (_, found) = played("engines-babble", &args(&engine));
    for (expected, found) in games(&expected).iter().zip(games(&found)) {
        assert_eq!(expected.moves, found.moves);
    }
}

/// Ends in its first game, and is a good engine ever after.
const ONCE: &str = "if [ -e \"$2\" ] && ! [ -e \"$3\" ]; then echo x > \"$3\"; exec /bin/sh \"$4\" crash \"$5\"; fi\n\
                    echo x >> \"$2\"; exec \"$1\"\n";

#[test]
fn after_a_failure_the_match_goes_on_with_a_new_process() {
    let test = "engines-once";
    let (script, mock) = (
        write_file(test, "once.sh", ONCE),
        write_file(test, "mock.sh", MOCK),
    );
    let files = ["tried", "failed", "pids"].map(|name| fresh(test, name));
    let logs = in_folder(test, "log");
    let _ = fs::remove_dir_all(&logs);
    let engine = scripted(
        &script,
        &[
            TEMPER,
            path(&files[0]),
            path(&files[1]),
            path(&mock),
            path(&files[2]),
        ],
    );
    let args = [
        "otter",
        &engine,
        "--games",
        "4",
        "--concurrency",
        "1",
        "--log",
        path(&logs),
    ];
    let output = temper(&[args.as_slice(), &SHORT].concat());
    let text = stdout(&output);
    assert!(
        text.contains("Game 1 of 4: otter - Temperament") && text.contains(" 1-0 (crash, "),
        "{text}"
    );
    assert!(text.contains("crash 1"), "{text}");
    let log = fs::read_to_string(logs.join("game-1.log")).unwrap();
    for part in [
        "it ended (exit status: 3)",
        " > go nodes 300\n",
        " < readyok\n",
        " ! dying of go nodes 300\n",
    ] {
        assert!(log.contains(part), "{log}");
    }
    assert!(told(&output).contains("game-1.log"));
}

#[test]
fn engines_play_chess960_or_are_refused() {
    let epd = write_file(
        "engines-960",
        "frc.epd",
        "nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w HBhb - id \"SP1\";\n1k5r/8/8/8/8/8/8/1K5R w Hh - hmvc 0;\n",
    );
    let engine = format!("uci:'{TEMPER}' option.Profile=otter");
    let args = |b| {
        let sides = [
            "fabchess",
            b,
            "--b-name",
            "otter",
            "--games",
            "4",
            "--openings",
            path(&epd),
        ];
        [sides.as_slice(), &SHORT].concat()
    };
    let (_, expected) = played("engines-960", &args("otter"));
    let (_, found) = played("engines-960", &args(&engine));
    for (expected, found) in games(&expected).iter().zip(games(&found)) {
        assert_eq!(expected.moves, found.moves);
    }
    let refused = temper(&args(&mock("engines-960", "illegal")));
    assert!(
        told(&refused).contains("no option UCI_Chess960"),
        "{}",
        told(&refused)
    );
}

#[test]
fn what_cannot_start_ends_the_match_before_it_begins() {
    let mock = mock("engines-start", "illegal");
    let journal = fresh("engines-start", "journal.jsonl");
    for (side, part) in [
        (
            "uci:/no/such/engine".to_owned(),
            "uci:/no/such/engine: it cannot be started: ",
        ),
        ("uci:".to_owned(), "the path of a program follows"),
        (
            "uci:/bin/sh arg=-c 'arg=echo my reasons >&2; exit 3'".to_owned(),
            "! my reasons",
        ),
        (
            "uci:/bin/sh arg=-c 'arg=read x; exit 4'".to_owned(),
            "it ended (exit status: 4)\n",
        ),
        (
            "uci:/bin/sh arg=-c 'arg=sleep 30'".to_owned(),
            "no uciok within 1 s",
        ),
        (
            format!("{mock} option.Hsah=3"),
            "it has no option `Hsah`; did you mean `Hash`?",
        ),
        (
            format!("{mock} option.Hash=65"),
            "a whole number from 1 to 64, found `65`",
        ),
        (format!("{mock} Hash=3"), "expected option.NAME=VALUE"),
    ] {
        let args = ["otter", &side, "--nodes", "9", "--journal", path(&journal)];
        // Only one of them is meant to be waited for.
        let timeout = if side.contains("sleep") { "1" } else { "30" };
        let output = temper(&[args.as_slice(), &["--engine-timeout", timeout]].concat());
        assert_eq!(output.status.code(), Some(2), "{side}");
        assert!(told(&output).contains(part), "{side}: {}", told(&output));
        assert!(!journal.exists() && output.stdout.is_empty());
    }
    let output = temper(&["otter", &mock, "--nodes", "9", "--b-set", "pawns.isolated=3"]);
    assert!(
        told(&output).contains("--b-set is for profiles"),
        "{}",
        told(&output)
    );
}

#[test]
fn a_match_with_an_engine_is_resumed_unless_the_engine_is_another() {
    let test = "engines-resume";
    let (journal, pgn) = (fresh(test, "journal.jsonl"), fresh(test, "games.pgn"));
    let engine = format!("uci:'{TEMPER}' option.Profile=otter");
    let mixed = write_file(test, "mock.sh", MOCK);
    let mixed = scripted(&mixed, &["illegal", path(&fresh(test, "pids"))]);
    let begin = |a: &str, b: &str| {
        let args = [a, b, "--games", "4", "--journal", path(&journal), "--force"];
        stdout(&temper(
            &[args.as_slice(), &SHORT, &["--concurrency", "1"]].concat(),
        ))
    };
    let result = |text: &str| text[text.find("Results of").unwrap()..].to_owned();
    for (a, b) in [("rustic", engine.as_str()), (&engine, &mixed)] {
        let whole = begin(a, b);
        let text = fs::read_to_string(&journal).unwrap();
        let cut: Vec<&str> = text.lines().take(3).collect();
        fs::write(&journal, cut.join("\n") + "\n").unwrap();
        let resume = ["--resume", path(&journal), "--pgn", path(&pgn), "--force"];
        assert_eq!(result(&stdout(&temper(&resume))), result(&whole));
        let games = fs::read_to_string(&pgn).unwrap();
        assert_eq!(games.matches("[Event ").count(), 4);
        if b == mixed {
            assert_eq!(games.matches("[Termination \"rules infraction\"]").count(), 4);
            assert_eq!(games.matches("illegal move (`bestmove a1a1` in ").count(), 2);
        }
    }
    fs::write(
        fresh(test, "mock.sh"),
        MOCK.replace("id name Mock", "id name Another"),
    )
    .unwrap();
    let changed = temper(&["--resume", path(&journal)]);
    let told = told(&changed);
    assert!(
        told.contains("Mock illegal was engine Mock illegal (uci:/bin/sh ")
            && told.contains("cannot be resumed"),
        "{told}"
    );
}

#[test]
fn no_engine_is_left_behind_when_a_match_is_interrupted_or_killed() {
    for signal in ["-INT", "-KILL"] {
        let test = format!("engines-left{signal}");
        let script = write_file(&test, "noted.sh", "echo $$ >> \"$2\"; exec \"$1\"\n");
        let pids = fresh(&test, "pids");
        let engine = scripted(&script, &[TEMPER, path(&pids)]);
        let mut child = Command::new(TEMPER)
            .args([
                "match",
                "otter",
                &engine,
                "--nodes",
                "300000",
                "--concurrency",
                "2",
            ])
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // One to try it out, and one for each of two games.
        let begun = Instant::now();
        let count = || fs::read_to_string(&pids).map_or(0, |text| text.lines().count());
        while count() < 3 {
            assert!(begun.elapsed() < Duration::from_secs(60), "no engine starts");
            thread::sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
        let status = child.wait().unwrap();
        assert_eq!(status.code(), (signal == "-INT").then_some(130));
        let text = fs::read_to_string(&pids).unwrap();
        text.lines().for_each(wait_for_end_of);
    }
}

/// A good engine that tells nothing of its search.
const SILENT: &str =
    "\"$1\" | while read -r line; do case \"$line\" in info*) ;; *) echo \"$line\" ;; esac; done\n";

#[test]
fn an_engine_that_tells_no_score_has_none_in_reports() {
    let test = "engines-silent";
    let script = write_file(test, "silent.sh", SILENT);
    let [json, page, pgn] = ["match.json", "match.html", "games.pgn"].map(|name| fresh(test, name));
    let engine = scripted(&script, &[TEMPER]) + " option.Profile=otter";
    let files = [
        "--style",
        "--json",
        path(&json),
        "--report",
        path(&page),
        "--pgn",
        path(&pgn),
    ];
    let args = [["otter", &engine, "--games", "2"].as_slice(), &SHORT, &files].concat();
    stdout(&temper(&args));
    let document: Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let contender = &document["contenders"][1];
    assert_eq!(contender["options"], "Profile=otter");
    assert!(contender["command"].as_str().unwrap().starts_with("/bin/sh "));
    assert!(contender.get("id").is_none() && document["changes"].is_null());
    assert_eq!(document["evaluation"]["b"], Value::Array(Vec::new()));
    for game in document["games"].as_array().unwrap() {
        assert!(game["a"]["mean_cp"].is_number() && game["b"]["mean_cp"].is_null());
    }
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("silent.sh") && page.contains("Profile=otter"));
    let games = fs::read_to_string(pgn).unwrap();
    assert!(games.contains("s n=0}") && games.contains("s n=300}"));
}
