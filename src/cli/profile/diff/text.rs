//! A comparison for people: what stands around the keys that differ.

use super::Side;
use super::positions::Disagreement;

/// Which two profiles these are.
pub(super) fn heading([a, b]: &[Side<'_>; 2], is_same: bool) -> String {
    if is_same {
        return format!(
            "{} and {} evaluate alike (id {:016x})\n",
            a.name,
            b.name,
            a.compiled.id()
        );
    }
    let [name_a, name_b] = [a, b].map(|side| side.name.to_string());
    let width = name_a.chars().count().max(name_b.chars().count());
    let line = |letter: &str, side: &Side<'_>| {
        format!(
            "{letter}: {:width$}  (id {:016x})\n",
            side.name.to_string(),
            side.compiled.id()
        )
    };
    format!("{}{}", line("a", a), line("b", b))
}

/// The positions with the largest differences.
pub(super) fn positions(found: &[Disagreement]) -> String {
    let mut text = String::new();
    for d in found {
        if text.is_empty() {
            text +=
                "\nWhere they disagree most, in centipawns for White: b - a, then a, b and the position\n\n";
        }
        let [a, b] = d.centipawns;
        text += &format!("{:>+6} {a:>+6} {b:>+6}  {}\n", d.difference(), d.fen);
        let terms: Vec<String> = d.terms.iter().map(|(key, n)| format!("{key} {n:+.0}")).collect();
        if !terms.is_empty() {
            text += &format!("{:22}{}\n", "", terms.join(", "));
        }
    }
    text
}
