//! Finds the nearest of several names to an unknown one. Independent of the rest of the crate.

/// Minimum similarity of a suggestion, from 0 to 1.
const ALIKE: f64 = 0.6;
/// Names longer than this, in bytes, are not compared: they are no typos.
pub const LONGEST: usize = 64;

/// Returns the name most similar to a word.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let score = |name: &str| strsim::normalized_damerau_levenshtein(&word, &name.to_lowercase());
    best(names.map(|n| (n, score(n))))
}

/// Returns the name with the highest score, from 0 to 1, if it is similar enough.
pub fn best<'a>(scored: impl Iterator<Item = (&'a str, f64)>) -> Option<&'a str> {
    scored
        .filter(|&(_, score)| score >= ALIKE)
        // The first of equal names, so that hints follow the order of the names.
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
        .map(|(name, _)| name)
}
