//! Finds tables of 64 squares and lists of piece values in lists of numbers.

use super::expression::{Item, Value};

/// Numbers per table.
pub const SQUARES: usize = 64;
/// Numbers of a table without first and last rank.
const PAWN_SQUARES: usize = 48;
/// Lists with more numbers than this are no lists of values: two sides, six pieces, and an empty entry.
const MOST_VALUES: usize = 13;
/// Number of values of twelve pieces in two stages.
const MOST_STAGED: usize = 24;
/// Largest number of tables in a flat list of numbers.
const MOST_FLAT: usize = 14;

/// Shorter lists are not reported as ignored.
const FEWEST_REPORTED: usize = 16;

/// Middlegame and endgame number.
pub type Pair = [f64; 2];

/// One level of the lists around a table, outermost first.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Key, variable or comment; may be empty.
    pub name: String,
    /// Index in the list around it, and number of its elements.
    pub index: usize,
    pub of: usize,
}

/// A table of 64 numbers or pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    pub steps: Vec<Step>,
    pub line: u32,
    /// In the order of the file: eight rows of eight.
    pub squares: Vec<Pair>,
    /// True if each square has two numbers.
    pub is_pair: bool,
    /// True if the file has four files only, and the other half is their mirror image.
    pub is_half: bool,
}

/// A short list of numbers or pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Numbers {
    pub steps: Vec<Step>,
    pub line: u32,
    /// Key of each, which may be empty, and its number.
    pub entries: Vec<(String, Pair)>,
    pub is_pair: bool,
}

/// A list that is neither.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    /// Its name; may be empty.
    pub name: String,
    pub line: u32,
    pub reason: String,
}

/// What lists consist of.
#[derive(Debug, Default)]
pub struct Leaves {
    pub boards: Vec<Board>,
    pub numbers: Vec<Numbers>,
    pub ignored: Vec<Ignored>,
}

/// Sorts lists into tables, values and others.
pub fn collect(lists: &[Item]) -> Leaves {
    let mut leaves = Leaves::default();
    for list in lists {
        leaves.visit(list, &mut Vec::new(), 0, 1);
    }
    leaves
}

impl Leaves {
    /// Visits a list and those in it; the depth is that of the brackets of the file.
    fn visit(&mut self, item: &Item, steps: &mut Vec<Step>, index: usize, of: usize) {
        let Value::List(items) = &item.value else { return };
        steps.push(Step { name: item.name.clone(), index, of });
        if let Some(board) = board(items) {
            self.boards.push(Board { steps: steps.clone(), line: item.line, ..board });
        } else if let Some(flat) = flat(items) {
            self.split(items, &flat, steps);
        } else if items.len() == MOST_STAGED
            && let Some((entries, _)) = entries(items)
        {
            // Two stages of twelve pieces.
            let half = MOST_STAGED / 2;
            for (index, values) in entries.chunks(half).enumerate() {
                let first = &items[index * half];
                let mut steps = steps.clone();
                steps.push(Step { name: first.name.clone(), index, of: 2 });
                let entries = values.iter().map(|pair| (String::new(), *pair)).collect();
                self.numbers.push(Numbers { steps, line: first.line, entries, is_pair: false });
            }
        } else if let Some((entries, is_pair)) = numbers(items) {
            self.numbers.push(Numbers { steps: steps.clone(), line: item.line, entries, is_pair });
        } else if items.iter().any(|item| matches!(item.value, Value::List(_))) {
            for (index, inner) in items.iter().enumerate() {
                self.visit(inner, steps, index, items.len());
            }
        } else if items.len() >= FEWEST_REPORTED && items.iter().any(|item| item.name.is_empty()) {
            // A short list or a dictionary of other things is nothing to report.
            let reason = reason(items);
            self.ignored.push(Ignored { name: path(steps), line: item.line, reason });
        }
        steps.pop();
    }
}

impl Leaves {
    /// Splits a flat list into tables, named by the comments on top of each. Twelve tables are those of both sides if the
    /// second half repeats the first, otherwise those of both stages.
    fn split(&mut self, items: &[Item], flat: &[f64], steps: &[Step]) {
        let of = flat.len() / SQUARES;
        let is_repeated = |at: usize| {
            let opposite = (at + flat.len() / 2) % flat.len();
            let (other, mirrored) = (flat[opposite], flat[opposite ^ 56]);
            flat[at].abs() == other.abs() || flat[at].abs() == mirrored.abs()
        };
        let is_staged = of == 12 && !(0..flat.len()).all(is_repeated);
        for (index, squares) in flat.chunks(SQUARES).enumerate() {
            let first = &items[index * SQUARES];
            let mut steps = steps.to_vec();
            if is_staged {
                steps.push(Step { name: String::new(), index: index / 6, of: 2 });
                steps.push(Step { name: first.name.clone(), index: index % 6, of: 6 });
            } else {
                steps.push(Step { name: first.name.clone(), index, of });
            }
            let squares = squares.iter().map(|&n| [n, n]).collect();
            self.boards.push(Board { steps, line: first.line, squares, is_pair: false, is_half: false });
        }
    }
}

/// The names of the levels around a table.
pub fn path(steps: &[Step]) -> String {
    let names = steps.iter().map(|step| step.name.as_str()).filter(|name| !name.is_empty());
    names.collect::<Vec<_>>().join(" ")
}

fn reason(items: &[Item]) -> String {
    let unknown = items.iter().filter(|item| item.value == Value::Unknown).count();
    match unknown {
        0 => format!("{} numbers are neither a table of 64 squares nor piece values", items.len()),
        _ => format!(
            "{unknown} of {} entries are names or expressions without a value in this file",
            items.len()
        ),
    }
}

/// A single number or a pair of them.
fn entry(item: &Item) -> Option<(Pair, bool)> {
    match &item.value {
        Value::Number(n) => Some(([*n, *n], false)),
        Value::List(pair) => match &pair[..] {
            [Item { value: Value::Number(mg), .. }, Item { value: Value::Number(eg), .. }] => {
                Some(([*mg, *eg], true))
            }
            _ => None,
        },
        Value::Unknown => None,
    }
}

/// Numbers or pairs; a pair must not stand beside a single number other than 0.
fn entries(items: &[Item]) -> Option<(Vec<Pair>, bool)> {
    let entries: Vec<(Pair, bool)> = items.iter().map(entry).collect::<Option<_>>()?;
    let is_pair = entries.iter().any(|(_, is_pair)| *is_pair);
    let is_uniform = entries.iter().all(|(pair, is)| *is == is_pair || *pair == [0.0; 2]);
    is_uniform.then(|| (entries.into_iter().map(|(pair, _)| pair).collect(), is_pair))
}

/// Reads 64 entries, eight rows of eight, or half of that; or a board with a border.
fn board(items: &[Item]) -> Option<Board> {
    let new = |squares, is_pair, is_half| Board { steps: Vec::new(), line: 0, squares, is_pair, is_half };
    if items.len() == 8 {
        let rows = items.iter().map(|item| match &item.value {
            Value::List(row) => entries(row),
            _ => None,
        });
        let rows: Vec<(Vec<Pair>, bool)> = rows.collect::<Option<_>>()?;
        let is_pair = rows.iter().any(|(_, is_pair)| *is_pair);
        return match rows[0].0.len() {
            8 if rows.iter().all(|(row, _)| row.len() == 8) => {
                Some(new(rows.into_iter().flat_map(|(row, _)| row).collect(), is_pair, false))
            }
            4 if rows.iter().all(|(row, _)| row.len() == 4) => {
                Some(new(rows.iter().flat_map(|(row, _)| mirrored(row)).collect(), is_pair, true))
            }
            _ => None,
        };
    }
    if ![32, PAWN_SQUARES, SQUARES, 120, 128].contains(&items.len()) {
        return None;
    }
    let (entries, is_pair) = entries(items)?;
    match entries.len() {
        32 => Some(new(entries.chunks(4).flat_map(mirrored).collect(), is_pair, true)),
        PAWN_SQUARES => {
            let edge = [[0.0; 2]; 8];
            Some(new([&edge, &entries[..], &edge].concat(), is_pair, false))
        }
        SQUARES => Some(new(entries, is_pair, false)),
        // 10x12: a border of two rows and one file.
        120 => {
            let square = |i: usize| entries[(i / 8 + 2) * 10 + i % 8 + 1];
            Some(new((0..SQUARES).map(square).collect(), is_pair, false))
        }
        // 0x88: the right half is not used.
        _ => {
            let unused = entries.iter().enumerate().filter(|(i, _)| i & 8 != 0);
            let is_0x88 = unused.clone().all(|(_, pair)| *pair == entries[8]);
            let used = entries.iter().enumerate().filter(|(i, _)| i & 8 == 0).map(|(_, pair)| *pair);
            is_0x88.then(|| new(used.collect(), is_pair, false))
        }
    }
}

fn mirrored(row: &[Pair]) -> Vec<Pair> {
    row.iter().chain(row.iter().rev()).copied().collect()
}

/// Several tables in one flat list.
fn flat(items: &[Item]) -> Option<Vec<f64>> {
    let is_whole = items.len().is_multiple_of(SQUARES) && (2..=MOST_FLAT).contains(&(items.len() / SQUARES));
    let number = |item: &Item| match item.value {
        Value::Number(n) => Some(n),
        _ => None,
    };
    if is_whole { items.iter().map(number).collect() } else { None }
}

/// Values by piece.
fn numbers(items: &[Item]) -> Option<(Vec<(String, Pair)>, bool)> {
    // Two lists of two are not two pairs.
    if items.len() > MOST_VALUES || items.len() < 5 {
        return None;
    }
    let (entries, is_pair) = entries(items)?;
    Some((items.iter().map(|item| item.name.clone()).zip(entries).collect(), is_pair))
}
