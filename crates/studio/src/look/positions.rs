//! Positions and games as messages.

use crate::protocol::look::{Game, Games, LegalMove, Note, PlayedMove, Position as Described, Variation};
use temperament_engine::board::{COLORS, Move, Position, Square, notation};
use temperament_engine::escape::one_line;
use temperament_engine::input::without_marks;
use temperament_matches::arena::{Annotation, PgnGame, PgnReader};

/// Maximum number of games that are listed.
const MOST_GAMES: usize = 200;
/// Maximum number of errors that are listed.
const MOST_ERRORS: usize = 20;
/// Variations that are nested deeper are left out.
const MOST_NESTED: usize = 8;
/// Maximum number of half-moves of all games and variations of a text. That is 200 games without variations.
const MOST_PLIES: usize = 20_000;

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
    let text = without_marks(text);
    let mut found = Games { games: Vec::new(), errors: Vec::new(), has_more: false };
    let mut starts = Vec::new();
    let mut budget = Budget { left: MOST_PLIES, is_exceeded: false };
    // One more than can be shown, which exceeds the budget.
    let mut reader = PgnReader::new(text, 1, Some(MOST_PLIES + 1));
    while let Some(read) = reader.next() {
        if found.games.len() == MOST_GAMES || found.errors.len() == MOST_ERRORS || budget.is_exceeded {
            found.has_more = true;
            break;
        }
        let mut add = |read: &PgnGame, error| {
            starts.push(read.start);
            found.games.push(game(read, text, error, &mut budget));
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
    if let Some(last) = found.games.last_mut().filter(|_| budget.is_exceeded) {
        let error = format!("the rest is left out: at most {MOST_PLIES} half-moves are shown");
        last.error = Some(error.clone());
        found.errors.push(error);
    }
    // A game goes on until the next one begins.
    let mut end = text.len();
    for (game, start) in found.games.iter_mut().zip(starts).rev() {
        game.pgn = text[start..end].to_owned();
        end = start;
    }
    found
}

/// The half-moves that can still be shown.
struct Budget {
    left: usize,
    is_exceeded: bool,
}

impl Budget {
    /// Takes a half-move; `false` if there is none left.
    fn take(&mut self) -> bool {
        self.is_exceeded |= self.left == 0;
        self.left = self.left.saturating_sub(1);
        !self.is_exceeded
    }
}

fn game(read: &PgnGame, text: &str, error: Option<String>, budget: &mut Budget) -> Game {
    let players = COLORS.map(|side| read.player(side).map_or_else(|| "?".to_owned(), one_line));
    let event = read.tag("Event").filter(|event| *event != "?").map(one_line);
    let event = event.map_or(String::new(), |event| format!(", {event}"));
    let chess960 = notation::is_chess960(read.game.start());
    Game {
        title: format!("{} - {}{event}", players[0], players[1]),
        players,
        fen: read.game.start().fen(chess960),
        notes: notes(read, text, 0, MOST_NESTED, budget),
        shapes: shapes(read, text, 0),
        moves: moves(read, text, MOST_NESTED, budget),
        result: read.result,
        pgn: String::new(),
        error,
    }
}

/// The moves of a game or a variation with what is written about them.
fn moves(read: &PgnGame, text: &str, nested: usize, budget: &mut Budget) -> Vec<PlayedMove> {
    let chess960 = notation::is_chess960(read.game.start());
    let played = |(index, (position, mv)): (usize, (&Position, Move))| {
        budget.take().then(|| PlayedMove {
            uci: notation::uci(position, mv, chess960),
            san: notation::san(position, mv),
            mark: read.mark(text, index).unwrap_or_default().to_owned(),
            notes: notes(read, text, index + 1, nested, budget),
            shapes: shapes(read, text, index + 1),
        })
    };
    read.game.played().enumerate().map_while(played).collect()
}

/// The comments and variations after a number of plies.
fn notes(read: &PgnGame, text: &str, plies: usize, nested: usize, budget: &mut Budget) -> Vec<Note> {
    let note = |annotation| match annotation {
        Annotation::Mark(_) | Annotation::Shapes(_) => None,
        Annotation::Comment(comment) => Some(Note::Comment(one_line(&comment))),
        Annotation::Variation(variation) => {
            let nested = nested.checked_sub(1)?;
            if budget.is_exceeded {
                return None;
            }
            let (inner, error) = read.variation(variation, plies)?;
            let mut notes = notes(&inner, variation, 0, nested, budget);
            let mut moves = moves(&inner, variation, nested, budget);
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
