//! `temper profile normalize`, the redundancies of the evaluation that it fixes, and decimals.

use std::fs;
use std::process::{Command, Output};
use std::sync::Arc;

use crate::common::{BAD_PROFILE, TEMPER, everything, write_file};
use temperament::cli::profile::normalize::positions;
use temperament_engine::board::{PIECES, Position};
use temperament_engine::eval::imbalance::average_shares;
use temperament_engine::eval::keys::imbalance::FROM_AVERAGE;
use temperament_engine::eval::keys::redundancy::{OncePer, REDUNDANCIES, Redundancy};
use temperament_engine::eval::keys::{Kind, Slot, Unit, entries, material, number, passed_pawns, slot};
use temperament_engine::eval::{Values, Weights, evaluate};
use temperament_engine::profile::normalize::normalize;
use temperament_engine::profile::write::write;
use temperament_engine::profile::{Diagnostic, Format, Library, Origin, Profile, Source, parse};

/// Tolerated difference of two evaluations, in units: an old one that divides the endgame sum is truncated three times.
const MOST: f64 = 3.0;

fn read(text: &str) -> Result<Profile, Vec<Diagnostic>> {
    parse(&Source::new("test", Format::Toml, text)).map(|(profile, _)| profile)
}

fn profile(text: &str) -> Profile {
    read(&format!("name = \"test\"\n{text}")).unwrap_or_else(|faults| panic!("{text}: {faults:#?}"))
}

fn add(values: &mut Values, slot: Slot, n: i32) {
    for pair in &mut values.scores[slot.offset..][..slot.len] {
        *pair = pair.map(|old| old + n);
    }
}

fn assert_alike(what: &str, a: &Values, b: &Values, positions: &[Position]) {
    let [a, b] = [a, b].map(|values| Weights::new("test", values));
    for position in positions {
        assert_eq!(evaluate(&a, position), evaluate(&b, position), "{what}: {position}");
    }
}

/// Profiles in which every redundancy exists: the settings of everything but those that read piece values.
fn free() -> Values {
    let mut values = Library::new(vec![]).load(everything()).unwrap().0.values;
    values.choices[material::LONE_MINOR.option("normal").ordinal] = 0;
    values.choices[entries().find(|e| e.key() == "phase.model").unwrap().offset] = 1;
    values.scores[slot("king.edge").offset..][..64].fill([0, 0]);
    values
}

#[test]
fn redundancies_change_no_evaluation() {
    let (before, positions) = (free(), positions());
    for Redundancy { keys, once_per, .. } in REDUNDANCIES {
        let mut after = before.clone();
        keys.iter().for_each(|slot| add(&mut after, *slot, 7));
        match once_per {
            OncePer::Piece(piece) => add(&mut after, material::BY_PIECE[*piece as usize], -7),
            OncePer::PassedPawn => add(&mut after, passed_pawns::BY_RANK, -7),
            OncePer::Side => {}
        }
        let key = entries().find(|e| e.slot() == keys.first().copied()).unwrap().key();
        assert_ne!(before, after, "{key}");
        assert_alike(&key, &before, &after, &positions);
    }
}

#[test]
fn imbalances_from_an_average_army_differ_by_piece_values() {
    let mut zero = free();
    zero.choices[FROM_AVERAGE.ordinal] = 0;
    let mut average = zero.clone();
    average.choices[FROM_AVERAGE.ordinal] = FROM_AVERAGE.option;
    for piece in PIECES {
        for (slot, n) in average_shares(piece) {
            let share = zero.scores[slot.offset].map(|score| score * n);
            let value = &mut average.scores[material::BY_PIECE[piece as usize].offset];
            *value = [value[0] + share[0], value[1] + share[1]];
        }
    }
    assert_alike("imbalance", &zero, &average, &positions());
    let [zero, average] = [zero, average].map(|values| Weights::new("test", &values));
    assert_eq!(zero.piece_values(), average.piece_values(), "the search sees the same values");
    assert_eq!(zero.pawn(), average.pawn());
}

/// Writes a profile and reads it again.
fn written(profile: &Profile, format: Format) -> Profile {
    let text = write(profile, format);
    parse(&Source::new("written", format, text.as_str())).unwrap_or_else(|e| panic!("{e:#?}\n{text}")).0
}

#[test]
fn shipped_profiles_keep_their_evaluations_and_stay_as_they_are_the_second_time() {
    let (library, positions) = (Library::new(vec![]), positions());
    for name in library.names() {
        let (before, _) = library.load(&name).unwrap();
        let normalized = normalize(&before, &positions).unwrap_or_else(|e| panic!("{name}: {e}"));
        let found = normalized.differences(&before, &positions);
        assert!(found.largest <= MOST && found.mean <= found.largest, "{name}: {found:?}");
        let after = &normalized.profile;
        for format in [Format::Toml, Format::Ron] {
            let read = written(after, format);
            // Terms are shared, so that they are equal only if they are the same.
            assert_eq!(read.values.id(), after.values.id(), "{name} as {format:?}");
        }
        let weights = after.compile();
        assert_eq!(weights.centipawns(100 * weights.resolution()), 100, "{name}: a pawn is 100");
        assert_eq!(weights.phase().endgame_divisor(), 1.0, "{name}");
        let again = normalize(after, &positions).unwrap();
        assert_eq!(again.factor, 1.0, "{name}");
        assert_eq!(again.profile.values.id(), after.values.id(), "{name} is normalised");
    }
}

#[test]
fn the_champion_is_normalised() {
    let (champion, _) = Library::new(vec![]).load("temperament").unwrap();
    let normalized = normalize(&champion, &positions()).unwrap();
    assert_eq!(normalized.profile.values.id(), champion.values.id());
    assert!(normalized.kept.is_empty(), "{:?}", normalized.kept);
}

#[test]
fn constants_go_to_piece_values_and_equal_ones_vanish() {
    let text = "phase.model = \"linear\"\nphase.middlegame_from = 24\nphase.weights.queen = 4\nunits.pawn = 100\n\
                material.pawn = 100\nmaterial.knight = 300\nmaterial.king = 500\n\
                [psqt]\nknight = 20\nking = 30\n[king]\nshield_missing = 7\n[material]\n\
                bishop_pair_missing = -25\nbishop_pair = 15\n[mobility]\nknight = { start = -8, step = 2 }\n";
    let text = text.replace("[material]\n", "").replace("bishop_pair", "material.bishop_pair");
    let (first, second) = text.split_once("[psqt]").unwrap();
    let (pairs, rest): (Vec<_>, Vec<_>) = second.lines().partition(|line| line.starts_with("material."));
    let before = profile(&format!("{first}{}\n[psqt]\n{}", pairs.join("\n"), rest.join("\n")));
    let after = normalize(&before, &positions()).unwrap().profile.values;
    let value = |key: &str| after.scores[slot(key).offset];
    assert_eq!(value("material.king"), [0, 0]);
    assert_eq!(value("psqt.knight"), [0, 0]);
    assert_eq!(value("psqt.king"), [0, 0]);
    assert_eq!(value("king.shield_missing"), [0, 0]);
    assert_eq!((value("material.bishop_pair"), value("material.bishop_pair_missing")), ([40, 40], [0, 0]));
    let [mg, eg] = value("mobility.knight");
    assert_eq!(value("material.knight"), [312 - mg, 312 - eg], "the mean of mobility and the square");
    assert!((-14..-6).contains(&mg) && (-14..-6).contains(&eg), "{mg} {eg}");
}

#[test]
fn lone_minors_keep_what_their_tables_lose() {
    let before = profile(
        "units.pawn = 100\nmaterial.lone_minor = \"worthless\"\nmaterial.knight = 300\nmaterial.bishop = 310\n\
         material.knight_by_pawn_count = { start = 40, step = 2 }\npsqt.knight = 20\nmobility.bishop = { step = 4 }\n\
         imbalance.beside.knight_pawn = 3\nimbalance.against.bishop_pawn = 5",
    );
    let fens = ["4k3/3ppp2/8/8/4N3/8/8/4K3 w - - 0 1", "4k3/3ppp2/8/8/4B3/8/8/4K3 b - - 0 1"];
    let lone: Vec<Position> = fens.iter().map(|fen| Position::from_fen(fen).unwrap()).collect();
    let after = normalize(&before, &positions()).unwrap().profile.values;
    assert_ne!(after.scores[material::KNIGHT.offset], before.values.scores[material::KNIGHT.offset]);
    assert_alike("lone", &before.values, &after, &lone);
}

#[test]
fn piece_values_that_something_else_reads_stay() {
    let text = "units.pawn = 100\nmaterial.pawn = 100\nmobility.knight = { start = 30 , step = 2 }\n";
    for (more, reason) in [
        ("phase.model = \"material\"\nphase.endgame_below = 1500", "phase.model"),
        ("king.edge_below = 300\nking.edge = [9, 8]", "king.edge"),
        ("scale.\"mobility.knight\" = { own = 2.0 }", "two sides"),
    ] {
        let before = profile(&format!("{text}{more}"));
        let normalized = normalize(&before, &positions()).unwrap();
        let kept: Vec<&str> = normalized.kept.iter().map(|(key, _)| key.as_str()).collect();
        assert!(kept.contains(&"mobility.knight"), "{more}: {kept:?}");
        assert!(normalized.kept.iter().any(|(_, why)| why.contains(reason)), "{more}");
        assert_eq!(normalized.differences(&before, &positions()).largest, 0.0, "{more}");
    }
}

#[test]
fn symmetric_tables_stay_symmetric() {
    let (before, _) = Library::new(vec![]).load("otter").unwrap();
    let after = normalize(&before, &positions()).unwrap().profile.values;
    for entry in entries() {
        if let Kind::Values(temperament_engine::eval::keys::Shape::BySquare, Unit::Score) = entry.decl.kind {
            let table = |values: &Values| values.scores[entry.offset..entry.offset + 64].to_vec();
            let is_even = |table: Vec<[i32; 2]>| (0..64).all(|square| table[square] == table[square ^ 7]);
            assert!(!is_even(table(&before.values)) || is_even(table(&after)), "{}", entry.key());
        }
    }
}

#[test]
fn scores_may_have_a_decimal_if_the_profile_says_so() {
    let tenths = profile("units.decimals = 1\nmaterial.pawn = [99.5, 100]\npawns.isolated = -0.3");
    assert_eq!(tenths.values.scores[slot("material.pawn").offset], [995, 1000]);
    assert_eq!(tenths.values.scores[slot("pawns.isolated").offset], [-3, -3]);
    // The order of the keys does not matter, and other units have no decimals.
    let late = profile("material.pawn = [99.5, 100]\npawns.isolated = -0.3\nunits.decimals = 1");
    assert_eq!(late.values, tenths.values);
    let percent = profile("units.decimals = 1\ndrawish.cannot_mate = 90");
    assert_eq!(percent.values.scores[slot("drawish.cannot_mate").offset], [90, 90]);
    for (text, message) in [
        ("material.pawn = 99.5", "`material.pawn` has whole numbers, found 99.5"),
        ("units.decimals = 1\nmaterial.pawn = 99.25", "has numbers with one decimal, found 99.25"),
        ("units.decimals = 1\nmaterial.pawn = 10000.1", "allowed are -10000 to 10000"),
        ("units.decimals = 2", "2 is out of bounds: `units.decimals` takes a whole number from 0 to 1"),
    ] {
        let faults = read(&format!("name = \"test\"\n{text}")).unwrap_err();
        assert_eq!(faults.len(), 1, "{text}: {faults:#?}");
        assert!(faults[0].message.contains(message), "{text}: {}", faults[0].message);
    }
}

#[test]
fn decimals_do_not_change_what_numbers_mean() {
    let text = "phase.model = \"linear\"\nphase.middlegame_from = 24\nphase.weights.queen = 4\nmaterial.pawn = 90\n\
                material.knight = [310, 290]\npsqt.pawn = [[0,0,0,0,0,0,0,0],[9,8,7,6,5,4,3,2],[9,8,7,6,5,4,3,2],\
                [9,8,7,6,5,4,3,2],[9,8,7,6,5,4,3,2],[9,8,7,6,5,4,3,2],[9,8,7,6,5,4,3,2],[0,0,0,0,0,0,0,0]]\n\
                king.edge_below = 300\nking.edge = 10\ndraw.value = -12\n";
    let [whole, tenths] =
        ["", "units.decimals = 1\n"].map(|more| profile(&format!("{text}{more}")).compile());
    assert_eq!((whole.resolution(), tenths.resolution()), (1, 10));
    assert_eq!(whole.piece_values(), tenths.piece_values());
    assert_eq!(whole.centipawns(whole.draw() as i32), tenths.centipawns(tenths.draw() as i32));
    for position in positions() {
        let [a, b] = [&whole, &tenths].map(|w| w.units(evaluate(w, &position)));
        assert!((a - b).abs() < 1.0, "{position}: {a} and {b}");
    }
}

#[test]
fn children_inherit_decimals() {
    let library = Library::new(vec![]);
    let child = |text: &str| {
        let text = format!("name = \"child\"\nextends = \"temperament\"\n{text}");
        let source: Arc<Source> = Source::new("child", Format::Toml, text.as_str());
        library.parse(&source, &Origin::Text).map(|(profile, _)| profile)
    };
    let faulty = child("units.decimals = 0").unwrap_err();
    assert_eq!(
        faulty[0].message,
        "`units.decimals` cannot become 0: the inherited 75.5 of `tempo.side_to_move` has a decimal"
    );
    let fine = child("pawns.isolated = [-12.5, 3]").unwrap();
    assert_eq!(fine.values.scores[slot("pawns.isolated").offset], [-125, 30]);
    let of_simplified = |text: &str| {
        let text = format!("name = \"child\"\nextends = \"simplified\"\n{text}");
        library.parse(&Source::new("child", Format::Toml, text.as_str()), &Origin::Text)
    };
    let faults = of_simplified("units.decimals = 1").unwrap_err();
    assert_eq!(
        faults[0].message,
        "`units.decimals` cannot become 1: the inherited 20000 of `material.king` is too large: with decimals 10000 are allowed"
    );
    let (fine, _) = of_simplified("reset = [\"material.king\"]\nunits.decimals = 1").unwrap();
    assert_eq!(fine.values.scores[slot("material.pawn").offset], [1000, 1000]);
    assert_eq!(fine.values.numbers[number("units.decimals")], 1.0);
}

fn run(args: &[&str]) -> Output {
    Command::new(TEMPER).args(["profile", "normalize"]).args(args).output().unwrap()
}

#[test]
fn the_command_writes_a_child_as_one_file_and_reports_the_difference() {
    let text = "name = \"child\"\nextends = \"fabchess\"\n[scale]\nthreats = 1.5\nmobility = { own = 1.2 }\n";
    let file = write_file("normalize-child", "child.toml", text);
    let out = file.with_file_name("out.toml");
    let (input, output) = (file.to_str().unwrap(), out.to_str().unwrap());
    let done = run(&[input, "--out", output, "--force"]);
    let report = String::from_utf8(done.stdout).unwrap();
    assert!(done.status.success(), "{report}");
    let words: Vec<&str> = report.lines().nth(1).unwrap().split([' ', ',']).collect();
    let reported: f64 = words[2].parse().unwrap();
    assert!(report.contains("`mobility.knight` keeps its mean: "), "{report}");
    let library = Library::new(vec![]);
    let [before, after] = [input, output].map(|path| library.load(path).unwrap().0);
    assert!(!fs::read_to_string(&out).unwrap().contains("extends"));
    let [a, b] = [&before, &after].map(|profile| profile.compile_both());
    let mut largest: f64 = 0.0;
    for position in positions() {
        let [a, b] = [&a, &b].map(|profile| profile.of(position.stm()));
        let old = f64::from(evaluate(a, &position)) * 100.0 / (a.pawn() / f64::from(a.resolution()));
        largest = largest.max((old - b.units(evaluate(b, &position))).abs());
    }
    assert!((largest - reported).abs() < 0.006, "{largest} and {reported}");
    assert!(reported > 0.0 && reported <= MOST, "{report}");
    let refused = run(&[input, "--out", output]);
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--force"));
}

#[test]
fn a_term_with_one_entry_is_normalised() {
    let before =
        profile("material.pawn = 90\n[[term]]\nname = \"one\"\ncount = \"own.isolated\"\ntable = [5]\n");
    let after = normalize(&before, &positions()).unwrap().profile;
    let term = after.values.custom_entries()[0];
    assert_eq!(after.values.scores[term.offset], [56, 56], "tenths of a pawn of 100");
}

#[test]
fn limits_stay_between_the_same_sums() {
    // A sum is below 0.3 if it is at most 0.
    let before = profile("material.pawn = 50\nphase.model = \"material\"\nphase.endgame_below = 0.3\n");
    let after = normalize(&before, &positions()).unwrap().profile;
    assert_eq!(after.values.numbers[number("phase.endgame_below")], 1.0);
    written(&after, Format::Toml);
}

#[test]
fn a_profile_that_cannot_be_normalised_keeps_its_file() {
    for (text, reason) in [
        ("draw.value = 20000", "`draw.value` becomes 200000; allowed are -30000 to 30000"),
        (
            "king.edge_below = 40000\nking.edge = 3",
            "`king.edge_below` becomes 399995; allowed are -30000 to 300000",
        ),
    ] {
        let text = format!("name = \"x\"\nmaterial.pawn = 10\n{text}\n");
        let file = write_file("normalize-bounds", "x.toml", &text);
        let path = file.to_str().unwrap();
        for args in [vec![path, "--out", path, "--force"], vec![path]] {
            let output = run(&args);
            assert!(!output.status.success() && output.stdout.is_empty(), "{args:?}");
            assert!(String::from_utf8_lossy(&output.stderr).contains(reason), "{output:?}");
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
}

#[test]
fn mistakes_are_reported() {
    let file = write_file("normalize-bad", "bad.toml", BAD_PROFILE);
    let file = file.to_str().unwrap();
    for (args, message) in [
        (vec![file], "bad.toml"),
        (vec!["temperamant"], "temperament"),
        (vec!["otter", "--out", "otter.txt"], "ends in neither .toml nor .ron"),
    ] {
        let output = run(&args);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && output.stdout.is_empty(), "{args:?}");
        assert!(text.contains(message), "{args:?}: {text}");
    }
}
