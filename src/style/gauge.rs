//! The evaluator as a gauge: how often its own terms count, whatever they are worth to those who play.

use std::sync::LazyLock;

use crate::board::{Color, Position};
use crate::eval::keys::king_attack::LAST_ATTACKERS;
use crate::eval::keys::{Slot, slot};
use crate::eval::sink::Event;
use crate::eval::{Values, Weights, trace};

const MOBILITY: [Slot; 4] = [
    slot("mobility.knight"),
    slot("mobility.bishop"),
    slot("mobility.rook"),
    slot("mobility.queen"),
];
const PASSED: Slot = slot("passed_pawns.by_rank");
const ISOLATED: Slot = slot("pawns.isolated");
const DOUBLED: Slot = slot("pawns.doubled");
const BACKWARD: Slot = slot("pawns.backward");

/// What the evaluator counts of one side in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Reading {
    /// Squares that its knights, bishops, rooks and queens can go to.
    pub squares: i32,
    /// How many such pieces it has.
    pub pieces: i32,
    /// Those of them that attack the king's zone or can give a safe check; at most 7.
    pub king_attackers: i32,
    pub passed: i32,
    pub isolated: i32,
    pub doubled: i32,
    pub backward: i32,
}

/// A profile with the default definitions; all in it is worth nothing, since counts do not depend on values.
static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::new("gauge", &Values::default()));

/// Reads off what is counted of one side.
pub(super) fn read(position: &Position, side: Color) -> Reading {
    let mut reading = Reading::default();
    let events = trace(&WEIGHTS, position).events;
    for (_, slot, event) in events.into_iter().filter(|(color, ..)| *color == side) {
        match event {
            Event::Attack { attackers, .. } => {
                reading.king_attackers = attackers.min(LAST_ATTACKERS) as i32;
            }
            Event::Count { index, .. } if MOBILITY.contains(&slot) => {
                reading.squares += index as i32;
                reading.pieces += 1;
            }
            Event::Count { n, .. } => match slot {
                PASSED => reading.passed += n,
                ISOLATED => reading.isolated += n,
                DOUBLED => reading.doubled += n,
                BACKWARD => reading.backward += n,
                _ => {}
            },
            Event::Units(_) | Event::Adjust { .. } => {}
        }
    }
    reading
}
