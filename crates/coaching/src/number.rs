//! Numbers for people.

/// Smaller numbers, in pawns, are 0.00 with two decimals.
pub const VISIBLE: f64 = 0.005;

/// A number with its sign; what is rounded to zero has none.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    let is_zero = text.chars().all(|c| matches!(c, '+' | '-' | '0' | '.'));
    if is_zero { text[1..].to_owned() } else { text }
}

/// Pawns in whole centipawns: what two decimals show.
pub fn hundredths(pawns: f64) -> i64 {
    (pawns * 100.0).round() as i64
}
