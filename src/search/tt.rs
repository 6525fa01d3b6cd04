//! The transposition table: what earlier visits to a position found out.
//!
//! An entry is two 64-bit words, the data and the key xor the data, written and read without a lock.
//! Should two threads ever mix their words, the key no longer fits and the entry is taken for empty. So it
//! does not matter in which order other threads see the two words, and relaxed atomics are enough.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;

use thiserror::Error;

use super::info::Bound;
use super::memory;
use super::params::{TT_AGE_PENALTY, TT_KEEP_MARGIN};
use super::tt_entry::AGE_SHIFT;
pub use super::tt_entry::TtEntry;

/// Why a table could not be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no memory for a hash table of {mib} MiB")]
pub struct HashError {
    /// The size asked for.
    pub mib: usize,
}

/// Entries of a bucket: four of 16 bytes fill a cache line.
const BUCKET: usize = 4;
/// Ages count modulo this.
const AGES: u8 = 32;
/// Entries looked at to estimate how full the table is.
const SAMPLE: usize = 1000;
/// Buckets that are worth a thread of their own when the table is cleared: 64 MiB.
const CLEAR_SHARE: usize = (64 << 20) / size_of::<Bucket>();
/// What a new table leaves free for everything else, in MiB.
const HEADROOM_MIB: usize = 32;

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
    /// How many searches ago everything before was forgotten, up to the last age that can be told: older entries count
    /// as empty.
    known_for: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of about so many MiB, at least one.
    ///
    /// # Errors
    /// [`HashError`] if there is not that much memory.
    pub fn new(mib: usize) -> Result<Self, HashError> {
        Self::check_size(mib, 0)?;
        let error = HashError { mib };
        let bytes = mib.max(1).checked_mul(1 << 20).ok_or(error.clone())?;
        let count = bytes / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| error)?;
        memory::prefer_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        Ok(Self {
            buckets,
            age: AtomicU8::new(0),
            known_for: AtomicU8::new(0),
        })
    }

    /// Whether a table of so many MiB may fit once others of `freed` MiB are gone.
    ///
    /// # Errors
    /// [`HashError`] if it is known that it does not.
    pub fn check_size(mib: usize, freed: usize) -> Result<(), HashError> {
        let room = memory::available_mib().map(|free| free.saturating_add(freed));
        let needed = mib.saturating_add(HEADROOM_MIB);
        // A table as small as the headroom can always be had, or nothing can.
        if mib > HEADROOM_MIB && room.is_some_and(|room| needed > room) {
            return Err(HashError { mib });
        }
        Ok(())
    }

    /// Its size in MiB.
    pub fn mib(&self) -> usize {
        size_of_val(&self.buckets[..]) >> 20
    }

    /// Forgets everything; a large table with the help of all processors.
    pub fn clear(&self) {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let share = self.buckets.len().div_ceil(processors).max(CLEAR_SHARE);
        thread::scope(|scope| {
            let mut parts = self.buckets.chunks(share);
            let own = parts.next().unwrap_or_default();
            for part in parts {
                let started = thread::Builder::new().spawn_scoped(scope, || clear(part));
                if started.is_err() {
                    clear(part);
                }
            }
            clear(own);
        });
        self.age.store(0, Relaxed);
        self.known_for.store(0, Relaxed);
    }

    /// Forgets everything in no time, however large the table: what is in it counts as empty. After so many searches
    /// that ages begin anew, what is left of it counts as old; the keys of the searches that follow must therefore be
    /// others, or what it knows must be true for them as well.
    pub fn forget(&self) {
        self.new_search();
        self.known_for.store(0, Relaxed);
    }

    /// A new search begins: what is in the table counts less from now on.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
        let known_for = self.known_for.load(Relaxed) + 1;
        self.known_for.store(known_for.min(AGES - 1), Relaxed);
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

    /// Asks the memory for the bucket of a key that will probably be probed soon: it may take as long to come as half a
    /// node takes to search.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(self.bucket(key));
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let is_it = slot.check.load(Relaxed) ^ data == key;
            let counts = is_it && self.calendar().counts(Packed(data));
            counts.then(|| TtEntry::from_slot(data))?
        })
    }

    fn calendar(&self) -> Generations {
        Generations {
            age: self.age.load(Relaxed),
            known_for: self.known_for.load(Relaxed),
        }
    }

    /// Remembers a result. A deeper exact one for the same position is kept; otherwise the entry that is
    /// worth least of the bucket makes room. Without a move, the move known before stays.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let calendar = self.calendar();
        let bucket = self.bucket(key);
        let mut victim = &bucket.0[0];
        let mut least = i32::MAX;
        for slot in &bucket.0 {
            let old = Packed(slot.data.load(Relaxed));
            if slot.check.load(Relaxed) ^ old.0 == key && calendar.counts(old) {
                if !entry.is(Bound::Exact)
                    && old.age() == calendar.age
                    && entry.depth() + TT_KEEP_MARGIN < old.depth()
                {
                    return;
                }
                entry = entry.or_move(TtEntry::from_slot(old.0));
                victim = slot;
                break;
            }
            let worth = calendar.worth(old);
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = entry.to_slot(calendar.age);
        victim.data.store(data, Relaxed);
        victim.check.store(key ^ data, Relaxed);
    }
}

fn clear(buckets: &[Bucket]) {
    for slot in buckets.iter().flat_map(|b| &b.0) {
        slot.check.store(0, Relaxed);
        slot.data.store(0, Relaxed);
    }
}

/// What a slot holds: an entry with its age, or all zero.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn depth(self) -> i32 {
        i32::from((self.0 >> 48) as u8)
    }

    fn age(self) -> u8 {
        (self.0 >> AGE_SHIFT) as u8 % AGES
    }
}

/// What time it is for a table.
#[derive(Clone, Copy)]
struct Generations {
    age: u8,
    known_for: u8,
}

impl Generations {
    fn searches_ago(self, entry: Packed) -> u8 {
        (self.age + AGES - entry.age()) % AGES
    }

    /// Whether there is an entry that has not been forgotten.
    #[inline(always)]
    fn counts(self, entry: Packed) -> bool {
        !entry.is_empty() && self.searches_ago(entry) <= self.known_for
    }

    /// How much an entry is worth keeping; one that does not count least of all.
    #[inline(always)]
    fn worth(self, entry: Packed) -> i32 {
        match self.counts(entry) {
            true => entry.depth() - TT_AGE_PENALTY * i32::from(self.searches_ago(entry)),
            false => i32::MIN,
        }
    }
}

#[cfg(test)]
#[path = "tt_tests.rs"]
mod tests;
