//! The report of a match, collected pair by pair while it is played.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::arena::{self, Match, Played, SourceIdentity};
use crate::board::{Color, notation};
use crate::profile::diff::{self, Change};
use crate::report::evaluation::{Evaluation, Scores};
use crate::report::games::GameLine;
use crate::report::metadata::{Metadata, RunInfo, State};
use crate::report::notable_games::{NotableGame, NotableGames};
use crate::report::{A, B, Letter, rounded};
use crate::stats::{Decision, Report};
use crate::style::Comparison;

/// Value of the JSON field `format`.
const FORMAT: &str = "temper match report";

/// Report of a match. Undefined values are `null` in JSON.
#[derive(Debug, Clone, Serialize)]
pub struct Document {
    /// Fields common to all reports.
    #[serde(flatten)]
    pub metadata: Metadata,
    /// The players, A and B.
    pub contenders: [Contender; 2],
    /// The statistics, for B: the fields of `temper sprt --json`.
    #[serde(serialize_with = "as_json")]
    pub statistics: Report,
    /// How many games ended for each reason.
    pub reasons: BTreeMap<String, u64>,
    #[serde(rename = "course")]
    pub timeline: Timeline,
    pub by_opening: Vec<OpeningLine>,
    pub evaluation: Evaluation,
    /// Style of play of both.
    pub style: Comparison,
    /// Differences between the two profiles, as in `temper profile diff --json`; `None` if a side is an engine, or its
    /// profile has changed since the match.
    pub changes: Option<Vec<Value>>,
    /// The same as plain text.
    #[serde(skip)]
    pub changes_text: String,
    #[serde(rename = "telling")]
    pub notable_games: Vec<NotableGame>,
    pub games: Vec<GameLine>,
}

fn as_json<S: serde::Serializer>(report: &Report, serializer: S) -> Result<S::Ok, S::Error> {
    report.json().serialize(serializer)
}

/// Collects the data for a [`Document`] while the match is played.
#[derive(Debug, Clone, Default)]
pub struct Collector {
    timeline: Timeline,
    scores: Scores,
    openings: OpeningTable,
    notable_games: NotableGames,
    games: Vec<GameLine>,
}

impl Collector {
    /// Adds a finished pair of games; `statistics` include it.
    pub fn add(&mut self, pair: &[Played; 2], statistics: &Report) {
        let half_points = pair.iter().map(|played| played.half_points(B)).sum();
        self.timeline.add(half_points, statistics);
        for played in pair {
            self.scores.add(played);
            self.openings.add(played);
            self.notable_games.add(played);
            self.games.push(GameLine::new(played));
        }
    }

    /// Builds the document from all pairs added; `statistics` and `style` are those of the whole match.
    pub fn document(
        self,
        plan: &Match,
        course: &arena::MatchResults,
        statistics: Report,
        style: Comparison,
        run_info: RunInfo,
    ) -> Document {
        let is_decided = matches!(statistics.decision(), Some(Decision::H0 | Decision::H1));
        let state = State::new(plan, course.games(), is_decided);
        Document {
            metadata: Metadata::new(FORMAT, plan, &run_info, state),
            contenders: [A, B].map(|number| Contender {
                letter: Letter::of(number),
                player: Player::new(&plan.participants[number]),
            }),
            statistics,
            reasons: course.reasons(),
            timeline: self.timeline,
            by_opening: self.openings.lines(plan),
            evaluation: self.scores.evaluation(),
            style,
            changes_text: run_info.changes.as_deref().map(diff::text).unwrap_or_default(),
            changes: run_info.changes.map(|changes| changes.iter().map(Change::json).collect()),
            notable_games: self.notable_games.selected(plan),
            games: self.games,
        }
    }
}

/// One of the two players of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Contender {
    pub letter: Letter,
    #[serde(flatten)]
    pub player: Player,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Player {
    pub name: String,
    #[serde(flatten)]
    pub source: SourceIdentity,
    pub limit: String,
    pub hash_mib: usize,
}

impl Player {
    /// A contender of a match.
    pub fn new(contender: &arena::Participant) -> Self {
        Self {
            name: contender.name.clone(),
            source: SourceIdentity::new(&contender.source),
            limit: contender.limit.to_string(),
            hash_mib: contender.hash_mib,
        }
    }
}

/// Statistics after each pair: parallel lists, in the order of play.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Timeline {
    /// Half points of B in the pair: 0 to 4.
    pub half_points: Vec<usize>,
    /// Elo of B against A after it; `None` where undefined, as in the other lists.
    pub elo: Vec<Option<f64>>,
    /// Lower end of its 95 % interval.
    pub elo_low: Vec<Option<f64>>,
    /// Upper end.
    pub elo_high: Vec<Option<f64>>,
    /// Log-likelihood ratio of the test after it; empty if there is no test.
    pub llr: Vec<Option<f64>>,
}

impl Timeline {
    /// Adds a pair in which B scored `half_points`; `report` includes it.
    pub fn add(&mut self, half_points: usize, report: &Report) {
        self.half_points.push(half_points);
        let elo = report.strength.elo.ok();
        let interval = elo.and_then(|elo| elo.interval.ok());
        self.elo.push(elo.map(|elo| rounded(elo.value, 2)));
        self.elo_low.push(interval.map(|(low, _)| rounded(low, 2)));
        self.elo_high.push(interval.map(|(_, high)| rounded(high, 2)));
        if let Some((_, llr)) = report.test {
            self.llr.push(llr.ok().map(|llr| rounded(llr, 4)));
        }
    }
}

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
    pub to_move: &'static str,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl OpeningTable {
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
    /// Share of the points won by B, 0 to 1.
    pub fn score(&self) -> f64 {
        let games = f64::from(self.wins + self.draws + self.losses);
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games
    }
}
