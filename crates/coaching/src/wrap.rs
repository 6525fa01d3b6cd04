//! Breaks text into lines for a terminal.

/// Breaks a text between words into lines of at most `width` characters, unless a word is longer. The first line begins with
/// `first`, the others with `indent`.
pub fn wrapped(text: &str, first: &str, indent: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = first.to_owned();
    let mut is_start = true;
    for word in text.split(' ') {
        if !is_start && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::replace(&mut line, indent.to_owned()));
        } else if !is_start {
            line.push(' ');
        }
        line.push_str(word);
        is_start = false;
    }
    lines.push(line);
    lines
}
