//! The moves of the picker with their scores, packed so that the best one is found fast.

use arrayvec::ArrayVec;

use crate::board::{Action, MAX_MOVES};

/// Moves with their scores, each pair packed into one number, so that the best move left is the maximum of a
/// list of numbers: score above, below it the index counted downwards, for among equals the first is best, and
/// lowest a mark.
#[derive(Debug)]
pub struct Scored {
    /// All moves, those of earlier stages first.
    pub actions: ArrayVec<Action, MAX_MOVES>,
    /// Of the moves of the present stage, filled up to whole groups of [`LANES`], so that finding the greatest takes few
    /// instructions and no loop over what is left of a group.
    keys: ArrayVec<i32, { MAX_MOVES.next_multiple_of(LANES) }>,
    /// Where the moves of the present stage begin.
    start: usize,
    /// The greatest key of the stage.
    best: i32,
}

impl Default for Scored {
    fn default() -> Self {
        Self {
            actions: ArrayVec::new(),
            keys: ArrayVec::new(),
            start: 0,
            best: Self::TAKEN,
        }
    }
}

impl Scored {
    /// The bit of a key that marks a move.
    const MARK: i32 = 1;
    /// The indices, counted downwards from this, leave the mark's bit free.
    const LAST_INDEX: i32 = MAX_MOVES.next_power_of_two() as i32 - 1;
    /// Bits of a key below the score.
    const LOW_BITS: u32 = 1 + Self::LAST_INDEX.trailing_ones();
    /// Scores stay within plus or minus this.
    pub const SCORE_BOUND: i32 = (1 << (31 - Self::LOW_BITS)) - 1;
    /// The key of a move that is no longer there; less than any other.
    const TAKEN: i32 = i32::MIN;

    /// Gives each move of the stage its score and whether it is marked, or drops it for `None`.
    #[inline(always)]
    pub fn score(&mut self, score: impl Fn(Action) -> Option<(i32, bool)>) {
        let actions = &self.actions[self.start..];
        let indices = &INDICES[self.start..][..actions.len().next_multiple_of(LANES)];
        self.keys.clear();
        // Never full: there is room for a key for each action.
        let _ = self.keys.try_extend_from_slice(indices);
        let (keys, filling) = self.keys.split_at_mut(actions.len());
        filling.fill(Self::TAKEN);
        for (key, action) in keys.iter_mut().zip(actions) {
            *key = score(*action).map_or(Self::TAKEN, |(score, is_marked)| {
                debug_assert!(score.abs() <= Self::SCORE_BOUND, "{score}");
                let mark = if is_marked { Self::MARK } else { 0 };
                score << Self::LOW_BITS | *key | mark
            });
        }
        self.find_best();
    }

    #[inline(always)]
    fn find_best(&mut self) {
        self.best = self.keys.iter().fold(Self::TAKEN, |best, &key| best.max(key));
    }

    #[inline(always)]
    const fn index(key: i32) -> usize {
        (Self::LAST_INDEX - (key >> 1 & Self::LAST_INDEX)) as usize
    }

    /// The best move of the stage that has not been taken.
    #[inline(always)]
    pub fn best(&self) -> Option<Action> {
        // The key of a move taken stands for an index beyond all moves.
        self.actions.get(Self::index(self.best)).copied()
    }

    /// Moves added from now on belong to another stage.
    pub fn begin_stage(&mut self) {
        self.start = self.actions.len();
        self.keys.clear();
        self.best = Self::TAKEN;
    }

    /// Takes the best move of the stage with its index and score.
    #[inline(always)]
    pub fn take_best(&mut self) -> Option<(usize, i32)> {
        let best = self.best;
        if best == Self::TAKEN {
            return None;
        }
        let index = Self::index(best);
        *self.keys.get_mut(index.wrapping_sub(self.start))? = Self::TAKEN;
        self.find_best();
        Some((index, best >> Self::LOW_BITS))
    }

    /// Drops the moves of the stage that bear no mark.
    pub fn retain_marked(&mut self) {
        for key in &mut self.keys {
            if *key & Self::MARK == 0 {
                *key = Self::TAKEN;
            }
        }
        self.find_best();
    }
}

/// Keys looked at together: as many as fit in a register of most processors.
const LANES: usize = 8;

/// The index part of each key, and some more to fill up a group.
static INDICES: [i32; MAX_MOVES + LANES] = {
    let mut indices = [0; MAX_MOVES + LANES];
    let mut index = 0;
    while index < indices.len() {
        indices[index] = (Scored::LAST_INDEX - index as i32) * 2;
        index += 1;
    }
    indices
};
