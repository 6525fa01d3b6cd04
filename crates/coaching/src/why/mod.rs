//! Why one move is better than another.
//!
//! [`Claim`]s are for students: what refutes the worse move, and what the better one does. Details are for those who tune
//! profiles: both lines are followed to quiet positions, and their evaluations are subtracted row by row. The difference of
//! the two scores is the sum of the rows and one remainder, exactly.

mod captures;
mod claims;
mod effects;
mod facts;
mod json;
mod line;
mod material;
mod outcome;
mod proven;
mod rows;
mod sentences;
mod words;

use std::sync::Arc;

use temperament_engine::board::{Color, Game, Move, Piece, Position, Square, notation};
use temperament_engine::engine::Score;
use temperament_engine::eval::Weights;
use temperament_engine::search::score::MATE;

use crate::analysis::{Analyst, Searched};
pub use claims::Claim;
use claims::Pair;
use facts::Scored;
pub use facts::{named, points};
use rows::Difference;
use sentences::Compared;

/// A move with the result of its search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchedLine {
    /// Score for the side that makes the first move.
    pub score: Score,
    /// The line: at least the move itself, then legal moves as far as the search knows them.
    pub moves: Vec<Move>,
}

/// The best line of a position, followed to a quiet position.
#[derive(Debug, Clone)]
pub struct BestLine {
    pub line: SearchedLine,
    /// Score of the best of the other moves, for the side to move; `None` if there is none.
    pub next: Option<Score>,
    /// The quiet position.
    pub end: Position,
    /// The moves that lead to it.
    pub moves: Vec<Move>,
    /// Names it: `after 23.Qxb7 ... 26...Rb8` without `after`.
    pub label: String,
    /// The change of material in the first [`MATERIAL_PLIES`] of the line.
    pub material: MaterialChange,
}

/// What a line wins later is not what its first move is about; plies.
const MATERIAL_PLIES: usize = 8;
/// Minimum difference between two moves that is worth attributing to the search; centipawns.
const SMALLEST_EXPLAINED: i32 = 20;
/// A line is followed so far before its captures are played out: as far as a reader follows it; plies.
const READ_PLIES: usize = 12;

impl BestLine {
    /// Returns `true` if the line mates.
    pub fn is_mate(&self) -> bool {
        matches!(self.line.score, Score::Mate(_))
    }

    /// Searches the current position of a game, then the other moves. `None` if the game is over.
    pub fn new(analyst: &mut Analyst, game: &Game) -> Option<Self> {
        let best = analyst.position(game, &|| false)?;
        let first = *best.line.first()?;
        let line = SearchedLine { score: best.score, moves: best.line };
        let has_other = game.position().legal_moves().len() > 1;
        let next = has_other.then(|| analyst.without(game, first, &|| false)).flatten();
        let w = analyst.weights();
        let settled = line::settled(w, game, &line, READ_PLIES);
        let (end, label) = (settled.end().clone(), settled.label());
        let material = facts::material(&line::settled(w, game, &line, MATERIAL_PLIES));
        Some(Self { line, next: next.map(|next| next.score), end, moves: settled.moves, label, material })
    }
}

/// One of the two lines that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The line of the move that is explained.
    Move,
    /// The line of the move it is compared with.
    Other,
}

/// One key's share of a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhyRow {
    /// The key, such as `pawns.isolated` or `term.NAME`.
    pub key: String,
    /// Centipawns for the side to move, rounded to the nearest: the key's share at the end of the line minus its share
    /// at the end of the other.
    pub difference: i32,
}

/// How the balance of material changes over a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaterialChange {
    /// Pieces by which the balance changes against the side that begins, most valuable first. Pieces of one kind that
    /// both sides lose cancel out.
    pub lost: Vec<Piece>,
    /// Pieces by which it changes in favour of that side.
    pub won: Vec<Piece>,
    /// Pieces of one kind that both sides lose.
    pub traded: Vec<Piece>,
    /// Index of the move in the line that takes the most valuable of them; `None` if no capture does.
    pub by: Option<usize>,
}

/// Something that is true of a line whatever the profile. Moves are indexes in the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// One side can force mate.
    Mate {
        line: Which,
        /// The side that mates.
        winner: Color,
        /// Moves that it needs.
        moves: usize,
        /// The move that mates; `None` if the line ends before.
        by: Option<usize>,
    },
    /// The line ends with a draw by the rules, or with a position that occurred before.
    Draw {
        line: Which,
        /// The rule, such as `stalemate`.
        rule: &'static str,
        /// The move.
        by: usize,
    },
    /// The material at the ends of the two lines differs.
    Material {
        /// The change in the line of the move.
        line: MaterialChange,
        /// The change in the other line.
        other: MaterialChange,
        /// Centipawns for the side to move: the sum of all rows about material and about the squares, mobility and
        /// distances of pieces whose number differs.
        difference: i32,
    },
    /// A capture wins material by the exchanges on its square (SEE).
    Exchange {
        line: Which,
        /// The capture: the first move of the better line or the answer to the first move of the worse.
        by: usize,
        square: Square,
        /// Points won: 1 for a pawn, 3 for a knight or bishop, 5 for a rook, 9 for a queen.
        points: i32,
    },
    /// The rows explain less than half of the difference.
    Remainder {
        /// Centipawns for the side to move.
        difference: i32,
    },
}

/// What a sentence stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Basis {
    /// The row of this key.
    Key(String),
    Fact(Fact),
}

/// One sentence of an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// The text, with a full stop. The phrase of a custom term may contain any characters.
    pub text: String,
    /// The row or fact it states.
    pub basis: Basis,
}

/// Why a move is better or worse than another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// The position.
    pub fen: String,
    /// The move that is explained.
    pub mv: Move,
    /// The move it is compared with.
    pub other: Move,
    /// Score of `mv` minus score of `other`, in centipawns for the side to move. A mate in n plies counts as
    /// 32,000 - n.
    pub difference: i32,
    /// The rows that are not 0, largest first. Their sum plus `remainder` is `difference`.
    pub rows: Vec<WhyRow>,
    /// What the rows do not explain: search, correction history, rounding.
    pub remainder: i32,
    /// The facts, most important first.
    pub facts: Vec<Fact>,
    /// What refutes the worse move, and what the better one does: at most one of each.
    pub claims: Vec<Claim>,
    /// At most [`MOST_SENTENCES`] sentences about rows and facts, most important first.
    pub sentences: Vec<Sentence>,
    /// The moves from the position to the quiet position whose rows are compared, first `mv`.
    pub line: Vec<Move>,
    /// The same for `other`.
    pub other_line: Vec<Move>,
}

/// Maximum number of sentences of an explanation.
pub const MOST_SENTENCES: usize = 5;

/// Why two moves cannot be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WhyError {
    /// The move is not legal.
    #[error("the move is not legal in this position")]
    Illegal,
    /// Both moves are the same.
    #[error("both moves are the same")]
    Same,
    /// There is no other move.
    #[error("it is the only legal move")]
    OnlyMove,
    #[error("the search was cancelled")]
    Cancelled,
}

/// Explains a move: compares it with `other`, or else with the best of the other moves.
///
/// # Errors
/// [`WhyError`] if there are not two different legal moves.
pub fn explain(
    analyst: &mut Analyst,
    game: &Game,
    mv: Move,
    other: Option<Move>,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Why, WhyError> {
    let legal = game.position().legal_moves();
    if !legal.contains(&mv) || other.is_some_and(|other| !legal.contains(&other)) {
        return Err(WhyError::Illegal);
    }
    if other == Some(mv) {
        return Err(WhyError::Same);
    }
    if legal.len() == 1 {
        return Err(WhyError::OnlyMove);
    }
    let best = analyst.position(game, is_cancelled).ok_or(WhyError::Cancelled)?;
    let mut of = |mv: Move| -> Option<SearchedLine> {
        if best.line.first() == Some(&mv) {
            return Some(SearchedLine { score: best.score, moves: best.line.clone() });
        }
        let mut after = game.clone();
        let _ = after.play(mv);
        Some(played(mv, &analyst.position(&after, is_cancelled)?))
    };
    let line = of(mv).ok_or(WhyError::Cancelled)?;
    let other = match other.or_else(|| best.line.first().copied().filter(|best| *best != mv)) {
        Some(other) => of(other),
        None => {
            let next = analyst.without(game, mv, is_cancelled);
            next.map(|next| SearchedLine { score: next.score, moves: next.line })
        }
    };
    Ok(compare(analyst.weights(), game, &line, &other.ok_or(WhyError::Cancelled)?))
}

/// The line of a move, from the search of the position after it.
pub fn played(mv: Move, after: &Searched) -> SearchedLine {
    let score = match after.score {
        Score::Centipawns(cp) => Score::Centipawns(-cp),
        Score::Mate(moves) if moves > 0 => Score::Mate(-moves),
        // That move is part of the mate.
        Score::Mate(moves) => Score::Mate(1 - moves),
    };
    SearchedLine { score, moves: [mv].into_iter().chain(after.line.iter().copied()).collect() }
}

/// Compares two searched moves of the current position; does not search. `w` are the weights of the searches
/// (`engine.profile().neutral()`). Moves of a line after an illegal one are ignored.
///
/// # Panics
/// If the first move of a line is not legal.
pub fn compare(w: &Arc<Weights>, game: &Game, searched: &SearchedLine, other: &SearchedLine) -> Why {
    let difference = centipawns(searched.score) - centipawns(other.score);
    let (worse, better) = if difference < 0 { (searched, other) } else { (other, searched) };
    let pair = Pair::new(game, worse, better, difference);
    let (us, both) = (game.position().stm(), [searched, other]);
    let mut lines = line::follow(w, game, both, [0; 2]);
    let ends = line::ends(w, game, &lines);
    let claims = pair.claims(&rows::differences(&ends[0], &ends[1], us));
    // The lines beside the claims show what these say.
    let plies = |which| claims.iter().filter(|claim| claim.line == which).map(|claim| claim.plies).max();
    let least = [Which::Move, Which::Other].map(|which| plies(which).unwrap_or_default());
    if !line::shows(&lines, both, least) {
        lines = line::follow(w, game, both, least);
    }
    let [line, other_line] = &lines;
    let ends = line::ends(w, game, &lines);
    let differences = rows::differences(&ends[0], &ends[1], us);
    let remainder = difference - differences.iter().map(|row| row.centipawns).sum::<i32>();
    let scored = [(line, searched), (other_line, other)].map(|(line, s)| Scored { line, score: s.score });
    let mut facts = facts::facts(&scored[0], &scored[1], difference < 0);
    let is_material = |row: &&Difference| rows::is_material(&row.entry, &ends[0], &ends[1]);
    for fact in &mut facts {
        if let Fact::Material { difference, .. } = fact {
            *difference = differences.iter().filter(is_material).map(|row| row.centipawns).sum();
        }
    }
    let is_decided = facts.iter().any(|fact| matches!(fact, Fact::Mate { .. } | Fact::Draw { .. }));
    // Between moves of nearly equal score there is nothing to explain.
    let is_telling = difference.abs() >= SMALLEST_EXPLAINED && remainder.abs() * 2 > difference.abs();
    if !is_decided && is_telling && remainder.abs() >= sentences::SMALLEST {
        facts.push(Fact::Remainder { difference: remainder });
    }
    let compared = Compared { lines: &lines, ends: &ends, difference, is_decided };
    let sentences = sentences::sentences(&compared, &differences, &facts);
    let row = |row: &Difference| WhyRow { key: row.entry.key(), difference: row.centipawns };
    let [line, other_line] = lines.each_ref().map(|line| line.moves.clone());
    Why {
        fen: game.position().to_string(),
        mv: line[0],
        other: other_line[0],
        difference,
        rows: differences.iter().map(row).collect(),
        remainder,
        facts,
        claims,
        sentences,
        line,
        other_line,
    }
}

/// A score in centipawns; a mate in n plies as 32,000 - n.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(cp) => cp,
        Score::Mate(moves) if moves > 0 => MATE - (2 * moves - 1),
        Score::Mate(moves) => -MATE - 2 * moves,
    }
}

impl Why {
    /// Which move is better and by how much, such as `Nd4 is worse than Nf6 by 1.09`.
    pub fn verdict(&self, position: &Position) -> String {
        let [mv, other] = [self.mv, self.other].map(|mv| notation::san(position, mv));
        let comparison = if self.difference > 0 { "better" } else { "worse" };
        let pawns = f64::from(self.difference.abs()) / 100.0;
        match self.difference {
            0 => format!("{mv} is worth as much as {other}"),
            _ if self.has_mate() => format!("{mv} is {comparison} than {other}"),
            _ => format!("{mv} is {comparison} than {other} by {pawns:.2}"),
        }
    }

    /// The part of the difference that no sentence states, in centipawns; `None` if a line ends in mate or a draw.
    pub fn unstated(&self) -> Option<i32> {
        let is_end = |fact: &Fact| matches!(fact, Fact::Mate { .. } | Fact::Draw { .. });
        let stated = |sentence: &Sentence| match &sentence.basis {
            Basis::Key(key) => self.rows.iter().find(|row| row.key == *key).map_or(0, |row| row.difference),
            Basis::Fact(Fact::Material { difference, .. } | Fact::Remainder { difference }) => *difference,
            Basis::Fact(_) => 0,
        };
        let all = || self.difference - self.sentences.iter().map(stated).sum::<i32>();
        (!self.facts.iter().any(is_end)).then(all)
    }

    /// Returns `true` if a line ends in mate: then numbers say nothing.
    pub fn has_mate(&self) -> bool {
        self.facts.iter().any(|fact| matches!(fact, Fact::Mate { .. }))
    }

    /// The claims as one line, for a comment in a PGN file.
    pub fn comment(&self) -> String {
        let texts: Vec<&str> = self.claims.iter().map(|claim| claim.text.as_str()).collect();
        // A comment ends with the first closing brace.
        texts.join(" ").replace('{', "(").replace('}', ")")
    }
}
