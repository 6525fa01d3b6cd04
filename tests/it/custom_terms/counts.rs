//! Counts and scores of custom terms: known values, search against explanation, colour symmetry.

use std::sync::Arc;

use temperament_engine::board::{Color, Position};
use temperament_engine::eval::explain::Explanation;
use temperament_engine::eval::{Evaluator, PsqtAccumulator, evaluate};
use temperament_engine::profile::{Format, Library};
use temperament_engine::search::bench;

use super::{KNIGHTS, RIM, parse, term_scores};
use crate::common::everything;

#[test]
fn terms_are_counted_and_explained() {
    let profile = parse(Format::Toml, &format!("name = \"x\"\n{KNIGHTS}")).unwrap();
    assert_eq!(term_scores(&profile.values, "term.knights.on_rim", RIM), [-24, -12]);
    let text = "name = \"x\"\n[let]\nrim_knights = \"own.knights & rim\"\n\
                [[define]]\nname = \"ahead_of(set: squares)\"\nis = \"north(set)\"\n\
                [[term]]\nname = \"a\"\ncount = \"ahead_of(rim_knights)\"\nby_rank = [0, 1, 2, 3, 4, 5, 6, 7]\n\
                [[term]]\nname = \"b\"\nlet = { far = \"rank(sq) > 4\" }\nwhen = \"far\"\neach = \"own.knights\"\nvalue = 10\n\
                [[term]]\nname = \"c\"\ncount = \"own.knights\"\ntable = [1, 2]\n";
    let values = parse(Format::Toml, text).unwrap().values;
    // White: one rank ahead of ranks 3 and 6. Black: of its third rank.
    assert_eq!(term_scores(&values, "term.a", RIM), [3 + 6, 3]);
    assert_eq!(term_scores(&values, "term.b", RIM), [10, 0]);
    assert_eq!(
        term_scores(&values, "term.c", RIM),
        [2, 2],
        "a table of two numbers has two entries, and the last one repeats"
    );
}

#[test]
fn play_agrees_with_the_explanation() {
    let profile = Library::new(vec![]).load(everything()).unwrap().0;
    assert!(profile.values.custom_entries().len() >= 6);
    // With all built-in keys, and without any.
    let mut alone = profile.values.clone();
    let first = alone.custom_entries()[0].offset;
    alone.scores[..first].fill([0, 0]);
    for values in [&profile.values, &alone] {
        let weights = Arc::new(temperament_engine::eval::Weights::new("x", values));
        let mut evaluator = Evaluator::new(Arc::clone(&weights));
        let mut counted = 0;
        for position in bench::positions() {
            for mv in position.legal_moves() {
                let position = position.after(mv);
                let sums = PsqtAccumulator::new(&weights, &position);
                let explained = Explanation::new(&weights, &position);
                assert_eq!(evaluator.evaluate(&position, &sums), explained.eval(), "{position}");
                assert_eq!(evaluate(&weights, &position), explained.eval(), "{position}");
                let custom = explained.rows.iter().filter(|row| row.entry.section.name == "term");
                counted += custom.filter(|row| row.difference() != temperament_engine::eval::S::ZERO).count();
            }
        }
        assert!(counted > 500, "{counted}");
    }
}

#[test]
fn colours_are_symmetric() {
    let profile = Library::new(vec![]).load(everything()).unwrap().0;
    let weights = profile.compile();
    for position in bench::positions() {
        let explanation = Explanation::new(&weights, &position);
        let mirrored = Explanation::new(&weights, &mirror(&position));
        for (row, other) in explanation.rows.iter().zip(&mirrored.rows) {
            if row.entry.section.name == "term" {
                assert_eq!((row.white, row.black), (other.black, other.white), "{position}");
            }
        }
    }
}

/// The position with colours swapped and the board flipped.
fn mirror(position: &Position) -> Position {
    let fen = position.fen(false);
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let other = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        text.chars().map(other).collect()
    };
    let board: Vec<&str> = fields[0].split('/').rev().collect();
    let stm = if position.stm() == Color::White { "b" } else { "w" };
    let ep = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let text = format!("{} {stm} {} {ep} 0 1", swap(&board.join("/")), swap(fields[2]));
    Position::from_fen(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
}
