//! Selects notable games: short wins, upsets, missed wins, swings, disagreements.
//!
//! Scores are clamped to ±[`super::WON`], so the margin of a won game does not count.

use std::cmp::Reverse;

use serde::Serialize;

use crate::report::games::{Step, movers, steps};
use crate::report::{Letter, bounded};
use temperament_matches::arena::{GameResult, Match, Played, Reason, Termination};

/// Number of games kept for each kind.
const KEPT: usize = 2;
/// A win after a score this low is an upset; centipawns.
const LOW: i32 = -150;
/// A draw after a score this high is a missed win; centipawns.
const HIGH: i32 = 300;
/// Minimum drop between two consecutive moves of a player that is a swing; centipawns.
const SWING: i32 = 250;
/// Both sides claiming at least this much is a disagreement; centipawns.
const OPPOSED: i32 = 60;

/// Why a game is notable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HighlightKind {
    /// One of a player's shortest wins after the opening, by mate or adjudication.
    ShortWin,
    /// A win after a very low score.
    Upset,
    /// A draw after a very high score.
    MissedWin,
    /// A large drop of a player's score from one of its moves to the next.
    Swing,
    /// In two consecutive moves both sides claimed the advantage.
    Disagreement,
}

/// A notable moment of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Highlight {
    pub kind: HighlightKind,
    /// The player concerned; the first to move if both are.
    pub side: Letter,
    /// Half-moves for a short win, otherwise centipawns: lowest score of the winner, highest score of the drawing side,
    /// drop of a swing, lower of the two opposed scores.
    pub size: i32,
    /// Number of half-moves after which it shows, opening included.
    pub ply: usize,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NotableGame {
    /// Number in the match, from 1.
    pub game: usize,
    /// Why it was selected; at least one.
    #[serde(rename = "why")]
    pub highlights: Vec<Highlight>,
    pub white: Letter,
    #[serde(flatten)]
    pub verdict: Termination,
    /// Number of its opening in the suite, from 1.
    pub opening: usize,
    /// Half-moves of the opening.
    pub opening_plies: usize,
    pub fen: String,
    pub moves: Vec<Step>,
}

/// The selected games, each once, ordered by kind.
pub fn notable_games(games: &[Played], plan: &Match) -> Vec<NotableGame> {
    let mut selected: Vec<NotableGame> = Vec::new();
    for (why, played) in highlights(games) {
        let number = played.slot.game + 1;
        match selected.iter_mut().find(|notable| notable.game == number) {
            Some(notable) => notable.highlights.push(why),
            None => selected.push(NotableGame::new(played, why, plan)),
        }
    }
    selected
}

/// Finds a moment of one kind.
type Finder<'a> = &'a dyn Fn(&Played) -> Option<Highlight>;

/// The most notable moments of each kind, and of each player for short wins. Ties go to the earlier game.
pub fn highlights(games: &[Played]) -> Vec<(Highlight, &Played)> {
    let finders: [Finder<'_>; 6] = [
        &|played| short_win(played).filter(|why| why.side == Letter::A),
        &|played| short_win(played).filter(|why| why.side == Letter::B),
        &upset,
        &missed_win,
        &swing,
        &disagreement,
    ];
    let best = |find: Finder<'_>| {
        let mut found: Vec<_> = games.iter().filter_map(|played| Some((find(played)?, played))).collect();
        found.sort_by_key(|(why, _)| Reverse(why.worth()));
        found.truncate(KEPT);
        found
    };
    finders.into_iter().flat_map(best).collect()
}

impl Highlight {
    /// Larger is more notable within a kind.
    fn worth(&self) -> i32 {
        match self.kind {
            HighlightKind::ShortWin => -self.size,
            _ => self.size.abs(),
        }
    }
}

impl NotableGame {
    fn new(played: &Played, why: Highlight, plan: &Match) -> Self {
        let chess960 = plan.suite.is_chess960();
        let record = &played.record;
        Self {
            game: played.slot.game + 1,
            highlights: vec![why],
            white: Letter::of(played.slot.players[0]),
            verdict: record.termination,
            opening: played.slot.opening + 1,
            opening_plies: record.opening_plies(),
            fen: record.start.fen(chess960),
            moves: steps(played, chess960),
        }
    }
}

/// Clamped scores after the opening with their movers; `None` for a move without a score.
fn scores(played: &Played) -> Vec<(Letter, Option<i32>)> {
    let scores = played.record.move_data.iter().map(|data| data.score.map(bounded));
    movers(played).zip(scores).collect()
}

fn winner(played: &Played) -> Option<Letter> {
    let [white, black] = played.slot.players.map(Letter::of);
    match played.record.termination.result {
        GameResult::WhiteWins => Some(white),
        GameResult::BlackWins => Some(black),
        GameResult::Draw => None,
    }
}

pub fn short_win(played: &Played) -> Option<Highlight> {
    let record = &played.record;
    let is_by_play = matches!(record.termination.reason, Reason::Checkmate | Reason::Resignation);
    let side = winner(played).filter(|_| is_by_play)?;
    Some(Highlight {
        kind: HighlightKind::ShortWin,
        side,
        size: i32::try_from(record.move_data.len()).unwrap_or(i32::MAX),
        ply: record.moves.len(),
    })
}

pub fn upset(played: &Played) -> Option<Highlight> {
    let winner = winner(played)?;
    let scores = scores(played).into_iter().enumerate();
    let own = scores.filter_map(|(index, (side, score))| Some((index, side, -score?)));
    let (index, side, size) = largest(-LOW, own.filter(|(_, side, _)| *side == winner))?;
    Some(Highlight { kind: HighlightKind::Upset, side, size: -size, ply: ply(played, index) })
}

pub fn missed_win(played: &Played) -> Option<Highlight> {
    if winner(played).is_some() {
        return None;
    }
    let scores = scores(played).into_iter().enumerate();
    let scores = scores.filter_map(|(index, (side, score))| Some((index, side, score?)));
    let (index, side, size) = largest(HIGH, scores)?;
    Some(Highlight { kind: HighlightKind::MissedWin, side, size, ply: ply(played, index) })
}

/// `ply` is after the opponent's reply, where the player noticed the drop.
pub fn swing(played: &Played) -> Option<Highlight> {
    let scores = scores(played);
    let falls = scores.windows(3).enumerate();
    let falls = falls.filter_map(|(index, three)| Some((index, three[0].0, three[0].1? - three[2].1?)));
    let (index, side, size) = largest(SWING, falls)?;
    Some(Highlight { kind: HighlightKind::Swing, side, size, ply: ply(played, index + 1) })
}

pub fn disagreement(played: &Played) -> Option<Highlight> {
    let scores = scores(played);
    let pairs = scores.windows(2).enumerate();
    let pairs = pairs.filter_map(|(index, two)| Some((index, two[0].0, two[0].1?.min(two[1].1?))));
    let (index, side, size) = largest(OPPOSED, pairs)?;
    Some(Highlight { kind: HighlightKind::Disagreement, side, size, ply: ply(played, index + 1) })
}

/// The first of the largest sizes, if it is at least `least`.
fn largest(least: i32, moments: impl Iterator<Item = (usize, Letter, i32)>) -> Option<(usize, Letter, i32)> {
    let first_of_largest = moments.reduce(|best, next| if next.2 > best.2 { next } else { best });
    first_of_largest.filter(|(_, _, size)| *size >= least)
}

/// Number of half-moves played after this move, counted from the end of the opening.
fn ply(played: &Played, index: usize) -> usize {
    played.record.opening_plies() + index + 1
}
