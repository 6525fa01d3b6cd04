//! The transposition table: what earlier visits to a position found out.
//!
//! An entry is two 64-bit words, the data and the key xor the data, written and read without a lock.
//! Should two threads ever mix their words, the key no longer fits and the entry is taken for empty.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use thiserror::Error;

use crate::board::{Move, Piece, Square};

use super::params::{TT_AGE_PENALTY, TT_KEEP_MARGIN};
use super::report::Bound;
use super::score::Value;

/// Why a table could not be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no memory for a hash table of {mib} MiB")]
pub struct HashError {
    /// The size asked for.
    pub mib: usize,
}

/// What the table knows about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TtEntry {
    /// The move that proved best, or cut.
    pub mv: Option<Move>,
    /// The score; mates count from the node.
    pub score: Value,
    /// The static evaluation; `None` in check.
    pub eval: Option<Value>,
    /// Remaining depth of the search that wrote it, in plies; 0 from quiescence.
    pub depth: i32,
    /// What is known about the score.
    pub bound: Bound,
}

/// Entries of a bucket: four of 16 bytes fill a cache line.
const BUCKET: usize = 4;
/// Ages count modulo this.
const AGES: u8 = 32;
/// Entries looked at to estimate how full the table is.
const SAMPLE: usize = 1000;
/// Stands for no evaluation.
const NO_EVAL: i16 = i16::MIN;

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// A table shared by all threads of a search.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of about so many MiB, at least one.
    ///
    /// # Errors
    /// [`HashError`] if there is not that much memory.
    pub fn new(mib: usize) -> Result<Self, HashError> {
        let error = HashError { mib };
        let bytes = mib.max(1).checked_mul(1 << 20).ok_or(error.clone())?;
        let count = bytes / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| error)?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self {
            buckets,
            age: AtomicU8::new(0),
        })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|b| &b.0) {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
        self.age.store(0, Relaxed);
    }

    /// A new search begins: what is in the table counts less from now on.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// How much of the table this search has filled, in thousandths, from a sample.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.buckets.iter().flat_map(|b| &b.0).take(SAMPLE);
        let used = sample
            .map(|s| Packed(s.data.load(Relaxed)))
            .filter(|d| !d.is_empty() && d.age() == age);
        used.count() as u32
    }

    /// Which bucket a key belongs to: the key scaled to the number of buckets, whatever that is.
    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key).then(|| Packed(data).unpack())?
        })
    }

    /// Remembers a result. A deeper exact one for the same position is kept; otherwise the entry that is
    /// worth least of the bucket makes room. Without a move, the move known before stays.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let mut victim = &bucket.0[0];
        let mut least = i32::MAX;
        for slot in &bucket.0 {
            let old = Packed(slot.data.load(Relaxed));
            if slot.check.load(Relaxed) ^ old.0 == key && !old.is_empty() {
                if entry.bound != Bound::Exact
                    && old.age() == age
                    && entry.depth + TT_KEEP_MARGIN < old.depth()
                {
                    return;
                }
                entry.mv = entry.mv.or(old.mv());
                victim = slot;
                break;
            }
            let worth = old.worth(age);
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = Packed::new(&entry, age).0;
        victim.data.store(data, Relaxed);
        victim.check.store(key ^ data, Relaxed);
    }
}

/// An entry in 64 bits, lowest first: move 16, score 16, evaluation 16, depth 8, bound 2, age 5. All zero
/// is an empty entry: bounds are stored as 1 to 3.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    fn new(entry: &TtEntry, age: u8) -> Self {
        let mv = entry.mv.map_or(0, pack_move);
        let score = entry.score as i16 as u16;
        let eval = entry.eval.map_or(NO_EVAL, |e| e as i16) as u16;
        let depth = entry.depth.clamp(0, i32::from(u8::MAX)) as u64;
        let bound = match entry.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        Self(
            u64::from(mv)
                | u64::from(score) << 16
                | u64::from(eval) << 32
                | depth << 48
                | bound << 56
                | u64::from(age) << 58,
        )
    }

    fn unpack(self) -> Option<TtEntry> {
        let bound = match self.0 >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let eval = (self.0 >> 32) as i16;
        Some(TtEntry {
            mv: self.mv(),
            score: Value::from((self.0 >> 16) as i16),
            eval: (eval != NO_EVAL).then_some(Value::from(eval)),
            depth: self.depth(),
            bound,
        })
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn mv(self) -> Option<Move> {
        unpack_move(self.0 as u16)
    }

    fn depth(self) -> i32 {
        i32::from((self.0 >> 48) as u8)
    }

    fn age(self) -> u8 {
        (self.0 >> 58) as u8 % AGES
    }

    /// How much an entry is worth keeping; an empty one least of all.
    fn worth(self, age: u8) -> i32 {
        if self.is_empty() {
            return i32::MIN;
        }
        let searches_ago = (age + AGES - self.age()) % AGES;
        self.depth() - TT_AGE_PENALTY * i32::from(searches_ago)
    }
}

/// A move in 15 bits: from 6, to 6, promotion 3 (0 for none). Never 0, for no move stays on a1.
fn pack_move(mv: Move) -> u16 {
    let promotion = mv.promotion.map_or(0, |p| p as u16);
    mv.from as u16 | (mv.to as u16) << 6 | promotion << 12
}

fn unpack_move(packed: u16) -> Option<Move> {
    let promotion = usize::from(packed >> 12 & 7);
    (packed != 0).then(|| Move {
        from: Square::index(usize::from(packed & 63)),
        to: Square::index(usize::from(packed >> 6 & 63)),
        promotion: (promotion != 0).then(|| Piece::index(promotion)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: i32, bound: Bound) -> TtEntry {
        TtEntry {
            mv: Some("a7b8n".parse().unwrap()),
            score: -31_990,
            eval: Some(-29_000),
            depth,
            bound,
        }
    }

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = TranspositionTable::new(1).unwrap();
        let quiet = TtEntry {
            mv: None,
            eval: None,
            score: 17,
            ..entry(0, Bound::Upper)
        };
        for (key, stored) in [
            (1, entry(12, Bound::Exact)),
            (u64::MAX, quiet),
            (0, entry(3, Bound::Lower)),
        ] {
            assert_eq!(table.probe(key), None);
            table.store(key, stored);
            assert_eq!(table.probe(key), Some(stored));
        }
        table.clear();
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let table = TranspositionTable::new(1).unwrap();
        // Neighbouring keys share a bucket: the upper bits choose it.
        table.store(1, entry(30, Bound::Lower));
        for key in 2..40 {
            table.store(key, entry(5, Bound::Lower));
        }
        assert!(table.probe(1).is_some());
        for _ in 0..10 {
            table.grow_older();
        }
        for key in 2..40 {
            table.store(key, entry(5, Bound::Lower));
        }
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn a_much_shallower_bound_does_not_replace_but_an_exact_score_does() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(9, entry(20, Bound::Lower));
        table.store(9, entry(4, Bound::Upper));
        assert_eq!(table.probe(9).unwrap().depth, 20);
        let exact = TtEntry {
            mv: None,
            ..entry(4, Bound::Exact)
        };
        table.store(9, exact);
        let now = table.probe(9).unwrap();
        assert_eq!((now.depth, now.mv), (4, entry(0, Bound::Exact).mv));
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert_eq!(
            TranspositionTable::new(usize::MAX).err(),
            Some(HashError { mib: usize::MAX })
        );
        assert!(TranspositionTable::new(1 << 40).is_err());
    }
}
