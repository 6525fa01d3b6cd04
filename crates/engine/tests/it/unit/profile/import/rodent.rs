//! Personality files of Rodent.

use std::path::Path;

use temperament_engine::profile::import::{Kind, rodent};
use temperament_engine::profile::{Format, Source, parse};

const PERSONALITY: &str = "; a comment\n\
    setoption name PawnValueMg value 90\n\
    setoption name KnightValueMg value 418\n\
    setoption name OwnAttack value 220\n\
    setoption name OppAttack value 110\n\
    MATERIAL 150\n\
    setoption name BishopPairMg value 61\n\
    setoption name Contempt value 15\n\
    setoption name KeepQueen value 20\n\
    setoption name OwnMobilty value 1\n";

#[test]
fn weights_become_factors_of_the_same_side_and_stage() {
    assert_eq!(Kind::of(Path::new("tal.txt"), PERSONALITY), Kind::Rodent);
    let read = rodent::read(PERSONALITY).unwrap();
    for format in [Format::Toml, Format::Ron] {
        let text = read.text("tal", "tal.txt", format);
        let source = Source::new("tal", format, text.as_str());
        let (profile, warnings) = parse(&source).unwrap_or_else(|faults| panic!("{faults:#?}\n{text}"));
        assert!(warnings.is_empty(), "{warnings:#?}");
        let base = Source::new("base", Format::Toml, "name = \"b\"\nextends = \"temperament\"\n");
        let (base, _) = parse(&base).unwrap();
        let ratio = |key: &str, stage: usize| {
            let [profile, base] = [&profile, &base].map(|profile| {
                let slot = profile.given(key).unwrap().entry.slot().unwrap();
                f64::from(profile.values.scores[slot.offset][stage])
            });
            profile / base
        };
        // 418 / 380 for the middlegame, and half as much again for all material.
        assert!((ratio("material.knight", 0) - 1.65).abs() < 0.01, "{}", ratio("material.knight", 0));
        assert!((ratio("material.knight", 1) - 1.5).abs() < 0.01);
        let [split] = &profile.values.splits[..] else { panic!("{text}") };
        assert_eq!((split.own, split.their), ([2.0; 2], [1.0; 2]));
        assert_eq!(profile.values.numbers[temperament_engine::eval::keys::draw::VALUE], -15.0);
    }
}

#[test]
fn the_report_says_of_each_key_how_well_it_is_mapped() {
    let report = rodent::read(PERSONALITY).unwrap().report();
    let line =
        |key: &str| report.lines().find(|line| line.contains(key)).unwrap_or_else(|| panic!("{report}"));
    assert!(line("OwnAttack").starts_with("exact") && line("OwnAttack").contains("(own) x 2.0"));
    assert!(line("KnightValueMg").starts_with("rough"));
    assert!(line("KeepQueen").starts_with("not mapped"));
    assert!(line("OwnMobilty").ends_with("line 10: unknown key: did you mean `OwnMobility`?"));
}

#[test]
fn a_value_that_is_no_number_is_an_error_with_its_line() {
    let error = rodent::read("OwnAttack 100\nOppAttack many\n").unwrap_err();
    assert_eq!(error.to_string(), "line 2: `OppAttack` is a number, found `many`");
    assert!(rodent::read("no such key\n").is_err());
}
