//! Makes untrusted text safe to show: contents of files and output of other programs must not control a terminal,
//! change the direction of a line, or fill the screen.

use std::io::{self, Write};

/// Returns `true` if a character is a control character (C0, C1, bidirectional), a line separator, or invisible.
/// Joiners are printable: scripts and emoji need them.
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// One line: unprintable characters become escapes such as `\n` and `\u{202e}`.
pub fn one_line(text: &str) -> String {
    escaped(text, |_| false)
}

/// The same, keeping line feeds and tabs.
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

/// Quotes a word for a POSIX shell, if it needs quotes.
pub fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./:,@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Quotes the words of a command line for a POSIX shell.
pub fn shell(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| shell_word(word)).collect();
    words.join(" ")
}

/// Escapes unprintable characters in the strings of JSON text.
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

/// Escapes text on its way to a terminal, as [`lines`] does. Each write must be whole UTF-8, as those of `write!`
/// are.
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
            // `escape_default` escapes everything that is not ASCII.
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}
