//! Properties of the evaluation that hold for every profile and position.

use std::sync::Arc;

use crate::common::everything;
use proptest::prelude::*;
use temperament_engine::board::{Position, START_FEN};
use temperament_engine::eval::event::Event;
use temperament_engine::eval::explain::Explanation;
use temperament_engine::eval::keys::{Kind, entries};
use temperament_engine::eval::{self, Evaluator, PsqtAccumulator, S, Values, Weights};
use temperament_engine::profile::Library;
use temperament_engine::search::bench;

/// Shipped profiles that value a position and its mirror image, colours exchanged, alike. FabChess does not: of two
/// supported knights on a file it considers the one nearest to White's first rank. Neither does Sunfish, whose board is
/// turned instead.
const SYMMETRIC: [&str; 6] = ["simplified", "cheops", "otter", "rustic", "rustic4", "pesto"];

fn shipped(name: &str) -> Weights {
    Library::new(vec![]).load(name).unwrap_or_else(|e| panic!("{e}")).0.compile()
}

/// A random game: whether it is Chess960, and the choice at each ply.
fn games() -> impl Strategy<Value = (bool, Vec<u16>)> {
    (any::<bool>(), prop::collection::vec(any::<u16>(), 1..120))
}

/// Calls `visit` with each position of a random game and the move that led to it.
fn play(
    (chess960, choices): &(bool, Vec<u16>),
    visit: impl FnMut(&Position, Option<(&Position, temperament_engine::board::Move)>),
) {
    let fen = if *chess960 { "rkrqnnbb/pppppppp/8/8/8/8/PPPPPPPP/RKRQNNBB w CAca - 0 1" } else { START_FEN };
    play_from(fen, choices, visit);
}

/// The same from a position.
fn play_from(
    fen: &str,
    choices: &[u16],
    mut visit: impl FnMut(&Position, Option<(&Position, temperament_engine::board::Move)>),
) {
    let mut position = Position::from_fen(fen).unwrap();
    visit(&position, None);
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(*choice) % moves.len()];
        let next = position.after(mv);
        visit(&next, Some((&position, mv)));
        position = next;
    }
}

/// Random valid values; many keys are absent, as in real profiles.
fn profiles() -> impl Strategy<Value = Values> {
    let count = entries().count();
    (prop::collection::vec(any::<(bool, u64)>(), count)).prop_map(|seeds| {
        let mut values = Values::default();
        for (entry, (present, seed)) in entries().zip(seeds).filter(|(_, (present, _))| *present) {
            let mut state = seed | u64::from(present);
            let mut next = |range: i32| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) as i32 % range
            };
            match entry.decl.kind {
                Kind::Values(shape, unit) => {
                    let (min, max) = unit.bounds();
                    for pair in &mut values.scores[entry.offset..entry.offset + shape.len()] {
                        *pair = [0; 2].map(|_: i32| (next(801) - 400).clamp(min, max));
                    }
                }
                Kind::Choice(options) => values.choices[entry.offset] = next(options.len() as i32) as u8,
                Kind::Number { min, max, whole: true, .. } => {
                    values.numbers[entry.offset] = f64::from(next(3000)).clamp(min, max);
                }
                _ => {}
            }
        }
        // A linear phase needs a range.
        let index = |key: &str| entries().find(|e| e.key() == key).unwrap().offset;
        values.numbers[index("phase.middlegame_from")] =
            values.numbers[index("phase.endgame_until")] + 3000.0;
        values
    })
}

/// Start positions of random games: few moves lead from them to factors and draws of [`custom_steps`].
const CUSTOM_STARTS: [&str; 4] = [
    START_FEN,
    "r4rk1/ppp2ppp/2b5/4q3/8/2B5/PPP2PPP/R2Q1RK1 w - - 3 20",
    "8/5k2/2p5/1b1p1p2/6p1/3B2P1/5KP1/8 w - - 30 60",
    "8/5k2/8/3n4/6p1/3B4/5K2/8 b - - 0 60",
];

/// The values of a profile with everything that is not a sum of values times counts, each changed by up to a half.
fn custom_steps(seed: u64) -> Values {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/profiles/custom-steps.toml");
    let mut values = Library::new(vec![]).load(path).unwrap_or_else(|e| panic!("{e}")).0.values;
    let mut state = seed;
    for entry in values.custom_entries().to_vec() {
        let slot = entry.slot().unwrap();
        for pair in &mut values.scores[slot.offset..slot.offset + slot.len] {
            let is_one = pair[0] == pair[1];
            *pair = pair.map(|n| {
                state = temperament_engine::random::mix(state);
                n + (state >> 33) as i32 % (n.abs() + 2) - n.abs() / 2
            });
            // The value of a term after the blend is one number.
            pair[1] = if is_one { pair[0] } else { pair[1] };
        }
    }
    values
}

/// Checks that the explanation and the evaluator agree with an evaluation from scratch.
fn check_evaluations(weights: &Weights, evaluator: &mut Evaluator, position: &Position) -> Explanation {
    let expected = eval::evaluate(weights, position);
    let explanation = Explanation::new(weights, position);
    assert_eq!(explanation.eval(), expected, "explained, {position}");
    let rows: S = explanation.rows.iter().map(|r| r.difference()).sum();
    assert_eq!(rows, explanation.total);
    let sums = PsqtAccumulator::new(weights, position);
    assert_eq!(evaluator.evaluate(position, &sums), expected, "cached, {position}");
    assert_eq!(evaluator.evaluate(position, &sums), expected, "cached twice, {position}");
    explanation
}

#[test]
fn custom_steps_apply_in_the_games_from_these_positions() {
    let weights = Weights::new("custom", &custom_steps(0));
    let own = weights.custom_terms().unwrap().terms();
    let mut applied = std::collections::HashSet::new();
    for (at, start) in CUSTOM_STARTS.into_iter().enumerate() {
        for game in 0..20 {
            let choices: Vec<u16> =
                (0..60).map(|ply| (ply * 31 + game * 57 + at as u16 * 13) ^ (ply * game)).collect();
            play_from(start, &choices, |position, _| {
                let rows = Explanation::new(&weights, position).rows;
                let counts = rows.iter().filter(|row| row.difference() != S::ZERO);
                applied.extend(counts.map(|row| row.entry.key().to_string()));
            });
        }
    }
    for entry in own.all_entries().iter().filter(|entry| entry.section.name != "table") {
        assert!(applied.contains(&entry.key().to_string()), "{}", entry.key());
    }
}

#[test]
fn the_profile_of_everything_has_every_key() {
    let (profile, _) = Library::new(vec![]).load(everything()).unwrap_or_else(|e| panic!("{e}"));
    for entry in entries() {
        if let Some(slot) = entry.slot() {
            let table = &profile.values.scores[slot.offset..slot.offset + slot.len];
            assert!(table.iter().any(|pair| *pair != [0, 0]), "{} is zero", entry.key());
        }
    }
}

/// The evaluator skips features that a profile does not use. No key or choice may be skipped by mistake.
#[test]
fn each_key_counts_in_the_evaluator_as_from_scratch() {
    let load = |name: &str| Library::new(vec![]).load(name).unwrap_or_else(|e| panic!("{e}")).0.values;
    let (everything, fabchess) = (load(everything()), load("fabchess"));
    let slot_of = |key: &str| entries().find(|e| e.key() == key).and_then(|e| e.slot()).unwrap();
    // King attack units need a safety table; scaling needs a lead.
    let companions =
        ["king_attack.safety_table", "king_attack.units_per_square.queen", "material.pawn", "material.queen"];
    for entry in entries() {
        let profiles: Vec<Values> = match (entry.slot(), entry.decl.kind) {
            (Some(slot), _) => [&[][..], &companions]
                .into_iter()
                .map(|companions| {
                    let mut values = Values::default();
                    for slot in companions.iter().map(|key| slot_of(key)).chain([slot]) {
                        let table = slot.offset..slot.offset + slot.len;
                        values.scores[table.clone()].copy_from_slice(&everything.scores[table]);
                    }
                    values
                })
                .collect(),
            (None, Kind::Choice(options)) => (0..options.len())
                .map(|option| {
                    let mut values = fabchess.clone();
                    values.choices[entry.offset] = option as u8;
                    values
                })
                .collect(),
            (None, _) => Vec::new(),
        };
        for values in profiles {
            let weights = Arc::new(Weights::new("one key", &values));
            let mut evaluator = Evaluator::new(weights.clone());
            for position in bench::positions() {
                let sums = PsqtAccumulator::new(&weights, &position);
                let in_play = evaluator.evaluate(&position, &sums);
                let expected = eval::evaluate(&weights, &position);
                assert_eq!(in_play, expected, "{} {position}", entry.key());
            }
        }
    }
}

#[test]
fn the_pawn_cache_distinguishes_move_number_zero() {
    let weights = Arc::new(shipped("fabchess"));
    let mut evaluator = Evaluator::new(weights.clone());
    for number in [0, 1, 0] {
        let fen = format!("r4rk1/ppp5/8/8/8/8/5PPP/R4RK1 w - - 0 {number}");
        let position = Position::from_fen(&fen).unwrap();
        let sums = PsqtAccumulator::new(&weights, &position);
        let cached = evaluator.evaluate(&position, &sums);
        assert_eq!(cached, eval::evaluate(&weights, &position), "{fen}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn incremental_sums_equal_recomputed_ones(game in games(), values in profiles()) {
        let weights = Weights::new("random", &values);
        let mut sums = PsqtAccumulator::default();
        play(&game, |position, came_from| {
            match came_from {
                Some((before, mv)) => sums.play(&weights, before, before.move_info(mv)),
                None => sums = PsqtAccumulator::new(&weights, position),
            }
            assert_eq!(sums, PsqtAccumulator::new(&weights, position), "{position}");
        });
    }

    #[test]
    fn rows_sum_to_the_total_for_any_profile(game in games(), values in profiles()) {
        let weights = Arc::new(Weights::new("random", &values));
        let mut evaluator = Evaluator::new(weights.clone());
        play(&game, |position, _| {
            check_evaluations(&weights, &mut evaluator, position);
        });
    }

    #[test]
    fn rows_sum_to_the_total_with_tables_factors_and_draws(
        start in prop::sample::select(&CUSTOM_STARTS[..]),
        choices in prop::collection::vec(any::<u16>(), 1..60),
        seed in any::<u64>(),
    ) {
        let weights = Arc::new(Weights::new("random", &custom_steps(seed)));
        let mut evaluator = Evaluator::new(weights.clone());
        play_from(start, &choices, |position, _| {
            let explanation = check_evaluations(&weights, &mut evaluator, position);
            let after = S::new(explanation.after_blend, explanation.after_blend);
            let before = S::new(explanation.blend.mg, explanation.blend.eg);
            assert_eq!(before + after, explanation.total, "{position}");
        });
    }

    #[test]
    fn symmetric_profiles_evaluate_mirrored_positions_alike(game in games()) {
        for name in SYMMETRIC.into_iter().chain([everything()]) {
            let weights = shipped(name);
            play(&game, |position, _| {
                let mirrored = eval::evaluate(&weights, &position.mirrored());
                assert_eq!(eval::evaluate(&weights, position), -mirrored, "{name} {position}");
            });
        }
    }

    #[test]
    fn absent_keys_score_zero(game in games(), choices in profiles()) {
        // Keep choices and parameters, clear all scores.
        let mut empty = choices;
        empty.scores.fill([0, 0]);
        let weights = Weights::new("empty", &empty);
        play(&game, |position, _| assert_eq!(eval::evaluate(&weights, position), 0, "{position}"));
    }

    #[test]
    fn counts_do_not_depend_on_values(game in games(), values in profiles(), factor in 2..4) {
        let mut scaled = values.clone();
        scaled.scores.iter_mut().flatten().for_each(|n| *n *= factor);
        let one = Weights::new("one", &values);
        let other = Weights::new("other", &scaled);
        // `king.edge` depends on a sum of values, which the factor changes.
        let counts = |w: &Weights, position: &Position| {
            let edge = temperament_engine::eval::keys::slot("king.edge");
            let events = eval::trace(w, position).events.into_iter();
            events.filter(|(_, slot, e)| *slot != edge && !matches!(e, Event::Attack { .. })).collect::<Vec<_>>()
        };
        play(&game, |position, _| assert_eq!(counts(&one, position), counts(&other, position), "{position}"));
    }

    #[test]
    fn the_id_changes_with_every_value_and_only_with_them(values in profiles(), at in any::<prop::sample::Index>()) {
        let mut other = values.clone();
        prop_assert_eq!(other.id(), values.id());
        let pair = &mut other.scores[at.index(values.scores.len())];
        *pair = [pair[0] + 1, pair[1]];
        prop_assert_ne!(other.id(), values.id());
        prop_assert_ne!(Weights::new("a", &other).id(), Weights::new("a", &values).id());
        prop_assert_eq!(Weights::new("a", &values).id(), Weights::new("b", &values).id());
    }
}

#[test]
fn fabchess_is_symmetric_except_for_knights_on_one_file() {
    let weights = shipped("fabchess");
    let symmetric = "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1B3/PPP1BPPP/R2Q1RK1 w - - 0 9";
    let position = Position::from_fen(symmetric).unwrap();
    assert_eq!(eval::evaluate(&weights, &position), -eval::evaluate(&weights, &position.mirrored()));
    // Two supported knights on the d-file; the outposts d4 and d6 have different values.
    let shared = Position::from_fen("7k/8/3N4/2P1P3/3N4/2P1P3/8/4K3 w - - 0 1").unwrap();
    assert_ne!(eval::evaluate(&weights, &shared), -eval::evaluate(&weights, &shared.mirrored()));
}

#[test]
fn the_side_to_move_changes_the_tempo_alone() {
    let tempo = 2 * 10; // FabChess: 10 in the middlegame for each side
    let weights = shipped("fabchess");
    let white = Position::from_fen(START_FEN).unwrap();
    let black = Position::from_fen(&START_FEN.replace(" w ", " b ")).unwrap();
    assert_eq!(eval::evaluate(&weights, &white) - eval::evaluate(&weights, &black), tempo);
}

#[test]
fn a_pawn_of_every_shipped_profile_is_a_hundred_for_the_search() {
    for name in SYMMETRIC.into_iter().chain(["fabchess", "sunfish"]) {
        let weights = shipped(name);
        let values = weights.piece_values();
        assert_eq!(values[0], 100);
        assert!((200..500).contains(&values[1]), "{name}: knight {}", values[1]);
        assert!((200..500).contains(&values[2]), "{name}: bishop {}", values[2]);
        assert!((400..750).contains(&values[3]), "{name}: rook {}", values[3]);
        assert!((700..1500).contains(&values[4]), "{name}: queen {}", values[4]);
    }
}

#[test]
fn scaling_a_profile_does_not_change_what_the_search_sees() {
    let (profile, _) = Library::new(vec![]).load("simplified").unwrap_or_else(|e| panic!("{e}"));
    let mut tripled = profile.values.clone();
    let scores = tripled.scores.iter_mut().flatten();
    scores.for_each(|n| *n = (*n * 3).min(30_000));
    let one = profile.compile();
    let three = Weights::new("three", &tripled);
    for score in [-1000, -37, 0, 1, 250] {
        assert!((one.centipawns(score) - three.centipawns(3 * score)).abs() <= 1);
    }
}
