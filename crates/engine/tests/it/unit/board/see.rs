//! Tests of `board::see`.

use temperament_engine::board::Move;
use temperament_engine::board::Position;
use temperament_engine::board::see::*;

const VALUES: PieceValues = [100, 300, 300, 500, 900, 0];

#[test]
fn exchanges_have_their_known_values() {
    // (FEN, move, exact gain)
    let cases = [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 100),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 800),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1300),
        ("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", -400),
        ("6k1/8/8/8/8/8/5PPP/6K1 w - - 0 1", "g1h1", 0),
        ("3r2k1/8/8/8/8/8/3q4/3RK3 w - - 0 1", "d1d2", 900),
        ("6k1/8/8/8/8/8/3q4/4K3 w - - 0 1", "e1d2", 900),
    ];
    for (fen, mv, gain) in cases {
        let position = Position::from_fen(fen).unwrap();
        let mv: Move = mv.parse().unwrap();
        assert!(position.is_legal(mv), "{fen} {mv}");
        let move_info = position.move_info(mv);
        assert!(see_at_least(&position, move_info, gain, &VALUES), "{fen} {mv} >= {gain}");
        assert!(!see_at_least(&position, move_info, gain + 1, &VALUES), "{fen} {mv} < {}", gain + 1);
    }
}
