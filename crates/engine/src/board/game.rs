//! A game: its start, the moves played, and draws by rule.

use super::{Move, Position};

/// The end of a game by the rules of chess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// A hundred half-moves without capture or pawn move.
    FiftyMoves,
    /// The position has occurred for the third time.
    Repetition,
}

/// A start position and the moves played from it.
#[derive(Debug, Clone)]
pub struct Game {
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Game {
    /// Creates a game that begins in `start`.
    pub fn new(start: Position) -> Self {
        Self { positions: vec![start], moves: Vec::new() }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Each position in which a move was played, with that move.
    pub fn played(&self) -> impl DoubleEndedIterator<Item = (&Position, Move)> {
        self.positions.iter().zip(self.moves.iter().copied())
    }

    /// Returns `true` if the last move took a piece.
    pub fn last_move_was_capture(&self) -> bool {
        let [.., before, now] = &self.positions[..] else { return false };
        now.occupied().len() < before.occupied().len()
    }

    /// Plays a move. Returns `false` and changes nothing if it is not legal.
    #[must_use]
    pub fn play(&mut self, mv: Move) -> bool {
        if !self.position().is_legal(mv) {
            return false;
        }
        self.positions.push(self.position().after(mv));
        self.moves.push(mv);
        true
    }

    /// Takes back the last move, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// Keys of earlier positions that could still repeat, oldest first.
    pub fn reversible_keys(&self) -> Vec<u64> {
        let now = self.moves.len();
        let reach = usize::from(self.position().halfmove_clock()).min(now);
        self.positions[now - reach..now].iter().map(Position::key).collect()
    }

    /// Returns how the game has ended, if it has. Mate takes precedence over the fifty-move rule, as in the FIDE
    /// rules.
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position();
        if !position.has_legal_move() {
            return Some(if position.in_check() { Ending::Checkmate } else { Ending::Stalemate });
        }
        let earlier = self.reversible_keys().iter().filter(|&&k| k == position.key()).count();
        if position.is_insufficient_material() {
            Some(Ending::InsufficientMaterial)
        } else if position.halfmove_clock() >= 100 {
            Some(Ending::FiftyMoves)
        } else if earlier >= 2 {
            Some(Ending::Repetition)
        } else {
            None
        }
    }
}
