//! Tests of `tune::labels`.

use temperament_engine::board::Position;
use temperament_matches::tune::labels::*;

const WHITE: &str = "4k3/8/8/8/8/8/P7/4K3 w - -";
const BLACK: &str = "4k3/8/8/8/8/8/P7/4K3 b - - 3 40";

#[test]
fn all_formats_are_read_for_white() {
    let mover = Views { result: PointOfView::Mover, score: PointOfView::Mover };
    for (line, views, result, score) in [
        (format!("{WHITE} c9 \"1/2-1/2\";"), Views::default(), 0.5, None),
        (format!("{WHITE} id \"x\"; c2 \"0-1\";"), mover, 0.0, None),
        (format!("{BLACK} c9 \"1-0\"; ce -31;"), Views::default(), 1.0, Some(31.0)),
        (format!("{WHITE} ce +5; c0 \"ce 7\"; c9 \"1-0\";"), Views::default(), 1.0, Some(5.0)),
        (format!("{WHITE} id \"[a | b] ce 7; \\\"\"; ce 5; c9 \"1-0\";"), Views::default(), 1.0, Some(5.0)),
        (format!("{BLACK} [0.75]"), Views::default(), 0.75, None),
        (format!("{BLACK} [0.75]"), mover, 0.25, None),
        (format!("{BLACK} [1-0]"), mover, 1.0, None),
        (format!("{BLACK} | 35 | 1.0"), Views::default(), 1.0, Some(35.0)),
        (format!("{BLACK} | 35 | 1.0"), mover, 0.0, Some(-35.0)),
        (format!(" {WHITE} 0 1|-7|0 \r"), mover, 0.0, Some(-7.0)),
    ] {
        let (_, label) = read(&line, views).unwrap().unwrap();
        assert_eq!(label, Label { result: Some(result), score }, "{line}");
    }
    assert!(read("  # nothing", mover).unwrap().is_none());
}

#[test]
fn invalid_labels_are_reported() {
    for (line, part) in [
        (WHITE.to_owned(), "no result"),
        (format!("{WHITE} [1.5]"), "`1.5` is no result"),
        (format!("{WHITE} [0.5"), "never closed"),
        (format!("{WHITE} | 1.0"), "expected `FEN | centipawns"),
        (format!("{WHITE} | x | 1.0"), "`x` is no score"),
        (format!("{WHITE} | nan | 1.0"), "`nan` is no score"),
        (format!("{WHITE} ce x; c9 \"1-0\";"), "`x` is no score"),
        ("8/8 w - - [0.5]".to_owned(), "piece placement"),
    ] {
        let fault = read(&line, Views::default()).unwrap_err();
        assert!(fault.contains(part), "{line}: {fault}");
    }
}

#[test]
fn epd_has_the_move_number() {
    let line = format!("{WHITE} id \"; fmvn 99;\"; c9 \"1-0\"; fmvn 34; hmvc 12;");
    let (position, _) = read(&line, Views::default()).unwrap().unwrap();
    assert_eq!(position.fen(false), format!("{WHITE} 12 34"));
}

#[test]
fn a_line_may_be_a_mere_position() {
    let views = Views::default();
    for (line, result) in [
        (WHITE.to_owned(), None),
        (format!("{WHITE} bm Ke2; id \"1\";"), None),
        (format!("{WHITE} c9 \"1-0\";"), Some(1.0)),
        (format!("{WHITE} id \"[x|y]\";"), None),
        (format!("{WHITE} | 5 | 0.5"), Some(0.5)),
    ] {
        let (position, label) = read_any(&line, views).unwrap().unwrap();
        assert_eq!(position, Position::from_fen(WHITE).unwrap());
        assert_eq!(label.result, result, "{line}");
    }
    for (line, part) in [("8/8 w - -", "piece placement"), ("8/8 w - - [2]", "piece placement")] {
        let fault = read_any(line, views).unwrap_err();
        assert!(fault.contains(part), "{line}: {fault}");
    }
    assert!(read_any("# nothing", views).unwrap().is_none());
}
