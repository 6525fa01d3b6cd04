//! Line charts with bands and horizontal levels.

use std::fmt::Write as _;

use super::axis::{Axis, Frame, steps};
use super::{Chart, Width, line, px, text};

/// Maximum number of points per line, about one per pixel.
pub const MOST_POINTS: usize = 500;
/// The y axis covers the middle part of each line with this share of its points.
const BAND_SHARE: f64 = 0.9;

#[derive(Debug, Clone)]
pub struct Curve {
    pub class: &'static str,
    /// Points from left to right; `None` leaves a gap.
    pub points: Vec<(f64, Option<f64>)>,
}

/// A filled area between two lines.
#[derive(Debug, Clone)]
pub struct Band {
    pub class: &'static str,
    /// Lower and upper end from left to right; `None` leaves a gap.
    pub points: Vec<(f64, Option<(f64, f64)>)>,
}

/// A horizontal line at a value.
#[derive(Debug, Clone)]
pub struct Level {
    pub value: f64,
    pub label: String,
}

#[derive(Debug, Clone, Default)]
pub struct LineChart {
    pub description: String,
    pub x_title: String,
    pub y_title: String,
    pub bands: Vec<Band>,
    pub lines: Vec<Curve>,
    pub levels: Vec<Level>,
    /// Whether the chart has half the height.
    pub is_small: bool,
    /// Whether the y axis covers all points, also the first ones of lines that settle down later.
    pub is_whole: bool,
}

impl LineChart {
    fn x_axis(&self, steps: f64) -> Axis {
        let lines = self.lines.iter().flat_map(|line| &line.points).map(|point| point.0);
        let (low, high) =
            lines.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        if low.is_finite() { Axis::counting(low, high, steps) } else { Axis::covering([], steps) }
    }

    /// All lines and levels have room. Bands may go beyond the chart: the first few of many results have intervals a
    /// hundred times as wide as the last.
    fn y_axis(&self, steps: f64) -> Axis {
        let mut ends: Vec<f64> = self
            .bands
            .iter()
            .flat_map(|band| band.points.iter().filter_map(|point| point.1))
            .flat_map(|(low, high)| [low, high])
            .collect();
        ends.sort_by(f64::total_cmp);
        let cut = (ends.len() as f64 * (1.0 - BAND_SHARE) / 2.0) as usize;
        let ends = &ends[cut..ends.len() - cut];
        let skipped = |line: &Curve| {
            if self.is_whole { 0 } else { unsettled(line.points.len()) }
        };
        let lines = self.lines.iter().flat_map(|line| &line.points[skipped(line)..]);
        let lines = lines.filter_map(|point| point.1);
        let levels = self.levels.iter().map(|level| level.value);
        Axis::covering(ends.iter().copied().chain(lines).chain(levels), steps)
    }
}

/// Number of points at the start of a line that the axis need not cover: the first tenth of a long line, which is
/// noisy.
fn unsettled(points: usize) -> usize {
    if points < 20 { 0 } else { points / 10 }
}

impl Chart for LineChart {
    fn description(&self) -> &str {
        &self.description
    }

    fn size(&self, width: Width) -> [f64; 2] {
        match (width, self.is_small) {
            (Width::Wide, false) => [520.0, 280.0],
            (Width::Wide, true) => [520.0, 150.0],
            (Width::Narrow, false) => [340.0, 240.0],
            (Width::Narrow, true) => [270.0, 140.0],
        }
    }

    fn draw(&self, width: Width, out: &mut String) {
        let [along, up] = steps(width);
        let frame = Frame::new(self.size(width), self.x_axis(along), self.y_axis(up));
        frame.draw(&self.x_title, &self.y_title, out);
        for band in &self.bands {
            for run in runs(&thinned(&band.points)) {
                area(&frame, &run, band.class, out);
            }
        }
        for level in &self.levels {
            let [left, y] = frame.at(frame.x.low, level.value);
            let [right, _] = frame.at(frame.x.high, level.value);
            line(out, [left, y], [right, y], "level");
            text(out, [right, y - 5.0], "tick end", &level.label);
        }
        for line in &self.lines {
            for run in runs(&thinned(&line.points)) {
                path(&frame, &run, line.class, out);
            }
        }
    }
}

/// Every nth point and the last one.
pub fn thinned<T: Copy>(points: &[(f64, Option<T>)]) -> Vec<(f64, Option<T>)> {
    let every = points.len().div_ceil(MOST_POINTS).max(1);
    let last = points.len().saturating_sub(1);
    let kept = (0..points.len()).filter(|index| index % every == 0 || *index == last);
    kept.map(|index| points[index]).collect()
}

pub fn runs<T: Copy>(points: &[(f64, Option<T>)]) -> Vec<Vec<(f64, T)>> {
    let parts = points.split(|point| point.1.is_none());
    let parts = parts.map(|part| part.iter().filter_map(|&(x, y)| Some((x, y?))).collect());
    parts.filter(|part: &Vec<_>| !part.is_empty()).collect()
}

fn path(frame: &Frame, run: &[(f64, f64)], class: &str, out: &mut String) {
    if let [(x, y)] = run {
        let [x, y] = frame.at(*x, *y).map(px);
        let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" class=\"dot {class}\"/>");
        return;
    }
    let places = run.iter().map(|&(x, y)| frame.at(x, y));
    let _ = writeln!(out, "<path class=\"line {class}\" d=\"M{}\"/>", joined(places));
}

fn area(frame: &Frame, run: &[(f64, (f64, f64))], class: &str, out: &mut String) {
    let above = run.iter().map(|&(x, (_, high))| frame.at(x, high));
    let below = run.iter().rev().map(|&(x, (low, _))| frame.at(x, low));
    let _ = writeln!(out, "<path class=\"band {class}\" d=\"M{}Z\"/>", joined(above.chain(below)));
}

fn joined(places: impl Iterator<Item = [f64; 2]>) -> String {
    let places: Vec<String> = places.map(|place| place.map(px)).map(|[x, y]| format!("{x} {y}")).collect();
    places.join("L")
}
