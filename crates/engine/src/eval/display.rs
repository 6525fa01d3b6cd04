//! The scale of the scores that people and GUIs see.
//!
//! The search counts in hundredths of the profile's pawn, whatever that is worth. On the screen, 1.00 is the lead with
//! which the player in front wins half of the games: the same for every profile, as in other UCI engines. The search
//! never reads these numbers.

use crate::board::{PIECES, Piece, Position};

use super::weights::{CENTIPAWNS, Weights};

/// Range of the material that the model was fitted to, in pawns of both sides.
const MATERIAL: std::ops::RangeInclusive<u32> = 10..=78;
/// Material with which `units.display` applies as it is written, in pawns of both sides.
const TYPICAL_MATERIAL: f64 = 50.0;
/// Increase of the lead that wins half of the games per pawn of material that is gone, as a share of that at
/// [`TYPICAL_MATERIAL`].
const PER_PAWN_GONE: f64 = 0.009;
/// That lead without `units.display`, as a share of the mean value of a point of the pieces (3, 3, 5, 9).
const SHARE_OF_POINT: f64 = 0.67;

/// Converts the scores of a profile, as the search counts them, to those on the screen, for one position: a search
/// converts all its scores as for its root.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Display {
    /// Score of the search that is 1.00 on the screen; positive.
    one: f64,
}

impl Display {
    /// Returns a score of the search in centipawns of the screen.
    pub fn centipawns(self, score: i32) -> i32 {
        (self.pawns(f64::from(score)) * f64::from(CENTIPAWNS)).round() as i32
    }

    /// Returns a score of the search in pawns of the screen.
    pub fn pawns(self, score: f64) -> f64 {
        score / self.one
    }
}

impl Weights {
    /// The scale on the screen of scores of this position and of lines from it.
    pub fn display(&self, position: &Position) -> Display {
        let Some(display) = self.display else {
            return Display { one: f64::from(CENTIPAWNS) };
        };
        let gone = TYPICAL_MATERIAL - f64::from(material(position));
        Display { one: display * (1.0 + PER_PAWN_GONE * gone) }
    }

    /// The scale on which the scores of this profile are compared with those of `first`: its own if it declares one. A scale that
    /// follows from the values of pieces would change with each of them, and make a difference of every position.
    pub fn display_beside(&self, first: &Self, position: &Position) -> Display {
        let of = if self.declares_display { self } else { first };
        of.display(position)
    }

    /// Returns a score of the evaluator in pawns of the screen, with its fraction.
    pub fn shown(&self, score: i32, position: &Position) -> f64 {
        self.display(position).pawns(f64::from(self.centipawns(score)))
    }

    /// The score of the search that is 1.00 with typical material: declared, in steps, or derived from the pieces. `None`
    /// without values of pieces: such a profile has no scale but its own.
    pub(super) fn derived_display(&self, declared: f64) -> Option<f64> {
        if declared > 0.0 {
            return Some(declared * f64::from(CENTIPAWNS) / self.pawn());
        }
        let pieces =
            PIECES.into_iter().filter(|&piece| piece != Piece::Pawn && self.piece_values[piece as usize] > 0);
        let (mut value, mut points_of_all) = (0, 0);
        for piece in pieces {
            value += self.piece_values[piece as usize];
            points_of_all += points(piece);
        }
        (points_of_all > 0).then(|| SHARE_OF_POINT * f64::from(value) / f64::from(points_of_all))
    }
}

const fn points(piece: Piece) -> u32 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 0,
    }
}

/// Returns the material of both sides in pawns, counted as 1, 3, 3, 5, 9, within the range of the fitted models.
pub fn material(position: &Position) -> u32 {
    let sum: u32 = PIECES.into_iter().map(|piece| points(piece) * position.pieces(piece).len()).sum();
    sum.clamp(*MATERIAL.start(), *MATERIAL.end())
}
