//! The nearest of several names to one that is none of them. Knows nothing of the crate.

/// How alike two names must be to be worth a suggestion, from 0 to 1.
const ALIKE: f64 = 0.6;
/// Longer names are not compared, in bytes: they are no slips of the hand.
pub const LONGEST: usize = 64;

/// The name most like a word.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let score = |name: &str| strsim::normalized_damerau_levenshtein(&word, &name.to_lowercase());
    best(names.map(|n| (n, score(n))))
}

/// The name with the highest score, from 0 to 1, if it is alike enough.
pub fn best<'a>(scored: impl Iterator<Item = (&'a str, f64)>) -> Option<&'a str> {
    scored
        .filter(|&(_, score)| score >= ALIKE)
        // Of equals the first, so that hints follow the order of the names.
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
        .map(|(name, _)| name)
}
