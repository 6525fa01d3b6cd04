//! The share of a middlegame and endgame pair in the blended evaluation.

use temperament_engine::eval::phase::Blend;
use temperament_engine::eval::{S, Weights};

/// The share of a pair in the blended result of a position, in units and in pawns.
#[derive(Debug, Clone, Copy)]
pub struct Share {
    mg: f64,
    eg: f64,
    /// Pawns per unit of the profile.
    pawns: f64,
    /// Steps per unit of the profile.
    resolution: f64,
}

impl Share {
    /// Computes shares for a position with this blend.
    pub fn new(w: &Weights, blend: &Blend) -> Self {
        let mg = blend.phase / blend.scale;
        // Large enough that rounding to whole centipawns is invisible.
        let many = 1 << 16;
        Self {
            mg,
            eg: (1.0 - mg) / w.phase().endgame_divisor(),
            pawns: f64::from(w.centipawns(many * w.resolution())) / f64::from(many) / 100.0,
            resolution: f64::from(w.resolution()),
        }
    }

    /// In units of the profile; a fraction, since only the whole is rounded.
    pub fn units(&self, s: S) -> f64 {
        self.whole(s.mg()) * self.mg + self.whole(s.eg()) * self.eg
    }

    /// A number of one stage in units.
    pub fn whole(&self, steps: i32) -> f64 {
        f64::from(steps) / self.resolution
    }

    pub fn pawns(&self, s: S) -> f64 {
        self.units(s) * self.pawns
    }
}
