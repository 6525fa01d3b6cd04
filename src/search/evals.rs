//! Remembers evaluations. The transposition table does so too, but not for a position that was left at once because
//! its evaluation was good enough: most of those in the quiescence search.

use super::score::Value;

/// Number of entries, a power of two. At 16 bytes each they stay within the processor's second-level cache.
const ENTRIES: usize = 1 << 14;

/// Evaluations of one profile by the key of the position. It belongs to one thread's memory and goes with it.
#[derive(Debug)]
pub struct Evals {
    entries: Box<[(u64, Value); ENTRIES]>,
}

impl Default for Evals {
    fn default() -> Self {
        // The key 0 is that of the first slot alone, and no other slot is ever asked for it.
        let mut entries = vec![(0, 0); ENTRIES];
        entries[0].0 = u64::MAX;
        Self {
            entries: entries.try_into().expect("the length is that of the type"),
        }
    }
}

impl Evals {
    /// The evaluation of the position with a key, computed by `compute` if it is not known.
    #[inline(always)]
    pub fn get(&mut self, key: u64, compute: impl FnOnce() -> Value) -> Value {
        let slot = &mut self.entries[key as usize % ENTRIES];
        if slot.0 != key {
            *slot = (key, compute());
        }
        slot.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_gets_its_own_evaluation_whoever_had_the_slot() {
        let mut evals = Evals::default();
        let keys = [0, ENTRIES as u64, 0, 7, 7 + ENTRIES as u64, u64::MAX];
        for (value, key) in (1..).zip(keys) {
            assert_eq!(evals.get(key, || value), value, "{key}");
            assert_eq!(evals.get(key, || unreachable!("{key} is known")), value);
        }
    }
}
