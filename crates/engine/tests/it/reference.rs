//! The shipped profiles reproduce published evaluations exactly, in total and per term.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use temperament_engine::board::Position;
use temperament_engine::eval::explain::Explanation;
use temperament_engine::eval::{self, S, Weights};
use temperament_engine::profile::Library;

/// The columns of the reference file, each with its number of positions.
const SYSTEMS: [(&str, usize); 10] = [
    ("simplified", 4000),
    ("cheops", 4000),
    ("fabchess", 4000),
    ("otter", 4000),
    ("rustic", 4200),
    ("rustic4", 4200),
    ("pesto", 2000),
    ("sunfish", 2000),
    ("vice", 2000),
    ("cpw", 2000),
];

fn data(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn weights(name: &str) -> Weights {
    let (profile, warnings) = Library::new(vec![]).load(name).unwrap_or_else(|e| panic!("{e}"));
    assert!(warnings.is_empty(), "{name}: {warnings:?}");
    profile.compile()
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

#[test]
fn every_evaluation_is_exact() {
    let table = data("reference.csv");
    let mut lines = table.lines().filter(|l| !l.starts_with('#'));
    let columns: Vec<&str> = lines.next().unwrap().split(';').skip(1).collect();
    let weights: Vec<Weights> = columns.iter().map(|name| weights(name)).collect();
    let mut checked: Vec<(&str, usize)> = columns.iter().map(|&name| (name, 0)).collect();
    for line in lines {
        let mut fields = line.split(';');
        let fen = fields.next().unwrap();
        let position = position(fen);
        for (i, field) in fields.enumerate().filter(|(_, f)| !f.is_empty()) {
            let expected: i32 = field.parse().unwrap();
            let (name, count) = &mut checked[i];
            assert_eq!(eval::evaluate(&weights[i], &position), expected, "{name} {fen}");
            *count += 1;
        }
    }
    assert_eq!(checked, SYSTEMS);
}

/// Terms of the reference file, each with the corresponding keys.
const CHEOPS: &[(&str, &[&str])] = &[
    ("material", &["material.pawn", "material.knight", "material.bishop", "material.rook", "material.queen"]),
    ("pawn_advance", &["pawns.advance"]),
    ("pawn_isolated", &["pawns.isolated"]),
    ("pawn_doubled", &["pawns.doubled_each"]),
    ("pawn_backward", &["pawns.backward"]),
    ("knight_king_distance", &["knights.own_king_distance", "knights.enemy_king_distance"]),
    ("knight_centre", &["knights.centre_distance"]),
    ("bishop_centre", &["bishops.centre_distance"]),
    ("bishop_mobility", &["mobility.bishop"]),
    ("bishop_mobility_target", &["mobility.target.bishop"]),
    ("bishop_xray", &["mobility.xray.bishop"]),
    ("bishop_xray_target", &["mobility.xray_target.bishop"]),
    ("bishop_pair_missing", &["material.bishop_pair_missing"]),
    ("rook_king_proximity", &["rooks.enemy_king_distance"]),
    ("rook_mobility", &["mobility.rook"]),
    ("rook_mobility_target", &["mobility.target.rook"]),
    ("rook_xray", &["mobility.xray.rook"]),
    ("rook_xray_target", &["mobility.xray_target.rook"]),
    ("rook_own_pawn_on_file", &["rooks.own_pawn_on_file"]),
    ("queen_centre", &["queens.centre_distance"]),
    ("queen_king_proximity", &["queens.enemy_king_distance"]),
    ("king_centre", &["king.centre_distance"]),
    ("king_castled", &["king.castled"]),
    ("king_no_adjacent_pawn", &["king.no_adjacent_pawn"]),
];
const MATERIAL: &[&str] = &[
    "material.pawn",
    "material.knight",
    "material.bishop",
    "material.rook",
    "material.queen",
    "material.king",
];
const SQUARES: &[(&str, &[&str])] = &[
    ("material", MATERIAL),
    ("psq_pawn", &["psqt.pawn"]),
    ("psq_knight", &["psqt.knight"]),
    ("psq_bishop", &["psqt.bishop"]),
    ("psq_rook", &["psqt.rook"]),
    ("psq_queen", &["psqt.queen"]),
    ("psq_king", &["psqt.king"]),
];
const ALL_SQUARES: &[&str] =
    &["psqt.pawn", "psqt.knight", "psqt.bishop", "psqt.rook", "psqt.queen", "psqt.king"];
const FABCHESS: &[(&str, &[&str])] = &[
    ("sq.p", &["psqt.pawn"]),
    ("sq.n", &["psqt.knight"]),
    ("sq.b", &["psqt.bishop"]),
    ("sq.r", &["psqt.rook"]),
    ("sq.q", &["psqt.queen"]),
    ("sq.k", &["psqt.king"]),
    ("v.p", &["material.pawn"]),
    ("v.n", &["material.knight", "material.knight_by_pawn_count"]),
    ("v.b", &["material.bishop"]),
    ("v.r", &["material.rook"]),
    ("v.q", &["material.queen"]),
    ("v.bb", &["material.bishop_pair"]),
    ("P.dbl", &["pawns.doubled"]),
    ("P.iso", &["pawns.isolated"]),
    ("P.back", &["pawns.backward"]),
    ("P.sup", &["pawns.supported"]),
    ("P.ctr", &["pawns.attacks_centre"]),
    ("P.mob", &["pawns.mobility"]),
    ("PP.rank", &["passed_pawns.by_rank"]),
    ("PP.free", &["passed_pawns.free_by_rank"]),
    ("PP.weak", &["passed_pawns.weak"]),
    ("PP.rook", &["passed_pawns.own_heavy_behind"]),
    ("PP.erook", &["passed_pawns.enemy_heavy_behind"]),
    ("PP.kown", &["passed_pawns.own_king_distance"]),
    ("PP.kenemy", &["passed_pawns.enemy_king_distance"]),
    ("PP.kdiff", &["passed_pawns.king_distance_difference"]),
    ("N.sup", &["knights.supported"]),
    ("N.out", &["knights.outpost"]),
    ("mob.n", &["mobility.knight"]),
    ("mob.b", &["mobility.bishop"]),
    ("mob.r", &["mobility.rook"]),
    ("mob.q", &["mobility.queen"]),
    ("b.diag", &["bishops.adjacent_own_pawns"]),
    ("xr.b", &["bishops.xray_on_king"]),
    ("xr.r", &["rooks.xray_on_king"]),
    ("xr.q", &["queens.xray_on_king"]),
    ("r.open", &["rooks.open_file"]),
    ("r.semi", &["rooks.semi_open_file"]),
    ("r.7th", &["rooks.seventh_rank"]),
    ("q.open", &["queens.open_file"]),
    ("q.semi", &["queens.semi_open_file"]),
    ("atk", &["king_attack.safety_table"]),
    ("k.shield", &["king.shield_missing"]),
    ("k.shopen", &["king.shield_open"]),
];

/// Scores of White and Black by key.
fn scores(explanation: &Explanation) -> HashMap<String, [S; 2]> {
    explanation.rows.iter().map(|r| (r.entry.key(), [r.white, r.black])).collect()
}

fn sum(scores: &HashMap<String, [S; 2]>, keys: &[&str], side: usize) -> S {
    keys.iter().map(|k| scores.get(*k).unwrap_or_else(|| panic!("no key {k}"))[side]).sum()
}

/// Checks a file whose terms have one number per side, for the game phase of the position.
fn check_one_stage(system: &str, map: &[(&str, &[&str])]) {
    let weights = weights(system);
    for line in data(&format!("terms/{system}.jsonl")).lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let explanation = Explanation::new(&weights, &position(row["fen"].as_str().unwrap()));
        assert_eq!(Some(i64::from(explanation.eval())), row["eval"].as_i64());
        let scores = scores(&explanation);
        let endgame = explanation.blend.phase == 0.0;
        assert_eq!(row["terms"].as_object().unwrap().len(), map.len(), "every term of the file is mapped");
        for (term, keys) in map {
            for side in [0, 1] {
                let score = sum(&scores, keys, side);
                let score = if endgame { score.eg() } else { score.mg() };
                assert_eq!(Some(i64::from(score)), row["terms"][term][side].as_i64(), "{term} {line}");
            }
        }
    }
}

#[test]
fn the_terms_of_systems_with_one_number_per_term_are_exact() {
    check_one_stage("simplified", SQUARES);
    check_one_stage("otter", SQUARES);
    check_one_stage("cheops", CHEOPS);
    check_one_stage("rustic", &[("material_psqt", ALL_SQUARES), ("king_edge", &["king.edge"])]);
    check_one_stage("sunfish", &[("material", MATERIAL), ("psq", ALL_SQUARES)]);
}

/// Checks a file with the sums of each side in both stages, and the phase.
fn check_sums(system: &str, full_phase: i64) {
    let weights = weights(system);
    let keys = [MATERIAL, ALL_SQUARES].concat();
    for line in data(&format!("terms/{system}.jsonl")).lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let explanation = Explanation::new(&weights, &position(row["fen"].as_str().unwrap()));
        assert_eq!(Some(i64::from(explanation.eval())), row["eval"].as_i64(), "{line}");
        let scores = scores(&explanation);
        for side in [0, 1] {
            let [mg, eg] = sum(&scores, &keys, side).pair();
            assert_eq!(Some(i64::from(mg)), row["terms"]["mg"][side].as_i64(), "{line}");
            assert_eq!(Some(i64::from(eg)), row["terms"]["eg"][side].as_i64(), "{line}");
        }
        let phase = i64::from(explanation.blend.sum).min(full_phase);
        assert_eq!(Some(phase), row["terms"]["phase"].as_i64(), "{line}");
    }
}

#[test]
fn the_sums_of_systems_with_two_numbers_per_square_are_exact() {
    // The phase of Rustic 4 is not limited.
    check_sums("rustic4", i64::MAX);
    check_sums("pesto", 24);
}

#[test]
fn the_terms_of_fabchess_are_exact_in_play_and_at_the_edges() {
    let weights = weights("fabchess");
    let edge_cases = data("terms/fabchess-edge-cases.jsonl");
    let positions = data("terms/fabchess.jsonl");
    for line in edge_cases.lines().chain(positions.lines()) {
        let row: Value = serde_json::from_str(line).unwrap();
        let explanation = Explanation::new(&weights, &position(row["fen"].as_str().unwrap()));
        let (blend, scores) = (explanation.blend, scores(&explanation));
        let number = |key: &str| row[key].as_i64().map(|n| n as i32);
        assert_eq!(Some(explanation.eval()), number("e"), "{line}");
        assert_eq!((Some(blend.mg), Some(blend.eg)), (number("mg"), number("eg")), "{line}");
        assert_eq!(Some(explanation.total.eg()), number("eg0"), "{line}");
        assert_eq!((Some(blend.sum), Some(blend.phase)), (number("npm"), row["ph"].as_f64()), "{line}");
        for (side, name) in ["w", "b"].into_iter().enumerate() {
            let given = row[name].as_object().unwrap();
            let unmapped =
                given.keys().find(|k| !k.starts_with('#') && !FABCHESS.iter().any(|(t, _)| t == k));
            assert_eq!(unmapped, None, "every term of the file is mapped");
            for (term, keys) in FABCHESS {
                let expected =
                    given.get(*term).map_or([0, 0], |v| [0, 1].map(|i| v[i].as_i64().unwrap() as i32));
                assert_eq!(sum(&scores, keys, side).pair(), expected, "{name} {term} {line}");
            }
        }
    }
}
