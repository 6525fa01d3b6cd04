//! Tests of `arena::openings::epd`.

use temperament_matches::arena::openings::epd::*;

#[test]
fn an_epd_has_its_counters_in_operations() {
    let text = "r1bqkbnr/ppppn1pp/4p3/5p2/8/1QPP4/PP1BPPPP/RN2KBNR b KQkq - hmvc 3; fmvn 5;\r\n\
                    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id \"fmvn\";\n\
                    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 9\n\
                    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"see; fmvn 99; x\"; hmvc 3; fmvn 12;\n";
    let counters: Vec<_> = read(text)
        .unwrap()
        .iter()
        .map(|game| (game.position().halfmove_clock(), game.position().fullmove_number()))
        .collect();
    assert_eq!(counters, [(3, 5), (0, 1), (7, 9), (3, 12)]);
    let fault = read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc x;").unwrap_err();
    assert!(fault.line == 1 && fault.message.contains("half-move clock"));
}

#[test]
fn an_opening_may_have_a_castling_right_too_many() {
    let openings = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - hmvc 0;\n").unwrap();
    assert_eq!(openings[0].start().to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1");
}
