//! Hot reload: the binary with a profile of three files that change in every way in which editors and people change
//! them, while it searches.

#[cfg(unix)]
mod family;
mod table;
#[cfg(unix)]
mod torture;

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::gui::Gui;
use crate::common::write_file;

/// Nothing can ever be captured here and no king can get across: the material, and with it the score, stays as it is.
const FORTRESS: &str = "6k1/8/8/p1p1p1p1/P1P1P1P1/P7/8/6K1 w - - 0 1";

/// A profile that is worth so much for White in the fortress.
fn worth(n: i32) -> String {
    format!("name = \"x\"\nunits.pawn = 100\nmaterial.pawn = {n}\n")
}

fn start(path: &Path) -> Gui {
    let mut gui = Gui::start();
    let said = gui.ask(&format!("setoption name ProfileFile value {}", path.display()));
    assert!(said.iter().any(|l| l.contains(" loaded (id ")), "{said:#?}");
    gui
}

fn analyse(gui: &mut Gui) {
    gui.send(&format!("position fen {FORTRESS}\ngo infinite"));
}

/// The score of an `info` line of little depth: deeper searches have begun to see draws, which correct it.
fn score(line: &str) -> Option<i32> {
    const DEEPEST: u32 = 4;
    let (depth, rest) = line.strip_prefix("info depth ")?.split_once(' ')?;
    let (_, rest) = rest.split_once(" score cp ")?;
    // A bound is not yet a score.
    let is_bound = rest.contains(" lowerbound ") || rest.contains(" upperbound ");
    let counts = depth.parse::<u32>().is_ok_and(|depth| depth <= DEEPEST) && !is_bound;
    rest.split(' ').next()?.parse().ok().filter(|_| counts)
}

/// The lines up to the first that tells of a reload.
fn until_reload(gui: &mut Gui) -> Vec<String> {
    gui.until("info string reload")
}

/// The next exact score.
fn next_score(gui: &mut Gui) -> i32 {
    loop {
        let lines = gui.until("info depth");
        if let Some(score) = score(lines.last().unwrap()) {
            return score;
        }
    }
}

#[test]
fn an_analysis_begins_anew_with_the_changed_profile_and_ends_with_one_move() {
    let path = write_file("reload-analysis", "x.toml", &worth(10));
    let mut gui = start(&path);
    analyse(&mut gui);
    assert_eq!(next_score(&mut gui), 10);
    fs::write(&path, worth(20)).unwrap();
    let before = until_reload(&mut gui);
    assert!(
        before.iter().filter_map(|l| score(l)).all(|s| s == 10),
        "{before:#?}"
    );
    let line = before.last().unwrap();
    assert!(line.contains("reload x: material.pawn 10 -> 20; id "), "{line}");
    gui.send("stop");
    let after = gui.until("bestmove");
    assert!(
        after.iter().filter_map(|l| score(l)).all(|s| s == 20),
        "{after:#?}"
    );
    assert!(
        after.iter().any(|l| l.starts_with("info depth 1 ")),
        "from the first ply on"
    );
    let more = gui.ask("");
    assert!(more.is_empty(), "no second move: {more:#?}");
}

#[test]
fn pondering_begins_anew_and_keeps_its_clock() {
    let path = write_file("reload-ponder", "x.toml", &worth(10));
    let mut gui = start(&path);
    gui.send(&format!("position fen {FORTRESS}\ngo ponder wtime 400 btime 400"));
    assert_eq!(next_score(&mut gui), 10);
    fs::write(&path, worth(30)).unwrap();
    until_reload(&mut gui);
    assert_eq!(next_score(&mut gui), 30);
    gui.send("ponderhit");
    let said = gui.until("bestmove");
    assert_eq!(crate::common::gui::count(&said, "bestmove"), 1);
}

#[test]
fn a_search_with_a_limit_keeps_the_profile_that_it_began_with() {
    let path = write_file("reload-limit", "x.toml", &worth(10));
    let mut gui = start(&path);
    gui.send(&format!("position fen {FORTRESS}\ngo movetime 1500"));
    assert_eq!(next_score(&mut gui), 10);
    fs::write(&path, worth(40)).unwrap();
    let said = gui.until("bestmove");
    let told = said
        .iter()
        .position(|l| l.contains("counts from the next search on"));
    assert!(told.is_some(), "{said:#?}");
    assert!(said.iter().filter_map(|l| score(l)).all(|s| s == 10), "{said:#?}");
    gui.send("go depth 4");
    let next = gui.until("bestmove");
    assert!(next.iter().filter_map(|l| score(l)).all(|s| s == 40), "{next:#?}");
}

#[test]
fn the_option_says_when_a_change_counts() {
    let path = write_file("reload-option", "x.toml", &worth(10));
    let mut gui = start(&path);
    gui.send("setoption name Reload value next search");
    analyse(&mut gui);
    assert_eq!(next_score(&mut gui), 10);
    fs::write(&path, worth(20)).unwrap();
    until_reload(&mut gui);
    gui.send("stop");
    let rest = gui.until("bestmove");
    assert!(rest.iter().filter_map(|l| score(l)).all(|s| s == 10), "{rest:#?}");

    gui.ask("setoption name Reload value off");
    fs::write(&path, worth(30)).unwrap();
    gui.send("go depth 3");
    let said = gui.until("bestmove");
    assert!(said.iter().filter_map(|l| score(l)).all(|s| s == 20), "{said:#?}");
    let said = gui.ask("setoption name Reload Profile");
    assert!(
        said.iter().any(|l| l.contains("material.pawn 20 -> 30")),
        "{said:#?}"
    );
    let said = gui.ask("setoption name Reload Profile");
    assert!(
        said.iter().any(|l| l.contains("the files are as they were")),
        "{said:#?}"
    );

    fs::write(&path, worth(50)).unwrap();
    let said = gui.ask("setoption name Reload value auto");
    assert!(
        said.iter().any(|l| l.contains("material.pawn 30 -> 50")),
        "{said:#?}"
    );
    let said = gui.ask("setoption name Reload value sometimes");
    assert!(
        said.iter()
            .any(|l| l.contains("expected one of `auto`, `next search`, `off`")),
        "{said:#?}"
    );
}

#[test]
fn a_fault_is_told_once_and_so_is_that_it_is_gone() {
    let path = write_file("reload-fault", "x.toml", &worth(10));
    let mut gui = start(&path);
    let fault = "x.toml:2:1: error: unknown key `pwn`";
    fs::write(&path, "name = \"x\"\npwn = 3\n").unwrap();
    let said = gui.until("info string profile x stays active");
    assert_eq!(said.iter().filter(|l| l.contains(fault)).count(), 1, "{said:#?}");
    // The same fault in another text.
    fs::write(&path, "name = \"x\"\npwn = 3\n# the same\n").unwrap();
    fs::write(path.with_extension("unrelated"), "something else in the folder").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert!(gui.ask("").is_empty(), "nothing is said twice");
    fs::write(&path, worth(10)).unwrap();
    let said = until_reload(&mut gui);
    assert_eq!(said.len(), 1, "{said:#?}");
    assert!(
        said[0].contains("reload x: valid again, no number has changed"),
        "{said:#?}"
    );
}

#[test]
fn a_profile_that_was_chosen_with_faults_plays_once_they_are_mended() {
    let broken = write_file("reload-later", "x.toml", "name = \"x\"\nmaterial.pwn = 3\n");
    let mut gui = Gui::start();
    let said = gui.ask(&format!("setoption name ProfileFile value {}", broken.display()));
    assert!(
        said.last().unwrap().contains("profile temperament stays active"),
        "{said:#?}"
    );
    fs::write(&broken, worth(60)).unwrap();
    let said = until_reload(&mut gui);
    assert!(
        said.last().unwrap().contains("reload x: valid again"),
        "{said:#?}"
    );
    gui.send(&format!("position fen {FORTRESS}\ngo depth 2"));
    assert!(
        gui.until("bestmove")
            .iter()
            .filter_map(|l| score(l))
            .all(|s| s == 60)
    );
}

#[test]
fn a_file_that_is_chosen_before_it_is_there_plays_once_it_is() {
    let path = folder("reload-before").join("x.toml");
    let mut gui = Gui::start();
    let said = gui.ask(&format!("setoption name ProfileFile value {}", path.display()));
    assert!(
        said.last().unwrap().contains("profile temperament stays active"),
        "{said:#?}"
    );
    fs::write(&path, worth(60)).unwrap();
    gui.until("info string reload x: valid again");
    fs::write(&path, "name = \"x\"\npwn = 3\n").unwrap();
    gui.until("info string profile x stays active");
    let said = gui.ask("setoption name Reload Profile");
    assert!(
        said[0].contains("unknown key `pwn`"),
        "what is wrong is said again: {said:#?}"
    );
    let said = gui.ask("setoption name Tweak value material.pwn=3");
    assert!(
        said[0].contains("Tweak:1:1: error: unknown key"),
        "the tweak's own fault: {said:#?}"
    );
    let said = gui.ask("setoption name Tweak value material.pawn=2x");
    assert!(
        said.last()
            .unwrap()
            .contains("Tweak: counts as soon as the file is mended"),
        "{said:#?}"
    );
    fs::write(&path, worth(7)).unwrap();
    gui.until("info string reload x: valid again, material.pawn 60 -> 14");
}

#[test]
fn a_tweak_stays_when_the_file_below_it_changes() {
    let path = write_file("reload-tweak", "x.toml", &worth(10));
    let mut gui = start(&path);
    let said = gui.ask("setoption name Tweak value material.pawn=2x; pawns.doubled=7");
    assert!(
        said.iter().any(|l| l.contains("profile x loaded (id ")),
        "{said:#?}"
    );
    let score_now = |gui: &mut Gui| {
        gui.send(&format!("position fen {FORTRESS}\ngo depth 2"));
        gui.until("bestmove")
            .iter()
            .filter_map(|l| score(l))
            .next_back()
            .unwrap()
    };
    assert_eq!(score_now(&mut gui), 27);
    fs::write(&path, worth(30)).unwrap();
    until_reload(&mut gui);
    assert_eq!(score_now(&mut gui), 67);
    let said = gui.ask("setoption name Tweak value material.pwn=3");
    assert!(
        said[0].contains("Tweak:1:1: error: unknown key `material.pwn`"),
        "{said:#?}"
    );
    assert_eq!(score_now(&mut gui), 67, "a refused tweak changes nothing");
    gui.ask("setoption name Tweak value <empty>");
    assert_eq!(score_now(&mut gui), 30);
}

/// A folder under the test's own.
fn folder(test: &str) -> PathBuf {
    let path = write_file(test, "x", "").parent().unwrap().to_owned();
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}
