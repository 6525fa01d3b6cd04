//! A line of play, followed to a quiet position.

use std::sync::Arc;

use temperament_engine::board::{Color, Game};
use temperament_engine::engine::Score;
use temperament_engine::eval::Weights;
use temperament_engine::eval::keys::threats;
use temperament_engine::search::qsearch_leaf::LeafSearch;

use super::{SearchedLine, centipawns};
use crate::line::Line;
use crate::position::Explained;

/// Cost in centipawns of each ply of a line: the shortest lines are the easiest to understand.
const PLY_COST: i32 = 6;
/// Cost in centipawns of lines at whose ends different sides are to move.
const PARITY_COST: i32 = 100;
/// Plies of a line that are always followed: the move and the answer.
const FIRST_PLIES: usize = 2;

/// A line that may be compared.
struct Candidate {
    line: Line,
    /// Evaluation at its end minus the score of the search, in centipawns.
    error: i32,
    /// What the threats at its end come to, in centipawns.
    threats: i32,
}

/// Follows two searched lines from the current position of a game, each for at least `least` plies. Each is cut where the
/// evaluation of the quiet position after it agrees with the score of the search, unless it ends the game.
///
/// # Panics
/// If the first move of a line is not legal.
pub fn follow(w: &Arc<Weights>, game: &Game, searched: [&SearchedLine; 2], least: [usize; 2]) -> [Line; 2] {
    let [mut a, mut b] = [0, 1].map(|index| candidates(w, game, searched[index], least[index]));
    let pairs = (0..a.len()).flat_map(|i| (0..b.len()).map(move |j| (i, j)));
    let (i, j) = pairs.min_by_key(|&(i, j)| cost(&a[i], &b[j])).unwrap_or_default();
    [a.swap_remove(i).line, b.swap_remove(j).line]
}

/// The evaluations of the ends of two lines, for a comparison.
pub fn ends<'a>(w: &'a Arc<Weights>, game: &Game, lines: &'a [Line; 2]) -> [Explained<'a>; 2] {
    let display = w.display(game.position());
    lines.each_ref().map(|line| Explained::on_scale(w, line.end(), display).for_comparison())
}

/// Returns `true` if each line starts with the first `plies` moves of its search, or with all of them if there are fewer.
pub fn shows(lines: &[Line; 2], searched: [&SearchedLine; 2], plies: [usize; 2]) -> bool {
    (0..2).all(|index| {
        let pairs = lines[index].moves.iter().zip(&searched[index].moves);
        let shown = pairs.take_while(|(shown, mv)| shown == mv).count();
        shown >= plies[index].min(searched[index].moves.len())
    })
}

/// Follows the first plies of one searched line from the current position of a game, as [`follow`] does.
///
/// # Panics
/// If its first move is not legal.
pub fn settled(w: &Arc<Weights>, game: &Game, searched: &SearchedLine, plies: usize) -> Line {
    let moves = searched.moves.iter().copied().take(plies).collect();
    let mut lines = candidates(w, game, &SearchedLine { score: searched.score, moves }, 0);
    let cost = |a: &Candidate| a.error.abs() + a.threats / 2 + PLY_COST * a.line.moves.len() as i32;
    let best = (0..lines.len()).min_by_key(|&i| cost(&lines[i])).unwrap_or_default();
    lines.swap_remove(best).line
}

/// How badly two lines explain the difference of their scores.
fn cost(a: &Candidate, b: &Candidate) -> i32 {
    let parity = if a.line.end().stm() == b.line.end().stm() { 0 } else { PARITY_COST };
    let plies = (a.line.moves.len() + b.line.moves.len()) as i32;
    let errors = (a.error - b.error).abs() + (a.error.abs() + b.error.abs()) / 2;
    errors + (a.threats + b.threats) / 2 + PLY_COST * plies + parity
}

/// Follows a line and cuts it after each of its plies from `least` on.
fn candidates(w: &Arc<Weights>, game: &Game, searched: &SearchedLine, least: usize) -> Vec<Candidate> {
    let sign = if game.position().stm() == Color::White { 1 } else { -1 };
    let display = w.display(game.position());
    let candidate = |line: Line| {
        let explained = Explained::on_scale(w, line.end(), display).for_comparison();
        let threats = explained.keys().filter(|key| key.entry.section.name == threats::SECTION.name);
        let threats: f64 = threats.map(|key| key.pawns.difference().abs()).sum();
        let error = sign * (explained.pawns() * 100.0).round() as i32 - centipawns(searched.score);
        Candidate { error, threats: (threats * 100.0) as i32, line }
    };
    cuts(w, game, searched, least).into_iter().map(candidate).collect()
}

/// Follows a searched line and cuts it after each ply, then plays out the captures. A line that ends the game is
/// not cut.
fn cuts(w: &Arc<Weights>, game: &Game, searched: &SearchedLine, least: usize) -> Vec<Line> {
    let mut quiet = LeafSearch::new(Arc::clone(w));
    let mut line = Line::new(game);
    let mut game = game.clone();
    let mut cuts = Vec::new();
    for &mv in &searched.moves {
        if !line.play(&mut game, mv) || line.ending.is_some() {
            break;
        }
        let (mut game, mut line) = (game.clone(), line.clone());
        for mv in quiet.line(line.end()) {
            line.play(&mut game, mv);
        }
        cuts.push(line);
    }
    if line.ending.is_some() {
        return vec![line];
    }
    if matches!(searched.score, Score::Mate(_)) {
        cuts.drain(..cuts.len().saturating_sub(1));
    }
    let first = FIRST_PLIES.max(least).min(cuts.len()).saturating_sub(1);
    cuts.split_off(first)
}
