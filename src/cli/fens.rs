//! Positions as the command line takes them: one as words, many as the lines of a file.

use std::io::{self, BufRead, BufReader};

use anyhow::{Context, ensure};

use crate::board::{FenError, Position, START_FEN};
use crate::cli::file_arg::FileArg;
use crate::input;
use crate::lines::MAX_LINE;
use crate::tune::is_binary;

/// The word for the initial position.
const STARTPOS: &str = "startpos";

/// The position that a FEN, an EPD line or the word `startpos` says.
pub fn read(text: &str) -> Result<Position, FenError> {
    if text.trim().eq_ignore_ascii_case(STARTPOS) {
        Ok(Position::startpos())
    } else {
        Position::from_fen(text)
    }
}

/// The same; the error names the text.
pub fn position(text: &str) -> anyhow::Result<Position> {
    read(text).with_context(|| format!("`{text}` is not a position"))
}

/// A FEN whose fields may be arguments of their own; without any, the initial position.
pub fn joined(words: &[String]) -> String {
    match words {
        [] => START_FEN.to_owned(),
        words => words.join(" "),
    }
}

/// Some editors begin a file in UTF-8 with this.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Calls `each` with the number and text of every line of a file (`-`: standard input) that is neither empty nor a
/// comment, which begins with `#`. Bytes that are not UTF-8 are replaced: at worst such a line is no position.
pub fn for_each_line(
    file: &FileArg,
    mut each: impl FnMut(usize, &str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let told = || file.to_string();
    let mut input: Box<dyn BufRead> = match *file == *"-" {
        true => Box::new(io::stdin().lock()),
        false => Box::new(BufReader::new(input::open(file.as_ref()).with_context(told)?)),
    };
    ensure!(
        !is_binary(input.fill_buf().with_context(told)?),
        "{file}: this looks compressed or binary, not like text; a compressed file must be unpacked first"
    );
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let length = input::read_line(&mut input, &mut bytes, MAX_LINE);
        if length.with_context(|| format!("{file}:{number}"))? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&bytes);
        let line = match number {
            1 => text.trim_start_matches(BYTE_ORDER_MARK).trim(),
            _ => text.trim(),
        };
        if !line.is_empty() && !line.starts_with('#') {
            each(number, line)?;
        }
    }
    Ok(())
}
