//! Interrupted, killed and resumed matches.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{fresh, path, played, stdout, temper, without_times};
use crate::common::{TEMPER, write_file};

/// A match long enough to be killed halfway.
const MATCH: [&str; 8] = ["fabchess", "simplified", "--games", "16", "--nodes", "1500", "--max-moves", "30"];

fn spawn(args: &[&str]) -> Child {
    let mut command = Command::new(TEMPER);
    command.arg("match").args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn lines(file: &Path) -> usize {
    fs::read(file).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count())
}

/// Waits until a journal has `count` lines or its match has exited.
fn wait_for(child: &mut Child, journal: &Path, count: usize) {
    let start = Instant::now();
    while lines(journal) < count && child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(120), "no game ends");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_match_killed_repeatedly_ends_with_the_same_result() {
    let (whole, whole_pgn) = played("match-kill", &[MATCH.as_slice(), &["--concurrency", "2"]].concat());
    let (journal, pgn) = (fresh("match-kill", "journal.jsonl"), fresh("match-kill", "resumed.pgn"));
    let begin = [MATCH.as_slice(), &["--journal", path(&journal), "--concurrency", "2"]].concat();
    let resume = ["--resume", path(&journal), "--pgn", path(&pgn), "--force"];
    for (round, games) in [2, 5, 10].into_iter().enumerate() {
        let mut child = spawn(if round == 0 { &begin } else { &resume });
        wait_for(&mut child, &journal, games + 1);
        child.kill().unwrap();
        child.wait().unwrap();
        // Simulate a kill during a write.
        let mut bytes = fs::read(&journal).unwrap();
        bytes.extend(b"{\"game\":1,\"white\":\"fab");
        fs::write(&journal, bytes).unwrap();
    }
    let text = stdout(&temper(&resume));
    let result = |text: &str| text[text.find("Results of").unwrap()..].to_owned();
    assert_eq!(result(&text), result(&whole));
    assert_eq!(without_times(&fs::read_to_string(&pgn).unwrap()), without_times(&whole_pgn));
    assert_eq!(lines(&journal), 1 + 16, "every game is in the journal once");
    // Resuming a finished match plays nothing, unless it is extended.
    assert_eq!(result(&stdout(&temper(&resume))), result(&whole));
    let longer = stdout(&temper(&[resume.as_slice(), &["--games", "18"]].concat()));
    assert!(longer.contains("Games: 18,"), "{longer}");
    // The extension is permanent.
    let shown = stdout(&temper(&["--resume", path(&journal), "--show"]));
    assert_eq!(result(&shown), result(&longer));
    let fewer = temper(&["--resume", path(&journal), "--show", "--games", "8"]);
    let error = String::from_utf8(fewer.stderr).unwrap();
    assert!(error.contains("--games 8 is less than what was played"), "{error}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_match_with_its_report() {
    let (journal, pgn) = (fresh("match-int", "journal.jsonl"), fresh("match-int", "games.pgn"));
    let long = ["--games", "1000", "--nodes", "3000", "--concurrency", "2", "--pgn", path(&pgn)];
    let mut child = spawn(&[["otter", "rustic", "--journal", path(&journal)].as_slice(), &long].concat());
    wait_for(&mut child, &journal, 4);
    let output = interrupted(child);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\nInterrupted after ") && text.contains("\nPtnml(0-2): ["), "{text}");
    let counted = super::games(&fs::read_to_string(&pgn).unwrap()).len();
    assert!(text.contains(&format!("\nGames: {counted}, ")) && counted.is_multiple_of(2), "{text}");
    assert!(lines(&journal) > counted);
    let error = String::from_utf8(output.stderr).unwrap();
    let (journal, pgn) = (path(&journal), path(&pgn));
    let command = format!("temper match --resume {journal} --concurrency 2 --pgn {pgn} --force");
    assert!(error.contains(&format!("interrupted; resume with: {command}\n")), "{error}");
    // It is a command line that is accepted.
    let words: Vec<&str> = command.split(' ').skip(2).collect();
    let mut child = spawn(&words);
    wait_for(&mut child, Path::new(journal), lines(Path::new(journal)) + 1);
    let error = String::from_utf8(interrupted(child).stderr).unwrap();
    assert!(error.contains(&format!("resume with: {command}\n")), "{error}");
    // Without a journal, it says how to have one.
    let pgn = fresh("match-int", "other.pgn");
    let mut child = spawn(&["otter", "rustic", "--games", "1000", "--nodes", "3000", "--pgn", path(&pgn)]);
    wait_for(&mut child, &pgn, 1);
    let error = String::from_utf8(interrupted(child).stderr).unwrap();
    assert!(error.contains("interrupted; a run with --journal FILE can be resumed\n"), "{error}");
}

/// Ends a running match with Ctrl-C.
#[cfg(unix)]
fn interrupted(child: Child) -> Output {
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    output
}

#[test]
fn journals_that_cannot_be_resumed_are_errors() {
    let profile = write_file("match-resume", "mine.toml", "name = \"mine\"\nmaterial.pawn = 100\n");
    let journal = fresh("match-resume", "journal.jsonl");
    let options = [
        "--games",
        "2",
        "--depth",
        "1",
        "--max-moves",
        "6",
        "--concurrency",
        "1",
        "--journal",
        path(&journal),
    ];
    let args = [[path(&profile), "otter"].as_slice(), &options].concat();
    stdout(&temper(&args));
    let error_of = |args: &[&str]| {
        let output = temper(args);
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(error_of(&args).contains("exists; --resume goes on with it"));
    let resume = ["--resume", path(&journal)];
    assert!(error_of(&[resume.as_slice(), &["--nodes", "5"]].concat()).contains("cannot be used with"));
    assert!(
        error_of(&[resume.as_slice(), &["--set", "pawns.isolated=3"]].concat())
            .contains("come from the journal")
    );
    assert!(error_of(&["--resume", path(&profile)]).contains("no journal of a match"));
    let text = fs::read_to_string(&journal).unwrap();
    let with = |line: &str| fs::write(&journal, format!("{text}{line}\n")).unwrap();
    let last = text.lines().last().unwrap();
    for (line, part) in [
        (
            last.replace("\"limit of moves\"", "\"adjudicated draw\""),
            "journal.jsonl:4: game 2 is there twice, and not the same",
        ),
        (last.replace("\"match\":\"", "\"match\":\"0"), "journal.jsonl:4: this game is of another match"),
        (
            last.replace("\"limit of moves\"", "\"stalemate\""),
            "journal.jsonl:4: game 2: its moves do not end with 1/2-1/2 by stalemate",
        ),
        (last.replace("\"game\":2", "\"game\":9"), "game 9 is between mine and otter"),
        (last.replace("\"opening\":[]", "\"opening\":[\"a1a1\"]"), "a1a1 is not a legal move"),
        ("{}".to_owned(), "journal.jsonl:4: missing field"),
    ] {
        with(&line);
        assert!(error_of(&resume).contains(part), "{part}: {}", error_of(&resume));
    }
    // A repeated game is ignored. Journals of the first version have no match ID in their games.
    with(last);
    assert!(stdout(&temper(&resume)).contains("\n2 games resumed from the journal\n"));
    let (_, rest) = last.split_once(',').unwrap();
    with(&format!("{{{rest}"));
    assert!(stdout(&temper(&resume)).contains("\n2 games resumed from the journal\n"));
    fs::write(&journal, &text).unwrap();
    fs::write(&profile, "name = \"mine\"\nmaterial.pawn = 101\n").unwrap();
    let changed = error_of(&resume);
    assert!(
        changed.contains("mine was profile mine (id ") && changed.contains("cannot be resumed"),
        "{changed}"
    );
    assert_eq!(fs::read_to_string(&journal).unwrap(), text);
    // `--show` works anyway, even without the profile or with a missing game.
    let json = fresh("match-resume", "match.json");
    let show = [resume.as_slice(), &["--show", "--json", path(&json), "--force"]].concat();
    let text_of = |args: &[&str]| stdout(&temper(args));
    let shown = text_of(&show);
    assert!(shown.contains("A: mine, profile mine (id ") && shown.contains("\nGames: 2,"), "{shown}");
    assert!(fs::read_to_string(&json).unwrap().contains("\"changes\":null"));
    fs::remove_file(&profile).unwrap();
    assert_eq!(text_of(&show), shown);
    fs::write(&journal, text.replace(last, "").trim_end().to_owned() + "\n").unwrap();
    let part = temper(&show);
    assert_eq!(part.status.code(), Some(130));
    let output = String::from_utf8(part.stdout).unwrap();
    assert!(output.contains("\n0 of 2 games count so far.\n"), "{output}");
}

#[test]
fn a_journal_with_the_old_name_of_the_default_profile_is_resumed() {
    let journal = fresh("match-renamed", "journal.jsonl");
    let begin = ["default", "otter", "--depth", "1", "--max-moves", "6", "--games", "2"];
    stdout(&temper(&[begin.as_slice(), &["--journal", path(&journal)]].concat()));
    let text = fs::read_to_string(&journal).unwrap();
    assert!(text.contains("\"name\":\"temperament\",\"profile\":\"temperament\""), "{text}");
    // The match ID depends on the first line; journals of the first version have none.
    let old: Vec<String> = text
        .replace("\"temperament\"", "\"default\"")
        .lines()
        .map(|line| match line.strip_prefix("{\"match\":") {
            Some(rest) => format!("{{{}", rest.split_once(',').unwrap().1),
            None => line.to_owned(),
        })
        .collect();
    fs::write(&journal, old.join("\n") + "\n").unwrap();
    let resume = ["--resume", path(&journal)];
    let shown = temper(&[resume.as_slice(), &["--show"]].concat());
    assert_eq!(String::from_utf8_lossy(&shown.stderr), "");
    assert!(stdout(&shown).contains("Results of otter vs default"));
    let longer = stdout(&temper(&[resume.as_slice(), &["--games", "4"]].concat()));
    assert!(longer.contains("Results of otter vs default") && longer.contains("Games: 4,"), "{longer}");
    assert!(longer.contains("2 games resumed from the journal"), "{longer}");
}

#[test]
fn a_journal_is_locked_while_written() {
    let journal = fresh("match-lock", "journal.jsonl");
    let long = ["otter", "rustic", "--nodes", "3000", "--games", "1000"];
    let begin = [long.as_slice(), &["--journal", path(&journal)]].concat();
    let mut child = spawn(&begin);
    wait_for(&mut child, &journal, 2);
    for args in [&["--resume", path(&journal)], [begin.as_slice(), &["--force"]].concat().as_slice()] {
        let output = temper(args);
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("journal.jsonl: another temper process is writing this file"), "{error}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(lines(&journal) >= 2, "the journal is unchanged");
    // The lock ends with its process.
    let short = ["--games", "2", "--max-moves", "3", "--force", "--journal", path(&journal)];
    let text = stdout(&temper(&[long[..4].as_ref(), &short].concat()));
    assert!(text.contains("Games: 2,"), "{text}");
    assert_eq!(lines(&journal), 3);
}
