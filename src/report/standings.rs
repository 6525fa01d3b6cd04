//! How the players of a tournament stand: ranking and meetings.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::arena::{Course, Match, Tally};
use crate::stats::{CountsError, Estimate, Rated, Report, Undefined, ratings};

/// Who is how strong, and who met whom.
#[derive(Debug, Clone, Serialize)]
pub struct Standings {
    /// The players, the best first.
    #[serde(serialize_with = "by_rank")]
    pub ranking: Vec<Standing>,
    /// All who met.
    #[serde(serialize_with = "each_meeting")]
    pub pairings: Vec<Meeting>,
}

/// A player of the ranking.
#[derive(Debug, Clone)]
pub struct Standing {
    /// The number of the player, from 0.
    pub player: usize,
    /// What it is called.
    pub name: String,
    /// Elo against the average of those who have one.
    pub rating: Result<Estimate, Undefined>,
    /// What it has won.
    pub points: f64,
    /// In so many games.
    pub games: u64,
}

/// Two who met.
#[derive(Debug, Clone, Copy)]
pub struct Meeting {
    /// Their numbers, from 0.
    pub players: [usize; 2],
    /// What came of it, for the first of the two.
    pub report: Report,
}

impl Standings {
    /// Those of a tournament as far as it has come.
    ///
    /// # Errors
    /// If there are more games than can be counted.
    pub fn new(plan: &Match, course: &Course) -> Result<Self, CountsError> {
        let meeting = |(players, tally): ([usize; 2], Tally)| {
            let report = Report::new(tally.results()?.swapped(), None);
            Ok(Meeting { players, report })
        };
        let pairings: Vec<Meeting> = course
            .tallies()
            .map(meeting)
            .collect::<Result<_, CountsError>>()?;
        let ranking = ranking(plan, &pairings);
        Ok(Self { ranking, pairings })
    }

    /// A cell of the crosstable: points and games of one player against another, `-` if they do not meet.
    pub fn cell(&self, one: &Standing, other: &Standing) -> String {
        let meeting = self.pairings.iter().find(|meeting| {
            one.player != other.player
                && [one, other]
                    .iter()
                    .all(|standing| meeting.players.contains(&standing.player))
        });
        match meeting.and_then(|meeting| meeting.of(one.player)) {
            Some((points, games)) => format!("{points}/{games}"),
            None => "-".to_owned(),
        }
    }
}

/// The players, the best first.
fn ranking(plan: &Match, pairings: &[Meeting]) -> Vec<Standing> {
    let rated: Vec<Rated> = pairings
        .iter()
        .filter_map(|meeting| {
            Some(Rated {
                players: meeting.players,
                pairs: *meeting.report.results.pairs()?,
            })
        })
        .collect();
    let ratings = ratings(plan.contenders.len(), &rated);
    let mut ranking: Vec<Standing> = (0..)
        .zip(plan.contenders.iter().zip(ratings))
        .map(|(player, (contender, rating))| {
            let own = pairings.iter().filter_map(|meeting| meeting.of(player));
            let (points, games) = own.fold((0.0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
            Standing {
                player,
                name: contender.name.clone(),
                rating,
                points,
                games,
            }
        })
        .collect();
    ranking.sort_by(|a, b| {
        let ([a, a_share], [b, b_share]) = (a.key(), b.key());
        b.total_cmp(&a).then(b_share.total_cmp(&a_share))
    });
    ranking
}

impl Standing {
    /// What the ranking goes by. Who has no rating is beyond all others, above or below.
    fn key(&self) -> [f64; 2] {
        let share = self.share().unwrap_or(0.0);
        let beyond = if share > 0.5 {
            f64::INFINITY
        } else {
            f64::NEG_INFINITY
        };
        [self.rating.map_or(beyond, |rating| rating.value), share]
    }

    /// Its share of the points, 0 to 1, if it has played.
    pub fn share(&self) -> Option<f64> {
        (self.games > 0).then(|| self.points / self.games as f64)
    }

    /// Why it has no rating, or the rating no interval; `None` if it has both.
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
    /// Points and games of a player, if it is one of the two.
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
