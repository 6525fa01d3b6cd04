//! Selection and constraints of tuned numbers: warnings for those without effect, errors for impossible ones.

use super::command::{args, fresh, labelled, path, refused, stdout, tune};
use super::{positions, shipped};
use crate::common::write_file;

#[test]
fn constraints_without_effect_give_a_warning() {
    const TEST: &str = "tune-idle";
    let data = write_file(TEST, "data.epd", &labelled(&shipped("otter").1.compile(), &positions()[..300]));
    let out = fresh(TEST, "out.toml");
    for (option, part) in [
        (["--mirror", "material"], "--mirror material: "),
        (["--tie", "material.rook=material.rook"], "--tie material.rook=material.rook: "),
        (["--freeze", "threats"], "--freeze threats: the file has no such number"),
        (["--anchor", "threats=1"], "--anchor threats: the file has no such number"),
        (["--monotone", "space"], "--monotone space: "),
    ] {
        let output = tune(&[&args("simplified", &data, &out)[..], &option].concat());
        assert!(output.status.success(), "{output:?}");
        let warning = String::from_utf8(output.stderr).unwrap();
        assert!(warning.contains(part), "{option:?}: {warning}");
    }
    let report =
        tune(&[&args("simplified", &data, &out)[..], &["--mirror", "psqt", "--freeze", "material"]].concat());
    assert!(report.stderr.is_empty(), "{report:?}");
}

#[test]
fn impossible_constraints_are_errors() {
    const TEST: &str = "tune-wrong-wishes";
    let data = write_file(TEST, "data.epd", &labelled(&shipped("otter").1.compile(), &positions()[..300]));
    let out = fresh(TEST, "out.toml");
    for (option, part) in [
        (["--tie", "material.pawn.mg=material.pawn.eg"], "one number stands for both stages"),
        (["--tie", "threats=material.pawn"], "the file has no number for threats"),
        (["--only", "phase.model"], "it is a choice"),
        (["--only", "matreial.pawn"], "did you mean `material.pawn`?"),
        (["--anchor", "-1"], "a pull is 0 or more"),
        (["--k", "-1"], "more than 0"),
        (["--lambda", "-0.1"], "from 0 to 1"),
        (["--held-out", "-1"], "from 0 to 0.9"),
    ] {
        let message = refused(&[&args("simplified", &data, &out)[..], &option].concat());
        assert!(message.contains(part) && !message.contains("tip:"), "{option:?}: {message}");
    }
    let message = refused(&[&args("simplified", &data, &out)[..], &["--only", "nope"]].concat());
    assert!(message.contains("--only nope: ") && !message.contains("`name`"), "{message}");
}

#[test]
fn the_original_loss_is_reported_if_ties_change_it() {
    const TEST: &str = "tune-original";
    let data = write_file(TEST, "data.epd", &labelled(&shipped("fabchess").1.compile(), &positions()));
    let out = fresh(TEST, "out.toml");
    let with = |more: &[&str]| stdout(&tune(&[&args("fabchess", &data, &out)[..], more].concat()));
    let k = ["--k", "0.0057564627", "--loss", "squared"];
    let tied = with(&[&k[..], &["--tie", "material.pawn.mg=material.pawn.eg"]].concat());
    let original = tied.lines().find_map(|line| line.strip_prefix("the file before its numbers were tied: "));
    let original: f64 = original.unwrap_or_else(|| panic!("{tied}")).parse().unwrap();
    let initial_loss = |report: &str| -> f64 {
        let line = report.lines().find(|line| line.starts_with("    0  loss")).unwrap();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    };
    let free = with(&k);
    assert!(!free.contains("before its numbers were tied"), "{free}");
    assert_eq!(original, initial_loss(&free));
    assert!(initial_loss(&tied) > original, "{tied}");
}

#[test]
fn a_position_counts_once_for_a_number_of_both_stages() {
    const TEST: &str = "tune-counts";
    let positions = &positions()[..300];
    let data = write_file(TEST, "data.epd", &labelled(&shipped("fabchess").1.compile(), positions));
    let (out, page) = (fresh(TEST, "out.toml"), fresh(TEST, "report.html"));
    let more = [
        "--report",
        path(&page),
        "--rate",
        "2",
        "--anchor",
        "0",
        "--as-they-are",
        "--epochs",
        "3",
        "--held-out",
        "0",
    ];
    let args: Vec<&str> = args("simplified", &data, &out)[..6].to_vec();
    let report = stdout(&tune(&[&args[..], &more].concat()));
    let used: u32 = report
        .lines()
        .find_map(|line| line.split_once(" training positions"))
        .unwrap_or_else(|| panic!("{report}"))
        .0
        .parse()
        .unwrap();
    let text = std::fs::read_to_string(&page).unwrap();
    let rows: Vec<&str> = text.split("<tr><td><code>").skip(1).collect();
    assert!(rows.iter().any(|row| row.starts_with("material.")), "{report}");
    for row in rows {
        let cells: Vec<&str> = row.split("<td class=\"number\">").collect();
        let count = cells[5].replace("<span class=\"few\"></span>", "");
        let count: u32 = count.split('<').next().unwrap().parse().unwrap();
        assert!(count <= used, "{row}");
    }
}
