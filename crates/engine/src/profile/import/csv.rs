//! Reads tables without brackets: CSV, and what one copies from a web page.

use super::arrays::Found;
use super::expression::{Item, Value};
use super::names::meaning;
use super::orientation::Orientation;

/// Maximum length of a line of text that names the table below it, in bytes.
const LONGEST_NAME: usize = 80;

/// Reads lines of 64 numbers, blocks of eight lines of eight, and piece values in lines of their own. Also returns the
/// orientation that a header with the names of squares states.
pub fn read(text: &str) -> (Found, Option<Orientation>) {
    let mut reader = Reader::default();
    for (i, line) in text.lines().enumerate() {
        reader.take(line, i as u32 + 1);
    }
    (reader.found, reader.orientation)
}

#[derive(Default)]
struct Reader {
    found: Found,
    orientation: Option<Orientation>,
    /// Text above the next table.
    title: String,
    /// Rows of a block so far.
    rows: Vec<Item>,
}

impl Reader {
    fn take(&mut self, line: &str, number: u32) {
        let cells = cells(line);
        let value = |cell: &&str| cell.parse::<f64>().ok().filter(|n| n.is_finite());
        let numbers: Vec<f64> = cells.iter().filter_map(value).collect();
        let texts: Vec<&str> = cells.iter().filter(|cell| value(cell).is_none()).copied().collect();
        if let Some(orientation) = orientation_of(&texts) {
            self.orientation = Some(orientation);
            return;
        }
        let name =
            if line.len() > LONGEST_NAME && numbers.is_empty() { String::new() } else { texts.join(" ") };
        if !name.is_empty() && meaning(&name).names_table() {
            self.title = name;
        }
        let item = |n: &f64| Item { name: String::new(), line: number, value: Value::Number(*n) };
        let list = Value::List(numbers.iter().map(item).collect());
        match numbers.len() {
            0 => {}
            1 | 2 => self.constants(&numbers, number),
            8 => {
                self.rows.push(Item { name: String::new(), line: number, value: list });
                if self.rows.len() == 8 {
                    let line = self.rows[0].line;
                    let value = Value::List(std::mem::take(&mut self.rows));
                    let name = std::mem::take(&mut self.title);
                    self.found.lists.push(Item { name, line, value });
                }
                return;
            }
            _ => {
                let name = std::mem::take(&mut self.title);
                self.found.lists.push(Item { name, line: number, value: list });
            }
        }
        if !numbers.is_empty() {
            self.rows.clear();
        }
    }

    /// One value for both stages, or one for each.
    fn constants(&mut self, numbers: &[f64], line: u32) {
        let title = std::mem::take(&mut self.title);
        if title.is_empty() {
            return;
        }
        let constant =
            |stage: &str, n: f64| Item { name: format!("{title}{stage}"), line, value: Value::Number(n) };
        match numbers {
            [mg, eg] => self.found.constants.extend([constant(" mg", *mg), constant(" eg", *eg)]),
            _ => self.found.constants.extend(numbers.iter().map(|n| constant("", *n))),
        }
    }
}

/// Splits a line at commas, semicolons or tabs, otherwise at blanks.
fn cells(line: &str) -> Vec<&str> {
    let separators = [',', ';', '\t'];
    let is_blank_separated = !line.trim().trim_end_matches(separators).contains(separators);
    let is_separator = |c: char| separators.contains(&c) || (is_blank_separated && c.is_whitespace());
    let cells =
        line.split(is_separator).map(|cell| cell.trim_matches([' ', '"', '\'', '/', '#', '|', '=', ':']));
    cells.filter(|cell| !cell.is_empty()).collect()
}

/// The orientation of a header that names all squares.
fn orientation_of(texts: &[&str]) -> Option<Orientation> {
    let at = |square: &str| texts.iter().position(|text| text.eq_ignore_ascii_case(square));
    let [a8, a1, h1] = ["a8", "a1", "h1"].map(at);
    let first = [a8?, a1?, h1?].into_iter().min();
    let orientations = [(a8, Orientation::A8), (a1, Orientation::A1), (h1, Orientation::Black)];
    orientations.into_iter().find(|(at, _)| *at == first).map(|(_, orientation)| orientation)
}
