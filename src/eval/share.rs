//! What a middlegame and endgame pair comes to in the one number that an evaluation is.

use super::phase::Blend;
use super::score::S;
use super::weights::Weights;

/// What part of a pair reaches the blended result of a position, and what that is in pawns.
#[derive(Debug, Clone, Copy)]
pub struct Share {
    mg: f64,
    eg: f64,
    /// Pawns for one of the profile's units.
    pawns: f64,
}

impl Share {
    /// For the position that was blended so.
    pub fn new(w: &Weights, blend: &Blend) -> Self {
        let mg = blend.phase / blend.scale;
        // So many units that rounding to whole centipawns does not show.
        let many = 1 << 16;
        Self {
            mg,
            eg: (1.0 - mg) / w.phase().endgame_divisor(),
            pawns: f64::from(w.centipawns(many)) / f64::from(many) / 100.0,
        }
    }

    /// In units of the profile; a fraction, since only the whole is rounded.
    pub fn units(&self, s: S) -> f64 {
        f64::from(s.mg()) * self.mg + f64::from(s.eg()) * self.eg
    }

    /// In pawns.
    pub fn pawns(&self, s: S) -> f64 {
        self.units(s) * self.pawns
    }
}
