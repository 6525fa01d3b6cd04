//! Breaks text into lines for a terminal.

/// Breaks a text between words into lines of at most `width` characters, unless a word is longer. The number of a move, as in
/// `12. Nf3`, stays with it. The first line begins with `first`, the others with `indent`.
pub fn wrapped(text: &str, first: &str, indent: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = first.to_owned();
    let mut is_start = true;
    let mut words = text.split(' ');
    while let Some(word) = words.next() {
        let mv = if is_move_number(word) { words.next() } else { None };
        let word = mv.map_or_else(|| word.to_owned(), |mv| format!("{word} {mv}"));
        if !is_start && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::replace(&mut line, indent.to_owned()));
        } else if !is_start {
            line.push(' ');
        }
        line.push_str(&word);
        is_start = false;
    }
    lines.push(line);
    lines
}

/// Returns `true` for `12.` and `12...`.
fn is_move_number(word: &str) -> bool {
    let number = word.trim_end_matches('.');
    number.len() < word.len() && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}
