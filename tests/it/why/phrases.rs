//! The phrase of every key, and the squares that it names.

use temperament::board::{Bitboard, COLORS, Color, Position, Square};
use temperament::eval::keys::{Entry, Kind, Unit, entries};
use temperament::eval::sink::Event;
use temperament::eval::trace;
use temperament::profile::Library;
use temperament::terms::phrase::{About, Counted, Phrase, list};
use temperament::terms::{By, Program, Sources, TermSource};

fn valued() -> impl Iterator<Item = Entry> {
    entries().filter(|entry| entry.slot().is_some())
}

fn squares_of(entry: &Entry) -> Program {
    let count = Some(entry.decl.squares.to_owned());
    let terms = vec![TermSource { count, ..TermSource::new("squares", By::One) }];
    Program::new(&Sources { terms, ..Sources::default() })
        .unwrap_or_else(|faults| panic!("{}: {faults:?}", entry.key()))
}

#[test]
fn every_key_has_a_phrase() {
    for entry in valued() {
        let key = entry.key();
        let is_score = matches!(entry.decl.kind, Kind::Values(_, Unit::Score | Unit::Share));
        // Imbalances mean little by themselves; a king's value and its distance to itself never differ.
        if entry.decl.phrase.is_empty() {
            let is_constant = ["material.king", "king.own_king_distance"].contains(&key.as_str());
            assert!(!is_score || entry.section.name == "imbalance" || is_constant, "{key}");
            continue;
        }
        let phrase = Phrase::parse(entry.decl.phrase).unwrap_or_else(|error| panic!("{key}: {error:?}"));
        assert_eq!(phrase.about() == About::Squares, !entry.decl.squares.is_empty(), "{key}");
        let counted = Counted { side: Color::Black, squares: Square::D5.bitboard(), n: 1, value: 0.25 };
        let text = phrase.fill(&counted, &Position::startpos());
        assert!(!text.contains(['{', '|', '}']) && !text.ends_with('.'), "{key}: {text}");
    }
}

/// Definitions that `default` has chosen otherwise than the language: the trace may count fewer squares.
const CHOSEN: [&str; 1] = ["knights.outpost"];

#[test]
fn phrases_name_the_squares_that_are_counted() {
    let (profile, _) = Library::new(vec![]).load("default").unwrap_or_else(|e| panic!("{e}"));
    let weights = profile.compile();
    let keys: Vec<(Entry, Program)> = valued()
        .filter(|entry| !entry.decl.squares.is_empty())
        .map(|entry| (entry, squares_of(&entry)))
        .collect();
    assert!(keys.len() > 60);
    let mut met = vec![0; keys.len()];
    let positions = crate::terms::library::positions();
    // In check, the profile lets sliders see through the king.
    for position in positions.iter().step_by(4).filter(|position| !position.in_check()) {
        let mut counts = vec![[0; 2]; valued().count()];
        for (color, slot, event) in trace(&weights, position).events {
            if let Event::Count { n, .. } = event {
                counts[slot.ordinal][color as usize] += n;
            }
        }
        for ((entry, program), met) in keys.iter().zip(&mut met) {
            for color in COLORS {
                let set = program.counted_squares(position, color, 0, false).unwrap();
                let (named, counted) = (set.len() as i32, counts[entry.ordinal][color as usize]);
                let key = entry.key();
                let is_right = named == counted || CHOSEN.contains(&key.as_str()) && named > counted;
                assert!(is_right, "{key}, {color:?}: {set:?}, counted {counted} in {position}");
                *met += counted;
            }
        }
    }
    let unmet: Vec<String> =
        keys.iter().zip(met).filter(|(_, met)| *met == 0).map(|((entry, _), _)| entry.key()).collect();
    assert!(unmet.len() < 5, "{unmet:?}");
}

#[test]
fn phrases_are_filled_in() {
    let initial = Position::startpos();
    let fill = |text: &str, squares: &[Square], n| {
        let squares: Bitboard = squares.iter().copied().collect();
        Phrase::parse(text).unwrap().fill(&Counted { side: Color::Black, squares, n, value: -0.5 }, &initial)
    };
    let text = "{side}'s {knight|knights} on {squares} {is|are} out of play";
    assert_eq!(fill(text, &[Square::A5], 7), "Black's knight on a5 is out of play");
    assert_eq!(fill(text, &[Square::A5, Square::H5], 7), "Black's knights on a5 and h5 are out of play");
    let text = "{side}'s {pieces} {is|are} attacked";
    assert_eq!(fill(text, &[Square::C8], 1), "Black's bishop on c8 is attacked");
    let several = [Square::A7, Square::B8, Square::D7, Square::G8];
    assert_eq!(fill(text, &several, 4), "Black's knights on b8 and g8 and pawns on a7 and d7 are attacked");
    assert_eq!(fill(text, &[Square::A7, Square::E5], 2), "Black's e5 and a7 are attacked");
    assert_eq!(fill("{opponent} has {n} {pawn|pawns}", &[], 1), "White has 1 pawn");
    assert_eq!(fill("{side}: {value}", &[], 0), "Black: -0.50");
    assert_eq!(list(["a", "b", "c"].map(str::to_owned)), "a, b and c");
}

#[test]
fn invalid_phrases_are_errors_with_their_place() {
    let error = |text: &str| Phrase::parse(text).unwrap_err();
    assert_eq!(error("a {nn}").span, 3..5);
    assert!(error("a {nn}").hint.unwrap().contains("{squares}"));
    for text in ["", " ", "a {n", "a } b", "{"] {
        assert!(Phrase::parse(text).is_err(), "{text}");
    }
}
