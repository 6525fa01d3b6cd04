//! Features counted by the evaluator with its built-in terms, independent of the values of the profiles that play.

use std::sync::LazyLock;

use temperament_engine::board::{Color, Position};
use temperament_engine::eval::event::Event;
use temperament_engine::eval::keys::king_attack::LAST_ATTACKERS;
use temperament_engine::eval::keys::{Slot, slot};
use temperament_engine::eval::{Values, Weights, trace};

const MOBILITY: [Slot; 4] =
    [slot("mobility.knight"), slot("mobility.bishop"), slot("mobility.rook"), slot("mobility.queen")];
const PASSED: Slot = slot("passed_pawns.by_rank");
const ISOLATED: Slot = slot("pawns.isolated");
const DOUBLED: Slot = slot("pawns.doubled");
const BACKWARD: Slot = slot("pawns.backward");

/// Sums over the positions after the side's own moves.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct FeatureSums {
    pub positions: u32,
    /// Mobility: sum of squares per knight, bishop, rook or queen over the positions with any.
    pub squares_a_piece: f64,
    /// Number of positions with such pieces.
    pub with_pieces: u32,
    /// Number of these pieces that attack the king zone or can give a safe check; at most 7 in a position.
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

impl FeatureSums {
    /// Adds the features of one side in a position.
    pub fn add(&mut self, position: &Position, side: Color) {
        let (mut squares, mut pieces) = (0, 0);
        self.positions += 1;
        let events = trace(&WEIGHTS, position).events;
        for (_, slot, event) in events.into_iter().filter(|(color, ..)| *color == side) {
            match event {
                Event::Attack { attackers, .. } => {
                    self.king_attackers += attackers.min(LAST_ATTACKERS) as i32;
                }
                Event::Count { index, .. } if MOBILITY.contains(&slot) => {
                    squares += index;
                    pieces += 1;
                }
                Event::Count { n, .. } => match slot {
                    PASSED => self.passed += n,
                    ISOLATED => self.isolated += n,
                    DOUBLED => self.doubled += n,
                    BACKWARD => self.backward += n,
                    _ => {}
                },
                // The profile has no custom terms.
                Event::Units(_)
                | Event::Adjust { .. }
                | Event::StageCount { .. }
                | Event::Factor { .. }
                | Event::Drawn => {}
            }
        }
        if pieces > 0 {
            self.squares_a_piece += squares as f64 / f64::from(pieces);
            self.with_pieces += 1;
        }
    }
}
