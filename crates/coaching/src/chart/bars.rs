//! Bar charts.

use std::fmt::Write as _;

use super::axis::Axis;
use super::{Chart, Width, line, px, text};

#[derive(Debug, Clone)]
pub struct Bar {
    pub label: String,
    /// Height, at least 0.
    pub value: f64,
    pub value_label: String,
    pub class: &'static str,
}

#[derive(Debug, Clone, Default)]
pub struct BarChart {
    pub description: String,
    /// Title of the x axis.
    pub x_title: String,
    pub bars: Vec<Bar>,
}

impl Chart for BarChart {
    fn description(&self) -> &str {
        &self.description
    }

    fn size(&self, width: Width) -> [f64; 2] {
        match width {
            Width::Wide => [520.0, 280.0],
            Width::Narrow => [340.0, 200.0],
        }
    }

    fn draw(&self, width: Width, out: &mut String) {
        let [w, h] = self.size(width);
        let (left, right, top, bottom) = (10.0, w - 10.0, 24.0, h - 40.0);
        let highest = self.bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
        let axis = Axis::counting(0.0, highest.max(f64::MIN_POSITIVE), 1.0);
        let room = (right - left) / self.bars.len().max(1) as f64;
        for (index, bar) in self.bars.iter().enumerate() {
            let middle = left + (index as f64 + 0.5) * room;
            let height = axis.share(bar.value) * (bottom - top);
            let [x, y, width, height] = [middle - 0.38 * room, bottom - height, 0.76 * room, height].map(px);
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" class=\"bar {}\"/>",
                bar.class
            );
            text(out, [middle, y - 6.0], "tick middle", &bar.value_label);
            text(out, [middle, bottom + 17.0], "tick middle", &bar.label);
        }
        line(out, [left, bottom], [right, bottom], "axis");
        text(out, [right, h - 5.0], "title end", &self.x_title);
    }
}
