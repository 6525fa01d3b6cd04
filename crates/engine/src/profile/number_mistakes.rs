//! Numbers that neither format accepts, as people and word processors write them.

/// Characters that look like the ASCII minus.
const DASHES: [char; 7] = ['−', '–', '—', '‐', '‑', '﹣', '－'];

/// Returns `true` if a character looks like the ASCII minus but is not.
pub(super) fn is_dash(c: char) -> bool {
    DASHES.contains(&c)
}

/// Returns what is wrong with the sign of a number and the correct notation, if that is its only mistake.
pub(super) fn corrected_sign(text: &str) -> Option<(&'static str, String)> {
    let sign = text.chars().next().filter(|&c| is_dash(c) || c == '-' || c == '+')?;
    let rest = &text[sign.len_utf8()..];
    let digits = rest.trim_start();
    if !is_number(digits) || digits.starts_with(['+', '-']) {
        return None;
    }
    if is_dash(sign) {
        return Some(("the minus of a number is the ASCII character `-`", format!("-{digits}")));
    }
    let has_blank = digits.len() < rest.len();
    has_blank.then(|| ("a number has no space after its sign", format!("{sign}{digits}")))
}

/// Returns `true` for a decimal number.
pub(super) fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) && text.parse::<f64>().is_ok()
}

/// Suggestion for a factor that stands in the place of a value, such as `1.5x`.
pub(super) fn factor_hint(key: &str, text: &str) -> Option<String> {
    const TIMES: [char; 3] = ['x', '*', '×'];
    let number = text.strip_suffix(TIMES).or_else(|| text.strip_prefix(TIMES))?.trim();
    is_number(number).then(|| format!("factors stand under [scale]: \"{key}\" = {number}"))
}
