//! Positions and games from Python: a FEN, an EPD line or `startpos`, or a `chess.Board`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use temperament_engine::escape::bounded;
use temperament_engine::{Game, Move, Position, notation};

use crate::error::PositionError;

/// Maximum number of half-moves of a game: the fifty-move rule does not allow more.
const MOST_MOVES: usize = 12_000;
/// Maximum length of a quoted text, in characters.
const LONGEST_QUOTE: usize = 100;

/// A position.
pub fn position(any: &Bound<'_, PyAny>) -> PyResult<Position> {
    if let Ok(text) = any.cast::<PyString>() {
        return parse(text.to_str()?);
    }
    parse(fen_of_board(any)?.to_str()?)
}

/// The FEN of a `chess.Board`; of a board of Chess960 with the files of the rooks.
fn fen_of_board<'py>(any: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    let unfit = || {
        let name = any.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("a position is a FEN (str) or a chess.Board, not {name}"))
    };
    // An attribute of the boards of python-chess.
    let variant = any.getattr("uci_variant").ok().and_then(|name| name.extract::<String>().ok());
    if let Some(variant) = variant.filter(|name| name != "chess") {
        return Err(PositionError::new_err(format!("`{variant}` is neither chess nor Chess960")));
    }
    let is_chess960 = any.getattr("chess960").is_ok_and(|flag| flag.is_truthy().unwrap_or(false));
    let method = any.getattr(if is_chess960 { "shredder_fen" } else { "fen" }).map_err(|_| unfit())?;
    method.call0()?.cast_into::<PyString>().map_err(|_| unfit())
}

/// Parses a text.
pub fn parse(text: &str) -> PyResult<Position> {
    match text.trim() {
        "startpos" => Ok(Position::startpos()),
        fen => Position::from_fen(fen)
            .map_err(|error| PositionError::new_err(format!("{error}: `{}`", bounded(fen, LONGEST_QUOTE)))),
    }
}

/// The game after some moves in UCI notation.
pub fn game(start: &str, moves: &[String]) -> PyResult<Game> {
    if moves.len() > MOST_MOVES {
        return Err(PositionError::new_err(format!("a game has at most {MOST_MOVES} half-moves")));
    }
    let mut game = Game::new(parse(start)?);
    for text in moves {
        let mv = notation::parse_uci(game.position(), text);
        if !mv.is_some_and(|mv| game.play(mv)) {
            return Err(refused(game.position(), text));
        }
    }
    Ok(game)
}

/// A legal move, in UCI notation or SAN.
pub fn legal_move(position: &Position, text: &str) -> PyResult<Move> {
    notation::parse_any(position, text).ok_or_else(|| refused(position, text))
}

fn refused(position: &Position, text: &str) -> PyErr {
    let shown = bounded(text, LONGEST_QUOTE);
    PositionError::new_err(format!("`{shown}` {} in {position}", notation::refusal(position, text)))
}
