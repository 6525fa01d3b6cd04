//! Tests of `terms::psqt_fold`.

use temperament_engine::board::Piece;
use temperament_engine::board::Square;
use temperament_engine::terms::By;
use temperament_engine::terms::Program;
use temperament_engine::terms::Sources;
use temperament_engine::terms::TermSource;
use temperament_engine::terms::psqt_fold::*;

fn fold(term: TermSource) -> Option<PsqtFold> {
    let sources = Sources { definitions: Vec::new(), terms: vec![term] };
    Program::new(&sources).unwrap().terms()[0].psqt_fold()
}

fn term(each: Option<&str>, when: Option<&str>, count: Option<&str>, by: By) -> TermSource {
    TermSource {
        each: each.map(str::to_owned),
        when: when.map(str::to_owned),
        count: count.map(str::to_owned),
        ..TermSource::new("x", by)
    }
}

#[test]
fn what_adds_up_piece_by_piece_is_known() {
    let of = |count: &str, by| fold(term(None, None, Some(count), by)).unwrap();
    let rim = of("own.knights & rim", By::One);
    assert_eq!(rim.count(Piece::Knight, Square::A3), Some((0, 1)));
    assert_eq!(rim.count(Piece::Knight, Square::C3), None);
    assert_eq!(rim.count(Piece::Bishop, Square::A3), None);
    let minors = of("own.minors - a1..h2", By::Rank);
    assert_eq!(minors.count(Piece::Bishop, Square::A3), Some((2, 1)));
    assert_eq!(minors.count(Piece::Bishop, Square::A2), None);
    let by_square = of("own.king", By::Square);
    assert_eq!(by_square.count(Piece::King, Square::G1), Some((Square::G1 as usize, 1)));
    let centre = term(Some("own.knights"), Some("rank(sq) > 1"), Some("centre_distance(sq)"), By::Table(4));
    let centre = fold(centre).unwrap();
    assert_eq!(centre.count(Piece::Knight, Square::A3), Some((3, 1)));
    assert_eq!(centre.count(Piece::Knight, Square::A1), None);
    let advance = fold(term(Some("own.pawns"), None, Some("rank(sq) - 1"), By::One)).unwrap();
    assert_eq!(advance.count(Piece::Pawn, Square::E4), Some((0, 3)));
}

#[test]
fn what_depends_on_anything_else_is_not() {
    for (each, when, count, by) in [
        (None, Some("phase < 100"), Some("own.knights"), By::One),
        (None, None, Some("own.knights & own.attacked"), By::One),
        (None, None, Some("own.knights & files(own.pawns)"), By::One),
        (None, None, Some("own.knights ^ their.knights"), By::One),
        (None, None, Some("~own.knights"), By::One),
        (None, None, Some("own.knights * 2"), By::One),
        (None, None, Some("own.knights"), By::Table(3)),
        (Some("own.knights"), None, Some("attacks(sq)"), By::One),
        (Some("own.knights"), None, Some("distance(sq, own.king)"), By::Table(3)),
        (Some("own.knights"), Some("own.queens >= 1"), None, By::One),
        (Some("north(own.knights)"), None, None, By::One),
    ] {
        let what = format!("{each:?} {when:?} {count:?}");
        assert_eq!(fold(term(each, when, count, by)), None, "{what}");
    }
}
