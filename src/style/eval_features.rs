//! Features counted by the evaluator with its built-in terms, independent of the values of the profiles that play.

use std::sync::LazyLock;

use crate::board::{Color, Position};
use crate::eval::keys::king_attack::LAST_ATTACKERS;
use crate::eval::keys::{Slot, slot};
use crate::eval::sink::Event;
use crate::eval::{Values, Weights, trace};

const MOBILITY: [Slot; 4] =
    [slot("mobility.knight"), slot("mobility.bishop"), slot("mobility.rook"), slot("mobility.queen")];
const PASSED: Slot = slot("passed_pawns.by_rank");
const ISOLATED: Slot = slot("pawns.isolated");
const DOUBLED: Slot = slot("pawns.doubled");
const BACKWARD: Slot = slot("pawns.backward");

/// Features of one side in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EvalFeatures {
    /// Mobility: squares of knights, bishops, rooks and queens.
    pub squares: i32,
    /// Number of these pieces.
    pub pieces: i32,
    /// Number of these pieces that attack the king zone or can give a safe check; at most 7.
    pub king_attackers: i32,
    /// Passed pawns.
    pub passed: i32,
    /// Isolated pawns.
    pub isolated: i32,
    /// Doubled pawns.
    pub doubled: i32,
    /// Backward pawns.
    pub backward: i32,
}

/// A profile with default definitions and all values 0, since counts do not depend on values.
static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::new("gauge", &Values::default()));

/// Returns the features of one side.
pub fn read(position: &Position, side: Color) -> EvalFeatures {
    let mut features = EvalFeatures::default();
    let events = trace(&WEIGHTS, position).events;
    for (_, slot, event) in events.into_iter().filter(|(color, ..)| *color == side) {
        match event {
            Event::Attack { attackers, .. } => {
                features.king_attackers = attackers.min(LAST_ATTACKERS) as i32;
            }
            Event::Count { index, .. } if MOBILITY.contains(&slot) => {
                features.squares += index as i32;
                features.pieces += 1;
            }
            Event::Count { n, .. } => match slot {
                PASSED => features.passed += n,
                ISOLATED => features.isolated += n,
                DOUBLED => features.doubled += n,
                BACKWARD => features.backward += n,
                _ => {}
            },
            Event::Units(_) | Event::Adjust { .. } => {}
        }
    }
    features
}
