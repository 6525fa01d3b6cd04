//! The command, and the phrases of custom terms.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use super::CUSTOM;
use crate::cli::{stderr, stdout, temper};
use crate::common::write_file;

const FEN: &str = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";

fn run(args: &[&str]) -> Output {
    temper(&[&["why", "--nodes", "2000"], args].concat(), "")
}

fn failure(args: &[&str]) -> String {
    let output = run(args);
    assert!(!output.status.success(), "{args:?}");
    stderr(&output)
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn the_text_fits_the_screen_and_shows_both_lines() {
    let text = stdout(&run(&[FEN, "Nxe5", "d3", "--profile", "simplified"]));
    assert!(text.starts_with("White to move: Nxe5 is worse than d3 by "), "{text}");
    assert!(text.contains("\n- On e5 the knight can be taken: 5...Nxe5 wins a knight for a pawn."), "{text}");
    assert!(text.contains("\nNxe5: Nxe5 Nxe5") && text.contains("\nd3: d3 "), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let details = stdout(&run(&[FEN, "Nxe5", "d3", "--profile", "simplified", "--details"]));
    assert!(details.starts_with(&text), "{details}");
    assert!(details.contains("\n- 5.Nxe5 loses a knight for a pawn (5...Nxe5)"), "{details}");
    let words: Vec<&str> = FEN.split(' ').collect();
    assert_eq!(stdout(&run(&[&words[..], &["Nxe5", "d3", "--profile", "simplified"]].concat())), text);
}

#[test]
fn json_has_the_documented_fields() {
    let json: Value =
        serde_json::from_str(&stdout(&run(&[FEN, "Nxe5", "d3", "--json", "--profile", "simplified"])))
            .unwrap();
    let fields = [
        "claims",
        "difference",
        "facts",
        "fen",
        "line",
        "move",
        "other",
        "other_line",
        "remainder",
        "rows",
        "sentences",
        "unstated",
    ];
    let mut found: Vec<&String> = json.as_object().unwrap().keys().collect();
    found.sort();
    assert_eq!(found, fields);
    assert_eq!((&json["fen"], &json["move"], &json["other"]), (&FEN.into(), &"f3e5".into(), &"d2d3".into()));
    assert_eq!((&json["line"][0], &json["other_line"][0]), (&json["move"], &json["other"]));
    let rows = json["rows"].as_array().unwrap();
    let sum: i64 = rows.iter().map(|row| row["difference"].as_i64().unwrap()).sum();
    assert_eq!(Some(sum + json["remainder"].as_i64().unwrap()), json["difference"].as_i64());
    let fact = &json["sentences"][0]["fact"];
    assert!(json["facts"].as_array().unwrap().contains(fact), "{json}");
    assert_eq!((&fact["kind"], &fact["move"]["lost"]), (&"material".into(), &serde_json::json!(["knight"])));
    assert_eq!((&fact["move"]["by"], &fact["move"]["ply"]), (&"c6e5".into(), &2.into()));
    let claim = &json["claims"][0];
    assert_eq!((&claim["kind"], &claim["line"]), (&"hanging piece".into(), &"move".into()));
    assert_eq!(claim["arrows"], serde_json::json!(["c6e5"]));
}

#[test]
fn the_order_of_the_moves_does_not_change_what_is_found() {
    let json = |args: &[&str]| serde_json::from_str::<Value>(&stdout(&run(args))).unwrap();
    let [one, other] = [["O-O", "h3"], ["h3", "O-O"]].map(|[a, b]| json(&[FEN, a, b, "--json"]));
    assert_eq!((&one["line"], &one["other_line"]), (&other["other_line"], &other["line"]));
    assert_eq!(one["difference"].as_i64(), other["difference"].as_i64().map(|difference| -difference));
    // Nor does it matter whether the best move is named.
    let best = json(&[FEN, "h3", "--json"]);
    let named = best["other"].as_str().unwrap();
    assert_eq!(best["line"], json(&[FEN, "h3", named, "--json"])["line"]);
}

#[test]
fn a_game_and_a_comment_for_it() {
    let game =
        write_file("why", "game.pgn", "[Event \"x\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n");
    let comment = stdout(&run(&[&format!("{}:3b", path(&game)), "Nf6", "--pgn"]));
    assert_eq!(comment, "{ 3...Nf6 allows mate: 4.Qxf7#. 3...Qe7 prevents the mate. }\n");
}

#[test]
fn promotions_and_stalemate_are_said() {
    // Deep enough to see the pawn run.
    let args = ["why", "--nodes", "20000", "8/8/8/5k2/P7/8/8/K7 b - - 0 1", "Kf4", "Ke5"];
    let promotes = stdout(&temper(&[&args[..], &["--details"]].concat(), ""));
    assert!(
        promotes.contains("1...Kf4 allows a promotion (") && !promotes.contains("queen for"),
        "{promotes}"
    );
    let stalemates = stdout(&run(&["k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "Qc7", "--details"]));
    assert!(stalemates.contains("1.Qc8# is checkmate."), "{stalemates}");
    assert!(stalemates.contains("After 1.Qc7, the game is drawn by stalemate."), "{stalemates}");
    assert!(stalemates.contains("Qc7 is worse than Qc8# (profile"), "{stalemates}");
    let recaptures = stdout(&run(&[
        "r3kbnr/ppp2ppp/2np4/4p3/4P1b1/3P1N2/PPP1BPPP/RNBQK2R b KQkq - 0 1",
        "Bxf3",
        "Nf6",
        "--details",
    ]));
    assert!(!recaptures.contains("in the exchanges on f3"), "{recaptures}");
    // Both moves take back the bishop: that is no reason for one of them.
    let fen = "r2qkbnr/ppp1pppp/2n5/3p4/3P4/4Pb2/PPP2PPP/RNBQKB1R w KQkq - 0 5";
    let recaptures = stdout(&run(&[fen, "gxf3", "Qxf3", "--details"]));
    assert!(!recaptures.contains("in the exchanges on f3"), "{recaptures}");
}

#[test]
fn invalid_arguments_are_explained() {
    assert!(failure(&[FEN, "Nxe6"]).contains("`Nxe6` is not a legal move in r1bqk2r/"));
    assert!(failure(&[FEN, "d3", "d3"]).contains("d3: both moves are the same"));
    assert!(failure(&["1r4k1/8/8/8/8/8/8/K7 w - - 0 1", "Ka2"]).contains("it is the only legal move"));
    assert!(failure(&["nonsense", "e4"]).contains("`nonsense` is not a position"));
    assert!(failure(&[FEN, "d3", "d4", "h3"]).contains("one or two moves"));
}

#[test]
fn a_custom_term_has_its_own_phrase() {
    let file = write_file("why", "phrase.toml", CUSTOM);
    let position = "4k3/pppp4/8/8/8/2N5/PPPP4/4K3 w - - 0 1";
    let rim = "--set=term.knights.on_rim=-300";
    let text =
        stdout(&run(&[position, "Na4", "Ne4", "--depth", "1", "--profile", path(&file), rim, "--details"]));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("White's knight on a4 stands on the rim: -"), "{text}");
}

#[test]
fn the_phrase_of_a_term_is_checked_kept_and_inherited() {
    let child =
        "name = \"child\"\nextends = \"phrases.toml\"\n[[term]]\nname = \"lone.pawns\"\nsay = \"{n} lone\"\n";
    write_file("why", "phrases.toml", CUSTOM);
    let child = write_file("why", "child.toml", child);
    let shown = stdout(&temper(&["profile", "show", "--flat", path(&child)], ""));
    assert!(shown.contains("say = \"{n} lone\"") && shown.contains("stands|stand} on the rim"), "{shown}");
    let bad = CUSTOM.replace("{squares}", "{square}").replace("value = -90", "value = -90\nsay = \"{n\"");
    let bad = write_file("why", "bad.toml", &bad);
    let errors = stderr(&temper(&["profile", "check", path(&bad)], ""));
    assert!(errors.contains("`square` is no part of a phrase") && errors.contains("bad.toml:8:"), "{errors}");
    assert!(errors.contains("is closed by a `}`"), "{errors}");
    let number = CUSTOM.replace("own.knights & rim", "size(own.knights & rim) + 1");
    let number = write_file("why", "number.toml", &number);
    let errors = stderr(&temper(&["profile", "check", path(&number)], ""));
    assert!(errors.contains("the term counts no squares"), "{errors}");
}
