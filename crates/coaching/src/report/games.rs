//! Games in reports: one line per game, or every move with its position and score.

use serde::Serialize;

use crate::report::{Letter, bounded, rounded};
use temperament_engine::board::notation;
use temperament_engine::engine::Score;
use temperament_matches::arena::{Played, Termination};

/// Facts about a game that all reports contain.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GameFacts {
    /// Number in the match, from 1.
    pub game: usize,
    /// Pair and game within it, as in the PGN tag `Round`.
    pub round: String,
    /// The number of its opening in the suite, from 1.
    pub opening: usize,
    #[serde(flatten)]
    pub verdict: Termination,
    /// Half-moves, those of the opening included.
    pub plies: usize,
    /// Half-moves of the opening.
    pub opening_plies: usize,
}

/// A game of a match in short.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GameLine {
    #[serde(flatten)]
    pub facts: GameFacts,
    pub white: Letter,
    pub a: Effort,
    pub b: Effort,
}

/// Search effort of a player in a game; means are `None` without moves or scores.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Effort {
    /// Mean of its scores, each clamped to ±1000 centipawns.
    pub mean_cp: Option<f64>,
    /// Mean depth of its searches, in plies.
    pub mean_depth: Option<f64>,
    pub nodes: u64,
    pub seconds: f64,
}

impl GameFacts {
    pub fn new(played: &Played) -> Self {
        let record = &played.record;
        Self {
            game: played.slot.game + 1,
            round: played.slot.round(),
            opening: played.slot.opening + 1,
            verdict: record.termination,
            plies: record.moves.len(),
            opening_plies: record.opening_plies(),
        }
    }
}

impl GameLine {
    pub fn new(played: &Played) -> Self {
        let [a, b] = Letter::BOTH.map(|letter| Effort::new(played, letter));
        Self { facts: GameFacts::new(played), white: Letter::of(played.slot.players[0]), a, b }
    }
}

impl Effort {
    fn new(played: &Played, letter: Letter) -> Self {
        let all = movers(played).zip(&played.record.move_data);
        let own: Vec<_> = all.filter(|(mover, _)| *mover == letter).collect();
        let searched = || own.iter().map(|(_, data)| data).filter(|data| !data.is_book);
        let scores: Vec<_> = own_scores(played, letter).flatten().collect();
        let mean = |sum: f64, count: usize| (count > 0).then(|| rounded(sum / count as f64, 1));
        Self {
            mean_cp: mean(scores.iter().copied().map(f64::from).sum(), scores.len()),
            mean_depth: mean(searched().map(|data| f64::from(data.depth)).sum(), searched().count()),
            nodes: own.iter().map(|(_, data)| data.nodes).fold(0, u64::saturating_add),
            seconds: rounded(own.iter().map(|(_, data)| data.time.as_secs_f64()).sum(), 3),
        }
    }
}

/// A move with the position after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    pub san: String,
    pub uci: String,
    /// FEN after the move.
    pub fen: String,
    pub by: Letter,
    /// Mover's score in centipawns; `None` for opening moves, moves without a score, and mates.
    pub cp: Option<i32>,
    /// Mover's score as moves to mate, negative if it is being mated; `None` without a mate score.
    pub mate: Option<i32>,
    /// Search depth in plies; `None` for moves of the opening or of a book.
    pub depth: Option<u32>,
}

/// The movers of all moves after the opening.
pub fn movers(played: &Played) -> impl Iterator<Item = Letter> + use<> {
    let record = &played.record;
    let [white, black] = played.slot.players.map(Letter::of);
    let stm = record.start.stm();
    let first = (stm as usize + record.opening_plies()) % 2;
    let order = if first == 0 { [white, black] } else { [black, white] };
    order.into_iter().cycle()
}

/// Clamped scores of a player's own moves in a game; `None` for a move without a score.
pub fn own_scores(played: &Played, letter: Letter) -> impl Iterator<Item = Option<i32>> {
    let movers = movers(played);
    let moves = movers.zip(&played.record.move_data);
    moves.filter(move |(mover, _)| *mover == letter).map(|(_, data)| data.score.map(bounded))
}

/// All moves of a game.
pub fn steps(played: &Played, chess960: bool) -> Vec<Step> {
    let record = &played.record;
    let game = record.game();
    let opening = record.opening_plies();
    let players = played.slot.players.map(Letter::of);
    let step = |(index, (position, mv)): (usize, _)| {
        let position: &temperament_engine::board::Position = position;
        let data = usize::checked_sub(index, opening).map(|index| record.move_data[index]);
        let score = data.and_then(|data| data.score);
        Step {
            san: notation::san(position, mv),
            uci: notation::uci(position, mv, chess960),
            fen: position.after(mv).fen(chess960),
            by: players[position.stm() as usize],
            cp: score.and_then(|score| match score {
                Score::Centipawns(cp) => Some(cp),
                Score::Mate(_) => None,
            }),
            mate: score.and_then(|score| match score {
                Score::Mate(moves) => Some(moves),
                Score::Centipawns(_) => None,
            }),
            depth: data.filter(|data| !data.is_book).map(|data| data.depth),
        }
    };
    game.played().enumerate().map(step).collect()
}

impl Step {
    /// Mover's score as in PGN comments, `+0.31` or `-M4`; `None` for opening moves or without a score.
    pub fn score(&self) -> Option<String> {
        let cp = self.cp.map(|cp| format!("{:+.2}", f64::from(cp) / 100.0));
        cp.or(self.mate.map(|moves| if moves > 0 { format!("+M{moves}") } else { format!("-M{}", -moves) }))
    }
}
