//! Reads positions given on the command line: one FEN as arguments, or a file with one per line.

use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, bail, ensure};

use crate::cli::position_arg::Place;
use temperament_engine::board::{Dropped, FenError, Game, Position, START_FEN};
use temperament_engine::escape::shell_word;
use temperament_engine::input::{self, Lines};
use temperament_engine::output::is_special;
use temperament_matches::lines::MAX_LINE;
use temperament_matches::setup::FileArg;
use temperament_matches::tune::is_binary;

/// Name of the initial position.
const STARTPOS: &str = "startpos";

/// Parses a FEN, an EPD line or `startpos`.
pub fn read(text: &str) -> Result<Position, FenError> {
    read_noting(text).map(|(position, _)| position)
}

/// The same, with what was dropped.
fn read_noting(text: &str) -> Result<(Position, Dropped), FenError> {
    let is_start = text.trim().eq_ignore_ascii_case(STARTPOS);
    Position::read_fen(if is_start { START_FEN } else { text })
}

/// The same, with the text in the error.
pub fn position(text: &str) -> anyhow::Result<Position> {
    read(text).with_context(|| format!("`{text}` is not a position"))
}

/// Parses a position given as an argument: a FEN, `startpos`, or a place in a PGN file. Reports what was dropped.
/// `file_option` is the option of the same command that reads positions from a file, if any.
///
/// # Errors
/// If it is not a position. For the path of a file, the error explains how to use the file.
pub fn argument(text: &str, file_option: Option<&str>) -> anyhow::Result<Position> {
    game(text, file_option).map(|game| game.position().clone())
}

/// The same, with the moves before: positions that may be repeated.
pub fn game(text: &str, file_option: Option<&str>) -> anyhow::Result<Game> {
    if let Some(place) = Place::parse(text) {
        return place.read();
    }
    let (position, dropped) = read_noting(text).or_else(|error| match existing_path(text) {
        Some(path) => bail!(file_advice(path, file_option)),
        None => Err(error).with_context(|| format!("`{text}` is not a position")),
    })?;
    if let Some(note) = dropped.note() {
        complain!("note: {note}");
    }
    Ok(Game::new(position))
}

/// The path of an existing file in place of a FEN: the whole argument, its first word, or the part before a misspelled place
/// such as `:13x`.
fn existing_path(text: &str) -> Option<&str> {
    let first_word = text.split_whitespace().next()?;
    let before_place = text.rsplit_once(':').map_or(text, |(path, _)| path);
    [text, first_word, before_place].into_iter().find(|path| Path::new(path).exists())
}

/// Explains how to use a file that was given in place of a FEN.
fn file_advice(path: &str, file_option: Option<&str>) -> String {
    if Path::new(path).is_dir() {
        return format!("`{path}` is a folder, not a FEN");
    }
    if is_special(Path::new(path)) {
        return format!("`{path}` is a pipe or device, neither a FEN nor a file of positions");
    }
    let is_pgn = Path::new(path).extension().is_some_and(|e| e.eq_ignore_ascii_case("pgn"));
    match (is_pgn, file_option) {
        (true, Some(option)) => {
            format!("{}; {}; then pass it with `{option} FILE`", place_advice(path), pgn_advice(path))
        }
        (true, None) => format!("`{path}` is a file, not a FEN: {}", place_advice(path)),
        (false, Some(option)) => format!(
            "`{path}` is a file, not a FEN: `{option} {}` reads it, if it has one FEN or EPD per line",
            shell_word(path)
        ),
        (_, None) => {
            format!(
                "`{path}` is a file, not a FEN: this takes a single position, such as a line of a FEN file"
            )
        }
    }
}

/// Explains how to name a position of a PGN file.
fn place_advice(path: &str) -> String {
    let path = shell_word(path);
    format!(
        "`{path}:23w` is the position before White's 23rd move, `{path}:23b` before Black's; `{path}#3:23w` is in the \
         third game"
    )
}

/// Explains how to convert a PGN file.
fn pgn_advice(path: &str) -> String {
    let input = if path == "-" { "the input" } else { path };
    format!(
        "{input} is PGN, not a list of positions: convert it to one FEN or EPD per line first, for example with \
         `pgn-extract -Wepd games.pgn > positions.epd`"
    )
}

/// Joins the fields of a FEN given as several arguments; the initial position without any.
pub fn joined(words: &[String]) -> String {
    match words {
        [] => START_FEN.to_owned(),
        words => words.join(" "),
    }
}

/// Calls `each` with number and text of every line of a file (`-`: standard input), except empty lines and comments
/// (`#`).
///
/// # Errors
/// If the file cannot be read, is binary or PGN, or `each` fails.
pub fn for_each_line(
    file: &FileArg,
    mut each: impl FnMut(usize, &str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let name = || file.to_string();
    let input: Box<dyn BufRead> = if *file == *"-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(input::open(file.as_ref()).with_context(name)?))
    };
    let (mut lines, mut is_first) = (Lines::new(input, MAX_LINE), true);
    ensure!(
        !is_binary(lines.peek().with_context(name)?),
        "{file}: this looks compressed or binary, not like text; decompress it first"
    );
    for number in 1.. {
        let Some(line) = lines.next_line().with_context(|| format!("{file}:{number}"))? else {
            break;
        };
        let line = line.text.trim();
        if !line.is_empty() && !line.starts_with('#') {
            ensure!(!is_first || !is_pgn_tag(line), pgn_advice(&file.to_string()));
            is_first = false;
            each(number, line)?;
        }
    }
    Ok(())
}

/// Returns `true` if a line is a tag pair of PGN, such as `[Event "..."]`.
fn is_pgn_tag(line: &str) -> bool {
    line.starts_with('[') && line.ends_with("\"]")
}
