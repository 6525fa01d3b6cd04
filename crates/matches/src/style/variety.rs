//! Variety of a participant's openings.

use std::collections::BTreeMap;

use crate::stats::pseudo_values;

/// Returns the effective number of different first moves, as jackknife pseudo-values by pair; `first_moves` has the
/// moves of each pair. Empty if at most one pair has any.
///
/// The effective number is that of M. O. Hill, *Diversity and Evenness*, Ecology 54 (1973), of order 2: one over the
/// chance that two moves drawn at random (the same one may be drawn twice) are alike.
pub fn varieties(first_moves: &[Vec<u16>]) -> Vec<f64> {
    if first_moves.iter().filter(|moves| !moves.is_empty()).count() < 2 {
        return Vec::new();
    }
    let all = occurrences(first_moves.iter().flatten());
    let number: u64 = all.values().sum();
    let squares: u64 = all.values().map(|n| n * n).sum();
    let effective = |squares: u64, number: u64| (number * number) as f64 / squares as f64;
    pseudo_values(first_moves.len(), |without| {
        let Some(pair) = without else {
            return effective(squares, number);
        };
        // Only the squares of what this pair has change.
        let gone = occurrences(&first_moves[pair]);
        let less: u64 = gone.iter().map(|(mv, k)| k * (2 * all[mv] - k)).sum();
        effective(squares - less, number - gone.values().sum::<u64>())
    })
}

fn occurrences<'a>(moves: impl IntoIterator<Item = &'a u16>) -> BTreeMap<u16, u64> {
    let mut times = BTreeMap::new();
    for &mv in moves {
        *times.entry(mv).or_default() += 1;
    }
    times
}
