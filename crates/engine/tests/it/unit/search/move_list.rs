//! Tests of `search::move_list`.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use temperament_engine::board::MoveInfo;
use temperament_engine::search::move_list::*;

/// Takes moves of a stage by number; dropped moves are left out.
fn take(scored: &mut ScoredMoveList, count: usize) -> Vec<(usize, i32)> {
    let mut taken = Vec::new();
    while taken.len() < count {
        let ahead = scored.best().map(MoveInfo::bits);
        let Some((index, score)) = scored.take_best() else {
            assert_eq!(ahead, None);
            break;
        };
        assert_eq!(ahead, Some(index as u32));
        taken.push((index, score));
    }
    taken
}

proptest! {
    #[test]
    fn the_best_comes_first_and_among_equals_the_first(
        earlier in 0..9_usize,
        moves in vec(option::weighted(0.9, (-3..3_i32, any::<bool>())), 0..40),
        before_dropping in 0..40_usize,
    ) {
        let far = |score: i32| score * (ScoredMoveList::SCORE_BOUND / 3);
        let mut scored = ScoredMoveList::default();
        scored.moves.extend((0..earlier as u32).map(MoveInfo::from_bits));
        scored.begin_stage();
        let numbers = earlier..earlier + moves.len();
        scored.moves.extend(numbers.clone().map(|number| MoveInfo::from_bits(number as u32)));
        scored.score(|move_info| moves[move_info.bits() as usize - earlier].map(|(score, mark)| (far(score), mark)));

        let kept = numbers.zip(&moves).filter_map(|(number, mv)| mv.map(|(score, mark)| (number, far(score), mark)));
        let mut expected: Vec<_> = kept.collect();
        expected.sort_by_key(|&(number, score, _)| (-score, number));
        let rest = expected.split_off(before_dropping.min(expected.len()));
        let pairs = |of: Vec<(usize, i32, bool)>| of.into_iter().map(|(number, score, _)| (number, score)).collect::<Vec<_>>();
        prop_assert_eq!(take(&mut scored, before_dropping), pairs(expected));
        scored.retain_marked();
        let marked = rest.into_iter().filter(|&(_, _, mark)| mark).collect();
        prop_assert_eq!(take(&mut scored, usize::MAX), pairs(marked));
    }
}
