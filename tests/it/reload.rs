//! Hot reload: profile files change while the engine searches.

#[cfg(unix)]
mod chain;
mod table;
#[cfg(unix)]
mod torture;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use crate::common::gui::Gui;
use crate::common::write_file;
use temperament_engine::profile::reload::{Look, Reloader};
use temperament_engine::profile::{Format, Library, Source, parse};

/// A fortress: no captures are possible and no king can cross, so the score depends only on the profile.
const FORTRESS: &str = "6k1/8/8/p1p1p1p1/P1P1P1P1/P7/8/6K1 w - - 0 1";

/// A profile that evaluates the fortress as `n` for White.
fn fortress_profile(n: i32) -> String {
    format!("name = \"x\"\nunits.pawn = 100\nmaterial.pawn = {n}\n")
}

fn start(path: &Path) -> Gui {
    let mut gui = Gui::start();
    let lines = gui.ask(&format!("setoption name ProfileFile value {}", path.display()));
    assert!(lines.iter().any(|l| l.contains(" loaded (id ")), "{lines:#?}");
    gui
}

fn analyse(gui: &mut Gui) {
    gui.send(&format!("position fen {FORTRESS}\ngo infinite"));
}

/// Exact score of an `info` line of low depth; deeper searches see draws, which change the score.
fn score(line: &str) -> Option<i32> {
    const DEEPEST: u32 = 4;
    let (depth, rest) = line.strip_prefix("info depth ")?.split_once(' ')?;
    let (_, rest) = rest.split_once(" score cp ")?;
    let is_bound = rest.contains(" lowerbound ") || rest.contains(" upperbound ");
    let counts = depth.parse::<u32>().is_ok_and(|depth| depth <= DEEPEST) && !is_bound;
    rest.split(' ').next()?.parse().ok().filter(|_| counts)
}

/// Returns the lines up to the first reload message.
fn until_reload(gui: &mut Gui) -> Vec<String> {
    gui.until("info string reload")
}

/// Waits for the next exact score.
fn next_score(gui: &mut Gui) -> i32 {
    loop {
        let lines = gui.until("info depth");
        if let Some(score) = score(lines.last().unwrap()) {
            return score;
        }
    }
}

#[test]
fn an_analysis_restarts_with_the_changed_profile_and_ends_with_one_move() {
    let path = write_file("reload-analysis", "x.toml", &fortress_profile(10));
    let mut gui = start(&path);
    analyse(&mut gui);
    assert_eq!(next_score(&mut gui), 10);
    fs::write(&path, fortress_profile(20)).unwrap();
    let before = until_reload(&mut gui);
    assert!(before.iter().filter_map(|l| score(l)).all(|s| s == 10), "{before:#?}");
    let line = before.last().unwrap();
    assert!(line.contains("reload x: material.pawn 10 -> 20; id "), "{line}");
    gui.send("stop");
    let after = gui.until("bestmove");
    assert!(after.iter().filter_map(|l| score(l)).all(|s| s == 20), "{after:#?}");
    assert!(after.iter().any(|l| l.starts_with("info depth 1 ")), "the search restarts at depth 1");
    let more = gui.ask("");
    assert!(more.is_empty(), "only one bestmove: {more:#?}");
}

#[test]
fn a_file_is_not_used_while_it_is_written() {
    let path = write_file("reload-slow", "x.toml", &fortress_profile(10));
    let library = Library::of(vec![]);
    let (mut live, _) = Reloader::new(&library, &path).unwrap();
    let text = fortress_profile(20);
    let is_valid = |written: &&str| parse(&Source::new("x", Format::Toml, *written)).is_ok();
    let steps: Vec<&str> = (1..=text.len()).map(|end| &text[..end]).filter(is_valid).collect();
    assert!(steps.len() > 3, "{steps:?}");
    for step in steps {
        fs::write(&path, step).unwrap();
        assert!(matches!(live.look(&library), Look::Again(_)), "{step:?} has just been written");
    }
    let reload = loop {
        match live.look(&library) {
            Look::Again(after) => thread::sleep(after),
            Look::Reloaded(reload) => break reload,
            other => panic!("{other:?}"),
        }
    };
    assert!(reload.to_string().starts_with("x: material.pawn 10 -> 20"), "{reload}");
}

#[test]
fn pondering_restarts_and_keeps_its_clock() {
    let path = write_file("reload-ponder", "x.toml", &fortress_profile(10));
    let mut gui = start(&path);
    gui.send(&format!("position fen {FORTRESS}\ngo ponder wtime 400 btime 400"));
    assert_eq!(next_score(&mut gui), 10);
    fs::write(&path, fortress_profile(30)).unwrap();
    until_reload(&mut gui);
    assert_eq!(next_score(&mut gui), 30);
    gui.send("ponderhit");
    let lines = gui.until("bestmove");
    assert_eq!(crate::common::gui::count(&lines, "bestmove"), 1);
}

#[test]
fn a_search_with_a_limit_keeps_the_profile_that_it_began_with() {
    let path = write_file("reload-limit", "x.toml", &fortress_profile(10));
    let mut gui = start(&path);
    gui.send(&format!("position fen {FORTRESS}\ngo movetime 1500"));
    assert_eq!(next_score(&mut gui), 10);
    fs::write(&path, fortress_profile(40)).unwrap();
    let lines = gui.until("bestmove");
    let notice = lines.iter().position(|l| l.contains("counts from the next search on"));
    assert!(notice.is_some(), "{lines:#?}");
    assert!(lines.iter().filter_map(|l| score(l)).all(|s| s == 10), "{lines:#?}");
    gui.send("go depth 4");
    let next = gui.until("bestmove");
    assert!(next.iter().filter_map(|l| score(l)).all(|s| s == 40), "{next:#?}");
}

#[test]
fn the_reload_option_selects_when_changes_apply() {
    let path = write_file("reload-option", "x.toml", &fortress_profile(10));
    let mut gui = start(&path);
    gui.send("setoption name Reload value next search");
    analyse(&mut gui);
    assert_eq!(next_score(&mut gui), 10);
    fs::write(&path, fortress_profile(20)).unwrap();
    until_reload(&mut gui);
    gui.send("stop");
    let rest = gui.until("bestmove");
    assert!(rest.iter().filter_map(|l| score(l)).all(|s| s == 10), "{rest:#?}");

    gui.ask("setoption name Reload value off");
    fs::write(&path, fortress_profile(30)).unwrap();
    gui.send("go depth 3");
    let lines = gui.until("bestmove");
    assert!(lines.iter().filter_map(|l| score(l)).all(|s| s == 20), "{lines:#?}");
    let lines = gui.ask("setoption name Reload Profile");
    assert!(lines.iter().any(|l| l.contains("material.pawn 20 -> 30")), "{lines:#?}");
    let lines = gui.ask("setoption name Reload Profile");
    assert!(lines.iter().any(|l| l.contains("the files are as they were")), "{lines:#?}");

    fs::write(&path, fortress_profile(50)).unwrap();
    gui.send("setoption name Reload value auto");
    let lines = until_reload(&mut gui);
    assert!(lines.last().unwrap().contains("material.pawn 30 -> 50"), "{lines:#?}");
    let lines = gui.ask("setoption name Reload value sometimes");
    assert!(lines.iter().any(|l| l.contains("expected one of `auto`, `next search`, `off`")), "{lines:#?}");
}

#[test]
fn an_error_and_its_fix_are_reported_once() {
    let path = write_file("reload-fault", "x.toml", &fortress_profile(10));
    let mut gui = start(&path);
    let error = "x.toml:2:1: error: unknown key `pwn`";
    fs::write(&path, "name = \"x\"\npwn = 3\n").unwrap();
    let lines = gui.until("info string profile x stays active");
    assert_eq!(lines.iter().filter(|l| l.contains(error)).count(), 1, "{lines:#?}");
    // The same error in a different text.
    fs::write(&path, "name = \"x\"\npwn = 3\n# the same\n").unwrap();
    fs::write(path.with_extension("unrelated"), "something else in the folder").unwrap();
    thread::sleep(std::time::Duration::from_millis(700));
    assert!(gui.ask("").is_empty(), "the error is not repeated");
    fs::write(&path, fortress_profile(10)).unwrap();
    let lines = until_reload(&mut gui);
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].contains("reload x: valid again, no number has changed"), "{lines:#?}");
}

#[test]
fn an_invalid_profile_becomes_active_once_fixed() {
    let broken = write_file("reload-later", "x.toml", "name = \"x\"\nmaterial.pwn = 3\n");
    let mut gui = Gui::start();
    let lines = gui.ask(&format!("setoption name ProfileFile value {}", broken.display()));
    assert!(lines.last().unwrap().contains("profile temperament stays active"), "{lines:#?}");
    fs::write(&broken, fortress_profile(60)).unwrap();
    let lines = until_reload(&mut gui);
    assert!(lines.last().unwrap().contains("reload x: valid again"), "{lines:#?}");
    gui.send(&format!("position fen {FORTRESS}\ngo depth 2"));
    assert!(gui.until("bestmove").iter().filter_map(|l| score(l)).all(|s| s == 60));
}

#[test]
fn a_missing_file_becomes_active_once_created() {
    let path = folder("reload-before").join("x.toml");
    let mut gui = Gui::start();
    let lines = gui.ask(&format!("setoption name ProfileFile value {}", path.display()));
    assert!(lines.last().unwrap().contains("profile temperament stays active"), "{lines:#?}");
    fs::write(&path, fortress_profile(60)).unwrap();
    gui.until("info string reload x: valid again");
    fs::write(&path, "name = \"x\"\npwn = 3\n").unwrap();
    gui.until("info string profile x stays active");
    let lines = gui.ask("setoption name Reload Profile");
    assert!(lines[0].contains("unknown key `pwn`"), "the errors of the file are repeated: {lines:#?}");
    let lines = gui.ask("setoption name Tweak value material.pwn=3");
    assert!(lines[0].contains("Tweak:1:1: error: unknown key"), "the error of the tweak: {lines:#?}");
    let lines = gui.ask("setoption name Tweak value material.pawn=2x");
    assert!(
        lines.last().unwrap().contains("Tweak: takes effect once the errors of the file are fixed"),
        "{lines:#?}"
    );
    fs::write(&path, fortress_profile(7)).unwrap();
    gui.until("info string reload x: valid again, material.pawn 60 -> 14");
}

#[test]
fn a_tweak_stays_active_when_the_file_changes() {
    let path = write_file("reload-tweak", "x.toml", &fortress_profile(10));
    let mut gui = start(&path);
    let lines = gui.ask("setoption name Tweak value material.pawn=2x; pawns.doubled=7");
    assert!(lines.iter().any(|l| l.contains("profile x loaded (id ")), "{lines:#?}");
    let score_now = |gui: &mut Gui| {
        gui.send(&format!("position fen {FORTRESS}\ngo depth 2"));
        gui.until("bestmove").iter().filter_map(|l| score(l)).next_back().unwrap()
    };
    assert_eq!(score_now(&mut gui), 27);
    fs::write(&path, fortress_profile(30)).unwrap();
    until_reload(&mut gui);
    assert_eq!(score_now(&mut gui), 67);
    let lines = gui.ask("setoption name Tweak value material.pwn=3");
    assert!(lines[0].contains("Tweak:1:1: error: unknown key `material.pwn`"), "{lines:#?}");
    assert_eq!(score_now(&mut gui), 67, "a refused tweak changes nothing");
    gui.ask("setoption name Tweak value <empty>");
    assert_eq!(score_now(&mut gui), 30);
}

/// Creates an empty folder for a test.
fn folder(test: &str) -> PathBuf {
    let path = write_file(test, "x", "").parent().unwrap().to_owned();
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}
