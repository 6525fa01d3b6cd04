//! The search does not depend on the unit of a profile: all its margins are in pawns of the profile.

use std::sync::Arc;

use temperament_engine::board::Game;
use temperament_engine::engine::{Engine, Limits};
use temperament_engine::eval::Weights;
use temperament_engine::eval::keys::{Kind, Unit, entries, number};
use temperament_engine::profile::{Format, Library, Origin, Profile, Source};
use temperament_engine::search::bench;

const FACTOR: i32 = 3;

/// The profile with every score multiplied. Units and percentages of the king attack stay unchanged.
fn scaled(profile: &Profile) -> Weights {
    let mut values = profile.values.clone();
    for entry in entries() {
        if let Kind::Values(shape, Unit::Score) = entry.decl.kind {
            for score in &mut values.scores[entry.offset..entry.offset + shape.len()] {
                *score = score.map(|s| s * FACTOR);
            }
        }
    }
    // A declared pawn has a unit too.
    values.numbers[number("units.pawn")] *= f64::from(FACTOR);
    Weights::new("scaled", &values)
}

/// Best move and nodes of each bench position, from a cleared engine.
fn searches(weights: Weights, depth: u32) -> Vec<(String, u64)> {
    let mut engine = Engine::new(Arc::new(weights), 4);
    bench::positions()
        .map(|position| {
            engine.clear();
            let outcome = engine.search(&Game::new(position), Limits::depth(depth), |_| {});
            (outcome.best.map_or_else(String::new, |mv| mv.to_string()), outcome.nodes)
        })
        .collect()
}

/// Relative rounding errors of the tapered score shrink with the scale, so close decisions occasionally flip, more often
/// at higher depth and with profiles that weigh the two sides differently (factors are rounded per value too).
///
/// The number of one profile varies by several positions with any change of the search, so only the sums have a bound.
#[test]
fn scaling_all_values_changes_hardly_any_move() {
    const DEPTH: u32 = 6;
    let mut totals = [(0, 0); 2];
    for name in Library::of(Vec::new()).names() {
        let (profile, _) = Library::of(Vec::new()).load(&name).unwrap_or_else(|e| panic!("{e}"));
        let plain = searches(profile.compile(), DEPTH);
        let large = searches(scaled(&profile), DEPTH);
        let same = plain.iter().zip(&large).filter(|((a, _), (b, _))| a == b).count();
        println!("{name}: {same} of {}", plain.len());
        let has_splits = !profile.values.splits.is_empty();
        let (all_same, all) = &mut totals[usize::from(has_splits)];
        *all_same += same;
        *all += plain.len();
    }
    for ((same, all), percent) in totals.into_iter().zip([93, 87]) {
        assert!(same * 100 >= all * percent, "{same} of {all}, {percent} % expected");
        println!("{same} of {all}");
    }
}

/// Without a difference of middlegame and endgame, a scaled evaluation is rounded nowhere: the search is the same, node by
/// node.
#[test]
fn scaling_an_evaluation_of_whole_numbers_changes_nothing() {
    const DEPTH: u32 = 8;
    let text = "name = \"x\"\nextends = \"simplified\"\n[psqt]\nking = 0\n";
    let source = Source::new("x.toml", Format::Toml, text.to_owned());
    let (profile, _) = Library::of(Vec::new()).parse(&source, &Origin::Text).unwrap();
    assert_eq!(searches(profile.compile(), DEPTH), searches(scaled(&profile), DEPTH));
}

/// A profile whose pawn has the value `worth * times`.
fn of_pawn(worth: i32, times: i32) -> Weights {
    let text = match times {
        1 => format!("name = \"x\"\nmaterial.pawn = {worth}\n"),
        _ => format!(
            "name = \"x\"\n[[term]]\nname = \"p\"\neach = \"own.pawns\"\ncount = \"{times}\"\nvalue = {worth}\n"
        ),
    };
    let source = Source::new("x.toml", Format::Toml, text);
    let (profile, _) = Library::of(Vec::new()).parse(&source, &Origin::Text).unwrap();
    profile.compile()
}

#[test]
fn a_pawn_is_100_centipawns_in_any_unit() {
    let units = [1, 2, 3, 7, 60, 99, 100, 101, 124, 130, 150, 199, 200, 201, 3_000, 29_999, 30_000];
    let small = units.map(|worth| (worth, 1));
    for (worth, times) in small.into_iter().chain([(30_000, 10), (29_999, 999), (30_000, 1_000)]) {
        let weights = of_pawn(worth, times);
        let pawn = worth * times;
        for pawns in -9..=9 {
            assert_eq!(weights.centipawns(pawns * pawn), pawns * 100, "{pawns} of {pawn}");
        }
        assert!((weights.pawn() / f64::from(pawn) - 1.0).abs() < 1e-4, "{pawn}");
        let [more, less] = [1, -1].map(|sign| i64::from(weights.centipawns(sign * (1 << 30))));
        let exact = ((1_i64 << 30) * 100 / i64::from(pawn)).min(i32::MAX.into());
        assert!((more - exact).abs() <= 1 + (exact >> 15), "{pawn}: {more}, not {exact}");
        assert!((more + less).abs() <= 1, "{pawn}: {more}, {less}");
    }
}
