//! Evaluation cache. The transposition table stores evaluations too, but not of nodes that fail high on stand pat,
//! which are most of the quiescence nodes.

use super::memory::prefetch;
use super::score::{EVAL_BOUND, Value};

/// Number of entries, a power of two. 8 bytes each, so that the cache fits into L2.
const ENTRIES: usize = 1 << 14;
/// Bits of an entry that hold the evaluation; the others hold the key.
const VALUE: u64 = 0xFFFF;

const _: () = assert!(EVAL_BOUND <= i16::MAX as Value);

/// Evaluations of one profile by position key, for one thread.
#[derive(Debug)]
pub struct EvalCache {
    entries: Box<[u64; ENTRIES]>,
}

impl Default for EvalCache {
    fn default() -> Self {
        let entries = vec![0; ENTRIES];
        Self { entries: entries.try_into().expect("the length is that of the type") }
    }
}

impl EvalCache {
    /// Prefetches the slot of a key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.entries[key as usize % ENTRIES]);
    }

    /// The evaluation of the position with a key, computed by `compute` if it is not known; never beyond
    /// [`EVAL_BOUND`] for either side.
    ///
    /// Two keys collide if all but two of their bits are equal, and an empty slot looks like an entry for a key whose
    /// upper 48 bits are all zero: as likely as two positions with the same key.
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
