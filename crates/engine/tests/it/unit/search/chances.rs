//! Tests of `search::chances`.

use proptest::prelude::*;
use temperament_engine::board::Position;
use temperament_engine::eval::display::material;
use temperament_engine::search::{Chances, Score, winning_chances};

fn permille(cp: i32, root: &Position) -> [u32; 3] {
    Chances::new(Score::Centipawns(cp), root).permille()
}

/// A game with half of its pieces gone.
fn middle() -> Position {
    Position::from_fen("2r2rk1/pp3ppp/4bn2/3p4/3N4/2P1B3/PP3PPP/2R2RK1 w - - 0 18").unwrap()
}

#[test]
fn a_draw_that_is_worth_a_win_is_still_a_draw() {
    let root = Position::startpos();
    for cp in [30_000, -30_000] {
        assert_eq!(permille(cp, &root), [0, 1000, 0]);
    }
    assert_eq!(permille(29_000, &root), [1000, 0, 0], "an evaluation");
}

#[test]
fn nobody_wins_with_too_little_material() {
    let root = Position::from_fen("4k3/8/8/8/8/8/8/4KB2 w - - 0 1").unwrap();
    assert_eq!(permille(43, &root), [0, 1000, 0]);
}

#[test]
fn with_a_lead_of_one_pawn_half_of_the_games_are_won() {
    assert_eq!(material(&middle()), 44);
    let [win, ..] = permille(100, &middle());
    assert!((480..=520).contains(&win), "{win}");
    for fen in
        ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/4p3/8/8/8/8/3PP3/4K3 w - - 0 1"]
    {
        let [win, ..] = permille(100, &Position::from_fen(fen).unwrap());
        assert!((400..=600).contains(&win), "{win}: {fen}");
    }
}

#[test]
fn mates_are_certain() {
    let root = Position::startpos();
    assert_eq!(winning_chances(Score::Mate(3), &root), 100.0);
    assert_eq!(winning_chances(Score::Mate(0), &root), 0.0);
}

proptest! {
    #[test]
    fn chances_add_up_and_mirror(cp in -100_000..100_000) {
        for root in [Position::startpos(), middle()] {
            let [win, draw, loss] = permille(cp, &root);
            prop_assert_eq!(win + draw + loss, 1000);
            prop_assert_eq!(permille(-cp, &root), [loss, draw, win]);
            let percent = |cp| winning_chances(Score::Centipawns(cp), &root);
            prop_assert!((percent(cp) + percent(-cp) - 100.0).abs() < 1e-9);
            prop_assert!(percent(cp + 1) >= percent(cp));
        }
    }
}
