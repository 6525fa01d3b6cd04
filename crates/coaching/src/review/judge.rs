//! Judges the moves of a game by their searches.

use std::sync::Arc;

use super::chances::{bounded, game_accuracy, misses_mate, move_accuracy, walks_into_mate};
use super::explain::reason;
use super::reviewer::Analysis;
use crate::analysis::Searched;
use crate::motif::exchange::{after_capture, exchange_by};
use crate::why::{Claim, Why};
use temperament_engine::board::{COLORS, Color, Game, Move, Position, side_name};
use temperament_engine::engine::{Score, winning_chances};
use temperament_engine::eval::Weights;
use temperament_matches::arena::GameResult;

/// Minimum loss of winning chances of an inaccuracy, in percentage points.
const INACCURACY: f64 = 5.0;
const MISTAKE: f64 = 10.0;
const BLUNDER: f64 = 15.0;
/// Number of moves of each side in which a mark needs a blunder or a tactic.
const OPENING_MOVES: u16 = 4;
/// Winning chances in percent from which on a move is no only move.
const STILL_WINNING: f64 = 75.0;
/// Minimum winning chances of a side that wins, in percent.
const WINNING: f64 = 80.0;

/// The mark of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// `!`: an only move that is hard to see.
    Good,
    /// All other moves are mistakes.
    Only,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// All marks, best first.
    pub const ALL: [Self; 5] = [Self::Good, Self::Only, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Returns the numeric annotation glyph of PGN.
    pub const fn nag(self) -> u8 {
        match self {
            Self::Good => 1,
            Self::Mistake => 2,
            Self::Blunder => 4,
            Self::Inaccuracy => 6,
            Self::Only => 7,
        }
    }

    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Good => "!",
            Self::Mistake => "?",
            Self::Blunder => "??",
            Self::Inaccuracy => "?!",
            Self::Only => "\u{25a1}",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Good => "Good move",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
            Self::Inaccuracy => "Inaccuracy",
            Self::Only => "Only move",
        }
    }

    /// Returns `true` for a move that loses winning chances.
    pub const fn is_bad(self) -> bool {
        matches!(self, Self::Inaccuracy | Self::Mistake | Self::Blunder)
    }

    /// Returns `true` for a move that is worth an explanation.
    pub const fn is_turning_point(self) -> bool {
        matches!(self, Self::Mistake | Self::Blunder)
    }

    fn of_loss(loss: f64) -> Option<Self> {
        match loss {
            _ if loss >= BLUNDER => Some(Self::Blunder),
            _ if loss >= MISTAKE => Some(Self::Mistake),
            _ if loss >= INACCURACY => Some(Self::Inaccuracy),
            _ => None,
        }
    }
}

/// A judged move. Winning chances are those of the side that moves, in percent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged {
    /// Winning chances before the move.
    pub before: f64,
    /// Winning chances after it; at most those before.
    pub after: f64,
    /// Loss in centipawns of the formulas, of scores within ±1000.
    pub centipawns: i32,
    /// Its mark, if any.
    pub mark: Option<Mark>,
}

impl Judged {
    /// Returns the loss of winning chances in percentage points; 0 if the best move was played.
    pub fn loss(&self) -> f64 {
        self.before - self.after
    }
}

/// A player's moves in a game.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PlayerSummary {
    pub moves: usize,
    /// Accuracy, 0 to 100; `None` without moves.
    pub accuracy: Option<f64>,
    /// Mean loss in centipawns of the formulas; `None` without moves.
    pub mean_loss: Option<f64>,
    /// Number of moves with each mark, in the order of [`Mark::ALL`].
    pub marks: [usize; 5],
}

/// The review of a game.
#[derive(Debug, Clone)]
pub struct Review {
    /// The searches.
    pub analysis: Analysis,
    /// White's winning chances in each position, in percent.
    white_chances: Vec<f64>,
    pub moves: Vec<Judged>,
    /// For each move that is marked as bad, why it is worse than the best one.
    pub reasons: Vec<Option<Why>>,
    /// White and Black.
    pub players: [PlayerSummary; 2],
    /// The result, if known.
    result: Option<GameResult>,
}

impl Review {
    /// Judges a game with this result. `analysis` must be of this game, `w` are the neutral weights of the profile that
    /// searched.
    pub fn new(game: &Game, result: Option<GameResult>, analysis: Analysis, w: &Arc<Weights>) -> Self {
        let played: Vec<_> = game.played().collect();
        let judge = |index: usize| {
            let (before, after) = (&analysis.positions[index], &analysis.positions[index + 1]);
            let is_best = before.line.first() == Some(&played[index].1);
            let is_recapture = index > 0
                && played[index].1.to == played[index - 1].1.to
                && played[index].0.captured(played[index].1).is_some();
            let is_mate = after.score == Score::Mate(0);
            let (position, mv) = &played[index];
            let chances = winning_chances(before.score, position);
            let lost = 100.0 - winning_chances(after.score, &position.after(*mv));
            let after_move = if is_best { chances } else { lost.min(chances) };
            let is_natural = || is_natural(position, *mv);
            let still_wins = |other: &Searched| winning_chances(other.score, position) >= STILL_WINNING;
            let alternative = analysis.alternatives[index].as_ref();
            let alternative = alternative.filter(|other| is_best && !still_wins(&other.searched));
            let alternative = alternative.filter(|_| !is_natural());
            let mark = match alternative {
                Some(other) if !other.is_obvious && !is_recapture => Some(Mark::Good),
                Some(other) if !is_recapture && !is_mate && takes(position, &other.searched) => {
                    Some(Mark::Only)
                }
                _ if !is_best && walks_into_mate(before, after) => Some(Mark::Blunder),
                _ if !is_best && misses_mate(before, after) => {
                    Some(Mark::of_loss(chances - after_move).unwrap_or(Mark::Inaccuracy))
                }
                _ => Mark::of_loss(chances - after_move)
                    .filter(|mark| *mark != Mark::Inaccuracy || !is_decided(chances, after_move)),
            };
            let loss = bounded(before.score) + bounded(after.score);
            let centipawns = if is_best { 0 } else { loss.max(0) };
            Judged { before: chances, after: after_move, centipawns, mark }
        };
        let mut moves: Vec<Judged> = (0..played.len()).map(judge).collect();
        let movers: Vec<Color> = played.iter().map(|(position, _)| position.stm()).collect();
        let explain = |(index, judged): (usize, &Judged)| {
            judged.mark.filter(|mark| mark.is_bad())?;
            Some(reason(w, game, &analysis, index))
        };
        let mut reasons: Vec<Option<Why>> = moves.iter().enumerate().map(explain).collect();
        for ((judged, why), (position, _)) in moves.iter_mut().zip(&mut reasons).zip(&played) {
            if position.fullmove_number() <= OPENING_MOVES && is_taste(judged, why.as_ref()) {
                (judged.mark, *why) = (None, None);
            }
        }
        let positions = played.iter().map(|(position, _)| *position).chain([game.position()]);
        let of_white = |(searched, position): (&Searched, &Position)| {
            let own = winning_chances(searched.score, position);
            if position.stm() == Color::White { own } else { 100.0 - own }
        };
        let white_chances: Vec<f64> = analysis.positions.iter().zip(positions).map(of_white).collect();
        let players = COLORS.map(|side| summary(&moves, &movers, side, &white_chances));
        Self { analysis, white_chances, moves, reasons, players, result }
    }

    /// Returns White's score of the position after some plies; `None` if White or Black is mated.
    pub fn white_score(&self, game: &Game, ply: usize) -> Option<Score> {
        match (self.analysis.positions[ply].score, side_after(game, ply)) {
            (Score::Mate(0), _) => None,
            (score, Color::White) => Some(score),
            (Score::Centipawns(cp), Color::Black) => Some(Score::Centipawns(-cp)),
            (Score::Mate(moves), Color::Black) => Some(Score::Mate(-moves)),
        }
    }

    /// Returns White's winning chances in the position after some plies, in percent.
    pub fn white_chances(&self, ply: usize) -> f64 {
        self.white_chances[ply]
    }

    /// Returns a remark on a game that ends with another result than its last position promises: by resignation, on time
    /// or by agreement.
    pub fn ending(&self, game: &Game) -> Option<String> {
        let result = self.result?;
        let last = self.moves.len();
        if game.position().legal_moves().is_empty() {
            return None;
        }
        let white = self.white_chances(last);
        let (side, chances) =
            if white >= 50.0 { (Color::White, white) } else { (Color::Black, 100.0 - white) };
        if chances < WINNING || result == GameResult::won_by(side) {
            return None;
        }
        let name = side_name(side);
        Some(format!(
            "The game ends {}, but {name} is winning here ({name}'s winning chances: {chances:.0} %).",
            result.pgn()
        ))
    }

    /// Returns the search of the best move where another one was played.
    pub fn missed(&self, index: usize) -> Option<&Searched> {
        self.moves[index].mark.filter(|mark| mark.is_bad()).map(|_| &self.analysis.positions[index])
    }
}

/// The game was lost before the move, or is still won after it: small losses change nothing.
fn is_decided(before: f64, after: f64) -> bool {
    before <= 100.0 - WINNING || after >= WINNING
}

/// The move that a search likes best captures something.
fn takes(position: &Position, searched: &Searched) -> bool {
    searched.line.first().is_some_and(|&mv| position.captured(mv).is_some())
}

/// Nobody needs to be told: the only piece that can take something takes it, a king leaves a check, or an attacked piece moves
/// away.
fn is_natural(position: &Position, mv: Move) -> bool {
    let legal = position.legal_moves();
    let takes = |mv: &Move| position.captured(*mv).is_some();
    let (is_capture, other_takes) = (takes(&mv), |other: &Move| *other != mv && takes(other));
    if is_capture {
        let same = legal.iter().any(|other| other_takes(other) && other.to == mv.to);
        return after_capture(position, mv) > 0 && !same;
    }
    if position.in_check() {
        return !legal.iter().any(other_takes);
    }
    exchange_by(position, !position.stm(), mv.from).is_some_and(|points| points > 0)
}

/// A loss that no tactic explains and that is no blunder: in the first moves, engines rate openings differently.
fn is_taste(judged: &Judged, why: Option<&Why>) -> bool {
    let is_proven = || why.is_some_and(|why| why.claims.iter().any(Claim::is_tactical));
    judged.mark.is_some_and(|mark| mark.is_bad() && mark != Mark::Blunder) && !is_proven()
}

/// The side to move after some plies.
fn side_after(game: &Game, ply: usize) -> Color {
    if ply.is_multiple_of(2) { game.start().stm() } else { !game.start().stm() }
}

fn summary(moves: &[Judged], movers: &[Color], side: Color, white: &[f64]) -> PlayerSummary {
    let own: Vec<(usize, &Judged)> =
        moves.iter().enumerate().filter(|(index, _)| movers[*index] == side).collect();
    let accuracies: Vec<(usize, f64)> =
        own.iter().map(|(index, judged)| (*index, move_accuracy(judged.loss()))).collect();
    let loss: i32 = own.iter().map(|(_, judged)| judged.centipawns).sum();
    let count = |mark| own.iter().filter(|(_, judged)| judged.mark == Some(mark)).count();
    PlayerSummary {
        moves: own.len(),
        accuracy: game_accuracy(white, &accuracies),
        mean_loss: (!own.is_empty()).then(|| f64::from(loss) / own.len() as f64),
        marks: Mark::ALL.map(count),
    }
}
