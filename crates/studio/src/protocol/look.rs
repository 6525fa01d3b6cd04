//! Messages of the view Look: a position, its evaluation, engine lines.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ProfileRef, Side};
use temperament_matches::arena::GameResult;

#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Checks a position and lists its legal moves: [`Position`].
    Position {
        /// A FEN, an EPD line or `startpos`.
        fen: String,
    },
    /// Says why a text is no move of a position: [`Response::Refused`].
    Refusal {
        /// The position.
        fen: String,
        text: String,
    },
    /// Reads games: [`Games`].
    Pgn {
        /// The text, one or several games.
        text: String,
    },
    /// Explains the evaluation: [`Evaluation`].
    Evaluate {
        profile: ProfileRef,
        /// The position and what is mapped.
        #[serde(flatten)]
        of: EvaluationOf,
    },
    /// Searches and streams [`EngineLine`]s. A later search of the tab ends an earlier one.
    Search {
        stream: u64,
        profile: ProfileRef,
        /// The position from which the moves start.
        fen: String,
        /// Moves in UCI notation.
        #[serde(default)]
        moves: Vec<String>,
        /// Number of lines, 1 to 8.
        #[serde(default = "one")]
        lines: usize,
        /// Seconds; absent for a search without end.
        #[serde(default)]
        seconds: Option<f64>,
        /// Nodes; absent without such a limit.
        #[serde(default)]
        nodes: Option<u64>,
    },
    /// Compares two moves and streams [`Why`].
    Why {
        stream: u64,
        profile: ProfileRef,
        /// The start position of the game.
        fen: String,
        /// The moves that lead from there to the position, in UCI notation.
        #[serde(default)]
        moves: Vec<String>,
        /// The move to explain.
        #[serde(rename = "move")]
        mv: String,
        /// The move to compare with; absent for the best other move.
        #[serde(default)]
        other: Option<String>,
        /// Nodes for each position; absent for those of `temper why`.
        #[serde(default)]
        nodes: Option<u64>,
    },
}

fn one() -> usize {
    1
}

/// What is evaluated.
#[derive(Debug, Clone, Deserialize)]
pub struct EvaluationOf {
    /// The position.
    pub fen: String,
    /// What a heat map shows; absent without one.
    #[serde(default)]
    pub heat_map: Option<HeatMapOf>,
}

/// What a heat map shows.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "map", rename_all = "snake_case")]
pub enum HeatMapOf {
    /// The worth of each piece on the board.
    Worth {
        /// The owner of the pieces; absent for both sides.
        #[serde(default)]
        side: Option<Side>,
        /// The only key that counts; absent for the whole evaluation.
        #[serde(default)]
        key: Option<String>,
    },
    /// The evaluation if a piece stood elsewhere, relative to the present, for its owner.
    Piece {
        /// The square of the piece.
        square: String,
        /// The only key that counts; absent for the whole evaluation.
        #[serde(default)]
        key: Option<String>,
    },
    /// The square values of a kind of piece for a side, from the piece-square table, in pawns.
    Table {
        /// `pawn` to `king`.
        piece: String,
        /// The side that has the piece.
        side: Side,
    },
}

#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum Response {
    /// To [`Request::Position`].
    Position(Position),
    /// To [`Request::Refusal`].
    Refused {
        /// The reason, such as "`O-O` is not a legal move because White is in check".
        message: String,
    },
    /// To [`Request::Pgn`].
    Games(Games),
    /// To [`Request::Evaluate`].
    Evaluation(Box<Evaluation>),
    /// To requests that start a stream.
    Started {},
}

/// A legal position.
#[derive(Debug, Clone, Serialize)]
pub struct Position {
    /// The position as FEN.
    pub fen: String,
    /// True if castling needs the notation of Chess960.
    pub chess960: bool,
    /// True if the side to move is in check.
    pub check: bool,
    /// `checkmate`, `stalemate` or absent.
    pub ending: Option<&'static str>,
    pub moves: Vec<LegalMove>,
}

#[derive(Debug, Clone, Serialize)]
pub struct LegalMove {
    /// UCI notation.
    pub uci: String,
    /// Standard algebraic notation.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// Start square.
    pub from: String,
    /// Target square; the king's for castling.
    pub to: String,
    /// The piece that a pawn becomes, as a letter.
    pub promotion: Option<char>,
}

/// Games read from PGN.
#[derive(Debug, Clone, Serialize)]
pub struct Games {
    /// The games, at most 200 with 20,000 half-moves. A game with an error ends before it.
    pub games: Vec<Game>,
    /// Errors, one line each.
    pub errors: Vec<String>,
    /// True if the text has more games or moves.
    pub has_more: bool,
}

#[derive(Debug, Clone, Serialize)]
pub struct Game {
    /// Players and event, in one line.
    pub title: String,
    /// White and Black; `?` if not given.
    pub players: [String; 2],
    /// The start position.
    pub fen: String,
    /// What is written before the first move.
    pub notes: Vec<Note>,
    /// Arrows and squares drawn at the start, as in [`PlayedMove`].
    pub shapes: Vec<String>,
    pub moves: Vec<PlayedMove>,
    /// The result, such as `1-0`.
    pub result: Option<GameResult>,
    /// Its part of the text.
    pub pgn: String,
    /// The error at which it ends; absent if there is none.
    pub error: Option<String>,
}

/// A move of a game or a variation.
#[derive(Debug, Clone, Serialize)]
pub struct PlayedMove {
    /// UCI notation.
    pub uci: String,
    /// Standard algebraic notation.
    pub san: String,
    /// The mark that the text gives it, such as `!?`; empty without one.
    pub mark: String,
    /// What is written after it.
    pub notes: Vec<Note>,
    /// Arrows and squares that are drawn after it, as in the commands `%cal` and `%csl`: `Gb3f7`, `Rd4`.
    pub shapes: Vec<String>,
}

/// What is written between two moves.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// A comment, in one line.
    Comment(String),
    /// A variation, which replaces the move before it.
    Variation(Variation),
}

#[derive(Debug, Clone, Serialize)]
pub struct Variation {
    /// What is written before its first move.
    pub notes: Vec<Note>,
    pub moves: Vec<PlayedMove>,
}

/// The explanation of an evaluation.
#[derive(Debug, Clone, Serialize)]
pub struct Evaluation {
    /// The object that `temper eval --json` prints: the numbers of every key.
    pub json: Value,
    /// White's winning chances by the evaluation, in percent.
    pub chances: f64,
    /// Winning chances and pawns of the side ahead, such as `Black 63 % (-0.55)`.
    pub lead: String,
    /// Evaluation in pawns from White's point of view.
    pub pawns: f64,
    /// The evaluation in words.
    pub verdict: String,
    /// `White` or `Black` if the profile has other numbers for its own side than for its opponent: the side of the engine.
    pub own: Option<&'static str>,
    /// Rows by topic, most decisive first.
    pub groups: Vec<Group>,
    /// What each piece is worth, by square; kings are absent.
    pub worth: BTreeMap<String, Worth>,
    /// The wanted heat map; absent if the position or the profile has none, as for a key that does not exist.
    pub heat_map: Option<HeatMap>,
    /// Version of the profile (see [`super::studio::Versions`]).
    pub version: String,
}

/// Rows of one topic.
#[derive(Debug, Clone, Serialize)]
pub struct Group {
    /// Heading.
    pub title: &'static str,
    /// True if its rows correct the sum and are no merit of one side.
    pub corrects_sum: bool,
    /// Share of White, in pawns.
    pub white: f64,
    /// Share of Black, in pawns.
    pub black: f64,
    /// The rows that the terminal shows, in its order.
    pub rows: Vec<Row>,
}

/// What one key counts, or several that mean something together only.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// What it says about the position; absent for one key of which it is not known what it counts.
    pub sentence: Option<String>,
    /// True if both sides get as much, so that it tells nothing.
    pub is_even: bool,
    /// Share of White, in pawns.
    pub white: f64,
    /// Share of Black, in pawns.
    pub black: f64,
    /// At least one.
    pub keys: Vec<Key>,
}

/// The share of a key.
#[derive(Debug, Clone, Serialize)]
pub struct Key {
    pub key: String,
    pub meaning: &'static str,
    /// What it counts in this position, such as `Black's pawn on d5 is isolated`.
    pub sentence: Option<String>,
    /// Share of White, in pawns.
    pub white: f64,
    /// Share of Black, in pawns.
    pub black: f64,
    /// The squares that it counts for White and Black; absent if they are not known.
    pub squares: [Option<Vec<String>>; 2],
}

/// What a piece is worth on its square, for its owner.
#[derive(Debug, Clone, Serialize)]
pub struct Worth {
    /// Evaluation with the piece minus evaluation without it, in pawns.
    pub pawns: f64,
    /// The same on the common scale: knight and bishop 3, rook 5, queen 9.
    pub usual: f64,
    /// What each topic contributes, in pawns for the owner, the largest first.
    pub topics: Vec<(&'static str, f64)>,
}

/// A number for each square.
#[derive(Debug, Clone, Serialize)]
pub struct HeatMap {
    /// What the numbers are.
    pub title: String,
    /// From a1, b1 to h8, in pawns; absent where there is none.
    pub cells: Vec<Option<f64>>,
}

/// A line of a search.
#[derive(Debug, Clone, Serialize)]
pub struct EngineLine {
    /// Rank, from 1.
    pub rank: usize,
    /// Depth in plies.
    pub depth: u32,
    /// Winning chances and pawns of the side ahead, or who mates, such as `Black 63 % (-0.55)`.
    pub lead: String,
    /// White's winning chances, in percent.
    pub chances: f64,
    /// Score in pawns for White; absent for a mate.
    pub pawns: Option<f64>,
    /// Moves to mate, positive if White mates; absent without a mate.
    pub mate: Option<i32>,
    /// Who stands better by its score, or mates, if that clearly contradicts the static evaluation. A mate
    /// always does.
    pub verdict: Option<String>,
    /// The moves in UCI notation.
    pub moves: Vec<String>,
    /// The moves in standard algebraic notation.
    pub san: Vec<String>,
    /// Nodes searched.
    pub nodes: u64,
    pub milliseconds: u64,
}

/// Why one move is better than another.
#[derive(Debug, Clone, Serialize)]
pub struct Why {
    /// The object that `temper why --json` prints.
    pub json: Value,
    /// Which move is better and by how many pawns.
    pub verdict: String,
    /// Both moves in standard algebraic notation.
    pub moves: [String; 2],
    /// Both lines in standard algebraic notation.
    pub lines: [String; 2],
}
