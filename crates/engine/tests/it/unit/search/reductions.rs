//! Tests of `search::reductions`.

use temperament_engine::board::MoveInfo;
use temperament_engine::search::node_state::{Candidate, NodeState};
use temperament_engine::search::params::LMR_DEPTH;
use temperament_engine::search::reductions::*;

#[test]
fn later_moves_are_reduced_more_and_always_keep_a_ply() {
    let reductions = Reductions::default();
    let mut state = NodeState { depth: 10, improving: true, ..NodeState::default() };
    let mut late = Candidate {
        move_info: MoveInfo::from_bits(0),
        number: 1,
        is_quiet: true,
        gives_check: false,
        is_refutation: false,
        history: 0,
        is_safe: false,
    };
    assert_eq!(reductions.of(&state, &late), 0, "the first move never");
    let mut last = 0;
    for number in 2..100 {
        late.number = number;
        let now = reductions.of(&state, &late);
        assert!(now >= last);
        last = now;
    }
    assert!(last >= 3);
    assert_eq!(reductions.of(&NodeState { singular: 1, ..state }, &late), last - 1);
    let noisy: NodeState = NodeState { tt_move: "e4d5".parse().ok().into(), ..state };
    assert_eq!(reductions.of(&noisy, &late), last + 1);
    state.cut_node = true;
    for depth in LMR_DEPTH..40 {
        state.depth = depth;
        assert!(depth - 1 - reductions.of(&state, &late) >= 1, "depth {depth}");
    }
}
