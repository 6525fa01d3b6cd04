//! The report of a tournament: ranking, pairings, games.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::report::games::GameFacts;
use crate::report::metadata::{Metadata, RunInfo, State};
use temperament_matches::arena::{Match, MatchResults, Participant, Played};
use temperament_matches::stats::{Estimate, Rated, Report, Undefined, ratings};

/// Value of the JSON field `format`.
const FORMAT: &str = "temper tournament report";

/// Report of a tournament. In JSON, players are numbered from 1 and undefined values are `null`.
#[derive(Debug, Clone, Serialize)]
pub struct Tournament {
    /// Fields common to all reports.
    #[serde(flatten)]
    pub metadata: Metadata,
    /// The players in command-line order.
    pub players: Vec<Entrant>,
    #[serde(flatten)]
    pub standings: Standings,
    /// How many games ended for each reason.
    pub reasons: BTreeMap<String, u64>,
    pub games: Vec<TournamentGame>,
}

#[derive(Debug, Clone, Serialize)]
pub struct Entrant {
    /// Its number, from 1.
    pub number: usize,
    #[serde(flatten)]
    pub player: Participant,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TournamentGame {
    #[serde(flatten)]
    pub facts: GameFacts,
    /// Number of the player with White, from 1.
    pub white: usize,
    /// Number of the player with Black.
    pub black: usize,
}

impl Tournament {
    /// Builds the report of a finished or interrupted tournament.
    pub fn new(plan: &Match, results: &MatchResults, run_info: RunInfo) -> Self {
        let players = (1..).zip(plan.participants.iter().cloned());
        let state = State::new(plan, results.games(), false);
        Self {
            metadata: Metadata::new(FORMAT, plan, run_info, state),
            players: players.map(|(number, player)| Entrant { number, player }).collect(),
            standings: Standings::new(plan, results),
            reasons: results.reasons(),
            games: results.pairs().iter().flatten().map(TournamentGame::new).collect(),
        }
    }
}

impl TournamentGame {
    fn new(played: &Played) -> Self {
        let [white, black] = played.slot.players.map(|player| player + 1);
        let facts = GameFacts::new(played);
        Self { facts, white, black }
    }
}

/// Ranking and results by pairing.
#[derive(Debug, Clone, Serialize)]
pub struct Standings {
    /// The players, the best first.
    #[serde(serialize_with = "by_rank")]
    pub ranking: Vec<Standing>,
    #[serde(serialize_with = "each_meeting")]
    pub pairings: Vec<Meeting>,
}

/// A player of the ranking.
#[derive(Debug, Clone)]
pub struct Standing {
    /// The number of the player, from 0.
    pub player: usize,
    pub name: String,
    /// Elo relative to the average of the rated players.
    pub rating: Result<Estimate, Undefined>,
    pub points: f64,
    pub games: u64,
}

#[derive(Debug, Clone, Copy)]
pub struct Meeting {
    /// Player numbers, from 0.
    pub players: [usize; 2],
    /// Result for the first of the two.
    pub report: Report,
}

impl Standings {
    /// Computes ratings and ranking from the games so far.
    pub fn new(plan: &Match, results: &MatchResults) -> Self {
        let meetings = results.pairings();
        let meetings = meetings
            .map(|(players, results)| Meeting { players, report: Report::new(results.swapped(), None) });
        let pairings: Vec<Meeting> = meetings.collect();
        Self { ranking: ranking(plan, &pairings), pairings }
    }

    /// A cell of the crosstable: points and games of one player against another, `-` if they do not meet.
    pub fn cell(&self, one: &Standing, other: &Standing) -> String {
        let meeting = self.pairings.iter().find(|meeting| {
            one.player != other.player
                && [one, other].iter().all(|standing| meeting.players.contains(&standing.player))
        });
        match meeting.and_then(|meeting| meeting.of(one.player)) {
            Some((points, games)) => format!("{points}/{games}"),
            None => "-".to_owned(),
        }
    }
}

fn ranking(plan: &Match, pairings: &[Meeting]) -> Vec<Standing> {
    let rated: Vec<Rated> = pairings
        .iter()
        .filter_map(|meeting| {
            Some(Rated { players: meeting.players, pairs: *meeting.report.results.pairs()? })
        })
        .collect();
    let ratings = ratings(plan.participants.len(), &rated);
    let mut ranking: Vec<Standing> = (0..)
        .zip(plan.participants.iter().zip(ratings))
        .map(|(player, (contender, rating))| {
            let own = pairings.iter().filter_map(|meeting| meeting.of(player));
            let (points, games) = own.fold((0.0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
            Standing { player, name: contender.name.clone(), rating, points, games }
        })
        .collect();
    ranking.sort_by(|a, b| {
        let ([a, a_share], [b, b_share]) = (a.key(), b.key());
        b.total_cmp(&a).then(b_share.total_cmp(&a_share))
    });
    ranking
}

impl Standing {
    /// Sort key. A player without a rating has lost or won everything and ranks below or above all others.
    fn key(&self) -> [f64; 2] {
        let share = self.share().unwrap_or(0.0);
        let beyond = if share > 0.5 { f64::INFINITY } else { f64::NEG_INFINITY };
        [self.rating.map_or(beyond, |rating| rating.value), share]
    }

    /// Share of the points, 0 to 1; `None` without games.
    pub fn share(&self) -> Option<f64> {
        (self.games > 0).then(|| self.points / self.games as f64)
    }

    /// Reason for a missing rating or interval, if any.
    pub fn why_not(&self) -> Option<String> {
        match self.rating.map(|rating| rating.interval) {
            Ok(Ok(_)) => None,
            Ok(Err(why)) => Some(format!("no interval ({why})")),
            Err(why) => Some(format!("no Elo ({why})")),
        }
    }

    fn json(&self, rank: usize) -> Value {
        let interval = self.rating.and_then(|rating| rating.interval);
        json!({
            "rank": rank,
            "player": self.player + 1,
            "name": self.name,
            "elo": self.rating.ok().map(|rating| rating.value),
            "elo_error": self.rating.and_then(|rating| rating.error()).ok(),
            "elo_interval": interval.ok(),
            "points": self.points,
            "games": self.games,
            "note": self.why_not(),
        })
    }
}

impl Meeting {
    /// Points and games of `player`, if it is one of the two.
    fn of(&self, player: usize) -> Option<(f64, u64)> {
        let results = self.report.results;
        let own = match self.players.iter().position(|&other| other == player)? {
            0 => results,
            _ => results.swapped(),
        };
        Some((own.points(), own.number_of_games()))
    }

    fn json(&self) -> Value {
        json!({
            "players": self.players.map(|player| player + 1),
            "statistics": self.report.json(),
        })
    }
}

fn by_rank<S: Serializer>(ranking: &[Standing], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq((1..).zip(ranking).map(|(rank, standing)| standing.json(rank)))
}

fn each_meeting<S: Serializer>(pairings: &[Meeting], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(pairings.iter().map(Meeting::json))
}
