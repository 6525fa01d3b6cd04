//! The profile that imported tables become.

use crate::board::{PIECES, Piece, piece_name};
use crate::escape;
use crate::eval::keys::Shape;
use crate::profile::decimal::Number;
use crate::profile::source::Format;
use crate::profile::write::form::{Entry, Form};
use crate::profile::write::syntax::Pen;

use super::boards::{Pair, SQUARES};
use super::orientation::Orientation;
use super::understand::{Material, PieceTables, Understood};

/// Largest score in units without and with a decimal.
const BOUNDS: [(f64, i32); 2] = [(10_000.0, 10), (30_000.0, 1)];
/// A pawn of less is counted in pawns, not in centipawns.
const LARGEST_PAWN_IN_PAWNS: f64 = 3.0;
/// Usual phase weights of pawn to queen.
const USUAL_WEIGHTS: [f64; 5] = [0.0, 1.0, 1.0, 2.0, 4.0];
/// Piece values that are written if a file has none.
const USUAL_VALUES: [Pair; 5] = [[100.0; 2], [320.0; 2], [330.0; 2], [500.0; 2], [900.0; 2]];
/// Number of pieces of each kind at the start of a game, pawn to queen.
const AT_START: [f64; 5] = [16.0, 4.0, 4.0, 4.0, 2.0];

/// A table by square, a1 first, in steps.
#[derive(Debug, Clone)]
pub struct Placed {
    pub piece: Piece,
    pub pairs: Vec<[i32; 2]>,
}

/// The numbers of a profile, in steps of 1 / `resolution` units.
#[derive(Debug, Clone)]
pub struct Draft {
    pub resolution: i32,
    pub tables: Vec<Placed>,
    /// Piece values of pawn to queen, unless the tables contain them.
    pub values: Option<[[i32; 2]; 5]>,
    /// Assumptions to check.
    pub notes: Vec<String>,
}

impl Draft {
    /// Sorts the tables by square and rounds the numbers.
    pub fn new(read: &Understood, orientation: Orientation) -> Self {
        let mut notes = read.notes.clone();
        let (factor, resolution) = unit(read);
        if factor != 1.0 {
            notes.push(format!("the numbers are in pawns: multiplied by {factor}"));
        }
        let steps = f64::from(resolution) * factor;
        if !read.numbers().all(|n| is_whole(n * steps)) {
            notes.push("numbers with more decimals are rounded".to_owned());
        }
        let rounded = |pair: Pair| pair.map(|n| (n * steps).round() as i32);
        let table = |tables: &PieceTables| {
            let pairs = orientation.sorted(&tables.squares()).into_iter().map(rounded).collect();
            Placed { piece: tables.piece, pairs }
        };
        let values = match &read.material {
            Material::Found(found) => Some(found.values.map(rounded)),
            Material::InTables => {
                notes.push("the tables contain the piece values, so `[material]` is absent".to_owned());
                None
            }
            Material::Missing => {
                notes.push("no piece values found: 100, 320, 330, 500 and 900 are assumed; are the tables in centipawns? If the values \
                     are in another file, join both: cat FILE FILE | temper profile import -"
                        .to_owned());
                Some(USUAL_VALUES.map(|pair| pair.map(|n| n as i32 * resolution)))
            }
        };
        let missing = PIECES.iter().filter(|piece| read.pieces.iter().all(|tables| tables.piece != **piece));
        let missing: Vec<&str> = missing.map(|piece| piece_name(*piece)).collect();
        if !missing.is_empty() {
            notes.push(format!("no table for the {}: 0 on each square", missing.join(", ")));
        }
        if read.has_stages() && read.phase.is_none() {
            let note = "no phase weights found: knight 1, bishop 1, rook 2, queen 4 are assumed".to_owned();
            notes.push(note);
        }
        Self { resolution, tables: read.pieces.iter().map(table).collect(), values, notes }
    }

    /// Formats a number of steps in units.
    pub fn number(&self, steps: i32) -> String {
        Number::new(steps, self.resolution).to_string()
    }

    /// Writes the profile. The file is named in its comments.
    pub fn text(
        &self,
        read: &Understood,
        orientation: Orientation,
        name: &str,
        file: &str,
        format: Format,
    ) -> String {
        let file = escape::one_line(file);
        let mut pen = Pen::new(format);
        let mut head = vec![
            format!("{name}: imported from {file} by `temper profile import`."),
            String::new(),
            format!("First number of each table in the source: {}.", first_square(orientation)),
        ];
        head.extend(self.notes.iter().map(|note| format!("Check: {}.", escape::one_line(note))));
        pen.comment_out(&head.join("\n"));
        match format {
            Format::Toml => pen.blank_line(),
            Format::Ron => pen.open("("),
        }
        let texts = [("name", name), ("description", "imported piece-square tables"), ("source", &file)];
        for (key, text) in texts {
            pen.put(&pen.syntax.pair(key, &pen.syntax.quote(text)));
        }
        if self.resolution != 1 {
            pen.enter(&["units"]);
            pen.put(&pen.syntax.pair("decimals", "1"));
        }
        if read.has_stages() {
            put_phase(&mut pen, read);
        }
        self.put_material(&mut pen, read);
        self.put_tables(&mut pen, read);
        pen.finish()
    }

    fn put_material(&self, pen: &mut Pen, read: &Understood) {
        let Some(values) = &self.values else { return };
        pen.enter(&["material"]);
        let comment = match &read.material {
            Material::Found(found) if found.origin[0] == found.origin[1] => located(&found.origin[0]),
            Material::Found(found) => found.origin.each_ref().map(located).join(" and "),
            _ => "Assumed: the source has no piece values.".to_owned(),
        };
        pen.comment_out(&comment);
        for (piece, pair) in PIECES.iter().zip(values) {
            let value = Entry::new(*pair, self.resolution).to_string();
            pen.put(&pen.syntax.pair(piece_name(*piece), &value));
        }
    }

    fn put_tables(&self, pen: &mut Pen, read: &Understood) {
        pen.enter(&["psqt"]);
        for (placed, tables) in self.tables.iter().zip(&read.pieces) {
            let [mg, eg] = tables.tables.each_ref().map(|table| located(&(table.name.clone(), table.line)));
            pen.comment_out(&if mg == eg { mg } else { format!("{mg} (middlegame) and {eg} (endgame)") });
            let form = Form::new(Shape::BySquare, &placed.pairs, self.resolution);
            pen.put(&pen.syntax.scores(piece_name(placed.piece), &form));
        }
    }
}

/// The comment on the origin of numbers.
fn located((name, line): &(String, u32)) -> String {
    match name.as_str() {
        "" => format!("line {line}"),
        name => format!("`{}`, line {line}", escape::bounded(name, 60)),
    }
}

/// The first square of an orientation, in words.
pub fn first_square(orientation: Orientation) -> &'static str {
    match orientation {
        Orientation::A8 => "a8 (as one sees the board from White)",
        Orientation::A1 => "a1",
        Orientation::Black => "h1 (as one sees the board from Black)",
    }
}

fn put_phase(pen: &mut Pen, read: &Understood) {
    let weights = read.phase.map_or(USUAL_WEIGHTS, |(weights, _)| weights);
    pen.enter(&["phase"]);
    let comment = match read.phase {
        Some((_, line)) => format!("The weights of line {line}."),
        None => {
            "Assumed: the usual weights; at 24 and more it is all middlegame, at 0 all endgame.".to_owned()
        }
    };
    pen.comment_out(&comment);
    pen.put(&pen.syntax.pair("model", &pen.syntax.quote("linear")));
    let pairs = PIECES.iter().zip(weights).filter(|(_, weight)| *weight != 0.0);
    let table = pen.syntax.table(pairs.map(|(piece, weight)| (piece_name(*piece), weight.to_string())));
    pen.put(&pen.syntax.pair("weights", &table));
    let sum: f64 = weights.iter().zip(AT_START).map(|(weight, n)| weight * n).sum();
    pen.put(&pen.syntax.pair("middlegame_from", &sum.to_string()));
}

/// Returns `true` for a whole number, apart from errors of multiplication.
fn is_whole(n: f64) -> bool {
    (n - n.round()).abs() < 1e-6
}

/// Returns the factor for the numbers of a file and the steps per unit, so that little or nothing is rounded.
fn unit(read: &Understood) -> (f64, i32) {
    if read.numbers().all(is_whole) {
        return (1.0, 1);
    }
    let pawn = match &read.material {
        Material::Found(found) => found.values[0][0],
        _ => {
            let pawns = read.pieces.iter().find(|tables| tables.piece == Piece::Pawn);
            pawns.map_or(0.0, |pawns| pawns.squares().iter().map(|[mg, _]| mg).sum::<f64>() / SQUARES as f64)
        }
    };
    let largest = read.numbers().fold(0.0, |largest: f64, n| largest.max(n.abs()));
    let is_in_pawns = !matches!(read.material, Material::Missing) && pawn < LARGEST_PAWN_IN_PAWNS;
    let factor = if is_in_pawns { 100.0 } else { 1.0 };
    for (bound, resolution) in BOUNDS {
        if largest * factor <= bound {
            // Hundredths of a pawn need no decimals.
            return (factor, if is_in_pawns { 1 } else { resolution });
        }
    }
    (1.0, 1)
}
