//! The moves of the picker with their scores, packed so that the best one is found fast.

use arrayvec::ArrayVec;

use crate::board::{MAX_MOVES, Move16, MoveInfo};

/// Moves with their scores, each packed into one number, so that the best remaining move is the maximum of a list:
/// the score in the upper bits, below it the index counted downwards (among equals the first is best), and a mark in
/// the lowest bit.
#[derive(Debug)]
pub struct ScoredMoveList {
    /// All moves, those of earlier stages first.
    pub moves: ArrayVec<MoveInfo, MAX_MOVES>,
    /// Keys of the moves of the current stage, padded to whole groups of [`LANES`], so that the maximum takes few
    /// instructions and no remainder loop.
    keys: ArrayVec<i32, { MAX_MOVES + LANES }>,
    /// Index of the first move of the current stage.
    start: usize,
    /// Greatest key of the stage that has not been taken.
    best: i32,
}

impl Default for ScoredMoveList {
    fn default() -> Self {
        Self { moves: ArrayVec::new(), keys: ArrayVec::new(), start: 0, best: Self::NONE }
    }
}

impl ScoredMoveList {
    /// Bit of a key that marks a move.
    const MARK: i32 = 1;
    /// Indices are counted downwards from this, which leaves the mark's bit free.
    const LAST_INDEX: i32 = MAX_MOVES.next_power_of_two() as i32 - 1;
    /// Bits of a key below the score.
    const LOW_BITS: u32 = 1 + Self::LAST_INDEX.trailing_ones();
    const LOW_MASK: i32 = (1 << Self::LOW_BITS) - 1;
    /// Maximum absolute value of a score.
    pub const SCORE_BOUND: i32 = (1 << (31 - Self::LOW_BITS)) - 1;
    /// Key of a dropped or missing move; less than any other.
    const NONE: i32 = i32::MIN;

    /// Sets score and mark of each move of the stage, or drops the move for `None`.
    #[inline(always)]
    pub fn score(&mut self, score: impl Fn(MoveInfo) -> Option<(i32, bool)>) {
        self.keys.clear();
        let mut best = Self::NONE;
        // The index part of a key, above the mark.
        let mut index_bits = (Self::LAST_INDEX - self.start as i32) * 2;
        for move_info in &self.moves[self.start..] {
            let key = score(*move_info).map_or(Self::NONE, |(score, is_marked)| {
                debug_assert!(score.abs() <= Self::SCORE_BOUND, "{score}");
                let mark = if is_marked { Self::MARK } else { 0 };
                score << Self::LOW_BITS | index_bits | mark
            });
            self.keys.push(key);
            best = best.max(key);
            index_bits -= 2;
        }
        let padded = self.keys.len().next_multiple_of(LANES);
        // Never full: there is room for a key for each move, and for a whole group.
        let _ = self.keys.try_extend_from_slice(&[Self::NONE; LANES]);
        self.keys.truncate(padded);
        self.best = best;
    }

    /// Finds the greatest key up to a limit. Keys differ and are taken in descending order, so no key needs to be
    /// cleared (which would stall the next vector load).
    #[inline(always)]
    fn find_best(&mut self, limit: i32) {
        // Keys above the limit wrap around and are further below it than any other.
        let below = |key: i32| limit.wrapping_sub(key) as u32;
        let least = self.keys.iter().fold(u32::MAX, |least, &key| least.min(below(key)));
        let best = limit.wrapping_sub(least as i32);
        self.best = if best > limit { Self::NONE } else { best };
    }

    #[inline(always)]
    const fn index(key: i32) -> usize {
        (Self::LAST_INDEX - (key >> 1 & Self::LAST_INDEX)) as usize
    }

    /// Returns the best move of the stage that has not been taken.
    #[inline(always)]
    pub fn best(&self) -> Option<MoveInfo> {
        // [`Self::NONE`] has an index beyond all moves.
        self.moves.get(Self::index(self.best)).copied()
    }

    /// Begins a new stage: moves added from now on belong to it.
    pub fn begin_stage(&mut self) {
        self.start = self.moves.len();
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

    /// Puts a move before all others of a stage of which none has been taken or dropped. Returns `true` if the stage
    /// has it.
    #[inline(always)]
    pub fn put_first(&mut self, mv: Move16) -> bool {
        let is_it = |move_info: &MoveInfo| move_info.move16() == mv;
        let Some(key) = self.moves[self.start..].iter().position(is_it).and_then(|i| self.keys.get_mut(i))
        else {
            return false;
        };
        *key = Self::SCORE_BOUND << Self::LOW_BITS | *key & Self::LOW_MASK;
        self.best = *key;
        true
    }

    /// Drops the unmarked moves of the stage.
    pub fn retain_marked(&mut self) {
        for key in &mut self.keys {
            if *key & Self::MARK == 0 {
                *key = Self::NONE;
            }
        }
        self.find_best(self.best);
    }
}

/// Number of keys compared together: as many as fit into a vector register of most processors.
const LANES: usize = 8;
