//! What a trace of an evaluation records.

use super::score::S;

/// One line of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Value `index` of the key counts `n` times.
    Count {
        /// Index within the key's table.
        index: usize,
        /// Count; negative for corrections.
        n: i32,
    },
    /// The same for one stage, 0 (middlegame) or 1: a custom term that looks up numbers which differ by stage.
    StageCount { stage: usize, index: usize, n: i32 },
    /// A custom factor, value `index` times `n`, applies if the side is ahead.
    Factor { index: usize, n: i32 },
    /// The position is a draw by a rule of the profile.
    Drawn,
    /// Value `index` of the key applies `n` times to the scaling of the sum of all other terms (see
    /// [`super::scaling`]), if the side is ahead.
    Adjust {
        /// Index within the key's table.
        index: usize,
        /// Count.
        n: i32,
    },
    /// The units of the key apply this number of times to the side's king attack.
    Units(i32),
    /// The king attack: its score, computed from several keys, and the number of attackers.
    Attack {
        attackers: usize,
        /// Its score.
        value: S,
    },
}
