//! The table by itself, and with many threads at once.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use temperament_engine::board::{Move, Move16};
use temperament_engine::search::info::Bound;
use temperament_engine::search::score::Value;
use temperament_engine::search::tt::*;
use temperament_engine::search::tt_entry::TtEntry;

fn a_move() -> Move16 {
    let mv: Move = "a7b8n".parse().unwrap();
    mv.into()
}

fn entry(depth: i32, bound: Bound) -> TtEntry {
    TtEntry::new(a_move(), -31_990, Some(-29_000), depth, bound)
}

#[test]
fn entries_come_back_as_they_went_in() {
    let table = TranspositionTable::new(1).unwrap();
    let quiet = TtEntry::new(Move16::NONE, 17, None, 0, Bound::Upper);
    for (key, stored) in [(1, entry(12, Bound::Exact)), (u64::MAX, quiet), (0, entry(3, Bound::Lower))] {
        assert_eq!(table.probe(key), None);
        table.store(key, stored);
        assert_eq!(table.probe(key), Some(stored));
    }
    table.clear();
    assert_eq!(table.probe(1), None);
}

#[test]
fn taking_the_memory_of_a_table_changes_no_entry() {
    let table = TranspositionTable::new(33).unwrap();
    let keys = || (0..1 << 12).map(|n: u64| n << 52);
    for key in keys().step_by(2) {
        table.store(key, entry(12, Bound::Exact));
    }
    assert_eq!((0..).take_while(|&part| table.take_memory(part)).count(), 3, "parts of 16 MiB");
    for (number, key) in keys().enumerate() {
        assert_eq!(table.probe(key).is_some(), number.is_multiple_of(2), "{number}");
    }
}

#[test]
fn an_entry_returns_all_its_fields() {
    let full = entry(12, Bound::Exact);
    assert_eq!((full.mv(), full.depth()), (a_move(), 12));
    assert_eq!((full.score(), full.eval()), (-31_990, Some(-29_000)));
    assert!([Bound::Exact, Bound::Lower, Bound::Upper].map(|bound| full.is(bound)) == [true; 3]);
    let empty = TtEntry::new(Move16::NONE, 17, None, 1000, Bound::Upper);
    assert_eq!((empty.mv(), empty.depth()), (Move16::NONE, 255));
    assert_eq!((empty.score(), empty.eval()), (17, None));
    assert!(empty.is(Bound::Upper) && !empty.is(Bound::Lower) && !empty.is(Bound::Exact));
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
        table.new_search();
    }
    for key in 2..40 {
        table.store(key, entry(5, Bound::Lower));
    }
    assert_eq!(table.probe(1), None);
}

#[test]
fn what_was_forgotten_is_as_if_it_had_never_been_there() {
    let (table, fresh) = (TranspositionTable::new(1).unwrap(), TranspositionTable::new(1).unwrap());
    for key in 1..40 {
        table.store(key, entry(60, Bound::Exact));
        table.new_search();
    }
    table.forget();
    assert!((1..40).all(|key| table.probe(key).is_none()));
    assert_eq!(table.hashfull(), 0);
    // The same entries find and lose their places as in a new table.
    for round in 0..20 {
        for key in 1..9 {
            let weak = entry(key as i32 + round, Bound::Upper);
            table.store(key, weak);
            fresh.store(key, weak);
        }
        assert!((1..40).all(|key| table.probe(key) == fresh.probe(key)), "round {round}");
        table.new_search();
        fresh.new_search();
    }
}

#[test]
fn a_much_shallower_bound_does_not_replace_but_an_exact_score_does() {
    let table = TranspositionTable::new(1).unwrap();
    table.store(9, entry(20, Bound::Lower));
    table.store(9, entry(4, Bound::Upper));
    assert_eq!(table.probe(9).unwrap().depth(), 20);
    table.store(9, TtEntry::new(Move16::NONE, 0, None, 4, Bound::Exact));
    let now = table.probe(9).unwrap();
    assert_eq!((now.depth(), now.mv()), (4, a_move()), "the move known before stays");
}

#[test]
fn impossible_sizes_are_refused() {
    assert_eq!(TranspositionTable::new(usize::MAX).err(), Some(HashError { mib: usize::MAX }));
    assert!(TranspositionTable::new(1 << 40).is_err());
}

#[test]
fn a_large_table_is_cleared_to_its_end() {
    let table = TranspositionTable::new(130).unwrap();
    assert_eq!(table.mib(), 130);
    let keys = [0, u64::MAX / 2, u64::MAX];
    for key in keys {
        table.store(key, entry(3, Bound::Lower));
    }
    table.clear();
    assert!(keys.iter().all(|&key| table.probe(key).is_none()));
}

#[cfg(target_os = "linux")]
#[test]
fn more_than_there_is_free_is_refused_before_it_is_taken() {
    let free = temperament_engine::search::memory::available_mib().unwrap();
    assert!(TranspositionTable::new(2 * free).is_err());
    assert!(TranspositionTable::check_size(2 * free, 0).is_err());
    assert!(TranspositionTable::check_size(2 * free, 2 * free).is_ok());
}

/// An entry every part of which follows from a number, so that a mixture of two of them is seen.
fn entry_of(number: u64) -> TtEntry {
    let part = |bits: u32| number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits);
    TtEntry::new(
        Move16::from_bits((part(12) | 1) as u16),
        part(14) as Value,
        Some(-(part(13) as Value)),
        part(6) as i32,
        [Bound::Upper, Bound::Lower, Bound::Exact][(number % 3) as usize],
    )
}

/// Threads that write and read the same few buckets as fast as they can. Each key has its own set of entries, and
/// what is read for a key must be one of them, whole.
///
/// Relaxed order is enough: each word is atomic, so a read gives some whole word that was written, and a pair of
/// words is believed only if `check ^ data` is the key. With data of one write and check of another that is
/// `key1 ^ data1 ^ data2`, which is the key asked for only if both writes stored the same data under that key, or by
/// a chance of 2^-64. No other memory is reached through an entry, so nothing else has to be in order with it; a
/// move read is checked for legality before it is played.
#[test]
fn no_thread_ever_reads_a_mixture_of_entries() {
    const KEYS: u64 = 12;
    const VARIANTS: u64 = 64;
    let rounds = if cfg!(miri) { 300 } else { 200_000 };
    let table = TranspositionTable::new(1).unwrap();
    let has_read = AtomicBool::new(false);
    // Keys of three neighbouring buckets, four slots of 16 bytes each: all threads meet in every slot.
    let bucket = u64::MAX / ((table.mib() << 20) / 64) as u64;
    let key_of = |k: u64| (k % 3) * (bucket + 1) + k;
    thread::scope(|scope| {
        for thread in 0..4_u64 {
            let (table, has_read) = (&table, &has_read);
            scope.spawn(move || {
                let mut state = thread + 1;
                for _ in 0..rounds {
                    // Knuth's linear congruential generator (MMIX).
                    state =
                        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    let (k, variant) = ((state >> 33) % KEYS, (state >> 40) % VARIANTS);
                    if state >> 63 == 0 {
                        table.store(key_of(k), entry_of(k * VARIANTS + variant));
                    } else if let Some(found) = table.probe(key_of(k)) {
                        has_read.store(true, Relaxed);
                        let mut own = (0..VARIANTS).map(|v| entry_of(k * VARIANTS + v));
                        assert!(own.any(|e| e == found), "key {k}: {found:?}");
                    }
                }
            });
        }
    });
    assert!(has_read.into_inner());
}
