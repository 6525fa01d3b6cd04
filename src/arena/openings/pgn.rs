//! Openings from PGN games.

use super::check;
use crate::arena::pgn_reader::{LineError, PgnGame, PgnReader};
use crate::board::Game;

/// Parses PGN games, at most `plies` plies of each.
pub fn read(text: &str, plies: Option<usize>) -> Result<Vec<Game>, LineError> {
    PgnReader::new(text, 1, plies).map(|game| opening(game?)).collect()
}

fn opening(PgnGame { line, game, has_fen, .. }: PgnGame) -> Result<Game, LineError> {
    let fault = |message: String| LineError { line, message };
    if game.moves().is_empty() && !has_fen {
        let message = "a game without moves: it would begin with the initial position";
        return Err(fault(message.to_owned()));
    }
    check(&game).map_err(fault)?;
    Ok(game)
}
