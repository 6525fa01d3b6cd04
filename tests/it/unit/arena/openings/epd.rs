//! Tests of `arena::openings::epd`.

use temperament::arena::openings::epd::*;

#[test]
fn an_epd_has_its_counters_in_operations() {
    let text = "r1bqkbnr/ppppn1pp/4p3/5p2/8/1QPP4/PP1BPPPP/RN2KBNR b KQkq - hmvc 3; fmvn 5;\r\n\
                    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id \"fmvn\";\n\
                    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 9\n";
    let counters: Vec<_> = read(text)
        .unwrap()
        .iter()
        .map(|game| (game.position().halfmove_clock(), game.position().fullmove_number()))
        .collect();
    assert_eq!(counters, [(3, 5), (0, 1), (7, 9)]);
    let fault = read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc x;").unwrap_err();
    assert!(fault.line == 1 && fault.message.contains("half-move clock"));
}
