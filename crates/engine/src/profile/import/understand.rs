//! From tables with names to the tables of a profile.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::board::{Color, PIECES, Piece, piece_name};
use crate::profile::Stage;

use super::boards::{Board, Ignored, Leaves, Pair, SQUARES, path};
use super::expression::Item;
use super::names::meaning;
use super::values::{self, Values, is_plausible};

/// Largest number in a table: the bound of scores in a profile.
const LARGEST: f64 = 30_000.0;

/// Piece values of at most this many units for a pawn are in pawns if a table has numbers of more than so many pawns.
const LARGEST_IN_PAWNS: [f64; 2] = [3.0, 4.0];
const IN_HUNDREDTHS: f64 = 100.0;
const THOUSAND: f64 = 1000.0;

/// A table of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Its name in the file; may be empty.
    pub name: String,
    pub line: u32,
    /// In the order of the file.
    pub squares: Vec<Pair>,
}

/// The tables of a piece for both stages.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceTables {
    pub piece: Piece,
    /// Middlegame and endgame; the same table twice if the file has one for both.
    pub tables: [Table; 2],
}

impl PieceTables {
    /// The numbers of both stages, in the order of the file.
    pub fn squares(&self) -> Vec<Pair> {
        let [mg, eg] = &self.tables;
        mg.squares.iter().zip(&eg.squares).map(|(mg, eg)| [mg[0], eg[1]]).collect()
    }

    /// Returns `true` if one table of single numbers serves both stages.
    pub fn is_single(&self) -> bool {
        self.squares().iter().all(|[mg, eg]| mg == eg)
    }
}

/// Where piece values come from.
#[derive(Debug, Clone, PartialEq)]
pub enum Material {
    /// The file has them.
    Found(Values),
    /// The tables contain them.
    InTables,
    /// There are none.
    Missing,
}

/// What a file contains.
#[derive(Debug, Clone, PartialEq)]
pub struct Understood {
    /// In the order of the pieces; some may be missing.
    pub pieces: Vec<PieceTables>,
    pub material: Material,
    /// Phase weights of pawn to queen, with their line.
    pub phase: Option<([f64; 5], u32)>,
    /// Assumptions to check.
    pub notes: Vec<String>,
    pub ignored: Vec<Ignored>,
}

impl Understood {
    /// Returns `true` if middlegame and endgame differ.
    pub fn has_stages(&self) -> bool {
        let values = match &self.material {
            Material::Found(found) => &found.values[..],
            _ => &[],
        };
        values.iter().any(|[mg, eg]| mg != eg) || self.pieces.iter().any(|piece| !piece.is_single())
    }

    /// All numbers that go to the profile.
    pub fn numbers(&self) -> impl Iterator<Item = f64> + '_ {
        let values = match &self.material {
            Material::Found(found) => found.values.to_vec(),
            _ => Vec::new(),
        };
        values.into_iter().chain(self.pieces.iter().flat_map(PieceTables::squares)).flatten()
    }
}

/// The tables of one piece while a file is sorted: without a stage, middlegame, endgame.
type Slots = [[Option<Table>; 3]; 6];

/// Sorts the tables and values of a file.
pub fn understand(leaves: Leaves, constants: &[Item]) -> Understood {
    let mut sorter = Sorter { ignored: leaves.ignored, ..Sorter::default() };
    for board in by_family(&leaves.boards) {
        sorter.sort(board);
    }
    sorter.add_black();
    let pieces: Vec<PieceTables> = PIECES.iter().filter_map(|piece| sorter.tables(*piece)).collect();
    let found = values::find(&leaves.numbers, constants);
    sorter.notes.extend(found.notes);
    sorter.ignored.extend(found.ignored);
    let contain_values = contain_values(&pieces);
    let mut values = found.values;
    if let Some(values) = &mut values
        && are_in_pawns(values, &pieces)
    {
        values.values = values.values.map(|pair| pair.map(|n| n * IN_HUNDREDTHS));
        sorter
            .notes
            .push("the piece values are in pawns, the tables are not: values multiplied by 100".to_owned());
    }
    let material = match values {
        Some(values) if contain_values => {
            let [(name, line), _] = values.origin;
            let reason = "the tables already contain the piece values".to_owned();
            sorter.ignored.push(Ignored { name, line, reason });
            Material::InTables
        }
        Some(values) => Material::Found(values),
        None if contain_values => Material::InTables,
        None => Material::Missing,
    };
    sorter.ignored.sort_by_key(|ignored| ignored.line);
    Understood { pieces, material, phase: found.phase, notes: sorter.notes, ignored: sorter.ignored }
}

/// Sorts tables so that those of the largest set with a common name come first: of several tables of a piece, the first
/// counts.
fn by_family(boards: &[Board]) -> Vec<&Board> {
    let family = |board: &Board| {
        let name = board.steps.first().map_or(String::new(), |step| step.name.to_lowercase());
        let piece = PIECES.iter().map(|piece| piece_name(*piece)).find(|piece| name.contains(piece));
        piece.map_or(name.clone(), |piece| name.replacen(piece, "*", 1))
    };
    let mut sizes: HashMap<String, usize> = HashMap::new();
    for board in boards {
        *sizes.entry(family(board)).or_default() += 1;
    }
    let mut sorted: Vec<&Board> = boards.iter().collect();
    sorted.sort_by_cached_key(|board| Reverse(sizes.get(&family(board)).copied()));
    sorted
}

/// Returns `true` if the mean of each table looks like the value of its piece.
fn contain_values(pieces: &[PieceTables]) -> bool {
    let mean = |piece: Piece| {
        let squares = pieces.iter().find(|tables| tables.piece == piece)?.squares();
        // Pawns are never on the first and last row.
        let used = if piece == Piece::Pawn { &squares[8..56] } else { &squares[..] };
        let mean = |stage: usize| used.iter().map(|pair| pair[stage]).sum::<f64>() / used.len() as f64;
        Some([mean(0), mean(1)])
    };
    let means: Option<Vec<Pair>> = PIECES[..5].iter().map(|piece| mean(*piece)).collect();
    means.and_then(|means| means.try_into().ok()).is_some_and(|means: [Pair; 5]| is_plausible(&means))
}

/// Returns `true` if piece values are in pawns, and tables in hundredths of them.
fn are_in_pawns(values: &Values, pieces: &[PieceTables]) -> bool {
    let pawn = values.values[0][0];
    let tables = pieces.iter().filter(|tables| tables.piece != Piece::King).flat_map(PieceTables::squares);
    let largest = tables.flatten().fold(0.0, |largest: f64, n| largest.max(n.abs()));
    pawn <= LARGEST_IN_PAWNS[0] && largest > LARGEST_IN_PAWNS[1] * pawn
}

#[derive(Default)]
struct Sorter {
    white: Slots,
    black: Slots,
    notes: Vec<String>,
    ignored: Vec<Ignored>,
}

/// Which table a board is.
#[derive(Default)]
struct Identity {
    piece: Option<Piece>,
    stage: Option<Stage>,
    side: Option<Color>,
    /// A word that says that it is something else.
    other: Option<String>,
    /// Assumptions from the order of lists.
    assumed: Vec<&'static str>,
}

impl Sorter {
    fn sort(&mut self, board: &Board) {
        let name = path(&board.steps);
        let identity = identity(board);
        let mut squares = board.squares.clone();
        if identity.piece == Some(Piece::King)
            && identity.other.is_none()
            && let Some(value) = without_value(&mut squares)
        {
            self.notes.push(format!("line {}, `{name}`: {value} is subtracted from each number", board.line));
        }
        let reason = if is_square_list(board) {
            "a list of squares".to_owned()
        } else if let Some(other) = &identity.other {
            format!("`{other}` in its name: not a piece-square table")
        } else if identity.piece.is_none() {
            "neither its name nor its place says which piece it belongs to".to_owned()
        } else if squares.iter().flatten().any(|n| n.is_nan() || n.abs() > LARGEST) {
            format!("its numbers are not scores: more than {LARGEST}")
        } else {
            String::new()
        };
        let (Some(piece), "") = (identity.piece, reason.as_str()) else {
            self.ignored.push(Ignored { name, line: board.line, reason });
            return;
        };
        for assumed in identity.assumed {
            let note = format!("the lists have no names: read in the order {assumed}");
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        if board.is_half {
            let note = "tables with four files: the files e to h mirror the files d to a".to_owned();
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        let table = Table { name, line: board.line, squares };
        let places = match identity.stage {
            _ if board.is_pair => &[1, 2][..],
            None => &[0],
            Some(stage) => &[stage as usize + 1],
        };
        for place in places {
            self.put(piece, *place, identity.side, table.clone());
        }
    }

    /// Keeps a table, unless there is one already.
    fn put(&mut self, piece: Piece, place: usize, side: Option<Color>, table: Table) {
        let slots = if side == Some(Color::Black) { &mut self.black } else { &mut self.white };
        let slot = &mut slots[piece as usize][place];
        match slot {
            Some(before) => {
                let reason = repetition(before, &table, piece);
                let ignored = Ignored { name: table.name, line: table.line, reason };
                if !self.ignored.contains(&ignored) {
                    self.ignored.push(ignored);
                }
            }
            None => *slot = Some(table),
        }
    }

    /// Black's tables count where White has none.
    fn add_black(&mut self) {
        let black = std::mem::take(&mut self.black);
        let is_white_empty = self.white.iter().flatten().all(Option::is_none);
        if is_white_empty {
            self.white = black;
            return;
        }
        for table in black.into_iter().flatten().flatten() {
            let reason = "Black's table: a profile has one table for both sides".to_owned();
            self.ignored.push(Ignored { name: table.name, line: table.line, reason });
        }
    }

    /// Returns the tables of a piece for both stages.
    fn tables(&mut self, piece: Piece) -> Option<PieceTables> {
        let [any, mg, eg] = std::mem::take(&mut self.white[piece as usize]);
        let word = piece_name(piece);
        let tables = match (any, mg, eg) {
            (Some(any), Some(mg), Some(eg)) => {
                let reason = format!("the {word} has tables for both stages");
                self.ignored.push(Ignored { name: any.name, line: any.line, reason });
                [mg, eg]
            }
            (Some(any), None, Some(eg)) => {
                self.notes.push(format!("line {}, `{}`: read as the middlegame table", any.line, any.name));
                [any, eg]
            }
            (Some(any), Some(mg), None) => {
                self.notes.push(format!("line {}, `{}`: read as the endgame table", any.line, any.name));
                [mg, any]
            }
            (None, Some(mg), Some(eg)) => [mg, eg],
            (Some(only), None, None) => [only.clone(), only],
            (None, Some(only), None) | (None, None, Some(only)) => {
                self.notes.push(format!("the {word} has a table for one stage only: used for both"));
                // The numbers of the stage that it is for.
                [only.clone(), only]
            }
            (None, None, None) => return None,
        };
        Some(PieceTables { piece, tables })
    }
}

/// Finds out what a board is, from the names and lists around it, the innermost first.
fn identity(board: &Board) -> Identity {
    let mut identity = Identity::default();
    let mut is_empty_entry = false;
    for step in board.steps.iter().rev() {
        let said = meaning(&step.name);
        identity.other = identity.other.or(said.other);
        identity.side = identity.side.or(said.side);
        if identity.piece.is_none() {
            identity.piece = said.piece;
        }
        if identity.stage.is_none() {
            identity.stage = said.stage;
        }
        if !step.name.is_empty() {
            continue;
        }
        let is_by_piece = matches!(step.of, 6 | 7 | 12 | 13) && identity.piece.is_none() && !is_empty_entry;
        if is_by_piece && step.of % 6 == 1 && step.index == 0 {
            is_empty_entry = true;
        } else if is_by_piece {
            let index = step.index - step.of % 6;
            identity.piece = Piece::try_index(index % 6);
            if step.of > 7 {
                let side = if index < 6 { Color::White } else { Color::Black };
                identity.side = identity.side.or(Some(side));
            }
            identity.assumed.push("pawn, knight, bishop, rook, queen, king");
        }
        if step.of == 2 {
            if !board.is_pair && identity.stage.is_none() {
                identity.stage = Some(Stage::ALL[step.index]);
                identity.assumed.push("middlegame, endgame");
            } else if identity.side.is_none() {
                identity.side = Some(if step.index == 0 { Color::White } else { Color::Black });
                identity.assumed.push("White, Black");
            }
        }
    }
    identity
}

/// Subtracts the value of a king, a number of thousands that both sides have, from its table if its numbers are too large
/// for scores. Returns that value.
fn without_value(squares: &mut [Pair]) -> Option<f64> {
    let numbers = || squares.iter().flatten().copied();
    let highest = numbers().fold(f64::NEG_INFINITY, f64::max);
    let lowest = numbers().fold(f64::INFINITY, f64::min);
    if highest <= LARGEST || highest - lowest > LARGEST {
        return None;
    }
    let value = ((highest + lowest) / 2.0 / THOUSAND).round() * THOUSAND;
    squares.iter_mut().flatten().for_each(|n| *n -= value);
    Some(value)
}

/// Returns `true` for a table that maps squares to squares.
fn is_square_list(board: &Board) -> bool {
    let mut seen = [false; SQUARES];
    board.squares.iter().all(|[n, _]| {
        let is_square = n.fract() == 0.0 && (0.0..64.0).contains(n);
        is_square && !std::mem::replace(&mut seen[*n as usize % SQUARES], true)
    })
}

/// Why a table that comes second is not used.
fn repetition(before: &Table, table: &Table, piece: Piece) -> String {
    let is_like = |sign: f64, turn: usize| {
        (0..SQUARES).all(|i| {
            let (first, second) = (before.squares[i], table.squares[i ^ turn]);
            first[0] == sign * second[0] && first[1] == sign * second[1]
        })
    };
    if is_like(1.0, 0) {
        format!("the same as on line {}", before.line)
    } else if [1.0, -1.0].into_iter().any(|sign| is_like(sign, 56) || is_like(sign, 63)) || is_like(-1.0, 0) {
        format!("Black's table: the mirror image of line {}", before.line)
    } else {
        format!("a table of the {} was already read from line {}", piece_name(piece), before.line)
    }
}
