//! What a student needs to know about two moves: the answer that refutes the worse one, and what the better one does.
//!
//! A claim about material stands on a motif that the line proves, and on a gain that lasts to its end. Where there is none,
//! the effects of the moves say what they do: attack, protect, trade, develop.

use temperament_engine::board::{Game, Piece, Square};
use temperament_engine::eval::keys::topic::Topic;

use super::rows::Difference;
use super::{SearchedLine, Which};
use crate::line::Line;

/// A sentence for a student, with what it shows on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The sentence, with a full stop.
    pub text: String,
    /// The line that it speaks about.
    pub line: Which,
    /// What it is about, such as `fork`.
    pub kind: &'static str,
    /// Moves as pairs of squares.
    pub arrows: Vec<(Square, Square)>,
    /// Number of plies of the line that prove it.
    pub plies: usize,
}

/// The kind of a claim about what a move does.
pub(super) const EFFECT: &str = "effect";

impl Claim {
    /// It stands on a motif, a mate or a draw.
    pub fn is_tactical(&self) -> bool {
        !matches!(self.kind, EFFECT | "material" | "prevents" | "castling" | "capture")
    }
}

/// Two moves of the same position.
pub struct Pair<'a> {
    /// The game up to the position.
    pub game: &'a Game,
    pub worse: &'a SearchedLine,
    pub better: &'a SearchedLine,
    /// The lines of the search, not played out.
    pub lines: [Line; 2],
    /// Score of the better line minus that of the worse one, in centipawns.
    pub difference: i32,
    /// The move that is explained is the worse one.
    pub explains_worse: bool,
}

impl<'a> Pair<'a> {
    pub fn new(game: &'a Game, worse: &'a SearchedLine, better: &'a SearchedLine, difference: i32) -> Self {
        let lines = [worse, better].map(|searched| Line::following(game, &searched.moves));
        let explains_worse = difference < 0;
        Self { game, worse, better, lines, difference: difference.abs(), explains_worse }
    }

    fn which(&self, is_worse: bool) -> Which {
        if is_worse == self.explains_worse { Which::Move } else { Which::Other }
    }

    /// The claims: at most one about the worse move, then at most one about the better one.
    pub fn claims(&self, differences: &[Difference]) -> Vec<Claim> {
        let refutation = self.mated().or_else(|| self.draws()).or_else(|| self.gives());
        let refutation = refutation.or_else(|| self.refuted()).or_else(|| self.sacrificed());
        let merit = self.mates().or_else(|| self.saves()).or_else(|| self.takes_back());
        let merit = merit.or_else(|| self.wins(refutation.is_some())).or_else(|| self.sacrifices());
        let merit =
            merit.or_else(|| refutation.as_ref().and_then(|(_, tactic)| self.prevents(tactic.as_ref())));
        let merit = merit.or_else(|| self.takes_what_takes()).or_else(|| self.takes());
        let merit = merit.or_else(|| self.has_effect(refutation.is_some()));
        let refutation = match refutation {
            Some((claim, _)) => Some(claim),
            None if merit.as_ref().is_some_and(|merit| merit.kind != EFFECT) => None,
            None => self
                .takes_with_pawn()
                .or_else(|| self.answered())
                .or_else(|| self.loses_castling(differences)),
        };
        refutation.into_iter().chain(merit).collect()
    }

    /// The worse move gives up the right to castle, and king safety speaks against it.
    fn loses_castling(&self, differences: &[Difference]) -> Option<Claim> {
        let is_safety = |row: &&Difference| matches!(Topic::of(&row.entry), Topic::KingSafety | Topic::King);
        let safety: i32 = differences.iter().filter(is_safety).map(|row| row.centipawns).sum();
        let (position, line) = (self.game.position(), &self.lines[0]);
        let (us, mv) = (position.stm(), line.moves[0]);
        let is_against = safety != 0 && self.explains_worse == (safety < 0);
        let loses = position.can_ever_castle(us)
            && !position.is_castling(mv)
            && !line.positions[1].can_ever_castle(us)
            && position.piece_on(mv.from) == Some(Piece::King);
        let text = format!("{} gives up the right to castle.", line.numbered(0));
        (is_against && loses).then(|| self.claim(true, text, "castling", vec![(mv.from, mv.to)], 1))
    }

    pub(super) fn claim(
        &self,
        is_worse: bool,
        text: String,
        kind: &'static str,
        arrows: Vec<(Square, Square)>,
        plies: usize,
    ) -> Claim {
        Claim { text, line: self.which(is_worse), kind, arrows, plies }
    }
}
