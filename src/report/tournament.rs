//! Everything about a tournament, as it is written.

use std::collections::BTreeMap;

use serde::Serialize;

use super::contender::Player;
use super::games::GameFacts;
use super::head::{Circumstances, Head, State};
use super::standings::Standings;
use crate::arena::{Course, Match, Played};
use crate::stats::CountsError;

/// What a reader of the JSON finds in `format`.
const FORMAT: &str = "temper tournament report";

/// A tournament. In JSON the fields have these names, players have numbers from 1, and what is not defined is `null`.
#[derive(Debug, Clone, Serialize)]
pub struct Tournament {
    /// What it has in common with other reports.
    #[serde(flatten)]
    pub head: Head,
    /// Who played, in the order of the command line.
    pub players: Vec<Entrant>,
    /// How they stand.
    #[serde(flatten)]
    pub standings: Standings,
    /// How many games ended for each reason.
    pub reasons: BTreeMap<String, u64>,
    /// All games that count.
    pub games: Vec<TournamentGame>,
}

/// One of those who play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entrant {
    /// Its number, from 1.
    pub number: usize,
    /// What it is.
    #[serde(flatten)]
    pub player: Player,
}

/// A game in short.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TournamentGame {
    /// What any report tells.
    #[serde(flatten)]
    pub facts: GameFacts,
    /// The number of who had White, from 1.
    pub white: usize,
    /// The number of who had Black.
    pub black: usize,
}

impl Tournament {
    /// One as far as it has come.
    ///
    /// # Errors
    /// If there are more games than can be counted.
    pub fn new(plan: &Match, course: &Course, told: &Circumstances) -> Result<Self, CountsError> {
        let players = (1..).zip(&plan.contenders).map(|(number, contender)| Entrant {
            number,
            player: Player::new(contender),
        });
        let state = State::new(plan, course.games(), false);
        Ok(Self {
            head: Head::new(FORMAT, plan, told, state),
            players: players.collect(),
            standings: Standings::new(plan, course)?,
            reasons: course.reasons(),
            games: course.pairs().iter().flatten().map(TournamentGame::new).collect(),
        })
    }
}

impl TournamentGame {
    fn new(played: &Played) -> Self {
        let [white, black] = played.slot.players.map(|player| player + 1);
        let facts = GameFacts::new(played);
        Self { facts, white, black }
    }
}
