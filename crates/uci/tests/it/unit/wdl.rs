//! Tests of `wdl`.

use proptest::prelude::*;
use temperament_engine::board::Position;
use temperament_engine::engine::Score;
use temperament_uci::wdl::*;

#[test]
fn a_draw_that_is_worth_a_win_is_still_a_draw() {
    let root = Position::startpos();
    for cp in [30_000, -30_000] {
        assert_eq!(wdl(Score::Centipawns(cp), &root), [0, 1000, 0]);
    }
    assert_eq!(wdl(Score::Centipawns(29_000), &root), [1000, 0, 0], "an evaluation");
}

#[test]
fn nobody_wins_with_too_little_material() {
    let root = Position::from_fen("4k3/8/8/8/8/8/8/4KB2 w - - 0 1").unwrap();
    assert_eq!(wdl(Score::Centipawns(43), &root), [0, 1000, 0]);
}

#[test]
fn a_lead_means_more_with_many_pieces_than_with_few() {
    let endgame = Position::from_fen("4k3/4p3/8/8/8/8/3PP3/4K3 w - - 0 1").unwrap();
    let start = Position::startpos();
    assert_eq!((material(&endgame), material(&start)), (3, 78));
    let lead = Score::Centipawns(100);
    assert!(wdl(lead, &start)[0] > wdl(lead, &endgame)[0]);
}

proptest! {
    #[test]
    fn chances_add_up_and_mirror(cp in -100_000..100_000) {
        let root = Position::startpos();
        let [win, draw, loss] = wdl(Score::Centipawns(cp), &root);
        prop_assert_eq!(win + draw + loss, 1000);
        prop_assert_eq!(wdl(Score::Centipawns(-cp), &root), [loss, draw, win]);
    }
}
