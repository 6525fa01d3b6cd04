//! The phrase of every key, and the squares that it names.

use temperament_coaching::position::Explained;
use temperament_engine::board::{Bitboard, COLORS, Color, Position, Square};
use temperament_engine::eval::event::Event;
use temperament_engine::eval::keys::{Entry, Kind, Unit, entries};
use temperament_engine::eval::trace;
use temperament_engine::profile::Library;
use temperament_engine::terms::phrase::{About, Counted, Phrase, list};
use temperament_engine::terms::{By, Program, Sources, Tables, TermSource};

use crate::common::write_file;

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
        // A king's value and its distance to itself never differ.
        if entry.decl.phrase.is_empty() {
            let is_constant = ["material.king", "king.own_king_distance"].contains(&key.as_str());
            assert!(!is_score || is_constant, "{key}");
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
    let positions = crate::common::positions();
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
                let set = program.counted_squares(position, &Tables::default(), color, 0, false).unwrap();
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

/// What rows of a profile say about a position.
fn sentences(profile: &str, fen: &str, keys: &[&str]) -> Vec<String> {
    let (profile, _) = Library::new(vec![]).load(profile).unwrap_or_else(|e| panic!("{e}"));
    let (weights, position) = (profile.compile(), Position::from_fen(fen).unwrap());
    let explained = Explained::new(&weights, &position);
    let entry = |key: &&str| explained.keys().find(|found| found.entry.key() == **key).unwrap().entry;
    keys.iter().map(|key| explained.describe(&entry(key)).sentence.unwrap_or_default()).collect()
}

#[test]
fn imbalances_say_which_pieces_they_pair() {
    let keys =
        ["imbalance.against.bishop_pawn", "imbalance.beside.rook_knight", "imbalance.beside.pawn_pawn"];
    let texts = "name = \"pairs\"\nimbalance.beside.pawn_pawn = 2\nimbalance.beside.rook_knight = 3\n\
                 imbalance.against.bishop_pawn = 4\n";
    let file = write_file("phrases", "pairs.toml", texts);
    let fen = "1nb1k3/pppp4/8/8/8/8/PPP5/RN2KB1R w - - 0 1";
    let expected = [
        "White has 1 bishop against 4 pawns (Black: 1 bishop against 3 pawns)",
        "White has 2 rooks and 1 knight together (Black: no rook and 1 knight)",
        "Black has 4 pawns together (White: 3 pawns)",
    ];
    assert_eq!(sentences(file.to_str().unwrap(), fen, &keys), expected);
    // From an average army, what nobody has counts too.
    let average = "White has 2 rooks and 1 knight together (Black: no rook and 1 knight; compared with an average army)";
    let file =
        write_file("phrases", "average.toml", &format!("{texts}imbalance.relative_to = \"average army\"\n"));
    assert!(sentences(file.to_str().unwrap(), fen, &keys).iter().any(|text| text == average));
}

#[test]
fn terms_without_a_phrase_say_what_they_count() {
    let keys = ["term.lone", "term.aiming"];
    let text = "name = \"terms\"\n[[term]]\nname = \"lone\"\ncount = \"own.isolated\"\nvalue = -9\n\
                [[term]]\nname = \"aiming\"\ncount = \"size(own.rooks) * 2\"\nvalue = 5\n";
    let file = write_file("phrases", "terms.toml", text);
    let texts = sentences(file.to_str().unwrap(), "4k3/p2p4/8/8/8/8/PP6/R3K2R w - - 0 1", &keys);
    assert_eq!(texts, ["The term lone counts a7 and d7 for Black", "The term aiming counts 4 for White"]);
}

#[test]
fn rows_that_favour_the_other_side_say_so() {
    let text = "name = \"odd\"\nrooks.trapped = 30\nking.flank_guarded = -2\n";
    let file = write_file("phrases", "odd.toml", text);
    let fen = "4k3/8/8/8/8/8/5PPP/6KR w - - 0 1";
    let texts = sentences(file.to_str().unwrap(), fen, &["rooks.trapped", "king.flank_guarded"]);
    let trapped = "White's rook on h1 is shut in between the own king and the edge, with at most three squares to go to \
                   (this profile counts it for White)";
    assert_eq!(texts[0], trapped);
    assert!(texts[1].ends_with("; this profile counts it for Black)"), "{}", texts[1]);
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
