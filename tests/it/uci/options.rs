//! UCI options, and profiles chosen through them.

use crate::common::gui::{Gui, count};
use crate::common::{BAD_PROFILE, GOOD_PROFILE, write_file};

#[test]
fn options_are_checked_and_names_are_case_insensitive() {
    let mut gui = Gui::start();
    for (line, notes) in [
        ("setoption name nonsense value 3", 1),
        ("setoption name Hash", 1),
        ("setoption name Hash value 0", 1),
        ("setoption name Hash value many", 1),
        ("setoption name Threads value 257", 1),
        ("setoption name Ponder value maybe", 1),
        ("setoption Hash 3", 1),
        ("setoption", 1),
        ("setoption   name  hAsH   value  2 ", 0),
        ("setoption name clear hash", 0),
        ("setoption name move overhead value 20", 0),
        ("setoption name Ponder value TRUE", 0),
        ("setoption name UCI_AnalyseMode value true", 0),
        ("setoption name UCI_EngineAbout value x", 0),
    ] {
        let lines = gui.ask(line);
        assert_eq!(lines.len(), notes, "{line}: {lines:#?}");
        assert_eq!(count(&lines, "info string"), notes, "{line}: {lines:#?}");
    }
    gui.ask("setoption name Hash value 33554432");
    assert_ne!(gui.best_move("go depth 1"), "(none)");
}

#[test]
fn the_options_of_this_engine_come_first() {
    let mut gui = Gui::start();
    gui.send("uci");
    let lines = gui.until("uciok");
    let names = lines.iter().filter_map(|line| line.strip_prefix("option name ")?.split(" type ").next());
    let first: Vec<&str> = names.take(5).collect();
    assert_eq!(first, ["Profile", "ProfileFile", "Tweak", "UCI_LimitStrength", "UCI_Elo"]);
}

/// Nodes of the next move. A level of people needs far fewer than this limit.
fn nodes_of_a_move(gui: &mut Gui) -> u64 {
    gui.send("ucinewgame\nposition startpos\ngo nodes 100000");
    let lines = gui.until("bestmove");
    let last = lines.iter().rfind(|line| line.contains(" nodes ")).unwrap();
    last.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn the_level_follows_the_rating_of_the_opponent_on_request() {
    let mut gui = Gui::start();
    assert_eq!(gui.ask("setoption name UCI_Opponent value GM 1000 human Ann Smith"), [""; 0]);
    assert_eq!(nodes_of_a_move(&mut gui), 100_000);
    let level = |lines: Vec<String>| lines.concat();
    let lines = gui.ask("setoption name Auto Level value Chess.com");
    assert_eq!(level(lines), "info string level 1000, by the rating of the opponent");
    assert!(nodes_of_a_move(&mut gui) < 50_000);
    for (opponent, rating) in [
        ("none 1234 computer Two Words", "1234"),
        ("none 9 HUMAN", "600"),
        ("WIM 4294967295 computer x", "2800"),
    ] {
        let lines = gui.ask(&format!("setoption name UCI_Opponent value {opponent}"));
        assert_eq!(level(lines), format!("info string level {rating}, by the rating of the opponent"));
    }
    gui.ask("setoption name UCI_Opponent value FM 1870 human x");
    let lines = gui.ask("setoption name Auto Level value lichess");
    assert_eq!(level(lines), "info string level 1600, by the rating of the opponent");
    // Analysis is at full strength, and the level returns after it.
    gui.ask("setoption name UCI_AnalyseMode value true");
    assert_eq!(nodes_of_a_move(&mut gui), 100_000);
    gui.ask("setoption name UCI_AnalyseMode value false");
    assert!(nodes_of_a_move(&mut gui) < 50_000);
}

#[test]
fn without_a_rating_the_level_is_that_of_the_other_options() {
    let mut gui = Gui::start();
    gui.ask("setoption name Auto Level value Chess.com");
    for (opponent, notes) in [
        ("none none computer Shredder", 0),
        ("none 0 human x", 0),
        ("<empty>", 0),
        ("", 0),
        ("Gary", 1),
        ("GM 2800", 1),
        ("GM many human x", 1),
        ("GM -5 human x", 1),
        ("GM 4294967296 human x", 1),
        ("GM 2800 alien x", 1),
    ] {
        gui.ask("setoption name UCI_Opponent value none 900 human x");
        let lines = gui.ask(&format!("setoption name UCI_Opponent value {opponent}"));
        assert_eq!(lines.len(), notes, "{opponent}: {lines:?}");
        assert_eq!(count(&lines, "info string UCI_Opponent: expected"), notes, "{opponent}: {lines:?}");
        assert_eq!(nodes_of_a_move(&mut gui), 100_000, "{opponent}");
    }
    gui.ask("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000");
    assert!(nodes_of_a_move(&mut gui) < 50_000);
}

#[test]
fn a_new_opponent_counts_from_the_next_search_on() {
    let mut gui = Gui::start();
    gui.send("setoption name Auto Level value Chess.com\ngo nodes 300000");
    gui.send("setoption name UCI_Opponent value none 900 human x");
    let lines = gui.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" nodes 300000 ")), "{lines:#?}");
    assert!(nodes_of_a_move(&mut gui) < 50_000);
}

#[test]
fn multipv_and_wdl_are_shown_on_request() {
    let mut gui = Gui::start();
    gui.send("setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\ngo depth 2");
    let lines = gui.until("bestmove");
    let last = lines.iter().rfind(|l| l.contains(" multipv 3 ")).expect("three lines");
    let words: Vec<&str> = last.split(' ').collect();
    let words_after = |name: &str| words.iter().position(|w| *w == name).map(|i| &words[i + 1..]).unwrap();
    let wdl_sum: u32 = words_after("wdl")[..3].iter().map(|w| w.parse::<u32>().unwrap()).sum();
    assert_eq!(wdl_sum, 1000);
    for name in ["depth", "seldepth", "nodes", "nps", "hashfull", "tbhits", "time"] {
        assert!(words_after(name)[0].parse::<u64>().is_ok(), "{name}: {last}");
    }
}

/// The `Profile NAME (id ...)` line of `eval`.
fn profile_line(gui: &mut Gui) -> String {
    let lines = gui.ask("eval");
    lines.into_iter().find(|l| l.starts_with("Profile ")).unwrap()
}

#[test]
fn profiles_change_by_option_and_errors_keep_the_old_one() {
    let good = write_file("uci-profiles", "plain  two.toml", GOOD_PROFILE);
    let bad = write_file("uci-profiles", "broken.toml", BAD_PROFILE);
    let mut gui = Gui::start();
    let default = profile_line(&mut gui);
    assert!(default.starts_with("Profile temperament (id "), "{default}");

    let lines = gui.ask(&format!("setoption name ProfileFile value {}", bad.display()));
    for place in ["broken.toml:3:", "broken.toml:4:"] {
        assert_eq!(lines.iter().filter(|l| l.contains(place)).count(), 1, "{lines:#?}");
    }
    assert_eq!(count(&lines, "info string"), lines.len(), "{lines:#?}");
    assert_eq!(profile_line(&mut gui), default);

    let lines = gui.ask(&format!("setoption name profilefile value {}", good.display()));
    assert_eq!(count(&lines, "info string profile plain loaded (id "), 1, "{lines:#?}");
    assert!(profile_line(&mut gui).starts_with("Profile plain (id "));

    gui.ask("setoption name Profile value SIMPLIFIED");
    assert!(profile_line(&mut gui).starts_with("Profile plain "), "ProfileFile has priority");
    gui.ask("setoption name ProfileFile value <empty>");
    assert!(profile_line(&mut gui).starts_with("Profile simplified "));

    let lines = gui.ask("setoption name Profile value no such thing");
    assert!(count(&lines, "info string") >= 1, "{lines:#?}");
    assert!(profile_line(&mut gui).starts_with("Profile simplified "));
}

#[test]
fn a_name_is_checked_even_while_a_file_plays() {
    let good = write_file("uci-checked", "plain.toml", GOOD_PROFILE);
    let bad = write_file("uci-checked", "broken.toml", BAD_PROFILE);
    let mut gui = Gui::start();
    gui.ask(&format!("setoption name ProfileFile value {}", good.display()));
    let lines = gui.ask("setoption name Profile value \"Simplified\"");
    assert_eq!(lines, ["info string simplified will play when ProfileFile is <empty>"]);
    let bad = bad.display().to_string();
    for refused in ["no such thing", "", "<empty>", "''", &bad] {
        let lines = gui.ask(&format!("setoption name Profile value {refused}"));
        assert!(count(&lines, "info string") >= 1, "{refused}: {lines:#?}");
        assert!(!lines.iter().any(|l| l.contains("will play")), "{refused}: {lines:#?}");
    }
    assert!(profile_line(&mut gui).starts_with("Profile plain "));
    gui.ask("setoption name ProfileFile value <empty>");
    assert!(profile_line(&mut gui).starts_with("Profile simplified "));
    let lines = gui.ask("setoption name Profile value \"\"");
    assert_eq!(lines, ["info string Profile: expected the name of a profile"]);
    assert!(profile_line(&mut gui).starts_with("Profile simplified "));
}

#[test]
fn a_profile_set_during_a_search_waits_for_the_next() {
    let mut gui = Gui::start();
    gui.send("go infinite");
    let lines = gui.ask("setoption name Profile value simplified\nsetoption name Hash value 4");
    assert_eq!(count(&lines, "info string profile simplified loaded"), 1, "{lines:#?}");
    assert_eq!(count(&lines, "bestmove"), 0, "{lines:#?}");
    gui.best_move("stop");
    assert_ne!(gui.best_move("go depth 2"), "(none)");
}

#[test]
fn wdl_of_a_draw_valued_as_a_win_is_a_draw() {
    let profile = format!("{GOOD_PROFILE}[draw]\nvalue = \"win\"\n");
    let file = write_file("uci-draw", "plain.toml", &profile);
    let mut gui = Gui::start();
    gui.send(&format!("setoption name ProfileFile value \"{}\"", file.display()));
    gui.send("setoption name UCI_ShowWDL value true");
    gui.send("position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1\ngo depth 2");
    let lines = gui.until("bestmove");
    let last = lines.iter().rfind(|l| l.contains(" score ")).unwrap();
    assert!(last.contains(" score cp 30000 wdl 0 1000 0 "), "{last}");
}

#[test]
fn a_profile_chosen_during_a_search_counts_from_the_next_one_on() {
    let mut gui = Gui::start();
    let chosen = |lines: &[String]| count(lines, "info string profile otter loaded (id ");
    let waits =
        |lines: &[String]| lines.iter().filter(|l| l.ends_with("; counts from the next search on")).count();
    gui.send("go movetime 60000\nsetoption name Profile value otter\nisready");
    let lines = gui.until("readyok");
    assert_eq!((chosen(&lines), waits(&lines)), (1, 1), "{lines:#?}");
    gui.send("stop");
    gui.until("bestmove");
    gui.ask("setoption name Profile value simplified");
    let lines = gui.ask("setoption name Profile value otter");
    assert_eq!((chosen(&lines), waits(&lines)), (1, 0), "{lines:#?}");
}

#[test]
fn wdl_of_a_finished_game_is_certain() {
    let mut gui = Gui::start();
    gui.send("setoption name UCI_ShowWDL value true");
    for (fen, expected) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "info depth 0 score mate 0 wdl 0 0 1000"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "info depth 0 score cp 0 wdl 0 1000 0"),
    ] {
        gui.send(&format!("position fen {fen}\ngo depth 2"));
        let lines = gui.until("bestmove (none)");
        assert!(lines.iter().any(|line| line == expected), "{lines:#?}");
    }
}

#[test]
fn all_profiles_are_offered_without_reading_them_and_the_default_is_valid() {
    let broken = write_file("uci-offered", "temperament.toml", BAD_PROFILE);
    let folder = broken.parent().unwrap();
    // On case-sensitive file systems these are two profiles.
    write_file("uci-offered", "Cheops.toml", &GOOD_PROFILE.replace("plain", "Cheops"));
    let mut gui = Gui::with_args(&["--profile-dir", folder.to_str().unwrap()]);
    gui.send("uci");
    let lines = gui.until("uciok");
    let combo = lines.iter().find(|l| l.contains(" name Profile ")).unwrap();
    assert!(combo.contains(" var temperament "), "{combo}");
    let words: Vec<&str> = combo.split(' ').collect();
    let default = words[words.iter().position(|w| *w == "default").unwrap() + 1];
    assert_ne!(default, "temperament");
    assert!(combo.contains(&format!(" var {default}")), "{combo}");
    assert!(profile_line(&mut gui).starts_with(&format!("Profile {default} (id ")));

    let expected = format!("info string default profile refused; profile {default} plays instead");
    assert_eq!(refusals(&mut gui), [expected]);

    // Elsewhere the two names are one file.
    if cfg!(target_os = "linux") {
        gui.ask("setoption name Profile value cheops");
        assert!(profile_line(&mut gui).starts_with("Profile cheops (id "));
    } else {
        gui.ask("setoption name Profile value rustic");
    }
    assert_eq!(refusals(&mut gui), [""; 0]);
    gui.ask("setoption name Profile value Cheops");
    assert!(profile_line(&mut gui).starts_with("Profile Cheops (id "));
}

/// Lines about refused settings before the first `info depth` of a search.
fn refusals(gui: &mut Gui) -> Vec<String> {
    gui.send("go depth 2");
    let lines = gui.until("bestmove");
    let refusals = lines.iter().take_while(|l| !l.starts_with("info depth"));
    refusals.filter(|l| l.contains(" refused")).cloned().collect()
}

#[test]
fn a_refused_profile_is_reported_once_and_named_before_each_search() {
    let good = write_file("uci-refused", "plain.toml", GOOD_PROFILE);
    let bad = write_file("uci-refused", "broken.toml", BAD_PROFILE);
    let (good, bad) = (good.display(), bad.display());
    let mut gui = Gui::start();
    for (setting, option, part) in [
        (format!("ProfileFile value {bad}"), "ProfileFile", "broken.toml:3:"),
        ("ProfileFile value no/such.toml".to_owned(), "ProfileFile", "no/such.toml"),
        ("Profile value simplfied".to_owned(), "Profile", "did you mean `simplified`?"),
        ("Profile value <empty>".to_owned(), "Profile", "expected the name"),
    ] {
        gui.ask("setoption name ProfileFile value <empty>\nsetoption name Profile value otter");
        assert_eq!(refusals(&mut gui), [""; 0]);
        let lines = gui.ask(&format!("setoption name {setting}"));
        assert_eq!(lines.iter().filter(|line| line.contains(part)).count(), 1, "{setting}: {lines:#?}");
        for _ in 0..2 {
            let expected = format!("info string {option} refused; profile otter plays instead");
            assert_eq!(refusals(&mut gui), [expected], "{setting}");
        }
    }
    gui.ask(&format!("setoption name ProfileFile value {good}"));
    assert_eq!(refusals(&mut gui), [""; 0]);
}

#[test]
fn a_refused_profile_is_no_longer_repeated_once_its_file_is_fixed() {
    let file = write_file("uci-mended", "x.toml", BAD_PROFILE);
    let mut gui = Gui::start();
    gui.ask(&format!("setoption name ProfileFile value {}", file.display()));
    assert_eq!(refusals(&mut gui).len(), 1);
    write_file("uci-mended", "x.toml", GOOD_PROFILE);
    gui.ask("setoption name Reload Profile");
    assert_eq!(refusals(&mut gui), [""; 0]);
}

#[test]
fn a_refused_tweak_is_reported_once_and_named_until_a_valid_one_is_set() {
    let mut gui = Gui::with_args(&["--profile", "otter"]);
    for bad in ["material.pwn=3", "material.pawn=", "x"] {
        let lines = gui.ask(&format!("setoption name Tweak value {bad}"));
        assert_eq!(count(&lines, "info string Tweak:1:"), 1, "{bad}: {lines:#?}");
        let expected = "info string Tweak refused; profile otter plays without it";
        assert_eq!(refusals(&mut gui), [expected], "{bad}");
        gui.ask("setoption name Profile value otter");
        assert_eq!(refusals(&mut gui).len(), 1, "choosing a profile does not clear a refused tweak");
    }
    gui.ask("setoption name Tweak value <empty>");
    assert_eq!(refusals(&mut gui), [""; 0]);
}

#[test]
fn default_is_an_alias_of_temperament() {
    let mut gui = Gui::start();
    let champion = profile_line(&mut gui);
    assert!(champion.starts_with("Profile temperament (id "), "{champion}");
    for name in ["default", "Default", "temperament", "TEMPERAMENT"] {
        gui.ask("setoption name Profile value otter");
        gui.ask(&format!("setoption name Profile value {name}"));
        assert_eq!(profile_line(&mut gui), champion, "{name}");
    }
    let mut gui = Gui::with_args(&["--profile", "default"]);
    assert_eq!(profile_line(&mut gui), champion);
    gui.send("uci");
    let lines = gui.until("uciok");
    assert_eq!(count(&lines, "option name Profile type combo default temperament var "), 1, "{lines:#?}");
}

#[test]
fn a_profile_called_like_a_keyword_is_not_offered_but_accepted() {
    let file = write_file("uci-keyword", "default.toml", &GOOD_PROFILE.replace("plain", "default"));
    write_file("uci-keyword", "var.toml", &GOOD_PROFILE.replace("plain", "var"));
    let folder = file.parent().unwrap().to_str().unwrap();
    for (args, default) in [(&[][..], "temperament"), (&["--profile", "default"], file.to_str().unwrap())] {
        let mut gui = Gui::with_args(&[&["--profile-dir", folder], args].concat());
        gui.send("uci");
        let lines = gui.until("uciok");
        let combo = lines.iter().find(|l| l.contains(" name Profile ")).unwrap();
        let offered = combo.split_once(" type combo ").unwrap().1;
        assert!(offered.starts_with(&format!("default {default} var ")), "{combo}");
        assert!(offered.contains(&format!(" var {default}")), "{combo}");
        assert!(!offered.contains("var var") && !offered.contains("var default"), "{combo}");
        for name in ["default", "var", default] {
            gui.ask("setoption name Profile value otter");
            gui.ask(&format!("setoption name Profile value {name}"));
            let expected = if name == default && args.is_empty() { "temperament" } else { name };
            let expected = if expected.contains(".toml") { "default" } else { expected };
            assert!(profile_line(&mut gui).starts_with(&format!("Profile {expected} (id ")), "{name}");
        }
    }
}

/// Match runners do not show messages: a test must not go on with other settings than intended.
#[test]
fn a_refused_option_ends_the_program_if_strict_is_set() {
    for refused in [
        "setoption name Tweak value pawns.isolted=1",
        "setoption name Tweak value \"psqt.mirror=rank",
        "setoption name ProfileFile value no/such.toml",
        "setoption name Profile value simplfied",
        "setoption name Hash value much",
        "setoption name material.pwn value 100",
    ] {
        // In either order.
        for lines in [
            format!("setoption name Strict value true\n{refused}"),
            format!("{refused}\nsetoption name Strict value true"),
        ] {
            let mut gui = Gui::start();
            gui.send(&format!("{lines}\nisready\ngo depth 1"));
            let (seen, status) = gui.close();
            assert_eq!(status.code(), Some(1), "{lines}: {seen:#?}");
            assert!(!seen.iter().any(|line| line.starts_with("bestmove")), "{lines}: {seen:#?}");
        }
    }
}

#[test]
fn valid_options_do_not_end_the_program_if_strict_is_set() {
    let mut gui = Gui::start();
    gui.ask("setoption name Strict value true\nsetoption name Tweak value pawns.isolated=1\nsetoption name Hash value 4");
    assert_eq!(refusals(&mut gui), [""; 0]);
    let (_, status) = gui.close();
    assert!(status.success());
}
