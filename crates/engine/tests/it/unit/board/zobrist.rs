//! Tests of `board::zobrist`.

use temperament_engine::board::zobrist::*;
use temperament_engine::board::{COLORS, MoveInfo, Position};

/// Calls `visit` with each position of a small tree, a move in it, and the position after.
fn walk(position: &Position, depth: u32, visit: &mut impl FnMut(&Position, MoveInfo, &Position)) {
    for mv in position.legal_moves() {
        let after = position.after(mv);
        visit(position, position.move_info(mv), &after);
        if depth > 1 {
            walk(&after, depth - 1, visit);
        }
    }
}

#[test]
fn plain_moves_are_guessed_right_and_few_are_not_plain() {
    let rights = |position: &Position| {
        COLORS.map(|color| (position.castles_short(color), position.castles_long(color)))
    };
    let (mut right, mut all) = (0, 0);
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ] {
        walk(&Position::from_fen(fen).unwrap(), 2, &mut |before, move_info, after| {
            let is_right = ZOBRIST.key_after(before, move_info) == after.key();
            let is_plain = move_info.promotion().is_none()
                && !move_info.is_castling(before)
                && rights(before) == rights(after)
                && [before, after].iter().all(|p| p.en_passant_square().is_none());
            assert!(is_right || !is_plain, "{before} {}", move_info.mv());
            right += u32::from(is_right);
            all += 1;
        });
    }
    assert!(right * 10 > all * 8, "{right} of {all}");
}
