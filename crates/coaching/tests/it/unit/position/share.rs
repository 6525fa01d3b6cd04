//! Tests of `position::share`: the rows that people see add up to the number that they see.

use temperament_coaching::position::Explained;
use temperament_engine::board::Position;
use temperament_engine::eval::{S, Weights};
use temperament_engine::profile::{Format, Library, Source, parse};
use temperament_engine::search::bench;

/// What the truncations of an evaluation may add up to, in units of a profile.
const TRUNCATED: f64 = 3.0;

/// A profile with factors before and after the blend, a term after it, and a rule of draws.
const FACTORS: &str = r#"
name = "factors"
extends = "temperament"

[[factor]]
name = "before"
when = "size(own.pawns) <= 3"
value = 50

[[factor]]
name = "after"
when = "size(own.rooks) == 1"
value = 75
after_blend = true
"#;

/// Endings in which the lead is scaled down, or nothing is left of it.
const ENDINGS: [&str; 6] = [
    "8/2b2k2/1p4p1/p1p4p/P1P2B1P/1P4P1/5K2/8 w - - 0 1",
    "8/5k2/8/8/3N4/8/5K2/8 w - - 0 1",
    "7k/8/6KP/8/2B5/8/8/8 w - - 0 1",
    "8/5pk1/4p1p1/7p/r6P/4RPP1/5K2/8 b - - 0 1",
    "8/5k2/8/8/3N4/3r4/5K2/8 w - - 0 1",
    "4k3/8/3p4/2pP4/1pP5/pP3K2/P7/7B w - - 0 1",
];

/// Positions of random games from those of the bench.
fn positions() -> Vec<Position> {
    let mut seed = 1_u64;
    let mut positions: Vec<Position> = ENDINGS.iter().map(|fen| Position::from_fen(fen).unwrap()).collect();
    for start in bench::positions() {
        let mut position = start;
        for _ in 0..3 {
            positions.push(position.clone());
            for _ in 0..9 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position.play(moves[(seed >> 33) as usize % moves.len()]);
            }
        }
    }
    positions
}

fn check(w: &Weights, position: &Position) {
    let explained = Explained::new(w, position);
    let topics = explained.topics();
    let of_topics: f64 = topics.iter().map(|topic| topic.sum.difference()).sum();
    let rows = topics.iter().flat_map(|topic| explained.rows(topic));
    let of_rows: f64 = rows.map(|row| row.pawns.difference()).sum();
    let step = w.shown(w.resolution() * 1000, position) / 1000.0;
    let tolerance = TRUNCATED * step.abs() + 0.01;
    for sum in [of_topics, of_rows] {
        assert!(
            (sum - explained.pawns()).abs() <= tolerance,
            "{}: {sum} {} {position}",
            w.name(),
            explained.pawns()
        );
    }
}

#[test]
fn the_rows_add_up_to_the_evaluation() {
    let positions = positions();
    let library = Library::of(Vec::new());
    for name in library.names() {
        let profile = library.load(&name).unwrap_or_else(|error| panic!("{error}")).0.compile_both();
        for position in &positions {
            check(profile.of(position.stm()), position);
        }
    }
}

#[test]
fn factors_of_the_profile_are_part_of_the_rows() {
    let source = Source::new("factors", Format::Toml, FACTORS);
    let (profile, _) = parse(&source).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let w = profile.compile();
    for position in &positions() {
        check(&w, position);
    }
}

#[test]
fn what_is_drawish_has_no_row_but_makes_the_others_smaller() {
    let (profile, _) = Library::of(Vec::new()).load("temperament").unwrap_or_else(|error| panic!("{error}"));
    let w = profile.compile();
    let bishops = Position::from_fen(ENDINGS[0]).unwrap();
    let explained = Explained::new(&w, &bishops);
    let drawish = explained.keys().filter(|key| key.entry.section.name == "drawish");
    let counted: Vec<_> = drawish.filter(|key| key.difference() != S::ZERO).collect();
    assert!(!counted.is_empty() && counted.iter().all(|key| !key.pawns.differs()), "{counted:?}");
    assert!(!explained.corrections_in_rows().is_empty());
}

/// The initiative of `temperament` may take the whole evaluation away.
#[test]
fn a_position_that_is_corrected_to_nothing_keeps_its_rows() {
    let (profile, _) = Library::new(vec![]).load("temperament").unwrap_or_else(|e| panic!("{e}"));
    let (weights, position) = (
        profile.compile(),
        Position::from_fen("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4").unwrap(),
    );
    let explained = Explained::new(&weights, &position);
    assert!(explained.pawns().abs() < 0.1);
    assert!(explained.keys().filter(|key| key.pawns.differs()).count() > 5);
}
