//! Plays one game: asks the players in turn until the rules, a clock or an adjudication ends it.

use super::adjudication::Adjudication;
use super::cancel_token::CancelToken;
use super::player::{Answer, EngineError, MoveData, Player};
use super::termination::{GameResult, Reason, Termination};
use super::time_control::{Clocks, Limit};
use temperament_engine::board::{COLORS, Color, Game, Move, Position};
use temperament_engine::engine::Score;

#[derive(Debug, Clone)]
pub struct Record {
    /// Start position of the opening.
    pub start: Position,
    /// All moves, including the opening.
    pub moves: Vec<Move>,
    /// Search data of each move after the opening.
    pub move_data: Vec<MoveData>,
    /// Result and reason.
    pub termination: Termination,
    /// The failure of a player that ended the game, if any.
    pub failure: Option<Failure>,
}

/// Failure of a player in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Side of the player.
    pub side: Color,
    /// Short description.
    pub message: String,
    /// Last lines of the dialogue with the engine; not stored in journals.
    pub last_lines: Vec<String>,
}

impl Record {
    /// Returns the number of moves of the opening.
    pub fn opening_plies(&self) -> usize {
        self.moves.len() - self.move_data.len()
    }

    /// Rebuilds the game with all positions. A record does not store them because they take ten times the memory.
    ///
    /// # Panics
    /// If a move is illegal.
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start.clone());
        let are_legal = self.moves.iter().all(|&mv| game.play(mv));
        assert!(are_legal, "a record has legal moves");
        game
    }
}

/// Plays a game from an opening that is not over. `players`, `limits` and `seeds` are those of White and Black; on the
/// seeds depends all that is left to chance. Calls `on_move` after each move. Returns `None` if the game was cancelled.
pub fn play(
    opening: &Game,
    mut players: [&mut dyn Player; 2],
    limits: [Limit; 2],
    rules: &Adjudication,
    seeds: [u64; 2],
    cancel: &CancelToken,
    on_move: &mut dyn FnMut(&Game, &MoveData),
) -> Option<Record> {
    let mut game = opening.clone();
    let mut clocks = Clocks::new(limits, rules.time_margin);
    let mut move_data = Vec::new();
    let mut scores: [Vec<Option<Score>>; 2] = [Vec::new(), Vec::new()];
    for side in COLORS {
        if let Err(error) = players[side as usize].new_game(seeds[side as usize], cancel) {
            return (!cancel.is_cancelled()).then(|| failed(&game, move_data, side, error));
        }
    }
    let termination = loop {
        if cancel.is_cancelled() {
            return None;
        }
        let stm = game.position().stm();
        let player = &mut players[stm as usize];
        let answer = player.choose_move(&game, clocks.limits(stm), clocks.allowed(stm), cancel);
        let (mv, data) = match answer {
            Answer::Move(mv, data) => (mv, data),
            Answer::Failed(error) => return Some(failed(&game, move_data, stm, error)),
            Answer::Cancelled => return None,
        };
        if !clocks.take(stm, data.time) {
            break loss(&game, stm, Reason::Time);
        }
        assert!(game.play(mv), "{mv} is not legal in {}", game.position());
        on_move(&game, &data);
        move_data.push(data);
        scores[stm as usize].push(data.score);
        let by_rules = game.ending().map(|ending| Termination::by_rules(ending, game.position().stm()));
        let move_number = game.position().fullmove_number();
        let termination = by_rules
            .or_else(|| rules.by_tables(game.position()))
            .or_else(|| rules.by_scores(game.moves().len(), move_number, &scores));
        if let Some(termination) = termination {
            break termination;
        }
    };
    Some(Record {
        start: game.start().clone(),
        moves: game.moves().to_vec(),
        move_data,
        termination,
        failure: None,
    })
}

/// Returns the record of a game that was ended by the failure of a player.
fn failed(game: &Game, move_data: Vec<MoveData>, side: Color, error: EngineError) -> Record {
    Record {
        start: game.start().clone(),
        moves: game.moves().to_vec(),
        move_data,
        termination: loss(game, side, error.reason),
        failure: Some(Failure { side, message: error.message, last_lines: error.last_lines }),
    }
}

/// Returns a loss for `loser`, or a draw if it lost on time against a bare king.
fn loss(game: &Game, loser: Color, reason: Reason) -> Termination {
    let winner = !loser;
    let has_bare_king = game.position().color(winner).len() == 1;
    let result = match reason {
        Reason::Time if has_bare_king => GameResult::Draw,
        _ => GameResult::won_by(winner),
    };
    Termination { result, reason }
}
