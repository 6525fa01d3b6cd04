//! UCI engines as participants: the binary itself, and scripts that misbehave.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{SHORT, fresh, games, path, played, stdout, temper};
use crate::common::{TEMPER, write_file};

/// A UCI engine that misbehaves as its first argument selects. Appends its process ID to the second.
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

/// Returns the `uci:` argument for a shell script with these arguments.
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

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Waits until the process has exited.
fn wait_for_end_of(pid: &str) {
    let start = Instant::now();
    // A zombie still has an entry in the process table.
    let is_zombie = || {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat"));
        stat.is_ok_and(|stat| stat.contains(") Z "))
    };
    let is_running = || {
        let status = Command::new("kill").args(["-0", pid]).output().unwrap().status;
        status.success() && !is_zombie()
    };
    while is_running() {
        assert!(start.elapsed() < Duration::from_secs(60), "process {pid} still runs");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Plays against a mock and checks that it loses all games for `reason`, described by `what`.
fn check_loss(kind: &str, options: &[&str], reason: &str, what: &str) {
    let test = format!("engines-{kind}");
    let mock = mock(&test, kind);
    let args = ["otter", &mock, "--nodes", "50", "--games", "4", "--concurrency", "4"];
    let output = temper(&[args.as_slice(), options].concat());
    let text = stdout(&output);
    assert!(text.contains("Games: 4, Wins: 0, Losses: 4, Draws: 0"), "{text}");
    assert!(text.contains(&format!("\nGames ended by: {reason} 4\n")), "{text}");
    let title = match reason {
        "crash" => "Lost by a crash",
        "no answer" => "Lost without an answer",
        "illegal move" => "Lost by an illegal move",
        _ => "Lost on time",
    };
    assert!(text.contains(&format!("\n{title}: otter 0, Mock {kind} 4\n")), "{text}");
    let stderr = stderr(&output);
    assert!(stderr.contains("warning: 4 of 4 games were forfeited (time or engine failure)"), "{stderr}");
    let white = format!("game 2: Mock {kind} (White): {reason}: ");
    assert!(stderr.contains(&white) && stderr.contains(what), "{stderr}");
    // The shell may be killed, but it must not keep running.
    let pids = fs::read_to_string(in_folder(&test, "pids")).unwrap();
    pids.lines().for_each(wait_for_end_of);
}

/// Path of a file or folder of a test, without deleting it.
fn in_folder(test: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(test).join(name)
}

#[test]
fn an_engine_that_ends_loses() {
    check_loss("crash", &[], "crash", "it ended (exit status: 3)");
}

#[test]
fn an_engine_that_does_not_answer_loses() {
    // In parallel, since most of the time is waiting.
    thread::scope(|scope| {
        let timeout = ["--engine-timeout", "2"];
        let limit = ["--b-limit", "tc=0.2", "--engine-timeout", "2"];
        scope.spawn(move || check_loss("hang", &limit, "no answer", "nor after `stop`"));
        scope.spawn(move || check_loss("flood", &timeout, "no answer", "nor after `stop`"));
        scope.spawn(move || check_loss("deaf", &timeout, "no answer", "no readyok within 2 s"));
    });
}

#[test]
fn an_engine_that_makes_no_legal_move_loses() {
    for (kind, what) in
        [("illegal", "`bestmove a1a1` in "), ("null", "`bestmove 0000` in "), ("nothing", "`bestmove` in ")]
    {
        check_loss(kind, &[], "illegal move", what);
    }
}

/// Sends escape sequences in its name, moves, errors and option names, each 60,000 characters long.
const STEERING: &str = r#"
long=$(printf '%060000d' 0)
esc=$(printf '\033[2J\302\2332J\342\200\256')
while read -r line; do
  case "$line" in
    uci) echo "id name Evil$esc$long"; echo "option name A$esc$long type string"; echo uciok ;;
    isready) echo readyok ;;
    quit) exit 0 ;;
    go*) echo "$esc$long" >&2; echo "info string $esc$long"; echo "bestmove $esc$long" ;;
  esac
done
"#;

#[test]
fn control_characters_of_engines_are_escaped() {
    let test = "engines-steering";
    let script = write_file(test, "evil.sh", STEERING);
    let engine = scripted(&script, &[]);
    let (pgn, journal, json) =
        (fresh(test, "games.pgn"), fresh(test, "journal.jsonl"), fresh(test, "all.json"));
    let epd = write_file(test, "start.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    let files = ["--pgn", path(&pgn), "--journal", path(&journal), "--json", path(&json)];
    let args = ["otter", &engine, "--games", "2", "--nodes", "9"];
    let label = ["label", path(&epd), "--nodes", "9", "--out"];
    let labels = fresh(test, "labels.txt");
    let unknown = format!("{engine} option.B=1");
    let show = ["--resume", path(&journal), "--show"];
    let outputs = [
        temper(&[&args[..], &files].concat()),
        temper(&show),
        temper(&["otter", &unknown, "--nodes", "9"]),
        Command::new(TEMPER).args(label).args([path(&labels), "--by", &engine]).output().unwrap(),
    ];
    let is_bad = |c: char| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202e}';
    let mut texts: Vec<String> = [&pgn, &json].map(|file| fs::read_to_string(file).unwrap()).into();
    for output in outputs {
        texts.extend([output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()));
    }
    assert!(texts.iter().any(|text| text.contains("Evil\\u{1b}[2J")), "{texts:?}");
    for text in texts {
        assert!(!text.contains(is_bad), "{text:?}");
        let is_bounded = !text.contains(&"0".repeat(1000));
        assert!(is_bounded, "{:.2000}", text);
    }
}

#[test]
fn an_engine_that_lies_about_its_time_loses() {
    let limit = ["--b-limit", "tc=0.2"];
    check_loss("late", &limit, "out of time", "(by its own account it took 0.007 s)");
    check_loss("late", &["--b-limit", "movetime=100"], "out of time", "and had 0.200 s");
    // With a large margin it is in time, and its move is checked.
    let margin = ["--b-limit", "tc=0.2", "--time-margin", "60000"];
    check_loss("late", &margin, "illegal move", "`bestmove a1a1`");
}

#[test]
fn an_engine_plays_the_games_that_its_profile_plays() {
    let profiles =
        [["fabchess", "simplified", "--games", "6", "--concurrency", "2"].as_slice(), &SHORT].concat();
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
            found.tags.contains(&("BlackOptions".to_owned(), "profile=simplified".to_owned()))
                || found.tag("White") == "simplified"
        );
    }
}

/// Sends an unrequested bestmove first, then each bestmove twice, with garbage in between.
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
fn garbage_and_stale_answers_do_no_harm() {
    let script = write_file("engines-babble", "babbler.sh", BABBLER);
    let long = "x".repeat(5000);
    let engine = scripted(&script, &[TEMPER, &long]) + " option.Profile=otter";
    let args = |b| [["fabchess", b, "--b-name", "otter", "--games", "2"].as_slice(), &SHORT].concat();
    let (_, expected) = played("engines-babble", &args("otter"));
    let (_, found) = played("engines-babble", &args(&engine));
    for (expected, found) in games(&expected).iter().zip(games(&found)) {
        assert_eq!(expected.moves, found.moves);
    }
}

/// Crashes in its first game, then works.
const ONCE: &str = "if [ -e \"$2\" ] && ! [ -e \"$3\" ]; then echo x > \"$3\"; exec /bin/sh \"$4\" crash \"$5\"; fi\n\
                    echo x >> \"$2\"; exec \"$1\"\n";

#[test]
fn after_a_failure_the_match_goes_on_with_a_new_process() {
    let test = "engines-once";
    let (script, mock) = (write_file(test, "once.sh", ONCE), write_file(test, "mock.sh", MOCK));
    let files = ["tried", "failed", "pids"].map(|name| fresh(test, name));
    let logs = in_folder(test, "log");
    let _ = fs::remove_dir_all(&logs);
    let engine = scripted(&script, &[TEMPER, path(&files[0]), path(&files[1]), path(&mock), path(&files[2])]);
    let args = ["otter", &engine, "--games", "4", "--concurrency", "1", "--log", path(&logs)];
    let output = temper(&[args.as_slice(), &SHORT].concat());
    let text = stdout(&output);
    assert!(text.contains("Game 1 of 4: otter - Temperament") && text.contains(" 1-0 (crash, "), "{text}");
    assert!(text.contains("crash 1"), "{text}");
    let log = fs::read_to_string(logs.join("game-1.log")).unwrap();
    for part in
        ["it ended (exit status: 3)", " > go nodes 300\n", " < readyok\n", " ! dying of go nodes 300\n"]
    {
        assert!(log.contains(part), "{log}");
    }
    assert!(stderr(&output).contains("game-1.log"));
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
        let sides = ["fabchess", b, "--b-name", "otter", "--games", "4", "--openings", path(&epd)];
        [sides.as_slice(), &SHORT].concat()
    };
    let (_, expected) = played("engines-960", &args("otter"));
    let (_, found) = played("engines-960", &args(&engine));
    for (expected, found) in games(&expected).iter().zip(games(&found)) {
        assert_eq!(expected.moves, found.moves);
    }
    let refused = temper(&args(&mock("engines-960", "illegal")));
    assert!(stderr(&refused).contains("no option UCI_Chess960"), "{}", stderr(&refused));
}

#[test]
fn engines_that_cannot_start_end_the_match_before_it_begins() {
    let mock = mock("engines-start", "illegal");
    let journal = fresh("engines-start", "journal.jsonl");
    for (side, part) in [
        ("uci:/no/such/engine".to_owned(), "uci:/no/such/engine: it cannot be started: "),
        ("uci:".to_owned(), "the path of a program follows"),
        ("uci:/bin/sh arg=-c 'arg=echo my reasons >&2; exit 3'".to_owned(), "! my reasons"),
        ("uci:/bin/sh arg=-c 'arg=read x; exit 4'".to_owned(), "it ended (exit status: 4)\n"),
        ("uci:/bin/sh arg=-c 'arg=sleep 30'".to_owned(), "no uciok within 1 s"),
        (format!("{mock} option.Hsah=3"), "it has no option `Hsah`; did you mean `Hash`?"),
        (format!("{mock} option.Hash=65"), "a whole number from 1 to 64, found `65`"),
        (format!("{mock} Hash=3"), "expected option.NAME=VALUE"),
    ] {
        let args = ["otter", &side, "--nodes", "9", "--journal", path(&journal)];
        // Only one of them must time out.
        let timeout = if side.contains("sleep") { "1" } else { "30" };
        let output = temper(&[args.as_slice(), &["--engine-timeout", timeout]].concat());
        assert_eq!(output.status.code(), Some(2), "{side}");
        assert!(stderr(&output).contains(part), "{side}: {}", stderr(&output));
        assert!(!journal.exists() && output.stdout.is_empty());
    }
    let output = temper(&["otter", &mock, "--nodes", "9", "--b-set", "pawns.isolated=3"]);
    assert!(stderr(&output).contains("--b-set is for profiles"), "{}", stderr(&output));
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
        stdout(&temper(&[args.as_slice(), &SHORT, &["--concurrency", "1"]].concat()))
    };
    let result = |text: &str| text[text.find("Results of").unwrap()..].to_owned();
    for (a, b) in [("rustic", engine.as_str()), (&engine, &mixed)] {
        let whole = begin(a, b);
        let text = fs::read_to_string(&journal).unwrap();
        let cut: Vec<&str> = text.lines().take(3).collect();
        fs::write(&journal, cut.join("\n") + "\n").unwrap();
        let mut resume = vec!["--resume", path(&journal), "--pgn", path(&pgn), "--force"];
        for allowed in [a, b].iter().filter(|side| side.starts_with("uci:")) {
            resume.extend(["--allow-engine", allowed]);
        }
        assert_eq!(result(&stdout(&temper(&resume))), result(&whole));
        let games = fs::read_to_string(&pgn).unwrap();
        assert_eq!(games.matches("[Event ").count(), 4);
        if b == mixed {
            assert_eq!(games.matches("[Termination \"rules infraction\"]").count(), 4);
            assert_eq!(games.matches("illegal move (`bestmove a1a1` in ").count(), 2);
        }
    }
    fs::write(fresh(test, "mock.sh"), MOCK.replace("id name Mock", "id name Another")).unwrap();
    let allowed = ["--allow-engine", &engine, "--allow-engine", &mixed];
    let changed = temper(&[&["--resume", path(&journal)], &allowed[..]].concat());
    let stderr = stderr(&changed);
    assert!(
        stderr.contains("Mock illegal was engine Mock illegal (uci:/bin/sh ")
            && stderr.contains("cannot be resumed"),
        "{stderr}"
    );
}

/// Returns the journal of a match cut off after one game, its engine, and the file to which the engine appends its process
/// ID at each start.
pub fn journal_with_engine(test: &str) -> (PathBuf, String, PathBuf) {
    let script = write_file(test, "noted.sh", "echo $$ >> \"$2\"; exec \"$1\"\n");
    let (journal, pids) = (fresh(test, "journal.jsonl"), fresh(test, "pids"));
    let engine = scripted(&script, &[TEMPER, path(&pids)]) + " option.Profile=otter";
    let args = ["rustic", &engine, "--games", "2", "--journal", path(&journal), "--concurrency", "1"];
    stdout(&temper(&[args.as_slice(), &SHORT].concat()));
    let text = fs::read_to_string(&journal).unwrap();
    let cut: Vec<&str> = text.lines().take(2).collect();
    fs::write(&journal, cut.join("\n") + "\n").unwrap();
    fs::remove_file(&pids).unwrap();
    (journal, engine, pids)
}

#[test]
fn engines_of_a_journal_run_only_if_allowed() {
    let (journal, engine, pids) = journal_with_engine("engines-consent");
    let resume = ["--resume", path(&journal)];
    let refused = |args: &[&str], part: &str| {
        let output = temper(&[&resume, args].concat());
        let stderr = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(part), "{stderr}");
        assert!(!pids.exists(), "the engine was started: {stderr}");
    };
    let command = format!("--allow-engine '{}'", engine.replace('\'', r"'\''"));
    refused(&[], &engine);
    refused(&[], &command);
    // The whole command must match.
    refused(&["--allow-engine", "uci:/bin/sh"], &command);
    let allowed = ["--allow-engine", engine.as_str()];
    // Errors in the journal are reported before an allowed engine is started.
    let text = fs::read_to_string(&journal).unwrap();
    for (from, to, part) in [
        ("\"white\":\"rustic\"", "\"white\":\"otter\"", "is between"),
        (
            "\"moves\":[",
            "\"moves\":[{\"move\":\"a1a1\",\"depth\":1,\"nodes\":1,\"us\":1},",
            "a1a1 is not a legal move",
        ),
        ("\"limit\":\"nodes=300\"", "\"limit\":\"nodes=301\"", "cannot be resumed"),
        ("option.Profile=otter", "option.Profile=rustic", "and would be"),
        ("\"openings\":\"balanced\"", "\"openings\":\"/etc/passwd\"", "/etc/passwd:1: this is no opening"),
    ] {
        assert!(text.contains(from), "{from} in {text}");
        fs::write(&journal, text.replacen(from, to, 1)).unwrap();
        let other = engine.replace("=otter", "=rustic");
        refused(&[&allowed[..], &["--allow-engine", &other]].concat(), part);
    }
    fs::write(&journal, &text).unwrap();
    let shown = temper(&["--resume", path(&journal), "--show", "--style"]);
    assert_eq!(shown.status.code(), Some(130), "{}", stderr(&shown));
    assert!(!pids.exists(), "--show starts no engine");
    stdout(&temper(&[&resume, &allowed[..]].concat()));
    assert!(pids.exists());
}

#[test]
fn no_engine_is_left_behind_when_a_match_is_interrupted_or_killed() {
    for signal in ["-INT", "-KILL"] {
        let test = format!("engines-left{signal}");
        let script = write_file(&test, "noted.sh", "echo $$ >> \"$2\"; exec \"$1\"\n");
        let pids = fresh(&test, "pids");
        let engine = scripted(&script, &[TEMPER, path(&pids)]);
        let mut child = Command::new(TEMPER)
            .args(["match", "otter", &engine, "--nodes", "300000", "--concurrency", "2"])
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // One process for the initial check, and one for each of two games.
        let start = Instant::now();
        let count = || fs::read_to_string(&pids).map_or(0, |text| text.lines().count());
        while count() < 3 {
            assert!(start.elapsed() < Duration::from_secs(60), "the engines do not start");
            thread::sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        let status = child.wait().unwrap();
        assert_eq!(status.code(), (signal == "-INT").then_some(130));
        let text = fs::read_to_string(&pids).unwrap();
        text.lines().for_each(wait_for_end_of);
    }
}

/// An engine without `info` lines.
const SILENT: &str =
    "\"$1\" | while read -r line; do case \"$line\" in info*) ;; *) echo \"$line\" ;; esac; done\n";

#[test]
fn an_engine_without_scores_has_none_in_reports() {
    let test = "engines-silent";
    let script = write_file(test, "silent.sh", SILENT);
    let [json, page, pgn] = ["match.json", "match.html", "games.pgn"].map(|name| fresh(test, name));
    let engine = scripted(&script, &[TEMPER]) + " option.Profile=otter";
    let files = ["--style", "--json", path(&json), "--report", path(&page), "--pgn", path(&pgn)];
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
