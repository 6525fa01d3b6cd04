//! Positions as the command line takes them: one as words, many as the lines of a file.

use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, anyhow, ensure};

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

/// Parses a position that was given as an argument. `file_option` is the option of the same command that reads
/// positions from a file, if it has one.
///
/// # Errors
/// When it is no position. For the path of a file, the error explains how to use the file.
pub fn argument(text: &str, file_option: Option<&str>) -> anyhow::Result<Position> {
    position(text).map_err(|error| match existing_path(text) {
        Some(path) => anyhow!(file_advice(path, file_option)),
        None => error,
    })
}

/// The path that stands where a FEN was expected: the whole argument or its first word.
fn existing_path(text: &str) -> Option<&str> {
    let first_word = text.split_whitespace().next()?;
    [text, first_word]
        .into_iter()
        .find(|path| Path::new(path).exists())
}

/// Explains how to use a file that was given in place of a FEN.
fn file_advice(path: &str, file_option: Option<&str>) -> String {
    if Path::new(path).is_dir() {
        return format!("`{path}` is a folder, not a FEN");
    }
    let is_pgn = Path::new(path)
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("pgn"));
    match (is_pgn, file_option) {
        (true, Some(option)) => format!("{}; then pass it with `{option} FILE`", pgn_advice(path)),
        (false, Some(option)) => format!(
            "`{path}` is a file, not a FEN: `{option} {path}` reads it, if it has one FEN or EPD per line"
        ),
        (_, None) => format!(
            "`{path}` is a file, not a FEN: this takes a single position, such as a line of a FEN file"
        ),
    }
}

/// Explains how to use a PGN file where positions are read.
fn pgn_advice(path: &str) -> String {
    let input = if path == "-" { "the input" } else { path };
    format!(
        "{input} is PGN, not a list of positions: convert it to one FEN or EPD per line first, for example with \
         `pgn-extract -Wepd games.pgn > positions.epd`"
    )
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
///
/// # Errors
/// When the file cannot be read, is binary or PGN, or `each` fails.
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
    let (mut bytes, mut is_first) = (Vec::new(), true);
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
            ensure!(!is_first || !is_pgn_tag(line), pgn_advice(&file.to_string()));
            is_first = false;
            each(number, line)?;
        }
    }
    Ok(())
}

/// Whether a line is a tag pair of PGN, such as `[Event "..."]`.
fn is_pgn_tag(line: &str) -> bool {
    line.starts_with('[') && line.ends_with("\"]")
}
