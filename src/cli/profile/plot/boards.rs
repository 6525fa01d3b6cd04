//! What is drawn: a number for each square, by piece and stage.

use crate::board::PIECES;
use crate::eval::keys::{Slot, choice};
use crate::eval::keys::{material, psqt};
use crate::eval::phase::Phase;
use crate::profile::Profile;

/// Names of the pieces, in the order of the tables.
const NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// Which number of the pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The middlegame's.
    Middlegame,
    /// The endgame's.
    Endgame,
    /// Half of each; the endgame's divided by the profile's divisor, as it is in a blend.
    Tapered,
    /// The only one, in a profile of one stage.
    Only,
}

impl Stage {
    /// For headings.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Middlegame => "middlegame",
            Self::Endgame => "endgame",
            Self::Tapered => "half way",
            Self::Only => "all stages",
        }
    }

    /// For names of files.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Middlegame => "mg",
            Self::Endgame => "eg",
            Self::Tapered => "tapered",
            Self::Only => "all",
        }
    }
}

/// A heat map.
#[derive(Debug, Clone)]
pub(super) struct Board {
    /// Name of the piece.
    pub piece: &'static str,
    /// Its stage.
    pub stage: Stage,
    /// A number for each square from a1 over b1 to h8, as White sees it.
    pub squares: [f64; 64],
    /// The number without a colour.
    pub centre: f64,
    /// How far from it colours are at their strongest; greater than 0.
    pub reach: f64,
}

/// The tables of one profile that are not the same all over. Colours are centred at the mean of the squares, since a
/// table may have the worth of its piece in it.
pub(super) fn boards(profile: &Profile, with_values: bool) -> Vec<Board> {
    let mut boards = Vec::new();
    for (piece, stage, squares) in tables(profile, with_values) {
        let seen = seen(piece, &squares);
        if seen.iter().any(|n| *n != seen[0]) {
            boards.push(Board::new(piece, stage, squares, mean(&seen)));
        }
    }
    boards
}

/// How much more the second profile gives than the first, in units of each; colours are centred at 0.
pub(super) fn difference(a: &Profile, b: &Profile, with_values: bool) -> Vec<Board> {
    let (a, b) = (all_stages(a, with_values), all_stages(b, with_values));
    let mut boards = Vec::new();
    for ((piece, stage, x), (_, _, y)) in a.into_iter().zip(b) {
        let squares = std::array::from_fn(|square| y[square] - x[square]);
        if seen(piece, &squares).iter().any(|n| *n != 0.0) {
            boards.push(Board::new(piece, stage, squares, 0.0));
        }
    }
    boards
}

impl Board {
    fn new(piece: &'static str, stage: Stage, squares: [f64; 64], centre: f64) -> Self {
        let far = seen(piece, &squares).into_iter().map(|n| (n - centre).abs());
        let reach = far.fold(0.0, f64::max);
        Self {
            piece,
            stage,
            squares,
            centre,
            reach: if reach > 0.0 { reach } else { 1.0 },
        }
    }

    /// Whether the piece can stand on a square.
    pub fn is_real(&self, square: usize) -> bool {
        is_real(self.piece, square)
    }

    /// From -1 (least) over 0 (centre) to 1 (most).
    pub fn strength(&self, square: usize) -> f64 {
        ((self.squares[square] - self.centre) / self.reach).clamp(-1.0, 1.0)
    }

    /// The number of a square as it is written: rounded.
    pub fn label(&self, square: usize) -> String {
        let rounded = self.squares[square].round();
        // Without the sign of a zero.
        format!("{}", rounded + 0.0)
    }
}

fn is_real(piece: &str, square: usize) -> bool {
    piece != NAMES[0] || (8..56).contains(&square)
}

/// The numbers that can be met.
fn seen(piece: &str, squares: &[f64; 64]) -> Vec<f64> {
    let real = (0..64).filter(|&square| is_real(piece, square));
    real.map(|square| squares[square]).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

type Drawn = (&'static str, Stage, [f64; 64]);

/// The stages in which the squares of a piece differ: one, if they are the same in all.
fn tables(profile: &Profile, with_values: bool) -> Vec<Drawn> {
    let all = all_stages(profile, with_values);
    let is_single = profile.values.is(choice("phase.model", "none"));
    let mut tables = Vec::new();
    for stages in all.chunks(3) {
        let [mg, eg, _] = stages else { continue };
        if is_single || mg.2 == eg.2 {
            tables.push((mg.0, Stage::Only, mg.2));
        } else {
            tables.extend_from_slice(stages);
        }
    }
    tables
}

/// Three tables for each piece.
fn all_stages(profile: &Profile, with_values: bool) -> Vec<Drawn> {
    let weights = profile.compile();
    let is_single = *weights.phase() == Phase::None;
    let divisor = weights.phase().endgame_divisor();
    let scores = &profile.values.scores;
    let at = |slot: Slot, index: usize| scores[slot.offset + index];
    let mut tables = Vec::new();
    for piece in PIECES {
        let kind = piece as usize;
        let number = |square: usize, stage: usize| {
            let value = if with_values {
                at(material::BY_PIECE[kind], 0)[stage]
            } else {
                0
            };
            f64::from(at(psqt::BY_PIECE[kind], square)[stage] + value)
        };
        let mg: [f64; 64] = std::array::from_fn(|square| number(square, 0));
        let eg: [f64; 64] = match is_single {
            true => mg,
            false => std::array::from_fn(|square| number(square, 1)),
        };
        let half = match is_single {
            true => mg,
            false => std::array::from_fn(|square| (mg[square] + eg[square] / divisor) / 2.0),
        };
        let stages = [
            (Stage::Middlegame, mg),
            (Stage::Endgame, eg),
            (Stage::Tapered, half),
        ];
        tables.extend(stages.map(|(stage, squares)| (NAMES[kind], stage, squares)));
    }
    tables
}
