//! Journals from someone else, and files that two programs write.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{TEMPER, write_file};

fn temper(args: &[&str]) -> Output {
    Command::new(TEMPER).args(args).output().unwrap()
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Runs a short match, tournament, self-play and SPSA, and returns command line and journal of each.
fn journals(test: &str) -> [(Vec<String>, String); 4] {
    let journal = write_file(test, "journal.jsonl", "");
    let positions = journal.with_file_name("out.txt");
    let out = ["--out", path(&positions)];
    let games = ["--games", "2", "--nodes", "10", "--max-moves", "3"];
    let of = |command: &[&str], more: &[&str], resume: &[&str]| {
        let run = [command, more, &["--force", "--journal", path(&journal)]].concat();
        let output = temper(&run);
        assert!(output.status.success(), "{run:?}: {output:?}");
        let resume = [&command[..1], &["--resume"], resume].concat().into_iter().map(str::to_owned);
        (resume.collect(), fs::read_to_string(&journal).unwrap())
    };
    let to = [path(&journal), "--out", out[1], "--force"];
    [
        of(&["match", "otter", "rustic", "--draw", "movecount=8,score=8"], &games, &to[..1]),
        of(&["tournament", "otter", "rustic", "simplified"], &games, &to[..1]),
        of(&["selfplay", "simplified"], &[games.as_slice(), &out].concat(), &to),
        of(&["spsa", "simplified", "--only", "material.pawn"], &["--pairs", "1", "--nodes", "10"], &to[..1]),
    ]
}

/// A journal may come from someone else: a number in it must not take the memory or run for ever.
#[test]
fn values_of_a_journal_pass_the_checks_of_their_options() {
    let test = "cli-journal-values";
    let [duel, tournament, selfplay, spsa] = journals(test);
    let games = "`games` cannot be 1000000000: from 2 to 10000000";
    let crowd = format!("\"players\":[{}\"otter\"", "\"otter\",".repeat(500));
    for ((command, text), was, now, message) in [
        (&duel, "\"games\":2", "\"games\":1000000000", games),
        (&duel, "\"games\":2", "\"games\":3", "`games` cannot be 3: games are played in pairs"),
        (&duel, "\"hash\":16", "\"hash\":0", "`hash` cannot be 0: at least 1"),
        (&duel, "\"sequential\"", "\"both\"", "`order` cannot be both: expected sequential, random"),
        (&duel, "\"a_elo\":null", "\"a_elo\":5", "`a_elo` cannot be 5: a level is"),
        (&duel, "\"move_count\":8", "\"move_count\":0", "movecount is 1 or more"),
        (&tournament, "\"games\":6", "\"games\":3000000000", games),
        (&tournament, "\"players\":[\"otter\"", &crowd, "a tournament has at most 500 players"),
        (
            &selfplay,
            "\"simplified\",\"games\":2",
            "\"simplified\",\"games\":1000000000",
            "`games` cannot be 1000000000: an even number from 2 to 10000000",
        ),
        (
            &selfplay,
            "\"random_plies\":8",
            "\"random_plies\":1000000000",
            "`random_plies` cannot be 1000000000: from 0 to 100",
        ),
        (&spsa, "\"batch\":8", "\"batch\":1000000000000", "`batch` cannot be 1000000000000: "),
        (&spsa, "\"nodes\":10", "\"nodes\":0", "`nodes` cannot be 0: "),
    ] {
        assert!(text.contains(was), "{was}: {text}");
        let journal = write_file(test, "journal.jsonl", &text.replacen(was, now, 1));
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let output = temper(&words);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{command:?}: {now}");
        assert!(error.contains("journal.jsonl:1: ") && error.contains(message), "{now}: {error}");
        assert_eq!(fs::read_to_string(journal).unwrap(), text.replacen(was, now, 1));
    }
}

#[test]
fn scores_of_a_journal_cannot_overflow() {
    let [(_, text), ..] = journals("cli-journal-scores");
    let (first, games) = text.split_once('\n').unwrap();
    let score = games.find("\"cp\":").map(|at| &games[at..]).unwrap();
    let score = &score[..score.find(',').unwrap()];
    let extreme = games.replacen(score, "\"cp\":-2147483648", 1);
    let journal = write_file("cli-journal-scores", "journal.jsonl", &format!("{first}\n{extreme}"));
    let pgn = journal.with_file_name("games.pgn");
    let output =
        temper(&["match", "--resume", path(&journal), "--show", "--pgn", path(&pgn), "--force", "--style"]);
    assert!(output.status.success(), "{output:?}");
    let pgn = fs::read_to_string(pgn).unwrap();
    assert!(pgn.contains("10000.00/"), "{pgn}");
}

/// Each command that writes a file for a long time. On Windows, a locked file cannot be read by the test either.
#[cfg(unix)]
#[test]
fn a_file_that_another_process_writes_stays_as_it_is() {
    let test = "cli-locked";
    let [duel, tournament, selfplay, spsa] = journals(test);
    let file = write_file(test, "written.txt", "");
    let written = path(&file);
    let fens = write_file(test, "in.epd", "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1\n");
    let games = write_file(test, "games.pgn", "1. e4 e5 *\n");
    let engine = format!("uci:'{TEMPER}'");
    let label = ["label", path(&fens), "--by", &engine, "--nodes", "10", "--out", written];
    let labelled = "4k3/8/8/8/8/8/PPP5/4K3 w - - 1 1 | 3 | 0.5\n";
    let short = ["--games", "2", "--nodes", "10", "--max-moves", "3", "--force"];
    let duelling = ["match", "otter", "rustic"];
    let start_spsa =
        ["spsa", "simplified", "--only", "material.pawn", "--pairs", "1", "--force", "--journal"];
    for (args, text) in [
        ([&label[..], &["--force"]].concat(), labelled),
        ([&label[..], &["--resume"]].concat(), labelled),
        ([&duelling[..], &short, &["--journal", written]].concat(), &duel.1),
        ([&duelling[..], &short, &["--pgn", written]].concat(), "1. d4 *\n"),
        (vec!["match", "--resume", written], &duel.1),
        (vec!["tournament", "--resume", written], &tournament.1),
        ([&["selfplay", "simplified", "--out", written][..], &short].concat(), labelled),
        (vec!["selfplay", "--resume", written, "--out", "x.txt"], &selfplay.1),
        ([&start_spsa[..], &[written]].concat(), &spsa.1),
        (vec!["spsa", "--resume", written], &spsa.1),
        (vec!["review", path(&games), "--nodes", "10", "--journal", written], ""),
    ] {
        fs::write(&file, text).unwrap();
        let other = fs::File::options().write(true).open(&file).unwrap();
        other.lock().unwrap();
        let output = temper(&args);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{args:?}");
        assert!(
            error.contains("written.txt: another temper process is writing this file"),
            "{args:?}: {error}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "{args:?}");
    }
}

#[test]
fn a_run_that_fails_before_its_first_label_leaves_no_file() {
    let test = "cli-label-early";
    let faulty = write_file(test, "in.epd", "8/8 w - -\n");
    let out = faulty.with_file_name("out.txt");
    let engine = format!("uci:'{TEMPER}'");
    for _ in 0..2 {
        let output = temper(&["label", path(&faulty), "--by", &engine, "--out", path(&out)]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("in.epd:1: ") && !out.exists(), "{error}");
    }
}

/// Another program saves a profile between the reading and the writing of `profile fmt`.
#[cfg(unix)]
#[test]
fn a_profile_that_changes_while_it_is_formatted_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    fs::write(&file, "name=\"mine\"\nmaterial.pawn=100\n").unwrap();
    let guard = fs::File::open(folder.path()).unwrap();
    guard.lock().unwrap();
    let mut command = Command::new(TEMPER);
    let child =
        command.args(["profile", "fmt", path(&file)]).stderr(std::process::Stdio::piped()).spawn().unwrap();
    // The formatted text is in a temporary file, and the program waits for the folder.
    while fs::read_dir(folder.path()).unwrap().count() < 2 {
        std::thread::yield_now();
    }
    let saved = "name=\"mine\"\nmaterial.pawn=200\n";
    fs::write(&file, saved).unwrap();
    drop(guard);
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("mine.toml stays as it is: another program has changed it meanwhile"), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), saved);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
