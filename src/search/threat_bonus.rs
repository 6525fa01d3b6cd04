//! First impressions: what the position itself says of a quiet move, before any history does.

use crate::board::see::{PieceValues, see_at_least};
use crate::board::{Action, Bitboard, CheckSquares, KINDS, Piece, Position, attacks};

use super::params::{CHECK_BONUS, CHECK_SEE_MARGIN, ESCAPE_BONUS};

/// Checks to give and dangers to escape from, for the side to move.
#[derive(Debug)]
pub struct ThreatBonus<'a> {
    /// From where moves give check, if that is wanted.
    checks: Option<&'a CheckSquares>,
    /// Squares on which a lesser enemy piece attacks a piece of each kind.
    dangers: [Bitboard; KINDS],
}

impl<'a> ThreatBonus<'a> {
    /// Looks at a position.
    #[inline]
    pub fn new(position: &Position, checks: Option<&'a CheckSquares>) -> Self {
        Self {
            checks,
            dangers: dangers(position),
        }
    }

    /// What to add to the history of a quiet move of that position, and whether it gives check (if that is wanted).
    #[inline(always)]
    pub fn of(&self, position: &Position, action: Action, values: &PieceValues) -> (i32, bool) {
        let danger = self.dangers[action.piece_index()];
        let escapes = i32::from(danger.has(action.from())) - i32::from(danger.has(action.to()));
        let gives_check = self
            .checks
            .is_some_and(|checks| checks.is_quiet_check(position, action));
        let is_sound_check = gives_check && see_at_least(position, action, -CHECK_SEE_MARGIN, values);
        let bonus = escapes * ESCAPE_BONUS[action.piece_index()] + i32::from(is_sound_check) * CHECK_BONUS;
        (bonus, gives_check)
    }
}

fn dangers(position: &Position) -> [Bitboard; KINDS] {
    let them = !position.stm();
    let occupied = position.occupied();
    let attacked_by = |kind| {
        attacks::squares(position.colored(them, kind)).fold(Bitboard::EMPTY, |all, from| {
            all | attacks::piece_attacks(kind, from, occupied)
        })
    };
    let by_pawns = attacks::pawn_attacks(position.colored(them, Piece::Pawn), them);
    let by_minors = by_pawns | attacked_by(Piece::Knight) | attacked_by(Piece::Bishop);
    let by_rooks = by_minors | attacked_by(Piece::Rook);
    let mut dangers = [Bitboard::EMPTY; KINDS];
    dangers[Piece::Knight as usize] = by_pawns;
    dangers[Piece::Bishop as usize] = by_pawns;
    dangers[Piece::Rook as usize] = by_minors;
    dangers[Piece::Queen as usize] = by_rooks;
    dangers
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: PieceValues = [100, 300, 300, 500, 900, 0];

    fn bonus(fen: &str, mv: &str) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        let action = position.action(mv.parse().unwrap());
        let checks = CheckSquares::new(&position);
        ThreatBonus::new(&position, Some(&checks))
            .of(&position, action, &VALUES)
            .0
    }

    #[test]
    fn a_sound_check_is_urgent_and_one_that_loses_the_piece_is_not() {
        let fen = "4k3/8/2p5/8/8/8/8/R3K3 w Q - 0 1";
        assert_eq!(bonus(fen, "a1a8"), CHECK_BONUS);
        assert_eq!(bonus(fen, "a1a5"), 0);
        let guarded = "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
        assert_eq!(bonus(guarded, "a1a8"), 0);
    }

    #[test]
    fn pieces_flee_from_lesser_ones_and_do_not_go_near_them() {
        let knight = ESCAPE_BONUS[Piece::Knight as usize];
        assert_eq!(bonus("4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", "e4g3"), knight);
        assert_eq!(bonus("4k3/8/8/3p4/8/6N1/8/4K3 w - - 0 1", "g3e4"), -knight);
    }
}
