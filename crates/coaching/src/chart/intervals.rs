//! Interval charts: estimates with their intervals on a common axis.

use std::fmt::Write as _;

use super::axis::{Axis, steps};
use super::{Chart, Width, line, px, text};

/// The height of a row in pixels.
const ROW: f64 = 40.0;

#[derive(Debug, Clone)]
pub struct Interval {
    pub label: String,
    pub value_label: String,
    pub value: f64,
    pub ends: Option<(f64, f64)>,
    pub class: &'static str,
}

/// A chart of intervals around zero.
#[derive(Debug, Clone, Default)]
pub struct IntervalChart {
    pub description: String,
    /// Title of the x axis.
    pub x_title: String,
    pub rows: Vec<Interval>,
}

impl Chart for IntervalChart {
    fn description(&self) -> &str {
        &self.description
    }

    fn size(&self, width: Width) -> [f64; 2] {
        let height = ROW * self.rows.len() as f64 + 44.0;
        match width {
            Width::Wide => [1060.0, height],
            Width::Narrow => [340.0, height],
        }
    }

    fn draw(&self, width: Width, out: &mut String) {
        let [w, h] = self.size(width);
        // Beside the words where there is room, else below them.
        let (left, is_beside) = match width {
            Width::Wide => (420.0, true),
            Width::Narrow => (22.0, false),
        };
        let (right, bottom) = (w - 18.0, h - 40.0);
        let values = self.rows.iter().flat_map(|row| {
            let (low, high) = row.ends.unwrap_or((row.value, row.value));
            [row.value, low, high]
        });
        let axis = Axis::covering(values.chain([0.0]), steps(width)[0]);
        let at = |value: f64| left + axis.share(value) * (right - left);
        for mark in axis.marks() {
            line(out, [at(mark), 4.0], [at(mark), bottom], if mark == 0.0 { "axis" } else { "grid" });
            text(out, [at(mark), bottom + 16.0], "tick middle", &axis.label(mark));
        }
        text(out, [right, h - 6.0], "title end", &self.x_title);
        for (index, row) in self.rows.iter().enumerate() {
            let top = ROW * index as f64 + 4.0;
            let (words, mark) = if is_beside {
                (top + 0.6 * ROW, top + 0.5 * ROW)
            } else {
                (top + 0.4 * ROW, top + 0.7 * ROW)
            };
            text(out, [4.0, words], "label", &row.label);
            let end = if is_beside { left - 24.0 } else { right };
            text(out, [end, words], "tick end", &row.value_label);
            if let Some((low, high)) = row.ends {
                line(out, [at(low), mark], [at(high), mark], &format!("whisker {}", row.class));
            }
            let [x, y] = [at(row.value), mark].map(px);
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" class=\"dot {}\"/>", row.class);
        }
    }
}
