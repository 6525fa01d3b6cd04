//! Heat maps: numbers in rows and columns on coloured cells.

use std::fmt::Write as _;

use super::{Chart, Width, px, text};

/// Size of a cell in pixels.
const CELL: f64 = 40.0;
/// Space for row and column names.
const MARGIN: f64 = 22.0;
/// Space for the title, if any.
const HEAD: f64 = 26.0;
/// Maximum opacity, so that text stays legible.
const STRONGEST: f64 = 0.8;

#[derive(Debug, Clone)]
pub struct Cell {
    pub label: String,
    /// Colour strength, -1 to 1; the CSS class is `low` or `high`.
    pub strength: f64,
    /// Whether a dot of class `few` marks it as unreliable.
    pub is_marked: bool,
}

#[derive(Debug, Clone, Default)]
pub struct HeatMap {
    pub description: String,
    /// Text above the map; may be empty.
    pub title: String,
    /// Names of the rows, from top to bottom.
    pub rows: Vec<String>,
    /// Names of the columns, from left to right.
    pub columns: Vec<String>,
    /// Cells by row; empty ones have the class `none`.
    pub cells: Vec<Option<Cell>>,
}

impl HeatMap {
    /// A chessboard with White below; `cell` is called with the numbers of squares, 0 for a1, 1 for b1.
    pub fn board(description: String, cell: impl Fn(usize) -> Option<Cell>) -> Self {
        Self {
            description,
            title: String::new(),
            rows: (1..=8).rev().map(|rank| rank.to_string()).collect(),
            columns: ('a'..='h').map(String::from).collect(),
            cells: (0..8).rev().flat_map(|rank| 8 * rank..8 * rank + 8).map(cell).collect(),
        }
    }

    fn head(&self) -> f64 {
        if self.title.is_empty() { 0.0 } else { HEAD }
    }
}

impl Chart for HeatMap {
    fn description(&self) -> &str {
        &self.description
    }

    /// The same for both widths.
    fn size(&self, _: Width) -> [f64; 2] {
        [MARGIN + CELL * self.columns.len() as f64, self.head() + CELL * self.rows.len() as f64 + MARGIN]
    }

    fn draw(&self, _: Width, out: &mut String) {
        let top = |row: usize| self.head() + CELL * row as f64;
        let left = |column: usize| MARGIN + CELL * column as f64;
        if !self.title.is_empty() {
            text(out, [MARGIN + CELL * self.columns.len() as f64 / 2.0, 0.6 * HEAD], "middle", &self.title);
        }
        for (at, cell) in self.cells.iter().enumerate() {
            let (row, column) = (at / self.columns.len(), at % self.columns.len());
            draw_cell(out, [left(column), top(row)], cell.as_ref());
        }
        for (row, name) in self.rows.iter().enumerate() {
            text(out, [0.4 * MARGIN, top(row) + 0.6 * CELL], "tick middle", name);
        }
        let below = top(self.rows.len()) + 0.75 * MARGIN;
        for (column, name) in self.columns.iter().enumerate() {
            text(out, [left(column) + CELL / 2.0, below], "tick middle", name);
        }
    }
}

fn draw_cell(out: &mut String, [left, top]: [f64; 2], cell: Option<&Cell>) {
    let (class, opacity) = match cell {
        None => ("none", 1.0),
        Some(cell) if cell.strength < 0.0 => ("low", -cell.strength),
        Some(cell) => ("high", cell.strength),
    };
    let opacity = (opacity.min(1.0) * STRONGEST * 100.0).round() / 100.0;
    let [x, y, size] = [left + 0.5, top + 0.5, CELL - 1.0].map(px);
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" class=\"cell {class}\" fill-opacity=\"{opacity}\"/>"
    );
    let Some(cell) = cell else { return };
    text(out, [left + CELL / 2.0, top + 0.6 * CELL], "value middle", &cell.label);
    if cell.is_marked {
        let [x, y] = [left + CELL - 6.0, top + 6.0].map(px);
        let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\" class=\"few\"/>");
    }
}
