//! `temper profile check --against`.

use serde_json::{Value, json};

use super::Folder;

/// Material, a bishop pair, and one custom term.
const PROFILE: &str = "name = \"base\"\n[units]\npawn = 200\n[phase]\nmodel = \"linear\"\n\
                       weights = { knight = 1, bishop = 1, rook = 2, queen = 4 }\nmiddlegame_from = 24\n\
                       [material]\npawn = [200, 240]\nknight = 600\nbishop = 660\nbishop_pair = [40, 80]\n\
                       [pawns]\nisolated = -10\n\
                       [[term]]\nname = \"rim\"\ncount = \"own.knights & rim\"\nvalue = -24\n";
/// A knight on the rim for both sides.
const KNIGHT: &str = "4k3/8/8/n7/8/8/8/N3K3 b - - 0 1";
/// White is a bishop pair ahead: 1320 and, at phase 2 of 24, 77.
const BISHOPS: &str = "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1";
/// Black is a knight ahead, off the rim.
const BLACK: &str = "4k3/8/8/8/3n4/8/8/4K3 b - - 0 1";

fn check(folder: &Folder, args: &[&str]) -> (i32, String, String) {
    let done = folder.profile(&[&["check", "base.toml", "--against"], args].concat());
    (done.code, done.stdout, done.stderr)
}

#[test]
fn json_lines_csv_and_epd_agree() {
    let folder = Folder::new("against-forms", &[("base.toml", PROFILE)]);
    let files = [
        (
            "a.jsonl",
            format!(
                "# comment\n{{\"fen\":\"{KNIGHT}\",\"eval\":0}}\n\n{{\"fen\":\"{BISHOPS}\",\"eval\":1396}}\n\
                 {{\"score\":-600.0,\"fen\":\"{BLACK}\"}}\n"
            ),
        ),
        ("a.csv", format!("id,FEN,\"eval\"\n1,{KNIGHT},0\n2,\"{BISHOPS}\",1396\n3,{BLACK},-600\n")),
        ("b.csv", format!("score;fen\n0;{KNIGHT}\n1396;{BISHOPS}\n-600;{BLACK}\n")),
        // Centipawns of the side to move: 100 for 200 units.
        (
            "a.epd",
            "4k3/8/8/n7/8/8/8/N3K3 b - - ce 0; id \"a; ce 7\";\n4k3/8/8/8/8/8/8/2B1KB2 w - - ce 698;\n\
             4k3/8/8/8/3n4/8/8/4K3 b - - hmvc 0; ce 300;\n"
                .to_owned(),
        ),
        ("ce.csv", format!("fen\tce\n{KNIGHT}\t0\n{BISHOPS}\t698\n{BLACK}\t300\n")),
    ];
    for (file, text) in &files {
        folder.write(file, text);
        let agree = format!("base.toml: 3 of 3 positions agree with {file}\n");
        assert_eq!(check(&folder, &[file]), (0, agree, String::new()));
    }
    // Another point of view changes what Black's position is expected to be.
    for (file, view, difference) in [("a.csv", "stm", "+1200"), ("a.epd", "white", "+600")] {
        let (code, text, _) = check(&folder, &[file, "--point-of-view", view]);
        assert_eq!(code, 1, "{file}");
        assert!(text.starts_with(&format!("base.toml: 2 of 3 positions agree with {file}\n")), "{text}");
        assert!(text.contains(&format!("difference {difference}\n  {BLACK}\n")), "{text}");
    }
}

#[test]
fn a_wrong_number_is_found() {
    let tables = PROFILE.to_owned()
        + "[psqt]\nknight.mg = [ 0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0, \
           0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 35, 0, 0, \
           0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 7, 0]\n";
    let tables = tables.replace("[[term]]", "[mobility]\nrook = { step = 4 }\n[[term]]");
    let folder = Folder::new("against-found", &[("right.toml", &tables)]);
    for (old, new, found) in [
        ("bishop_pair = [40, 80]", "bishop_pair = [40, 70]", "material.bishop_pair.eg: 70 -> 80"),
        ("isolated = -10", "isolated = 10", "pawns.isolated: 10 -> -10"),
        (" 35,", " 53,", "psqt.knight.mg.f3: 53 -> 35"),
        ("step = 4", "step = 8", "mobility.rook: times 0.5"),
        ("value = -24", "value = -42", "term.rim: -42 -> -24"),
    ] {
        let wrong = tables.replace(old, new);
        assert_ne!(wrong, tables, "{old}");
        folder.write("base.toml", &wrong);
        let (code, text, _) = check(&folder, &["right.toml"]);
        assert_eq!(code, 1, "{text}");
        let (_, suspects) = text.split_once("\nPositions that agree after one change:\n").expect(&text);
        assert_eq!(suspects.lines().next(), Some(&*format!("   1,000  {found}")), "{text}");
    }
}

#[test]
fn disagreements_are_listed_with_rows_that_fit() {
    let text =
        format!("fen,eval\n{KNIGHT},0\n{BLACK},-600\n{BISHOPS},1320\n{BISHOPS},1320\n{BLACK},-601.5\n");
    let folder = Folder::new("against-list", &[("base.toml", PROFILE), ("a.csv", &text)]);
    let (code, text, _) = check(&folder, &["a.csv", "--top", "2"]);
    assert_eq!(code, 1);
    assert!(text.contains("\nThe first 2 of 3 disagreements:\n"), "{text}");
    let first = format!("\nline 4: expected +1320, got +1396, difference -76\n  {BISHOPS}\n");
    let row = "  fits: material.bishop_pair  White [40, 80], Black 0\n";
    assert!(text.contains(&(first + row + "\nline 5: ")), "{text}");
    assert!(text.contains("4  material.bishop_pair: [40, 80] -> 0\n"), "{text}");
    let (code, text, _) = check(&folder, &["a.csv", "--format", "json", "--top", "1"]);
    let record: Value = serde_json::from_str(&text).expect(&text);
    assert_eq!(code, 1);
    assert_eq!(
        (&record["positions"], &record["agree"], &record["faulty_lines"]),
        (&json!(5), &json!(2), &json!(0))
    );
    assert_eq!(
        record["disagreements"],
        json!([{
            "line": 4, "fen": BISHOPS, "expected": 1320.0, "got": 1396.0, "difference": -76.0,
            "fitting_rows": [
                { "key": "material.bishop_pair", "white": [40.0, 80.0], "black": [0.0, 0.0] },
            ],
        }])
    );
    let suspects = record["suspects"].as_array().unwrap();
    assert!(suspects.iter().any(|s| s["key"] == "material.bishop_pair" && s["agree"] == 4), "{text}");
}

#[test]
fn terms_are_compared_with_the_rows_of_their_name() {
    let line = |terms: &str| format!("{{\"fen\":\"{KNIGHT}\",\"eval\":0,\"terms\":{{{terms}}}}}\n");
    let good = line(
        "\"rim\":[-24,-24],\"term.rim\":[[-24,-24],-24],\"material\":[600,600],\"knights\":[576,576],\
         \"shelter\":[0,0],\"phase\":2,\"odd\":[1,2,3]",
    );
    let folder = Folder::new("against-terms", &[("base.toml", PROFILE), ("a.jsonl", &good)]);
    let (code, text, _) = check(&folder, &["a.jsonl", "--map", "knights=material.knight,term.r*"]);
    assert_eq!(code, 0, "{text}");
    for term in ["rim", "term.rim", "material", "knights"] {
        assert!(text.contains(&format!("term {term}: 1 of 1 positions agree\n")), "{text}");
    }
    let note = "custom term of this name: `shelter`; --map shelter=KEY names its key\n";
    assert!(text.ends_with(note) && !text.contains("odd"), "{text}");

    folder.write("b.jsonl", &(good.clone() + &line("\"rim\":[-24,-23]") + &line("\"rim\":[[-24, -3], 0]")));
    let (code, text, _) = check(&folder, &["b.jsonl", "--map", "knights=material.knight,rim"]);
    assert_eq!(code, 1, "the evaluations agree, a term does not");
    let first = "  line 2: White and Black -24 and -23 expected, got -24 and -24\n";
    assert!(text.contains(&format!("term rim: 1 of 3 positions agree\n{first}    {KNIGHT}\n")), "{text}");
    let (_, text, _) =
        check(&folder, &["b.jsonl", "--format", "json", "--map", "knights=material.knight,rim"]);
    let record: Value = serde_json::from_str(&text).expect(&text);
    assert_eq!(record["unknown_terms"], json!(["shelter"]));
    let rim = &record["terms"][0];
    assert_eq!((&rim["term"], &rim["agree"]), (&json!("rim"), &json!(1)));
    assert_eq!(rim["first_disagreement"]["expected"], json!([-24.0, -23.0]));

    for (map, message) in [
        ("knights", "--map knights: expected TERM=KEY"),
        (
            "knights=material.knigth",
            "there is no key or term `material.knigth`; did you mean `material.knight`?",
        ),
    ] {
        let (code, _, stderr) = check(&folder, &["a.jsonl", "--map", map]);
        assert_eq!(code, 2);
        assert!(stderr.contains(message), "{stderr}");
    }
}

#[test]
fn faulty_lines_are_reported_and_the_others_compared() {
    let lines = format!(
        "{{\"fen\":\"{KNIGHT}\",\"eval\":0}}\n{{\"fen\":\"8/8\",\"eval\":0}}\n{{\"fen\":\"{KNIGHT}\"}}\n\
         {{\"fen\":\"{KNIGHT}\",\"eval\":\"0\"}}\n{{\"fen\":\n{{\"eval\":1}}\n\
         {{\"fen\":\"{KNIGHT}\",\"eval\":0,\"terms\":[]}}\n"
    );
    let folder = Folder::new("against-faulty", &[("base.toml", PROFILE), ("a.jsonl", &lines)]);
    let (code, text, stderr) = check(&folder, &["a.jsonl"]);
    assert_eq!(code, 2);
    assert_eq!(text, "base.toml: 1 of 1 positions agree with a.jsonl\n6 lines could not be read\n");
    for message in [
        "a.jsonl:2: ",
        "a.jsonl:3: no `eval`, `score` or `ce`",
        "a.jsonl:4: `eval` is not a number",
        "a.jsonl:5: EOF",
        "a.jsonl:6: no string `fen`",
        "a.jsonl:7: `terms` is not an object",
    ] {
        assert!(stderr.contains(&format!("error: {message}")), "{message}: {stderr}");
    }
    for (file, text, message) in [
        ("b.csv", format!("fen,value\n{KNIGHT},0\n"), "b.csv:1: the header names no column `eval`"),
        ("c.csv", format!("fen,eval\n{KNIGHT}\n"), "c.csv:2: no eval"),
        ("d.csv", format!("fen,eval\n{KNIGHT},x\n"), "d.csv:2: `x` is not a number"),
        ("e.epd", format!("{KNIGHT}\n"), "e.epd:1: no expected score"),
        ("f.json", "[\n".to_owned(), "f.json:1: expected JSON lines"),
        ("g.csv", "fen,eval\n".to_owned(), "g.csv: there are no positions"),
    ] {
        folder.write(file, &text);
        let (code, _, stderr) = check(&folder, &[file]);
        assert_eq!(code, 2, "{file}");
        assert!(stderr.contains(message), "{message}: {stderr}");
    }
}

#[test]
fn another_profile_can_be_the_reference() {
    let child = "name = \"child\"\nextends = \"base.toml\"\n[material]\nknight = 612\n";
    let refactored = PROFILE.replace("value = -24", "value = 0")
        + "[[term]]\nname = \"edge\"\neach = \"own.knights & rim\"\nvalue = -24\n";
    let fens = format!("{KNIGHT}\n{BLACK}\nnonsense\n");
    let folder = Folder::new(
        "against-profile",
        &[("base.toml", PROFILE), ("child.toml", child), ("new.toml", &refactored), ("a.epd", &fens)],
    );
    let (code, text, _) = check(&folder, &["new.toml"]);
    assert_eq!((code, text.as_str()), (0, "base.toml: 1,000 of 1,000 positions agree with new.toml\n"));
    let (code, text, stderr) = check(&folder, &["child.toml", "--fens", "a.epd"]);
    assert_eq!(code, 2);
    assert!(text.starts_with("base.toml: 1 of 2 positions agree with child.toml\n"), "{text}");
    assert!(text.contains("expected -612, got -600, difference -12"), "{text}");
    assert!(stderr.contains("error: a.epd:3: "), "{stderr}");

    folder.write("broken.toml", "name = \"broken\"\n[material]\npwan = 3\n");
    for (args, message) in [
        (&["a.epd", "--fens", "a.epd"][..], "--fens gives positions for --against PROFILE"),
        (&["fabches"], "fabches is neither a file nor a profile"),
        (&["none.csv"], "none.csv is neither a file nor a profile"),
        (&["broken.toml"], "unknown key `material.pwan`"),
    ] {
        let (code, _, stderr) = check(&folder, args);
        assert_eq!(code, 2, "{args:?}: {stderr}");
        assert!(stderr.contains(message), "{message}: {stderr}");
    }
    let done = folder.profile(&["check", "base.toml", "pesto", "--against", "child.toml"]);
    assert_eq!(done.code, 2);
    assert!(done.stderr.contains("--against compares one profile"), "{}", done.stderr);
    let done = folder.profile(&["check", "broken.toml", "--against", "base.toml"]);
    assert_eq!(done.code, 1);
    assert!(done.stderr.contains("did you mean `material.pawn`?"), "{}", done.stderr);
}
