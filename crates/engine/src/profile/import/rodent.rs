//! Personality files of the engine Rodent.

/// Returns `true` if a text is a personality.
pub fn is_personality(_text: &str) -> bool {
    false
}
