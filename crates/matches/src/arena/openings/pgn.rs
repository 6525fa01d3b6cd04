//! Openings from PGN games.

use super::check;
use crate::arena::pgn_reader::{LineError, Notes, PgnGame, PgnReader};
use temperament_engine::board::Game;

/// Parses PGN games, at most `plies` plies of each. Adds what was assumed to `notes`.
pub fn read(text: &str, plies: Option<usize>, notes: &mut Notes) -> Result<Vec<Game>, LineError> {
    let mut read = |game: PgnGame| {
        notes.extend(&game.notes);
        opening(game)
    };
    PgnReader::new(text, 1, plies).map(|game| read(game?)).collect()
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
