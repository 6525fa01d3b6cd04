//! Results by opening.

use std::collections::BTreeMap;

use serde::Serialize;

use super::B;
use crate::arena::{Match, Played};
use crate::board::{Color, notation};

/// The results of the openings that were played, by number.
#[derive(Debug, Clone, Default)]
pub struct OpeningTable(BTreeMap<usize, [u32; 3]>);

/// An opening and the results of its games.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OpeningLine {
    /// Its number in the suite, from 1.
    pub opening: usize,
    /// The position after it.
    pub fen: String,
    /// The moves that lead there, if the suite has them.
    pub moves: Vec<String>,
    /// Who is to move.
    pub to_move: &'static str,
    /// Games that B won.
    pub wins: u32,
    /// Games that were drawn.
    pub draws: u32,
    /// Games that B lost.
    pub losses: u32,
}

impl OpeningTable {
    /// Adds a game.
    pub fn add(&mut self, played: &Played) {
        let counts = self.0.entry(played.slot.opening).or_default();
        counts[played.half_points(B)] += 1;
    }

    /// A line for each opening that was played.
    pub fn lines(&self, plan: &Match) -> Vec<OpeningLine> {
        let chess960 = plan.suite.is_chess960();
        let line = |(&number, &[losses, draws, wins]): (&usize, &[u32; 3])| {
            let opening = &plan.suite.openings()[number];
            let moves = opening.played();
            OpeningLine {
                opening: number + 1,
                fen: opening.position().fen(chess960),
                moves: moves.map(|(position, mv)| notation::san(position, mv)).collect(),
                to_move: match opening.position().stm() {
                    Color::White => "white",
                    Color::Black => "black",
                },
                wins,
                draws,
                losses,
            }
        };
        self.0.iter().map(line).collect()
    }
}

impl OpeningLine {
    /// The share of the points that B got, 0 to 1.
    pub fn score(&self) -> f64 {
        let games = f64::from(self.wins + self.draws + self.losses);
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games
    }
}
