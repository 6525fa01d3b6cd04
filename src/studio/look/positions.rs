//! Positions and games as messages.

use crate::arena::{Annotation, PgnGame, PgnReader};
use crate::board::{COLORS, Move, Position, Square, notation};
use crate::escape::one_line;
use crate::studio::protocol::look::{
    Game, Games, LegalMove, Note, PlayedMove, Position as Described, Variation,
};

/// Maximum number of games that are listed.
const MOST_GAMES: usize = 200;
/// Maximum number of errors that are listed.
const MOST_ERRORS: usize = 20;
/// Variations that are nested deeper are left out.
const MOST_NESTED: usize = 8;

/// A position with its legal moves.
pub fn describe(position: &Position) -> Described {
    let chess960 = notation::is_chess960(position);
    let moves: Vec<LegalMove> =
        position.legal_moves().into_iter().map(|mv| legal_move(position, mv, chess960)).collect();
    let ending = match (moves.is_empty(), position.in_check()) {
        (true, true) => Some("checkmate"),
        (true, false) => Some("stalemate"),
        _ => None,
    };
    Described { fen: position.fen(chess960), chess960, check: position.in_check(), ending, moves }
}

fn legal_move(position: &Position, mv: Move, chess960: bool) -> LegalMove {
    let uci = notation::uci(position, mv, chess960);
    LegalMove {
        san: notation::san(position, mv),
        fen: fen_after(position, mv, chess960),
        from: mv.from.to_string(),
        to: uci.get(2..4).unwrap_or_default().to_owned(),
        promotion: mv.promotion.map(char::from),
        uci,
    }
}

fn fen_after(position: &Position, mv: Move, chess960: bool) -> String {
    position.after(mv).fen(chess960)
}

/// The games of a PGN text. A text without games, such as a list of moves, is read as one game.
pub fn games(text: &str) -> Games {
    let text = text.trim_start_matches('\u{feff}');
    let mut found = Games { games: Vec::new(), errors: Vec::new(), has_more: false };
    let mut starts = Vec::new();
    let mut reader = PgnReader::new(text, 1, None);
    while let Some(read) = reader.next() {
        if found.games.len() == MOST_GAMES || found.errors.len() == MOST_ERRORS {
            found.has_more = true;
            break;
        }
        let mut add = |read: &PgnGame, error| {
            starts.push(read.start);
            found.games.push(game(read, text, error));
        };
        match read {
            Ok(read) => add(&read, None),
            Err(error) => {
                let error = format!("line {}: {}", error.line, one_line(&error.message));
                if let Some(read) = reader.faulty().filter(|read| !read.game.moves().is_empty()) {
                    add(read, Some(error.clone()));
                }
                found.errors.push(error);
            }
        }
    }
    // A game goes on until the next one begins.
    let mut end = text.len();
    for (game, start) in found.games.iter_mut().zip(starts).rev() {
        game.pgn = text[start..end].to_owned();
        end = start;
    }
    found
}

fn game(read: &PgnGame, text: &str, error: Option<String>) -> Game {
    let players = COLORS.map(|side| read.player(side).map_or_else(|| "?".to_owned(), one_line));
    let event = read.tag("Event").filter(|event| *event != "?").map(one_line);
    let event = event.map_or(String::new(), |event| format!(", {event}"));
    let chess960 = notation::is_chess960(read.game.start());
    Game {
        title: format!("{} - {}{event}", players[0], players[1]),
        players,
        fen: read.game.start().fen(chess960),
        notes: notes(read, text, 0, MOST_NESTED),
        shapes: shapes(read, text, 0),
        moves: moves(read, text, MOST_NESTED),
        result: read.result,
        pgn: String::new(),
        error,
    }
}

/// The moves of a game or a variation with what is written about them.
fn moves(read: &PgnGame, text: &str, nested: usize) -> Vec<PlayedMove> {
    let chess960 = notation::is_chess960(read.game.start());
    let played = |(index, (position, mv)): (usize, (&Position, Move))| PlayedMove {
        uci: notation::uci(position, mv, chess960),
        san: notation::san(position, mv),
        mark: read.mark(text, index).unwrap_or_default().to_owned(),
        notes: notes(read, text, index + 1, nested),
        shapes: shapes(read, text, index + 1),
    };
    read.game.played().enumerate().map(played).collect()
}

/// The comments and variations after a number of plies.
fn notes(read: &PgnGame, text: &str, plies: usize, nested: usize) -> Vec<Note> {
    let note = |annotation| match annotation {
        Annotation::Mark(_) | Annotation::Shapes(_) => None,
        Annotation::Comment(comment) => Some(Note::Comment(one_line(&comment))),
        Annotation::Variation(variation) => {
            let nested = nested.checked_sub(1)?;
            let (inner, error) = read.variation(variation, plies)?;
            let mut moves = moves(&inner, variation, nested);
            let mut notes = notes(&inner, variation, 0, nested);
            if let Some(error) = error {
                let unread = Note::Comment(format!("[cannot be read: {}]", one_line(&error.message)));
                moves.last_mut().map_or(&mut notes, |last| &mut last.notes).push(unread);
            }
            Some(Note::Variation(Variation { notes, moves }))
        }
    };
    read.annotations(text, plies).into_iter().filter_map(note).collect()
}

/// The arrows and squares that are drawn after a number of plies.
fn shapes(read: &PgnGame, text: &str, plies: usize) -> Vec<String> {
    let annotations = read.annotations(text, plies).into_iter();
    let of = |annotation| if let Annotation::Shapes(shapes) = annotation { shapes } else { Vec::new() };
    annotations.flat_map(of).collect()
}

/// All squares from a1, b1 to h8.
pub fn squares() -> impl Iterator<Item = Square> {
    (0..64).map(Square::index)
}
