//! The language of custom terms: counts and error messages.

mod chains;
mod errors;
pub mod library;
mod whole;

use temperament_engine::board::{Color, Position};
use temperament_engine::terms::{By, Definition, Depends, Part, Program, Sources, Tables, TermSource};

fn term(name: &str, by: By, fields: &[(&str, &str)]) -> TermSource {
    let mut term = TermSource::new(name, by);
    for (field, text) in fields {
        let text = (*text).to_owned();
        match *field {
            "when" => term.when = Some(text),
            "each" => term.each = Some(text),
            "count" => term.count = Some(text),
            "index" => term.index = Some(text),
            name => term.lets.push((name.to_owned(), text)),
        }
    }
    term
}

fn sources(terms: Vec<TermSource>) -> Sources {
    let definitions = Vec::new();
    Sources { definitions, terms }
}

fn define(head: &str, body: &str) -> Definition {
    let (head, body) = (head.to_owned(), body.to_owned());
    Definition { head, body }
}

fn program(sources: &Sources) -> Program {
    Program::new(sources).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

/// Non-zero counts of the first term for a side: pairs of index and count.
fn counted(sources: &Sources, fen: &str, side: Color) -> Vec<(usize, i32)> {
    let program = program(sources);
    let position = Position::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
    let mut counts = vec![0; program.terms()[0].by().len()];
    program.interpret(&position, &Tables::default(), false, |color, term, index, n| {
        if (color, term) == (side, 0) {
            counts[index] += n;
        }
    });
    let counts = counts.into_iter().enumerate();
    counts.filter(|(_, n)| *n != 0).collect()
}

/// The only error: the marked source text, message and hint.
fn error(sources: &Sources) -> (String, String, Option<String>) {
    let errors = Program::new(sources).expect_err("an error");
    assert_eq!(errors.len(), 1, "{errors:#?}");
    let error = &errors[0];
    let text = match error.part {
        Part::Head(i) => sources.definitions[i].head.clone(),
        Part::Body(i) => sources.definitions[i].body.clone(),
        Part::Term(i, _) => sources.terms[i].count.clone().unwrap_or_default(),
    };
    (text[error.span.clone()].to_owned(), error.message.clone(), error.hint.clone())
}

#[test]
fn the_examples_of_the_reference_count_what_they_say() {
    let rim = sources(vec![term("knights.on_rim", By::One, &[("count", "own.knights & rim")])]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(counted(&rim, start, Color::White), [(0, 2)]);
    let blockaded = sources(vec![term(
        "passers.blockaded",
        By::Rank,
        &[("when", "phase < 128 and their.queens == 0"), ("count", "own.passed & south(their.knights)")],
    )]);
    let fen = "4k3/8/3n4/3P4/8/8/8/4K3 w - - 0 1";
    assert_eq!(counted(&blockaded, fen, Color::White), [(4, 1)]);
    assert_eq!(counted(&blockaded, fen, Color::Black), []);
    assert_eq!(program(&blockaded).terms()[0].depends_on(), Depends::Position);
}

#[test]
fn a_term_depends_on_no_more_than_it_reads() {
    let depends = |when: &str| {
        let source = sources(vec![term("a", By::One, &[("when", when)])]);
        program(&source).terms()[0].depends_on()
    };
    assert_eq!(depends("size(own.pawns) == 2"), Depends::Pawns);
    assert_eq!(depends("own.king in files(own.pawns)"), Depends::PawnsAndKings);
    for by_material in [
        "size(own.bishops) >= 2",
        "none(own.pawns | their.queens) and value_of(their.all) <= 1400",
        "size(occupied - own.pawns) > phase / 20",
        "own.all in own.knights | own.pawns",
    ] {
        assert_eq!(depends(by_material), Depends::Material, "{by_material}");
    }
    for by_squares in [
        "any(own.knights & rim)",
        "size(own.rooks - a1) == 2",
        "any(own.attacked & their.all)",
        "size(north(own.knights)) == 1",
        "size(own.bishops) >= 2 and own.to_move",
    ] {
        assert_eq!(depends(by_squares), Depends::Position, "{by_squares}");
    }
}

#[test]
fn unknown_names_suggest_the_nearest() {
    let wrong = sources(vec![term("a", By::One, &[("count", "own.knigts & rim")])]);
    let (text, message, hint) = error(&wrong);
    assert_eq!(text, "knigts");
    assert_eq!(message, "a side has no `knigts`");
    assert_eq!(hint.as_deref(), Some("did you mean `knights`?"));
}

#[test]
fn definitions_have_parameters_and_never_use_themselves() {
    let mut with = sources(vec![term("a", By::One, &[("count", "safe(own, north(own.pawns))")])]);
    with.definitions = vec![define("safe(who: side, set: squares)", "set - enemy(who).pawn_attacks")];
    assert_eq!(counted(&with, "4k3/8/8/2p5/8/3P4/8/4K3 w - - 0 1", Color::White), []);
    assert_eq!(counted(&with, "4k3/8/8/1p6/8/3P4/8/4K3 w - - 0 1", Color::White), [(0, 1)]);
    with.definitions[0].body = "safe(who, set)".to_owned();
    let (text, message, _) = error(&with);
    assert_eq!((text.as_str(), message.as_str()), ("safe", "`safe` is defined by itself"));
}
