//! The interface of a player: requests for moves, and answers.

use std::time::Duration;

use super::cancel_token::CancelToken;
use super::termination::Reason;
use temperament_engine::board::{Game, Move};
use temperament_engine::engine::{Limits, Score};

/// One side of a game.
pub trait Player: Send {
    /// Prepares for a new game and clears all state of earlier ones. What a limited level and a book leave to
    /// chance depends on `seed`.
    ///
    /// # Errors
    /// [`EngineError`] if the player cannot play this game. The next game may still work.
    fn new_game(&mut self, seed: u64, cancel: &CancelToken) -> Result<(), EngineError>;

    /// Chooses a move for the side to move, which has at least one. Must be called on a thread with a stack of
    /// [`temperament_engine::engine::STACK_BYTES`]. A move that takes longer than `allowed` loses on time.
    fn choose_move(
        &mut self,
        game: &Game,
        limits: Limits,
        allowed: Option<Duration>,
        cancel: &CancelToken,
    ) -> Answer;
}

/// The result of asking a player for a move.
#[derive(Debug, Clone)]
pub enum Answer {
    Move(Move, MoveData),
    Failed(EngineError),
    Cancelled,
}

/// Maximum length of an error message, in characters.
pub const MAX_MESSAGE_CHARS: usize = 300;

/// How a player has failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineError {
    /// Reason of the lost game.
    pub reason: Reason,
    /// Short description for the user.
    pub message: String,
    /// Last lines of the dialogue with the engine.
    pub last_lines: Vec<String>,
}

/// Search data of one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveData {
    /// Score for the side that moves, if reported.
    pub score: Option<Score>,
    /// Win, draw and loss probabilities of the side that moves, in permille, if reported.
    pub wdl: Option<[u16; 3]>,
    /// Depth in plies.
    pub depth: u32,
    pub nodes: u64,
    /// Time from the request to the answer.
    pub time: Duration,
    /// Whether the move came from an opening book, without a search.
    pub is_book: bool,
}
