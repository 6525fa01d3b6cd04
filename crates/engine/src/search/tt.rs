//! The transposition table (TT).
//!
//! A slot is two 64-bit words, the data and the key xor the data, read and written without a lock. If the words of two
//! threads get mixed, the key does not match and the slot is treated as empty. Therefore the order in which other threads
//! see the two words does not matter, and relaxed atomics are enough.
//!
//! Keys include the id of the weights, so entries of one profile are never read by another.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::thread;

use thiserror::Error;

use super::info::Bound;
use super::memory::{self, Buckets};
use super::params::{TT_AGE_PENALTY, TT_KEEP_MARGIN};
pub use super::tt_entry::TtEntry;
use super::tt_entry::{AGE_SHIFT, Bucket, DEPTH_SHIFT};

/// Error: a table could not be allocated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no memory for a hash table of {mib} MiB")]
pub struct HashError {
    /// Requested size in MiB.
    pub mib: usize,
}

/// Number of generations; ages are counted modulo this.
const AGES: u8 = 32;
/// Number of entries sampled by [`TranspositionTable::hashfull`].
const SAMPLE: usize = 1000;
/// Minimum number of buckets for each thread that clears the table: 64 MiB.
const CLEAR_SHARE: usize = (64 << 20) / size_of::<Bucket>();
/// Number of buckets of a part in [`TranspositionTable::take_memory`]: 16 MiB.
const MEMORY_PART: usize = (16 << 20) / size_of::<Bucket>();
/// Number of buckets in the smallest page of memory, 4 KiB.
const SMALL_PAGE: usize = (4 << 10) / size_of::<Bucket>();
/// Memory that a new table leaves free for everything else, in MiB.
const HEADROOM_MIB: usize = 32;

/// A transposition table, shared by all threads of a search.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Buckets,
    age: AtomicU8,
    /// Number of generations since [`Self::forget`], saturated: older entries count as empty.
    valid_generations: AtomicU8,
}

impl TranspositionTable {
    /// Creates an empty table of about `mib` MiB, at least one.
    ///
    /// # Errors
    /// [`HashError`] if there is not that much memory.
    pub fn new(mib: usize) -> Result<Self, HashError> {
        Self::check_size(mib, 0)?;
        let bytes = mib.max(1).checked_mul(1 << 20);
        let buckets = bytes.and_then(|bytes| Buckets::new(bytes / size_of::<Bucket>()));
        let buckets = buckets.ok_or(HashError { mib })?;
        Ok(Self { buckets, age: AtomicU8::new(0), valid_generations: AtomicU8::new(0) })
    }

    /// Checks whether a table of `mib` MiB may fit into memory after `freed` MiB are released.
    ///
    /// # Errors
    /// [`HashError`] if it certainly does not.
    pub fn check_size(mib: usize, freed: usize) -> Result<(), HashError> {
        let room = memory::available_mib().map(|free| free.saturating_add(freed));
        let needed = mib.saturating_add(HEADROOM_MIB);
        // Small tables are never refused in advance.
        if mib > HEADROOM_MIB && room.is_some_and(|room| needed > room) {
            return Err(HashError { mib });
        }
        Ok(())
    }

    pub fn mib(&self) -> usize {
        size_of_val(&self.buckets[..]) >> 20
    }

    /// Clears the table; a large one on all processors.
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
        self.valid_generations.store(0, Relaxed);
    }

    /// Takes the memory of a part of the table from the system, without changing entries: also during a search. Parts are
    /// numbered from 0; returns `false` if there is no such part.
    pub fn take_memory(&self, part: usize) -> bool {
        let Some(buckets) = self.buckets.chunks(MEMORY_PART).nth(part) else {
            return false;
        };
        for bucket in buckets.iter().step_by(SMALL_PAGE) {
            // Writes what is there. The compiler may omit other writes without effect.
            let _ = bucket.0[0].data.compare_exchange(0, 0, Relaxed, Relaxed);
        }
        true
    }

    /// Makes all entries count as empty, in constant time, so that the next search is the same as with a new table. When
    /// generations wrap around, remaining entries become valid again, as old ones; the keys of other weights differ.
    pub fn forget(&self) {
        self.new_search();
        self.valid_generations.store(0, Relaxed);
    }

    /// Begins a new generation: entries of earlier searches are replaced first.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
        let valid = self.valid_generations.load(Relaxed) + 1;
        self.valid_generations.store(valid.min(AGES - 1), Relaxed);
    }

    /// Returns how full the table is with entries of this search, in permille, estimated from a sample.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.buckets.iter().flat_map(|b| &b.0).take(SAMPLE);
        let used = sample.map(|s| Packed(s.data.load(Relaxed))).filter(|d| !d.is_empty() && d.age() == age);
        used.count() as u32
    }

    /// Returns the bucket of a key: the key scaled to the number of buckets.
    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Prefetches the bucket of a key that will probably be probed soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(self.bucket(key));
    }

    /// Returns the entry of a key, if stored.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            let is_match = slot.check.load(Relaxed) ^ data == key && self.generation().is_valid(Packed(data));
            is_match.then(|| TtEntry::from_slot(data))?
        })
    }

    fn generation(&self) -> Generation {
        Generation { age: self.age.load(Relaxed), valid: self.valid_generations.load(Relaxed) }
    }

    /// Stores an entry. A much deeper entry of this search for the same position is kept unless the new one is exact.
    /// Otherwise the entry replaces that of the same position, or the least valuable one of the bucket. An entry without
    /// a move keeps the move stored before.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let now = self.generation();
        let bucket = self.bucket(key);
        let mut victim = &bucket.0[0];
        let mut least = i32::MAX;
        for slot in &bucket.0 {
            let old = Packed(slot.data.load(Relaxed));
            if slot.check.load(Relaxed) ^ old.0 == key && now.is_valid(old) {
                if !entry.is(Bound::Exact)
                    && old.age() == now.age
                    && entry.depth() + TT_KEEP_MARGIN < old.depth()
                {
                    return;
                }
                entry = entry.or_move(TtEntry::from_slot(old.0));
                victim = slot;
                break;
            }
            let value = now.replacement_value(old);
            if value < least {
                least = value;
                victim = slot;
            }
        }
        let data = entry.to_slot(now.age);
        victim.data.store(data, Relaxed);
        victim.check.store(key ^ data, Relaxed);
    }
}

fn clear(buckets: &[Bucket]) {
    for slot in buckets.iter().flat_map(|b| &b.0) {
        // Reading, unlike writing, does not make the system provide a page that has never been used.
        if slot.data.load(Relaxed) != 0 {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
    }
}

/// The data of a slot: an entry with its age, or 0.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn depth(self) -> i32 {
        i32::from((self.0 >> DEPTH_SHIFT) as u8)
    }

    fn age(self) -> u8 {
        (self.0 >> AGE_SHIFT) as u8 % AGES
    }
}

/// The current generation, and how many earlier ones are valid.
#[derive(Clone, Copy)]
struct Generation {
    age: u8,
    valid: u8,
}

impl Generation {
    fn searches_ago(self, entry: Packed) -> u8 {
        (self.age + AGES - entry.age()) % AGES
    }

    /// Returns `true` if a slot holds an entry that has not been forgotten.
    #[inline(always)]
    fn is_valid(self, entry: Packed) -> bool {
        !entry.is_empty() && self.searches_ago(entry) <= self.valid
    }

    /// Returns the value of keeping an entry; the lowest number for an empty or forgotten one.
    #[inline(always)]
    fn replacement_value(self, entry: Packed) -> i32 {
        if self.is_valid(entry) {
            entry.depth() - TT_AGE_PENALTY * i32::from(self.searches_ago(entry))
        } else {
            i32::MIN
        }
    }
}
