//! `temper why`: claims, rows and remainder, facts and sentences.

mod command;
mod phrases;

use std::sync::Arc;

use temperament_coaching::analysis::Analyst;
use temperament_coaching::why::{Basis, Fact, MOST_SENTENCES, SearchedLine, Why, WhyError, compare, explain};
use temperament_engine::board::{COLORS, Game, Move, PIECES, Piece, Position, notation, piece_name};
use temperament_engine::engine::{Limits, Score};
use temperament_engine::eval::{Weights, evaluate};
use temperament_engine::profile::Library;

use crate::common::{from_environment, write_file};

/// A profile with custom terms, with and without phrases.
const CUSTOM: &str = r#"name = "custom"
extends = "default"

[[term]]
name = "knights.on_rim"
count = "own.knights & rim"
value = [-30, -20]
say = "{side}'s {knight|knights} on {squares} {stands|stand} on the rim"

[[term]]
name = "bishops.aiming"
each = "own.bishops"
count = "attacks(sq) & their.king_ring"
table = [[0, 0], [4, 2], [9, 4], [16, 8]]

[[term]]
name = "lone.pawns"
count = "own.isolated"
value = -90
"#;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn analyst(profile: &str, depth: u32) -> Analyst {
    let (profile, _) = Library::new(vec![]).load(profile).unwrap_or_else(|e| panic!("{e}"));
    Analyst::new(&profile.compile_both(), Limits::depth(depth)).unwrap()
}

fn weights(profile: &str) -> Arc<Weights> {
    Arc::clone(analyst(profile, 1).weights())
}

fn mv(position: &Position, san: &str) -> Move {
    notation::parse_any(position, san).unwrap()
}

/// Explains a move with a search to a depth.
fn why(fen: &str, san: &str, other: Option<&str>, depth: u32) -> Why {
    let position = position(fen);
    let other = other.map(|san| mv(&position, san));
    let game = Game::new(position.clone());
    explain(&mut analyst("default", depth), &game, mv(&position, san), other, &|| false).unwrap()
}

fn texts(why: &Why) -> Vec<&str> {
    why.sentences.iter().map(|sentence| sentence.text.as_str()).collect()
}

/// The position after a line.
fn end(why: &Why, line: &[Move]) -> Position {
    let mut position = position(&why.fen);
    for &mv in line {
        assert!(position.is_legal(mv));
        position.play(mv);
    }
    position
}

/// Checks the sums of an explanation, and that every sentence stands on a row or a fact.
fn check(w: &Weights, why: &Why) {
    let rows: i32 = why.rows.iter().map(|row| row.difference).sum();
    assert_eq!(rows + why.remainder, why.difference, "{}", why.fen);
    let sign = if position(&why.fen).stm() == temperament_engine::board::Color::White { 1 } else { -1 };
    let display = w.display(&position(&why.fen));
    let [a, b] = [&why.line, &why.other_line]
        .map(|line| sign * display.centipawns(w.centipawns(evaluate(w, &end(why, line)))));
    // Each row is rounded, and so is each evaluation.
    let most = i32::try_from(why.rows.len()).unwrap() / 2 + 4;
    assert!((rows - (a - b)).abs() <= most, "{}: {rows} {a} {b}", why.fen);
    assert!(why.sentences.len() <= MOST_SENTENCES);
    if why.sentences.is_empty() {
        assert_eq!(why.unstated(), Some(why.difference));
    }
    for sentence in &why.sentences {
        let stands = match &sentence.basis {
            Basis::Key(key) => why.rows.iter().any(|row| row.key == *key),
            Basis::Fact(fact) => why.facts.contains(fact),
        };
        assert!(stands && sentence.text.ends_with('.'), "{sentence:?}");
    }
}

/// With more moves: `WHY_MOVES=10000`.
#[test]
fn rows_and_remainder_add_up_to_the_difference() {
    let moves = from_environment("WHY_MOVES", 60);
    let positions = crate::common::positions();
    let custom = write_file("why", "custom.toml", CUSTOM);
    for profile in ["default", "fabchess", custom.to_str().unwrap()] {
        let mut analyst = analyst(profile, 3);
        let w = Arc::clone(analyst.weights());
        let playable = positions.iter().filter(|position| position.legal_moves().len() > 1);
        for (i, position) in playable.cycle().step_by(7).take(moves).enumerate() {
            let legal = position.legal_moves();
            let (a, b) = (i % legal.len(), (i + 1 + i % (legal.len() - 1)) % legal.len());
            let game = Game::new(position.clone());
            check(&w, &explain(&mut analyst, &game, legal[a], Some(legal[b]), &|| false).unwrap());
        }
    }
}

#[test]
fn mates_are_facts() {
    let back_rank = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let missed = why(back_rank, "Rd7", None, 6);
    assert_eq!(texts(&missed), ["1.Rd8# is checkmate."]);
    assert!(missed.difference < -30_000, "{missed:?}");
    assert_eq!(texts(&why(back_rank, "Rd8", Some("Rd7"), 6)), ["1.Rd8# is checkmate."]);
    let allowed = why("r5k1/5ppp/8/8/8/8/R4PPP/6K1 w - - 0 1", "Rb2", Some("g3"), 6);
    assert_eq!(texts(&allowed)[0], "1.Rb2 allows mate in 2 (2...Rxb1#).");
}

#[test]
fn material_is_named_with_the_move_that_takes_it() {
    let fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";
    let start = position(fen);
    let (loses, quiet) = (line(&start, "Nxe5 Nxe5", -300), line(&start, "d3 d6", 0));
    let lost = compare(&weights("default"), &Game::new(start), &loses, &quiet);
    assert!(texts(&lost)[0].starts_with("5.Nxe5 loses a knight for a pawn (5...Nxe5)"), "{:?}", texts(&lost));
    let hung = why("4k3/7p/8/3p4/8/4N3/7P/4K3 w - - 0 1", "Nc4", Some("Nxd5"), 6);
    let text = texts(&hung)[0];
    assert!(text.starts_with("1.Nc4 loses a knight"), "{text}");
    assert!(text.contains(" (1...dxc4); 1.Nxd5 wins a pawn (1.Nxd5): "), "{text}");
    let exchange = hung.facts.iter().find(|fact| matches!(fact, Fact::Exchange { .. }));
    assert!(matches!(exchange, Some(Fact::Exchange { points: 3, by: 1, .. })), "{:?}", hung.facts);
}

/// `docs/why.md` says which rows the number of material is made of.
#[test]
fn the_number_of_material_is_the_documented_sum() {
    let fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";
    let found = why(fen, "Nxe5", Some("d3"), 6);
    let numbers = found.facts.iter().filter_map(|fact| match fact {
        Fact::Material { difference, .. } => Some(*difference),
        _ => None,
    });
    let end = |moves: &[Move]| moves.iter().fold(position(fen), |position, mv| position.after(*mv));
    let ends = [end(&found.line), end(&found.other_line)];
    let differs = |piece: &Piece| {
        let count = |end: &Position, color| end.colored(color, *piece).len();
        COLORS.iter().any(|color| count(&ends[0], *color) != count(&ends[1], *color))
    };
    let kinds: Vec<&str> =
        PIECES.iter().filter(|piece| differs(piece)).map(|piece| piece_name(*piece)).collect();
    let is_counted = |key: &str| {
        let (section, name) = key.split_once('.').unwrap();
        let last = name.rsplit('.').next().unwrap();
        let distances = ["centre_distance", "own_king_distance", "enemy_king_distance"];
        match section {
            "material" | "imbalance" => true,
            "psqt" | "mobility" => kinds.contains(&last),
            _ => distances.contains(&name) && kinds.iter().any(|kind| section == format!("{kind}s")),
        }
    };
    let counted = || found.rows.iter().filter(|row| is_counted(&row.key));
    assert!(counted().any(|row| row.key.ends_with(".own_king_distance")), "{:?}", found.rows);
    assert_eq!(numbers.collect::<Vec<_>>(), [counted().map(|row| row.difference).sum::<i32>()]);
}

#[test]
fn stalemate_is_a_draw() {
    let fen = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1";
    let drawn = why(fen, "Qg6", Some("Qb1"), 1);
    assert!(texts(&drawn).contains(&"After 1.Qg6, the game is drawn by stalemate."), "{:?}", texts(&drawn));
}

/// A line of moves in standard algebraic notation.
fn line(position: &Position, sans: &str, score: i32) -> SearchedLine {
    let (mut position, mut moves) = (position.clone(), Vec::new());
    for san in sans.split(' ') {
        moves.push(mv(&position, san));
        position = position.after(moves[moves.len() - 1]);
    }
    SearchedLine { score: Score::Centipawns(score), moves }
}

#[test]
fn reasons_for_the_verdict_come_before_those_against_it() {
    let start = position("rn2kb1r/pp2qppp/2p2n2/4p1B1/2B1P3/1QN5/PPP2PPP/R3K2R b KQkq - 1 9");
    let sacrifice = "b5 Nxb5 cxb5 Bxb5+ Kd8 O-O-O+ Kc8 Bxf6 Qxf6 Qc4+ Kb7";
    let (sacrifice, quiet) = (line(&start, sacrifice, -200), line(&start, "Qc7 Bxf6 gxf6", -92));
    let w = &weights("default");
    let why = compare(w, &Game::new(start), &sacrifice, &quiet);
    check(w, &why);
    let texts = texts(&why);
    let numbers: Vec<f64> = texts
        .iter()
        .map(|text| text[..text.len() - 1].rsplit(' ').next().unwrap().parse().unwrap())
        .collect();
    let (last, first) = numbers.split_last().unwrap();
    assert!(first.len() >= 2 && first.iter().all(|number| *number < 0.0) && *last > 0.0, "{texts:?}");
    assert!(texts.last().unwrap().starts_with("In return, 9...b5 wins a bishop for two pawns"), "{texts:?}");
}

#[test]
fn a_large_remainder_is_named() {
    // Scores that no position explains.
    let start = Position::startpos();
    let w = &weights("default");
    let explained = |score| {
        let why = compare(w, &Game::new(start.clone()), &line(&start, "e4", score), &line(&start, "d4", 0));
        check(w, &why);
        (texts(&why).pop().unwrap().to_owned(), f64::from(why.remainder) / 100.0)
    };
    let (last, remainder) = explained(400);
    assert!(last.starts_with(&format!("The reason lies deeper: {remainder:+.2} of +4.00 ")), "{last}");
    assert!(last.ends_with(", not from the last positions of the lines."), "{last}");
    // What the positions show may be more than the difference, too.
    let start = position("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5");
    let why = compare(w, &Game::new(start.clone()), &line(&start, "Nxe5 Nxe5", -100), &line(&start, "d3", 0));
    check(w, &why);
    let remainder = f64::from(why.remainder) / 100.0;
    assert!(texts(&why).pop().unwrap().ends_with(&format!(" and adds {remainder:+.2}.")), "{why:?}");
    assert!(remainder > 0.5, "{remainder}");
}

/// What a student reads about a move that is compared with another.
fn claims(fen: &str, worse: &str, better: &str) -> Vec<String> {
    let start = position(fen);
    let (worse, better) = (line(&start, worse, -300), line(&start, better, 400));
    let why = compare(&weights("default"), &Game::new(start), &worse, &better);
    why.claims.into_iter().map(|claim| claim.text).collect()
}

#[test]
fn a_refutation_is_told_as_motif_squares_and_gain() {
    let fork = claims("4k3/8/2n1b3/8/3PP3/8/7P/4K3 b - - 0 1", "Kf7 d5 Kf6 dxc6 Ke7", "Nxd4 Kf2 Ke7");
    assert_eq!(fork[0], "2.d5 forks the bishop on e6 and the knight on c6 and wins a knight.");
    assert_eq!(fork[1], "The pawn on d4 is not protected: 1...Nxd4 wins it.");
    let start = position("6k1/5ppp/8/8/8/8/n4PPP/R5K1 b - - 0 1");
    let worse = SearchedLine { score: Score::Mate(-1), ..line(&start, "Nb4 Ra8#", 0) };
    let better = line(&start, "h6 Rxa2 Kh7", -500);
    let mate = compare(&weights("default"), &Game::new(start), &worse, &better).comment();
    assert_eq!(mate, "1...Nb4 allows mate: 2.Ra8#, a back-rank mate. 1...h6 prevents the mate.");
    let leaves = claims("4k3/8/8/3n4/8/8/8/3RK3 b - - 0 1", "Ke7 Rxd5", "Nf6 Rd4 Ke7");
    assert_eq!(
        leaves,
        ["1...Ke7 does not save the knight on d5: 2.Rxd5 wins it.", "1...Nf6 brings the knight to safety."]
    );
}

#[test]
fn moves_that_cannot_be_compared_are_errors() {
    let start = Position::startpos();
    let (e4, d4) = (mv(&start, "e4"), mv(&start, "d4"));
    let mut analyst = analyst("default", 1);
    let mut explain = |position: &Position, a, b| {
        explain(&mut analyst, &Game::new(position.clone()), a, b, &|| false).map(drop)
    };
    assert_eq!(explain(&start, e4, Some(e4)), Err(WhyError::Same));
    assert_eq!(explain(&start, e4, None), Ok(()));
    let after = start.after(e4);
    assert_eq!(explain(&after, d4, None), Err(WhyError::Illegal));
    let only = position("1r4k1/8/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(explain(&only, mv(&only, "Ka2"), None), Err(WhyError::OnlyMove));
}
