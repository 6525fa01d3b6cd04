//! Tests of `board::fen`.

use temperament_engine::board::Position;
use temperament_engine::board::START_FEN;

#[test]
fn fens_survive_the_round_trip() {
    for fen in [START_FEN, "8/8/8/8/8/8/6k1/4K2R w K - 99 80", "4k3/8/8/8/8/8/8/4K3 b - - 0 0"] {
        assert_eq!(Position::from_fen(fen).unwrap().fen(false), fen);
    }
    let shredder = "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1";
    assert_eq!(Position::from_fen(shredder).unwrap().fen(true), shredder);
}

#[test]
fn x_fen_letters_mean_the_outermost_rook() {
    let x = Position::from_fen("nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1").unwrap();
    assert!(x.fen(true).contains(" GBgb "));
    assert!(x.fen(false).contains(" KQkq "));
    let inner = "r3k2r/8/8/8/8/8/8/RR2K2R w KBkq - 0 1";
    assert_eq!(Position::from_fen(inner).unwrap().fen(false), inner);
}

#[test]
fn missing_fields_and_epd_operations_are_understood() {
    let bare = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w").unwrap();
    assert_eq!((bare.halfmove_clock(), bare.fullmove_number()), (0, 1));
    let epd = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";").unwrap();
    assert_eq!(epd.fullmove_number(), 1);
    let clocked = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 250 7").unwrap();
    assert_eq!(clocked.halfmove_clock(), 100);
    let long = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 99999 70000").unwrap();
    assert_eq!((long.halfmove_clock(), long.fullmove_number()), (100, u16::MAX));
}

#[test]
fn castling_rights_without_king_or_rook_are_dropped() {
    for (fen, plain, letters) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1",
            "Q",
        ),
        // Both sides have castled: the rook in the other corner gives no right.
        ("5rk1/8/8/8/8/8/8/R4RK1 b HQhq - 3 20", "5rk1/8/8/8/8/8/8/R4RK1 b - - 3 20", "HQhq"),
        ("r3k2r/8/8/8/8/8/8/R4RK1 w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R4RK1 w kq - 0 1", "KQ"),
        ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "KQkq"),
        ("r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1", "KQ"),
        ("4k3/8/8/8/8/8/8/4K2R w E - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "E"),
    ] {
        let (position, dropped) = Position::read_fen(fen).unwrap();
        assert_eq!((position.fen(false).as_str(), dropped.castling.as_str()), (plain, letters), "{fen}");
        assert!(dropped.note().unwrap().starts_with(&format!("castling rights `{letters}` dropped")));
        assert_eq!(Position::from_fen(fen).unwrap(), position);
        assert_eq!(Position::read_fen(plain).unwrap().1.note(), None, "{plain}");
    }
}

#[test]
fn an_impossible_en_passant_square_is_dropped() {
    for (fen, square) in [
        ("4k3/8/8/8/8/8/P7/4K3 b - a3 0 1", Some("a3")),
        ("4k3/8/8/8/P7/8/8/4K3 w - a3 0 1", Some("a3")),
        ("4k3/8/8/8/P7/8/8/4K3 b - a3 0 1", None),
    ] {
        let (_, dropped) = Position::read_fen(fen).unwrap();
        assert_eq!(dropped.en_passant.map(|square| square.to_string()).as_deref(), square, "{fen}");
    }
}

#[test]
fn each_fault_is_named() {
    let fault = |fen: &str| Position::from_fen(fen).unwrap_err().to_string();
    assert!(fault("").contains("empty"));
    assert!(fault("8/8 w - - 0 1").contains("8 ranks"));
    assert!(fault("9/8/8/8/8/8/8/8 w - - 0 1").contains("fills 9"));
    assert!(fault("x7/8/8/8/8/8/8/8 w - - 0 1").contains("no piece"));
    assert!(fault("4k3/8/8/8/8/8/8/4K3 x - - 0 1").contains("side to move"));
    for letters in ["x", "KQkqx", "KQ-", "i", "+"] {
        assert!(
            fault(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {letters} - 0 1")).contains("castling"),
            "{letters}"
        );
    }
    assert!(fault("4k3/8/8/8/8/8/8/4K3 w - e9 0 1").contains("en passant"));
    assert!(fault("4k3/8/8/8/8/8/8/4K3 w - - 0 x").contains("full-move"));
    assert!(fault("4k3/8/8/8/8/8/8/4K3 w - - 0 1 4k3/8").contains("after the end"));
    assert!(fault("4k3/8/8/8/8/8/8/8 w - - 0 1").contains("one king"));
    assert!(fault("P3k3/8/8/8/8/8/8/4K3 w - - 0 1").contains("last rank"));
    assert!(fault("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1").contains("in check"));
    assert!(fault("8/8/8/3kK3/8/8/8/8 w - - 0 1").contains("side by side"));
    assert!(fault("kq1rr3/8/8/8/8/8/8/6K1 w de - 0 1").contains("second rook"));
    assert!(fault("4k3/8/8/8/8/8/8/4K3 w - - e2e4").contains("after the end"));
}
