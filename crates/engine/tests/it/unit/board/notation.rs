//! Tests of `board::notation`.

use temperament_engine::board::notation::*;
use temperament_engine::board::{Move, Position};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

#[test]
fn castling_is_written_for_its_mode_and_read_in_both() {
    let p = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let short: Move = "e1h1".parse().unwrap();
    assert_eq!(uci(&p, short, false), "e1g1");
    assert_eq!(uci(&p, short, true), "e1h1");
    assert_eq!(parse_uci(&p, "e1g1"), Some(short));
    assert_eq!(parse_uci(&p, "e1h1"), Some(short));
    assert_eq!(parse_any(&p, "0-0"), Some(short));
    assert_eq!(san(&p, short), "O-O");
}

#[test]
fn doubtful_moves_are_refused() {
    let p = position("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1");
    for text in ["", "e1", "e1e9", "a7a8", "a7a8k", "e1e3", "O-O-O-O", "e2e4", "Raa1", "é1e2"] {
        assert_eq!(parse_any(&p, text), None, "{text}");
    }
    assert!(parse_any(&p, "a8=Q").is_some() && parse_any(&p, "a8Q+").is_some());
    assert!(parse_any(&p, "a7a8Q").is_some(), "some programs print promotions in upper case");
}

#[test]
fn every_legal_move_survives_both_notations() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
        "4k3/8/8/8/8/8/8/1R1K4 w B - 0 1",
        "r3k1r1/8/8/8/8/8/8/R3K1R1 w GAga - 0 1",
    ] {
        let p = position(fen);
        for mv in p.legal_moves() {
            assert_eq!(parse_any(&p, &san(&p, mv)), Some(mv), "{fen}");
            assert_eq!(parse_uci(&p, &uci(&p, mv, false)), Some(mv), "{fen}");
        }
    }
}

#[test]
fn chess960_follows_from_the_castling_rights() {
    let is_960 = |fen| is_chess960(&Position::from_fen(fen).unwrap());
    assert!(!is_960(temperament_engine::board::START_FEN));
    assert!(!is_960("rk6/8/8/8/8/8/8/RK6 w - - 0 1"), "nobody can castle");
    assert!(is_960("1k5r/8/8/8/8/8/8/1K5R w Hh - 0 1"));
    assert!(is_960("4k1r1/8/8/8/8/8/8/4K1R1 w Gg - 0 1"));
}

#[test]
fn san_may_name_more_of_the_start_than_it_needs() {
    // The knight on c6 is pinned, so Ne7 would be enough.
    let p = position("r1bqkbnr/pp3ppp/2n5/1B1p4/8/8/PPPP1PPP/RNBQK1NR b KQkq - 0 1");
    let wanted: Move = "g8e7".parse().unwrap();
    for text in ["Ne7", "Nge7", "N8e7", "Ng8e7", "Nge7+"] {
        assert_eq!(parse_any(&p, text), Some(wanted), "{text}");
    }
    for text in ["Nce7", "Nbe7", "Bge7", "Ng9e7", "N", "Né7", "K", "Kge7"] {
        assert_eq!(parse_any(&p, text), None, "{text}");
    }
    let queens = position("6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1");
    assert_eq!(parse_any(&queens, "Qh4e1"), Some("h4e1".parse().unwrap()));
    assert_eq!(parse_any(&queens, "Qhe1"), None, "two queens on the h-file");
}

#[test]
fn a_refused_castling_names_its_reason() {
    for (fen, text, reason) in [
        ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "O-O", "White is in check"),
        ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "0-0!", "White is in check"),
        ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "e1g1", "White is in check"),
        ("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "o-o", "the king would pass f1, which is attacked"),
        ("4k3/8/8/8/8/6r1/8/4K2R w K - 0 1", "O-O", "White's king would be in check on g1"),
        ("4k3/8/8/8/8/6r1/8/R3KB1R w KQ - 0 1", "O-O", "the bishop on f1 is in the way"),
        ("rn2k3/8/8/8/8/8/8/4K3 b q - 0 1", "O-O-O", "the knight on b8 is in the way"),
        ("r3k3/8/8/8/8/8/8/4K3 b - - 0 1", "0-0-0", "Black no longer has the right to castle queenside"),
        ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "Rh2", "White is in check"),
        // Chess960: the rook has to pass, too.
        ("4k3/8/8/8/8/8/8/RN1K4 w A - 0 1", "O-O-O", "the knight on b1 is in the way"),
        ("1r2k3/8/8/8/8/8/8/RK6 w A - 0 1", "O-O-O", "White is in check"),
    ] {
        let position = position(fen);
        assert_eq!(parse_any(&position, text), None, "{fen} {text}");
        let refusal = refusal(&position, text);
        assert_eq!(refusal, format!("is not a legal move because {reason}"), "{fen} {text}");
    }
    let p = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(refusal(&p, "Ke3"), "is not a legal move");
    assert_eq!(
        refusal(&p, "e1c1"),
        "is not a legal move because White no longer has the right to castle queenside"
    );
}

#[test]
fn moves_are_read_in_other_spellings() {
    let en_passant = "4k3/P7/8/3pP3/1b6/2P5/1P6/4K2R w K d6 0 1";
    let pieces = "r3k3/1b1n4/2p5/8/3p4/4P3/4B3/R3K1N1 w Q - 0 1";
    for (fen, mv, texts) in [
        (en_passant, "e5d6", &["ed6", "exd6", "e5xd6", "e5:d6", "Pexd6", "\u{2659}exd6", "e5-d6"][..]),
        (en_passant, "a7a8q", &["a8q", "a8=q", "a8Q", "a8=Q+", "a8(Q)", "a8/Q", "a7-a8=Q", "Pa8(=Q)"]),
        (en_passant, "a7a8b", &["a8b", "a8=B", "a8B"]),
        (en_passant, "e1h1", &["O-O", "0-0", "o-o", "0\u{2013}0", "O\u{2011}O", "O-\u{ad}O", "O-O+", "e1g1"]),
        (en_passant, "c3b4", &["cb4", "cxb4", "c:b4", "c\u{d7}b4"]),
        (
            pieces,
            "g1f3",
            &["Nf3", "nf3", "Ng1f3", "Ng1-f3", "N1f3", "\u{2658}f3", "\u{265e}f3", "N\u{200b}f3", "Nf3#"],
        ),
        (pieces, "e3d4", &["ed4", "exd4", "e3d4"]),
        (pieces, "e1a1", &["O-O-O", "0-0-0", "0\u{2212}0\u{2212}0"]),
    ] {
        for text in texts {
            assert_eq!(parse_any(&position(fen), text), Some(mv.parse().unwrap()), "{text}");
        }
    }
    for text in ["Nf36", "Pd4", "a8", "a8=K", "a8(Q", "Sf3", "exf4", "O-O-O-", "--"] {
        assert_eq!(parse_any(&position(pieces), text), None, "{text}");
    }
}

#[test]
fn upper_case_letters_decide_between_bishop_and_file() {
    let both = position("7k/8/8/8/B7/1pn5/1P6/B3K3 w - - 0 1");
    assert_eq!(parse_any(&both, "bc3"), Some("b2c3".parse().unwrap()));
    assert_eq!(parse_any(&both, "Bb3"), Some("a4b3".parse().unwrap()));
    let bishops = position("7k/8/8/8/8/8/1P2B3/B2K4 w - - 0 1");
    assert_eq!(parse_any(&bishops, "Bb3"), None, "only the pawn can go there");
    let ranks = position("7k/8/8/1B6/8/8/1P6/1B2K3 w - - 0 1");
    assert_eq!(parse_any(&ranks, "B1d3"), Some("b1d3".parse().unwrap()));
    assert_eq!(parse_any(&ranks, "B2b3"), None, "b2 is not a bishop");
}
