//! Parses moves as people type them: SAN with missing or extra characters, or UCI, in any case.

use temperament_engine::board::{Move, Position, notation};

/// Legal moves that match the input: none, one, or several if it is ambiguous.
///
/// Exact notation comes first, so `bxc4` is the pawn's move although `BXC4` could also be the bishop's.
///
/// A leading move number is ignored. A promotion without a piece matches all four.
pub fn candidates(position: &Position, text: &str) -> Vec<Move> {
    let text = unnumbered(text);
    let lower = text.to_ascii_lowercase();
    if let Some(mv) =
        notation::parse_any(position, text).or_else(|| notation::parse_uci(position, lower.trim()))
    {
        return vec![mv];
    }
    let wanted = bare(text);
    let matching = |same: fn(&str, &str) -> bool| -> Vec<Move> {
        let is_meant = |&mv: &Move| spellings(position, mv).iter().any(|s| same(s, &wanted));
        position.legal_moves().into_iter().filter(is_meant).collect()
    };
    let exact = matching(|a, b| a == b);
    if exact.is_empty() { matching(str::eq_ignore_ascii_case) } else { exact }
}

/// Strips a leading move number such as `1.` or `1...`.
fn unnumbered(text: &str) -> &str {
    let rest = text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches(|c: char| c == '.' || c.is_whitespace()),
        None => text,
    }
}

/// Strips characters that do not identify a move.
fn bare(text: &str) -> String {
    let is_decoration = |c: char| c.is_whitespace() || "x:-=+#!?".contains(c);
    text.replace('0', "O").replace(is_decoration, "")
}

/// Spellings of a move: piece, optional parts of the origin, target, optional promotion.
fn spellings(position: &Position, mv: Move) -> Vec<String> {
    let san = notation::san(position, mv);
    if position.is_castling(mv) {
        return vec![bare(&san)];
    }
    let piece = san.chars().next().filter(char::is_ascii_uppercase);
    let piece = piece.map(String::from).unwrap_or_default();
    let (file, rank) = (mv.from.file().to_string(), mv.from.rank().to_string());
    let promotion = mv.promotion.map(|p| p.to_string().to_ascii_uppercase()).unwrap_or_default();
    ["", &file, &rank, &format!("{file}{rank}")]
        .iter()
        .map(|origin| format!("{piece}{origin}{}", mv.to))
        .flat_map(|plain| [format!("{plain}{promotion}"), plain])
        .collect()
}
