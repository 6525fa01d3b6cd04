//! Tuning of custom tables and factors.

use std::fs;
use std::path::Path;

use super::command::{fresh, labelled, path, stdout, tune};
use super::{positions, read};
use crate::common::write_file;
use temperament_engine::profile::numbers::{Literal, rewrite};
use temperament_engine::profile::{Format, Origin, Source};
use temperament_matches::tune::ELO;

const PROFILE: &str = "name = \"danger\"
[material]
pawn = [100, 120]
knight = [320, 300]
bishop = [330, 310]
rook = [480, 540]
queen = [960, 980]

[[table]]
name = \"danger\"
values = [0, 16, 24, 40, 52, 60, 80, 88, 112]

[[term]]
name = \"king_danger\"
when = \"any(own.attacked & their.king_ring)\"
count = \"lookup(danger, size(own.attacked & their.king_ring)) * 10 / 8\"
value = 1

[[factor]]
name = \"few_pawns\"
when = \"size(own.pawns) <= 4\"
value = 60

[[factor]]
name = \"opposite_bishops\"
when = \"size(own.bishops) == 1 and size(their.bishops) == 1\"
value = 80
after_blend = true
";

/// The numbers of the custom tables and factors of a profile.
fn custom_numbers(file: &str, text: &str) -> Vec<(String, i32)> {
    let source = Source::new(file, Format::of(Path::new(file)).unwrap(), text);
    let custom = |number: &Literal| number.key.starts_with("table.") || number.key.starts_with("factor.");
    let numbers = read(&source, &Origin::Text).2.into_iter().filter(custom);
    numbers.map(|number| (number.name(), number.value)).collect()
}

#[test]
fn tables_and_factors_are_recovered() {
    const TEST: &str = "tune-tables";
    let source = Source::new("danger.toml", Format::Toml, PROFILE);
    let (_, truth, numbers) = read(&source, &Origin::Text);
    let data = write_file(TEST, "data.txt", &labelled(&truth.compile(), &positions()));
    let scramble = |(at, number): (usize, &Literal)| match &number.key {
        key if key.starts_with("table.") => number.value * [13, 6, 14, 8][at % 4] / 10,
        key if key.starts_with("factor.") => 100,
        _ => number.value,
    };
    let scrambled: Vec<i32> = numbers.iter().enumerate().map(scramble).collect();
    let start = write_file(TEST, "start.toml", &rewrite(&source, &numbers, &scrambled).unwrap());
    let out = fresh(TEST, "out.toml");
    let files = [path(&start), "--data", path(&data), "--out", path(&out), "--as-they-are"];
    let only = ["--only", "table.*", "--only", "factor"];
    // The start would fit another K, and so other numbers.
    let k = ELO.to_string();
    let free = ["--loss", "cross-entropy", "--anchor", "0", "--k", &k, "--epochs", "60"];
    let report = stdout(&tune(&[&files[..], &only, &free].concat()));
    let [before, found, expected] = [
        ("start.toml", fs::read_to_string(&start).unwrap()),
        ("out.toml", fs::read_to_string(&out).unwrap()),
        ("danger.toml", PROFILE.to_owned()),
    ]
    .map(|(file, text)| custom_numbers(file, &text));
    assert_eq!(found.len(), 11, "{found:?}");
    assert!(report.contains("table.danger.7 "), "{report}");
    for ((found, before), (name, expected)) in found.iter().zip(&before).zip(expected) {
        // The evaluator truncates the products.
        let tolerance = 2.max(expected / 20);
        assert!(
            (found.1 - expected).abs() <= tolerance,
            "{name}: {} {} {expected}\n{report}",
            before.1,
            found.1
        );
    }
}
