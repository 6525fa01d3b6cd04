//! Counts on the command line: `5000`, `20k`, `1.5M`.

/// Describes the form in error messages.
pub const FORM: &str = "a whole number of at least 1, such as 5000, 20k or 1.5M";

/// Parses a whole number of at least 1, with an optional suffix `k` (thousand) or `M` (million).
pub fn parse(text: &str) -> Option<u64> {
    let (digits, factor) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1_000),
        None => text.strip_suffix('M').map_or((text, 1), |digits| (digits, 1_000_000)),
    };
    let (whole, decimals) = match digits.split_once('.') {
        Some((whole, decimals)) if factor > 1 && !decimals.is_empty() => (whole, decimals),
        Some(_) => return None,
        None => (digits, ""),
    };
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(decimals) {
        return None;
    }
    let scale = 10_u64.checked_pow(decimals.len().try_into().ok()?)?;
    let number: u64 = format!("{whole}{decimals}").parse().ok()?;
    let product = number.checked_mul(factor)?;
    (product > 0 && product.is_multiple_of(scale)).then(|| product / scale)
}
