//! The moves of the picker with their scores, packed so that the best one is found fast.

use arrayvec::ArrayVec;

use crate::board::{Action, MAX_MOVES, PackedMove};

/// Moves with their scores, each pair packed into one number, so that the best move left is the maximum of a
/// list of numbers: score above, below it the index counted downwards, for among equals the first is best, and
/// lowest a mark.
#[derive(Debug)]
pub struct MoveList {
    /// All moves, those of earlier stages first.
    pub actions: ArrayVec<Action, MAX_MOVES>,
    /// Of the moves of the present stage, filled up to whole groups of [`LANES`], so that finding the greatest takes few
    /// instructions and no loop over what is left of a group.
    keys: ArrayVec<i32, { MAX_MOVES.next_multiple_of(LANES) }>,
    /// Where the moves of the present stage begin.
    start: usize,
    /// The greatest key of the stage that has not been taken.
    best: i32,
}

impl Default for MoveList {
    fn default() -> Self {
        Self {
            actions: ArrayVec::new(),
            keys: ArrayVec::new(),
            start: 0,
            best: Self::NONE,
        }
    }
}

impl MoveList {
    /// The bit of a key that marks a move.
    const MARK: i32 = 1;
    /// The indices, counted downwards from this, leave the mark's bit free.
    const LAST_INDEX: i32 = MAX_MOVES.next_power_of_two() as i32 - 1;
    /// Bits of a key below the score.
    const LOW_BITS: u32 = 1 + Self::LAST_INDEX.trailing_ones();
    const LOW_MASK: i32 = (1 << Self::LOW_BITS) - 1;
    /// Scores stay within plus or minus this.
    pub const SCORE_BOUND: i32 = (1 << (31 - Self::LOW_BITS)) - 1;
    /// No key: that of a move dropped, or of none; less than any other.
    const NONE: i32 = i32::MIN;

    /// Gives each move of the stage its score and whether it is marked, or drops it for `None`.
    #[inline(always)]
    pub fn score(&mut self, score: impl Fn(Action) -> Option<(i32, bool)>) {
        let actions = &self.actions[self.start..];
        let indices = &INDICES[self.start..][..actions.len().next_multiple_of(LANES)];
        self.keys.clear();
        // Never full: there is room for a key for each action.
        let _ = self.keys.try_extend_from_slice(indices);
        let (keys, filling) = self.keys.split_at_mut(actions.len());
        filling.fill(Self::NONE);
        let mut best = Self::NONE;
        for (key, action) in keys.iter_mut().zip(actions) {
            *key = score(*action).map_or(Self::NONE, |(score, is_marked)| {
                debug_assert!(score.abs() <= Self::SCORE_BOUND, "{score}");
                let mark = if is_marked { Self::MARK } else { 0 };
                score << Self::LOW_BITS | *key | mark
            });
            best = best.max(*key);
        }
        self.best = best;
    }

    /// The greatest key up to a limit. Keys differ and are taken from the greatest down, so none needs to be struck out
    /// (the processor would have to wait for that before it could read a whole group).
    #[inline(always)]
    fn find_best(&mut self, limit: i32) {
        // Keys above the limit wrap around and are further below it than any other.
        let below = |key: i32| limit.wrapping_sub(key) as u32;
        let least = self
            .keys
            .iter()
            .fold(u32::MAX, |least, &key| least.min(below(key)));
        let best = limit.wrapping_sub(least as i32);
        self.best = if best > limit { Self::NONE } else { best };
    }

    #[inline(always)]
    const fn index(key: i32) -> usize {
        (Self::LAST_INDEX - (key >> 1 & Self::LAST_INDEX)) as usize
    }

    /// The best move of the stage that has not been taken.
    #[inline(always)]
    pub fn best(&self) -> Option<Action> {
        // The key of no move stands for an index beyond all moves.
        self.actions.get(Self::index(self.best)).copied()
    }

    /// Moves added from now on belong to another stage.
    pub fn begin_stage(&mut self) {
        self.start = self.actions.len();
        self.keys.clear();
        self.best = Self::NONE;
    }

    /// Takes the best move of the stage with its index and score.
    #[inline(always)]
    pub fn take_best(&mut self) -> Option<(usize, i32)> {
        let best = self.best;
        if best == Self::NONE {
            return None;
        }
        self.find_best(best - 1);
        Some((Self::index(best), best >> Self::LOW_BITS))
    }

    /// Puts a move before all others of a stage of which none has been taken or dropped. Returns whether it is one of
    /// them.
    #[inline(always)]
    pub fn put_first(&mut self, mv: PackedMove) -> bool {
        let is_it = |action: &Action| action.packed() == mv;
        let Some(key) = self.actions[self.start..]
            .iter()
            .position(is_it)
            .and_then(|i| self.keys.get_mut(i))
        else {
            return false;
        };
        *key = Self::SCORE_BOUND << Self::LOW_BITS | *key & Self::LOW_MASK;
        self.best = *key;
        true
    }

    /// Drops the moves of the stage that bear no mark.
    pub fn retain_marked(&mut self) {
        for key in &mut self.keys {
            if *key & Self::MARK == 0 {
                *key = Self::NONE;
            }
        }
        self.find_best(self.best);
    }
}

/// Keys looked at together: as many as fit in a register of most processors.
const LANES: usize = 8;

/// The index part of each key, and some more to fill up a group.
static INDICES: [i32; MAX_MOVES + LANES] = {
    let mut indices = [0; MAX_MOVES + LANES];
    let mut index = 0;
    while index < indices.len() {
        indices[index] = (MoveList::LAST_INDEX - index as i32) * 2;
        index += 1;
    }
    indices
};

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;

    use super::*;

    /// What of a stage is yielded: moves as numbers, those dropped left out.
    fn take(scored: &mut MoveList, count: usize) -> Vec<(usize, i32)> {
        let mut taken = Vec::new();
        while taken.len() < count {
            let ahead = scored.best().map(Action::bits);
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
            let far = |score: i32| score * (MoveList::SCORE_BOUND / 3);
            let mut scored = MoveList::default();
            scored.actions.extend((0..earlier as u32).map(Action::from_bits));
            scored.begin_stage();
            let numbers = earlier..earlier + moves.len();
            scored.actions.extend(numbers.clone().map(|number| Action::from_bits(number as u32)));
            scored.score(|action| moves[action.bits() as usize - earlier].map(|(score, mark)| (far(score), mark)));

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
}
