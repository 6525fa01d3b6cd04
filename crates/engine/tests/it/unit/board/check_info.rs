//! Tests of `board::check_info`.

use temperament_engine::board::Position;
use temperament_engine::board::check_info::*;

fn check(position: &Position, depth: u32) -> usize {
    let checks = CheckInfo::new(position);
    let mut count = 0;
    for mv in position.legal_moves() {
        let after = position.after(mv);
        let move_info = position.move_info(mv);
        assert_eq!(checks.gives_check(position, move_info), after.in_check(), "{position} {mv}");
        count += usize::from(after.in_check());
        if depth > 1 {
            count += check(&after, depth - 1);
        }
    }
    count
}

#[test]
fn agrees_with_making_the_move() {
    let mut count = 0;
    for file in [include_str!("../../../data/perft-own.epd"), include_str!("../../../data/perft960.epd")] {
        for line in file.lines().step_by(4) {
            if let Some((fen, _)) = line.split_once(" ;") {
                count += check(&Position::from_fen(fen).unwrap(), 2);
            }
        }
    }
    assert!(count > 1000, "few checks seen: {count}");
    let castling = Position::from_fen("5k2/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    assert!(check(&castling, 1) > 0);
    let en_passant = Position::from_fen("8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 2").unwrap();
    assert!(check(&en_passant, 1) > 0);
}
