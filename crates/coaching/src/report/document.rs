//! The report of a match.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::report::evaluation::Evaluation;
use crate::report::games::GameLine;
use crate::report::metadata::{Metadata, RunInfo, State};
use crate::report::notable_games::{NotableGame, notable_games};
use crate::report::{A, B, Letter, rounded};
use temperament_engine::board::{Color, notation};
use temperament_engine::profile::diff::Change;
use temperament_matches::arena::{Match, MatchResults, Participant, Played, pair_result};
use temperament_matches::stats::{Decision, Pentanomial, Report, Results, Sprt};
use temperament_matches::style::Comparison;

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
    #[serde(rename = "telling")]
    pub notable_games: Vec<NotableGame>,
    pub games: Vec<GameLine>,
}

fn as_json<S: serde::Serializer>(report: &Report, serializer: S) -> Result<S::Ok, S::Error> {
    report.json().serialize(serializer)
}

impl Document {
    /// Builds the report of a finished or interrupted match; `style` is that of its games.
    pub fn new(
        plan: &Match,
        results: &MatchResults,
        test: Option<Sprt>,
        style: Comparison,
        run_info: RunInfo,
    ) -> Self {
        let games = results.pairs().as_flattened();
        let total = results.pairs().iter().map(|pair| pair_result(pair, B)).sum();
        let statistics = Report::new(Results::Pairs(total), test);
        let is_decided = matches!(statistics.decision(), Some(Decision::H0 | Decision::H1));
        let state = State::new(plan, results.games(), is_decided);
        let changes = run_info.changes.clone();
        Self {
            metadata: Metadata::new(FORMAT, plan, run_info, state),
            contenders: [A, B].map(|number| Contender {
                letter: Letter::of(number),
                player: plan.participants[number].clone(),
            }),
            statistics,
            reasons: results.reasons(),
            timeline: Timeline::new(results.pairs(), test),
            by_opening: by_opening(games, plan),
            evaluation: Evaluation::new(games),
            style,
            changes: changes.map(|changes| changes.iter().map(Change::json).collect()),
            notable_games: notable_games(games, plan),
            games: games.iter().map(GameLine::new).collect(),
        }
    }
}

/// One of the two players of a match.
#[derive(Debug, Clone, Serialize)]
pub struct Contender {
    pub letter: Letter,
    #[serde(flatten)]
    pub player: Participant,
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
    fn new(pairs: &[[Played; 2]], test: Option<Sprt>) -> Self {
        let mut timeline = Self::default();
        let mut total = Pentanomial::default();
        for pair in pairs {
            total = total + pair_result(pair, B);
            let report = Report::new(Results::Pairs(total), test);
            let elo = report.strength.elo.ok();
            let interval = elo.and_then(|elo| elo.interval.ok());
            timeline.half_points.push(pair.iter().map(|played| played.half_points(B)).sum());
            timeline.elo.push(elo.map(|elo| rounded(elo.value, 2)));
            timeline.elo_low.push(interval.map(|(low, _)| rounded(low, 2)));
            timeline.elo_high.push(interval.map(|(_, high)| rounded(high, 2)));
            timeline.llr.extend(report.test.map(|(_, llr)| llr.ok().map(|llr| rounded(llr, 4))));
        }
        timeline
    }
}

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

/// The results of the openings that were played, by number.
fn by_opening(games: &[Played], plan: &Match) -> Vec<OpeningLine> {
    let mut counts: BTreeMap<usize, [u32; 3]> = BTreeMap::new();
    for played in games {
        counts.entry(played.slot.opening).or_default()[played.half_points(B)] += 1;
    }
    let line = |(number, [losses, draws, wins]): (usize, [u32; 3])| {
        let opening = &plan.suite.openings()[number];
        OpeningLine {
            opening: number + 1,
            fen: opening.position().fen(plan.suite.is_chess960()),
            moves: opening.played().map(|(position, mv)| notation::san(position, mv)).collect(),
            to_move: match opening.position().stm() {
                Color::White => "white",
                Color::Black => "black",
            },
            wins,
            draws,
            losses,
        }
    };
    counts.into_iter().map(line).collect()
}

impl OpeningLine {
    /// Share of the points won by B, 0 to 1.
    pub fn score(&self) -> f64 {
        let games = f64::from(self.wins + self.draws + self.losses);
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games
    }
}
