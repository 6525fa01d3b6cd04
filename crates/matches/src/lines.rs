//! Reads lines of text from other programs, which may contain any bytes.

use std::io::{self, BufRead, Read};

/// Maximum length of user input lines in bytes: a game of a hundred thousand moves.
pub const MAX_LINE: u64 = 1 << 20;

/// Returns the next line without its line end; `None` at the end of input. Invalid UTF-8 is replaced. A line is cut
/// after `longest` bytes, so that input without line ends cannot fill the memory.
///
/// # Errors
/// Those of the reader.
pub fn next_line(input: &mut impl BufRead, longest: u64) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let mut limited = input.by_ref().take(longest);
    if limited.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == longest && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
}
