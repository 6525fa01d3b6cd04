//! Facts about lines that do not depend on the profile: mate, draws, material, exchanges.

use temperament_engine::board::game::Ending;
use temperament_engine::board::see::see_at_least;
use temperament_engine::board::{COLORS, Color, Move, PIECES, Piece, Position, Square, piece_name};
use temperament_engine::engine::Score;
use temperament_engine::terms::phrase::list;

use super::{Fact, MaterialChange, Which};
use crate::line::Line;
use crate::motif::exchange::POINTS;

/// A line with its score.
pub struct Scored<'a> {
    pub line: &'a Line,
    /// Score for the side that makes its first move.
    pub score: Score,
}

/// All facts about two lines, most important first. The number of material is still 0; `is_worse` if the first line has
/// the lower score.
pub fn facts(mv: &Scored, other: &Scored, is_worse: bool) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (which, scored) in [(Which::Move, mv), (Which::Other, other)] {
        facts.extend(mate(which, scored));
    }
    for (which, scored) in [(Which::Move, mv), (Which::Other, other)] {
        facts.extend(draw(which, scored));
    }
    // Taking back what the move has taken is no gain.
    let recaptured = |line: &Line, index: usize| {
        let is_back = index == 1 && line.moves.get(1).is_some_and(|mv| mv.to == line.moves[0].to);
        let taken = is_back.then(|| line.positions[0].captured(line.moves[0])).flatten();
        taken.map_or(0, |piece| POINTS[piece as usize])
    };
    let (worse, better) = if is_worse { (Which::Move, Which::Other) } else { (Which::Other, Which::Move) };
    for (which, index) in [(worse, 1), (better, 0)] {
        let (line, compared) =
            if which == Which::Move { (mv.line, other.line) } else { (other.line, mv.line) };
        // Nor is what the other move wins, too, on the same square.
        let gain = exchange(which, line, index).filter(|_| gain_at(line, index) != gain_at(compared, index));
        let wins =
            |fact: &Fact| matches!(fact, Fact::Exchange { points, .. } if *points > recaptured(line, index));
        facts.extend(gain.filter(wins));
    }
    let (line, other_line) = (material(mv.line), material(other.line));
    if line != other_line && counts(mv.line.end()) != counts(other.line.end()) {
        facts.push(Fact::Material { line, other: other_line, difference: 0 });
    }
    facts
}

fn mate(which: Which, scored: &Scored) -> Option<Fact> {
    let Score::Mate(moves) = scored.score else {
        return None;
    };
    let us = scored.line.positions[0].stm();
    let winner = if moves > 0 { us } else { !us };
    let is_complete = scored.line.ending == Some(Ending::Checkmate);
    // The line may be longer or shorter than what was proved at another depth.
    let plies = scored.line.moves.len();
    let moves = if is_complete {
        if winner == us { plies.div_ceil(2) } else { plies / 2 }
    } else {
        moves.unsigned_abs() as usize
    };
    Some(Fact::Mate { line: which, winner, moves, by: is_complete.then(|| plies - 1) })
}

fn draw(which: Which, scored: &Scored) -> Option<Fact> {
    let rule = match scored.line.ending? {
        Ending::Checkmate => return None,
        Ending::Stalemate => "stalemate",
        Ending::InsufficientMaterial => "insufficient material",
        Ending::FiftyMoves => "the fifty-move rule",
        Ending::Repetition => "repetition",
    };
    Some(Fact::Draw { line: which, rule, by: scored.line.moves.len() - 1 })
}

/// Number of pieces of each kind without kings, for White and Black.
fn counts(position: &Position) -> [[i32; 5]; 2] {
    COLORS.map(|color| std::array::from_fn(|i| position.colored(color, PIECES[i]).len() as i32))
}

/// The pieces that a line wins and loses.
pub fn material(line: &Line) -> MaterialChange {
    let (before, after) = (counts(&line.positions[0]), counts(line.end()));
    // Negative after promotions.
    change(line, |side, i| before[side as usize][i] - after[side as usize][i])
}

/// The pieces that are captured in a line: without what promotions change.
pub fn captured(line: &Line) -> MaterialChange {
    let mut gone = [[0; 6]; 2];
    for (position, mv) in line.positions.iter().zip(&line.moves) {
        if let Some(piece) = position.captured(*mv) {
            gone[!position.stm() as usize][piece as usize] += 1;
        }
    }
    change(line, |side, i| gone[side as usize][i])
}

/// The change if `gone` is what each side has lost of each kind.
fn change(line: &Line, gone: impl Fn(Color, usize) -> i32) -> MaterialChange {
    let us = line.positions[0].stm();
    let pieces = |n: &dyn Fn(usize) -> i32| -> Vec<Piece> {
        let most_valuable_first = (0..5).rev();
        most_valuable_first.flat_map(|i| std::iter::repeat_n(PIECES[i], n(i).max(0) as usize)).collect()
    };
    let (lost, won) = (pieces(&|i| gone(us, i) - gone(!us, i)), pieces(&|i| gone(!us, i) - gone(us, i)));
    let traded = pieces(&|i| gone(us, i).min(gone(!us, i)));
    let is_loss = points(&lost) >= points(&won);
    let by = if is_loss { deciding(line, &lost, 1) } else { deciding(line, &won, 0) };
    MaterialChange { lost, won, traded, by }
}

/// Points of some pieces.
pub fn points(pieces: &[Piece]) -> i32 {
    pieces.iter().map(|&piece| POINTS[piece as usize]).sum()
}

/// The last move of one side (`parity` 0: the one that begins) that takes the most valuable of these pieces.
fn deciding(line: &Line, pieces: &[Piece], parity: usize) -> Option<usize> {
    let most = pieces.first()?;
    let is_it = |&index: &usize| {
        index % 2 == parity && line.positions[index].captured(line.moves[index]) == Some(*most)
    };
    (0..line.moves.len()).rev().find(is_it)
}

/// The exchange that a move of a line begins, if it wins material and is a capture.
fn exchange(which: Which, line: &Line, index: usize) -> Option<Fact> {
    let (square, points) = gain_at(line, index)?;
    Some(Fact::Exchange { line: which, by: index, square, points })
}

/// Square and points of such an exchange.
fn gain_at(line: &Line, index: usize) -> Option<(Square, i32)> {
    let mv = *line.moves.get(index)?;
    let points = exchange_points(&line.positions[index], mv).filter(|points| *points > 0)?;
    Some((mv.to, points))
}

/// Points won by the exchanges that a capture begins, by SEE; `None` for other moves.
fn exchange_points(position: &Position, mv: Move) -> Option<i32> {
    position.captured(mv)?;
    let info = position.move_info(mv);
    (-9..=17).rev().find(|&points| see_at_least(position, info, points, &POINTS))
}

/// Pieces as a list: `a queen and two pawns`.
pub fn named(pieces: &[Piece]) -> String {
    let counts = (0..5).rev().map(|i| (PIECES[i], pieces.iter().filter(|&&p| p == PIECES[i]).count()));
    let words = counts.filter(|(_, n)| *n > 0).map(|(piece, n)| {
        let number = ["no", "a", "two", "three", "four", "five", "six", "seven", "eight"];
        let plural = if n == 1 { "" } else { "s" };
        format!("{} {}{plural}", number[n.min(8)], piece_name(piece))
    });
    list(words)
}
