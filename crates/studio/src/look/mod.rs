//! The view Look: a position, its evaluation, engine lines.

mod analysis;
mod evaluation;
mod positions;

use temperament_engine::board::{Game, Position, notation};
use temperament_engine::escape::one_line;
use temperament_engine::eval::Weights;

use super::profiles::Loaded;
use super::protocol::Failure;
use super::protocol::look::{Evaluation, EvaluationOf, Request, Response};
use super::session::Session;

/// Maximum number of half-moves of a game; more are not possible with the fifty-move rule.
pub(super) const MOST_MOVES: usize = 12_000;

/// Answers a request of the view.
pub(super) fn handle(session: &Session, request: Request) -> Result<Response, Failure> {
    let load = |profile| session.studio().profiles.load(profile);
    Ok(match request {
        Request::Position { fen } => Response::Position(positions::describe(&position(&fen)?)),
        Request::Refusal { fen, text } => Response::Refused { message: refusal(&position(&fen)?, &text) },
        Request::Pgn { text } => Response::Games(positions::games(&text)),
        Request::Evaluate { profile, of } => {
            Response::Evaluation(Box::new(evaluate(&*load(&profile)?, &of)?))
        }
        Request::Search { stream, profile, fen, moves, lines, seconds, nodes } => {
            let game = game(&fen, &moves)?;
            analysis::search(session, stream, &*load(&profile)?, game, lines, (seconds, nodes))?;
            Response::Started {}
        }
        Request::Why { stream, profile, fen, moves, mv, other, nodes } => {
            let game = game(&fen, &moves)?;
            let position = game.position();
            let parse = |text: &str| {
                notation::parse_any(position, text).ok_or_else(|| Failure::new(refusal(position, text)))
            };
            let (mv, other) = (parse(&mv)?, other.as_deref().map(parse).transpose()?);
            analysis::why(session, stream, &*load(&profile)?, game, (mv, other), nodes)?;
            Response::Started {}
        }
    })
}

/// Says why a text is no move of a position.
fn refusal(position: &Position, text: &str) -> String {
    format!("`{}` {}", one_line(text), notation::refusal(position, text))
}

/// Evaluates a position.
pub(super) fn evaluate(loaded: &Loaded, of: &EvaluationOf) -> Result<Evaluation, Failure> {
    Ok(evaluation::evaluation(loaded, &position(&of.fen)?, of.heat_map.as_ref()))
}

/// Parses a FEN, an EPD line or `startpos`.
pub(super) fn position(text: &str) -> Result<Position, Failure> {
    match text.trim() {
        "startpos" => Ok(Position::startpos()),
        fen => Position::from_fen(fen).map_err(|error| Failure::new(error.to_string())),
    }
}

/// The game after some moves.
pub(super) fn game(fen: &str, moves: &[String]) -> Result<Game, Failure> {
    if moves.len() > MOST_MOVES {
        return Err(Failure::new(format!("at most {MOST_MOVES} half-moves")));
    }
    let mut game = Game::new(position(fen)?);
    for text in moves {
        let mv = notation::parse_uci(game.position(), text);
        if !mv.is_some_and(|mv| game.play(mv)) {
            return Err(Failure::new("a move is not legal"));
        }
    }
    Ok(game)
}

/// The weights that `temper eval` uses in a position: those for the side to move.
fn weights<'a>(loaded: &'a Loaded, position: &Position) -> &'a Weights {
    loaded.sides.of(position.stm())
}
