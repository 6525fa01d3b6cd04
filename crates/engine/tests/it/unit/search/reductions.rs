//! Tests of `search::reductions`.

use temperament_engine::search::params::LMR_DEPTH;
use temperament_engine::search::reductions::*;

#[test]
fn later_moves_are_reduced_more_and_always_keep_a_ply() {
    let reductions = Reductions::default();
    let mut late = LateMove {
        depth: 10,
        number: 1,
        is_quiet: true,
        gives_check: false,
        is_refutation: false,
        history: 0,
        is_pv: false,
        is_cut_node: false,
        is_improving: true,
        is_tt_move_singular: false,
        is_tt_move_noisy: false,
    };
    assert_eq!(late.reduction(&reductions), 0, "the first move never");
    let mut last = 0;
    for number in 2..100 {
        late.number = number;
        let now = late.reduction(&reductions);
        assert!(now >= last);
        last = now;
    }
    assert!(last >= 3);
    assert_eq!(LateMove { is_tt_move_singular: true, ..late }.reduction(&reductions), last - 1);
    assert_eq!(LateMove { is_tt_move_noisy: true, ..late }.reduction(&reductions), last + 1);
    late.is_cut_node = true;
    for depth in LMR_DEPTH..40 {
        late.depth = depth;
        assert!(depth - 1 - late.reduction(&reductions) >= 1, "depth {depth}");
    }
}
