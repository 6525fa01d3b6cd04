//! The share of a middlegame and endgame pair in the evaluation: exact in units of the profile, and in pawns for people.
//!
//! What corrects the sum (the initiative, drawish endings, factors of the profile) is no merit of a side. For people it is
//! part of the rows that it corrects, so that a pawn in a drawish ending is worth what it brings there. A correction that
//! makes a stage much larger than its rows, or leaves hardly anything of them, stays a row of its own.

use temperament_engine::eval::display::Display;
use temperament_engine::eval::explain::{Explanation, counts_after_blend};
use temperament_engine::eval::keys::{Entry, Topic};
use temperament_engine::eval::{S, Weights};
use temperament_engine::terms::Role;

/// Smallest and largest factor of a stage that its rows take over. Below, hardly anything would be left of the rows: what the
/// correction takes away says more.
const TAKEN_OVER: std::ops::RangeInclusive<f64> = 0.25..=1.25;

/// The share of a pair in the blended result of a position.
#[derive(Debug, Clone, Copy)]
pub struct Share {
    mg: f64,
    eg: f64,
    /// Pawns of the screen per unit of the profile.
    pawns: f64,
    /// Steps per unit of the profile.
    resolution: f64,
    /// Factors of both stages that the rows take over; `None` if the corrections of the stage stay rows.
    stages: [Option<f64>; 2],
    /// The same for what is left after the blend.
    last: Option<f64>,
}

impl Share {
    /// Computes shares for an explained position.
    pub fn new(w: &Weights, explanation: &Explanation, display: Display) -> Self {
        let blend = &explanation.blend;
        let mg = blend.phase / blend.scale;
        // Large enough that rounding to whole centipawns is invisible.
        let many = 1 << 16;
        let (mut before, mut by_stage, mut last) = (S::ZERO, S::ZERO, 0);
        for row in &explanation.rows {
            match (corrects_sum(&row.entry), counts_after_blend(w, &row.entry)) {
                (false, false) => before += row.difference(),
                (true, false) => by_stage += row.difference(),
                (true, true) => last += row.difference().mg(),
                (false, true) => {}
            }
        }
        let stage = |before: i32, by: i32| taken_over(f64::from(before), f64::from(before + by));
        let stages = [stage(before.mg(), by_stage.mg()), stage(before.eg(), by_stage.eg())];
        let result = explanation.eval();
        Self {
            mg,
            eg: (1.0 - mg) / w.phase().endgame_divisor(),
            pawns: display.pawns(f64::from(w.centipawns(many * w.resolution()))) / f64::from(many),
            resolution: f64::from(w.resolution()),
            stages,
            last: taken_over(f64::from(result - last), f64::from(result)),
        }
    }

    /// The same, but corrections of the sum stay rows: for comparisons, where the factors may differ.
    pub fn without_factors(self) -> Self {
        Self { stages: [None; 2], last: None, ..self }
    }

    /// Returns `true` if the rows take over all corrections of the sum.
    pub fn takes_over_all(&self) -> bool {
        self.stages.iter().chain([&self.last]).all(Option::is_some)
    }

    /// In units of the profile; a fraction, since only the whole is rounded.
    pub fn units(&self, s: S) -> f64 {
        self.whole(s.mg()) * self.mg + self.whole(s.eg()) * self.eg
    }

    /// A number of one stage in units.
    pub fn whole(&self, steps: i32) -> f64 {
        f64::from(steps) / self.resolution
    }

    /// Pawns of the screen per unit of the profile, in this position.
    pub fn pawns_per_unit(&self) -> f64 {
        self.pawns
    }

    /// The share of a key in pawns of the screen, as the profile counts it.
    pub fn unscaled_pawns(&self, s: S) -> f64 {
        self.units(s) * self.pawns
    }

    /// The share of a key in pawns of the screen, after the factors that the rows take over.
    pub fn pawns(&self, w: &Weights, entry: &Entry, s: S) -> f64 {
        let corrects = corrects_sum(entry);
        let of_stages = match (corrects, counts_after_blend(w, entry)) {
            // Both stages have the same number.
            (true, true) => return if self.last.is_some() { 0.0 } else { self.unscaled_pawns(s) },
            (false, true) => [1.0; 2],
            (true, false) => self.stages.map(|taken_over| if taken_over.is_some() { 0.0 } else { 1.0 }),
            (false, false) => self.stages.map(|factor| factor.unwrap_or(1.0)),
        };
        let [mg, eg] = of_stages;
        let units = self.whole(s.mg()) * self.mg * mg + self.whole(s.eg()) * self.eg * eg;
        units * self.pawns * self.last.unwrap_or(1.0)
    }
}

/// The factor between a sum and the sum after corrections, if the rows can take it over.
fn taken_over(before: f64, after: f64) -> Option<f64> {
    if before == after {
        return Some(1.0);
    }
    Some(after / before).filter(|factor| TAKEN_OVER.contains(factor))
}

/// Returns `true` for a key that corrects the sum of all others.
pub fn corrects_sum(entry: &Entry) -> bool {
    let is_role = |role: Role| entry.section.name == role.key();
    Topic::of(entry).corrects_sum() || is_role(Role::Factor) || is_role(Role::Drawn)
}
