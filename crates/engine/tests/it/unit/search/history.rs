//! Tests of `search::history`.

use temperament_engine::board::{Color, MoveInfo};
use temperament_engine::board::{File, Move, Piece, Position, Rank, Square};
use temperament_engine::search::history::*;
use temperament_engine::search::params::HISTORY_MAX;
use temperament_engine::search::tunables::history_cap;

#[test]
fn counters_approach_their_bound_and_never_pass_it() {
    let mut counter = Counter::default();
    for _ in 0..1000 {
        counter.update(history_cap());
    }
    assert!(counter.get() > HISTORY_MAX * 9 / 10 && counter.get() <= HISTORY_MAX);
    for _ in 0..1000 {
        counter.update(-history_cap());
    }
    assert!(counter.get() < -HISTORY_MAX * 9 / 10 && counter.get() >= -HISTORY_MAX);
}

#[test]
fn a_reward_after_one_move_does_not_count_fully_after_another() {
    let mut histories = Histories::default();
    let move_info = Position::startpos().move_info("g1f3".parse().unwrap());
    let after = |to| {
        let pushed =
            Move { from: Square::new(to, Rank::Seventh), to: Square::new(to, Rank::Fifth), promotion: None };
        let move_info = MoveInfo::new(pushed, Piece::Pawn, None);
        [Some(PieceTo::new(Color::Black, move_info)), None]
    };
    let context = |to, pawns| QuietContext { stm: Color::White, previous: after(to), pawns };
    histories.update_quiet(context(File::E, 0), move_info, 500);
    let score = |to, pawns| histories.quiets(context(to, pawns)).get(move_info);
    let other_pawns = 1 << 63;
    assert_eq!((score(File::E, 0), score(File::D, 0)), (1500, 1000));
    assert_eq!((score(File::E, other_pawns), score(File::D, other_pawns)), (1000, 500));
}
