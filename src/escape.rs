//! Makes text from outside safe to show: what files and other programs say must not steer a terminal, turn the
//! direction of a line, or fill the screen.

use std::io::{self, Write};

/// Whether a character is a control character (of C0, C1 or of bidirectional text), a separator of lines, or invisible
/// on purpose.
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}')
}

/// One line: unprintable characters become escapes such as `\n` and `\u{202e}`.
pub fn one_line(text: &str) -> String {
    escaped(text, |_| false)
}

/// The same with its line feeds and tabs.
pub fn lines(text: &str) -> String {
    escaped(text, |c| matches!(c, '\n' | '\t'))
}

/// Returns one line of at most this many characters, with `...` at the end if it was cut.
pub fn bounded(text: &str, most: usize) -> String {
    let begin: String = text.chars().take(most + 1).collect();
    let line = one_line(&begin);
    match line.char_indices().nth(most) {
        Some((cut, _)) => format!("{}...", &line[..cut]),
        None => line,
    }
}

/// JSON with escapes of its own for what is unprintable in its strings.
pub fn json(text: &str) -> String {
    let mut units = [0; 2];
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unprintable(c) && c != '\n' {
            let units = c.encode_utf16(&mut units).iter();
            escaped.extend(units.map(|unit| format!("\\u{unit:04x}")));
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// Escapes text on its way to a terminal, as [`lines`] does. Each piece that is written has to be whole UTF-8, as all are
/// that come from `write!`.
#[derive(Debug)]
pub struct Writer<W>(pub W);

impl<W: Write> Write for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = lines(&String::from_utf8_lossy(bytes));
        self.0.write_all(text.as_bytes()).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn escaped(text: &str, is_kept: impl Fn(char) -> bool) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unprintable(c) && !is_kept(c) {
            // What `escape_default` does with all that is not ASCII.
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_escaped_and_letters_are_not() {
        assert_eq!(
            one_line("a\u{1b}[2J\n\u{9b}1m\u{202e}\u{2067}"),
            r"a\u{1b}[2J\n\u{9b}1m\u{202e}\u{2067}"
        );
        assert_eq!(lines("a\tb\n\rc\u{7f}"), "a\tb\n\\rc\\u{7f}");
        let names = "Jörg, Ерёмин, 李世石, لينا, अनन्या, 👩‍🚀";
        assert_eq!(one_line(names), names);
    }

    #[test]
    fn json_stays_json() {
        let text = serde_json::to_string_pretty(&["a\u{9b}\u{202e}\u{e0001}\n"]).unwrap();
        let escaped = json(&text);
        assert!(!escaped.contains(|c| is_unprintable(c) && c != '\n'), "{escaped}");
        assert_eq!(
            serde_json::from_str::<Vec<String>>(&escaped).unwrap(),
            ["a\u{9b}\u{202e}\u{e0001}\n"]
        );
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(bounded("äöü", 3), "äöü");
        assert_eq!(bounded("äöüß", 3), "äöü...");
        assert_eq!(bounded(&"\n".repeat(1 << 16), 5), r"\n\n\...");
    }
}
