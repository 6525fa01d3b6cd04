//! Remembers evaluations. The transposition table does so too, but not for a position that was left at once because
//! its evaluation was good enough: most of those in the quiescence search.

use super::memory::prefetch;
use super::score::{EVAL_BOUND, Value};

/// Number of entries, a power of two. At 8 bytes each they stay within the processor's second-level cache, beside what
/// else is needed there.
const ENTRIES: usize = 1 << 14;
/// The bits of an entry that are the evaluation; the others are those of the key.
const VALUE: u64 = 0xFFFF;

const _: () = assert!(EVAL_BOUND <= i16::MAX as Value);

/// Evaluations of one profile by the key of the position. It belongs to one thread's memory and goes with it.
#[derive(Debug)]
pub struct EvalCache {
    entries: Box<[u64; ENTRIES]>,
}

impl Default for EvalCache {
    fn default() -> Self {
        let entries = vec![0; ENTRIES];
        Self {
            entries: entries.try_into().expect("the length is that of the type"),
        }
    }
}

impl EvalCache {
    /// Asks the memory for the slot of a key that will probably be asked for soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.entries[key as usize % ENTRIES]);
    }

    /// The evaluation of the position with a key, computed by `compute` if it is not known; never beyond
    /// [`EVAL_BOUND`] for either side.
    ///
    /// Two keys are taken for one if all but two of their bits are the same, and an empty slot for the evaluation of one
    /// whose upper 48 bits are all zero: as likely as two positions of one key.
    #[inline(always)]
    pub fn get(&mut self, key: u64, compute: impl FnOnce() -> Value) -> Value {
        let slot = &mut self.entries[key as usize % ENTRIES];
        if (*slot ^ key) & !VALUE != 0 {
            let value = compute();
            debug_assert!(value.abs() <= EVAL_BOUND, "{value}");
            *slot = key & !VALUE | value as u64 & VALUE;
        }
        Value::from(*slot as i16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_gets_its_own_evaluation_whoever_had_the_slot() {
        let mut evals = EvalCache::default();
        let keys = [1 << 16, 1 << 63, 1 << 16, 7 | 1 << 40, 7 | 1 << 41, u64::MAX];
        let values = [1, -2, EVAL_BOUND, -EVAL_BOUND, 0, 5];
        for (key, value) in keys.into_iter().zip(values) {
            assert_eq!(evals.get(key, || value), value, "{key}");
            assert_eq!(evals.get(key, || unreachable!("{key} is known")), value);
        }
    }
}
