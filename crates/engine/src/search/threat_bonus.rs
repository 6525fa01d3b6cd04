//! Threat bonus of quiet moves, added to their history.

use crate::board::see::{PieceValues, see_at_least};
use crate::board::{Bitboard, CheckInfo, MoveInfo, PIECE_TYPE_NB, Piece, Position, attacks};

use super::params::ESCAPE_BONUS;
use super::tunables::{check_bonus, check_see_margin};

/// Checks and attacked pieces of the side to move.
#[derive(Debug)]
pub struct ThreatBonus<'a> {
    /// Check squares, if checks are scored.
    checks: Option<&'a CheckInfo>,
    /// Squares attacked by a less valuable piece of the opponent, by piece type.
    dangers: [Bitboard; PIECE_TYPE_NB],
}

impl<'a> ThreatBonus<'a> {
    /// Computes the threats of a position.
    #[inline]
    pub fn new(position: &Position, checks: Option<&'a CheckInfo>) -> Self {
        Self { checks, dangers: dangers(position) }
    }

    /// Returns the bonus of a quiet move, and whether it gives check (if checks are scored).
    #[inline(always)]
    pub fn of(&self, position: &Position, move_info: MoveInfo, values: &PieceValues) -> (i32, bool) {
        let danger = self.dangers[move_info.piece_index()];
        let escapes = i32::from(danger.has(move_info.from())) - i32::from(danger.has(move_info.to()));
        let gives_check = self.checks.is_some_and(|checks| checks.quiet_gives_check(position, move_info));
        let is_sound_check = gives_check && see_at_least(position, move_info, -check_see_margin(), values);
        let bonus =
            escapes * ESCAPE_BONUS[move_info.piece_index()] + i32::from(is_sound_check) * check_bonus();
        (bonus, gives_check)
    }
}

fn dangers(position: &Position) -> [Bitboard; PIECE_TYPE_NB] {
    let them = !position.stm();
    let occupied = position.occupied();
    let attacked_by = |kind| {
        attacks::squares(position.colored(them, kind))
            .fold(Bitboard::EMPTY, |all, from| all | attacks::piece_attacks(kind, from, occupied))
    };
    let by_pawns = attacks::pawn_attacks(position.colored(them, Piece::Pawn), them);
    let by_minors = by_pawns | attacked_by(Piece::Knight) | attacked_by(Piece::Bishop);
    let by_rooks = by_minors | attacked_by(Piece::Rook);
    let mut dangers = [Bitboard::EMPTY; PIECE_TYPE_NB];
    dangers[Piece::Knight as usize] = by_pawns;
    dangers[Piece::Bishop as usize] = by_pawns;
    dangers[Piece::Rook as usize] = by_minors;
    dangers[Piece::Queen as usize] = by_rooks;
    dangers
}
