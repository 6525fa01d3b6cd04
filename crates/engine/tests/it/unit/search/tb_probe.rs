//! Tests of `search::tb_probe`.

use temperament_engine::board::{Game, Position};
use temperament_engine::search::tablebase::{RootProbe, Wdl};
use temperament_engine::search::tb_probe::*;

fn rank(wdl: Wdl, dtz: i32, is_free: bool, fifty_moves: bool) -> Rank {
    let mv = "e2e4".parse().unwrap();
    Rank::by_distance(&RootProbe { mv, wdl, dtz }, 0, is_free, fifty_moves)
}

fn order(wdl: Wdl, dtz: i32) -> i32 {
    rank(wdl, dtz, true, true).order
}

#[test]
fn results_come_before_distances() {
    let ascending = [
        order(Wdl::Loss, 1),
        order(Wdl::Loss, 80),
        order(Wdl::BlessedLoss, 101),
        order(Wdl::BlessedLoss, 4095),
        order(Wdl::Draw, 0),
        order(Wdl::CursedWin, 4095),
        order(Wdl::CursedWin, 101),
        order(Wdl::Win, 100),
        order(Wdl::Win, 99),
    ];
    assert!(ascending.is_sorted_by(|a, b| a < b), "{ascending:?}");
}

#[test]
fn a_win_is_free_at_first_and_then_to_make_progress() {
    assert_eq!(order(Wdl::Win, 1), order(Wdl::Win, 60));
    assert!(rank(Wdl::Win, 20, false, true).order > rank(Wdl::Win, 21, false, true).order);
    assert_eq!(rank(Wdl::CursedWin, 120, true, false).result, Some(Wdl::Win));
}

#[test]
fn a_repetition_is_seen() {
    let mut game = Game::new(Position::startpos());
    for mv in ["g1f3", "g8f6", "f3g1", "f6g8"] {
        assert!(!has_repeated(&game));
        assert!(game.play(mv.parse().unwrap()));
    }
    assert!(has_repeated(&game));
}
