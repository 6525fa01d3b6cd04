//! Variety of a participant's openings.

use std::collections::BTreeMap;

use crate::stats::pseudo_values;

/// Returns the effective number of different first moves, as jackknife pseudo-values by pair; `first_moves` has the
/// moves of each pair. Empty if at most one pair has any.
///
/// The effective number is that of M. O. Hill, *Diversity and Evenness*, Ecology 54 (1973), of order 2: one over the
/// chance that two moves drawn at random (the same one may be drawn twice) are alike.
pub(super) fn varieties(first_moves: &[Vec<u16>]) -> Vec<f64> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(values: &[f64]) -> f64 {
        values.iter().sum::<f64>() / values.len() as f64
    }

    #[test]
    fn always_the_same_move_is_one_kind() {
        assert_eq!(varieties(&vec![vec![7, 7]; 10]), [1.0; 10]);
    }

    #[test]
    fn many_alike_are_as_many_as_there_are() {
        // Four moves, each equally often; a pair of games has one of each.
        let pairs = vec![vec![1, 2, 3, 4]; 50];
        assert!(varieties(&pairs).iter().all(|value| (value - 4.0).abs() < 1e-9));
        // A rare fifth adds little.
        let mut more = pairs;
        more.push(vec![5]);
        let some = mean(&varieties(&more));
        assert!(some > 4.0 && some < 4.2, "{some}");
    }

    #[test]
    fn one_pair_says_nothing_about_others() {
        assert!(varieties(&[vec![1, 2], Vec::new()]).is_empty());
    }
}
