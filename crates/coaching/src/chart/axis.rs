//! Axes with round tick marks, and the frame of a chart with two axes.

use super::{Width, line, text};

/// A range of values with round ends and tick marks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    pub low: f64,
    /// Maximum, greater than the minimum.
    pub high: f64,
    step: f64,
}

impl Axis {
    /// An axis that covers all values with about `steps` steps. Non-finite values are ignored; without any value it goes
    /// from 0 to 1.
    pub fn covering(values: impl IntoIterator<Item = f64>, steps: f64) -> Self {
        let finite = values.into_iter().filter(|value| value.is_finite());
        let (low, high) = finite
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = match (low <= high, low < high) {
            (false, _) => (0.0, 1.0),
            (_, false) => (low - 0.5, high + 0.5),
            _ => (low, high),
        };
        let step = round_step((high - low) / steps);
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    /// An axis of integers from `low` to `high`, with marks only at integers.
    pub fn counting(low: f64, high: f64, steps: f64) -> Self {
        let (low, high) = if low < high { (low, high) } else { (low - 0.5, low + 0.5) };
        Self { low, high, step: round_step((high - low) / steps).max(1.0) }
    }

    /// Values with a tick mark.
    pub fn marks(&self) -> impl Iterator<Item = f64> {
        let Self { low, high, step } = *self;
        let first = (low / step).ceil() as i64;
        (first..).map(move |n| n as f64 * step).take_while(move |mark| *mark <= high + step * 1e-9)
    }

    /// Label of a mark: as few decimals as possible, typographic minus.
    pub fn label(&self, value: f64) -> String {
        let decimals = (-self.step.log10().floor()).clamp(0.0, 9.0) as usize;
        let text = format!("{:.decimals$}", value.abs());
        let is_zero = text.chars().all(|c| matches!(c, '0' | '.'));
        if value < 0.0 && !is_zero { format!("\u{2212}{text}") } else { text }
    }

    /// Relative position of a value, 0 to 1; values outside of the range are clamped.
    pub fn share(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

/// Rounds up to 1, 2 or 5 times a power of ten.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let factors = [1.0, 2.0, 5.0];
    let fits = factors.into_iter().find(|factor| factor * power >= step * (1.0 - 1e-9));
    fits.unwrap_or(10.0) * power
}

/// Approximate width of a digit in pixels.
const LETTER: f64 = 7.5;

/// Plot area of a chart.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    pub x: Axis,
    pub y: Axis,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Frame {
    /// Leaves space for labels on the left and below, and for a title above.
    pub fn new([width, height]: [f64; 2], x: Axis, y: Axis) -> Self {
        let longest = y.marks().map(|mark| y.label(mark).chars().count()).max();
        Self {
            x,
            y,
            left: f64::max(46.0, 10.0 + LETTER * longest.unwrap_or(0) as f64),
            right: width - 14.0,
            top: 24.0,
            bottom: height - 38.0,
        }
    }

    /// Coordinates of a pair of values.
    pub fn at(&self, x: f64, y: f64) -> [f64; 2] {
        [
            self.left + self.x.share(x) * (self.right - self.left),
            self.bottom - self.y.share(y) * (self.bottom - self.top),
        ]
    }

    /// Draws grid, labels and titles.
    pub fn draw(&self, x_title: &str, y_title: &str, out: &mut String) {
        for mark in self.y.marks() {
            let [x, y] = self.at(self.x.low, mark);
            line(out, [x, y], [self.right, y], "grid");
            text(out, [x - 6.0, y + 4.0], "tick end", &self.y.label(mark));
        }
        for mark in self.x.marks() {
            let [x, y] = self.at(mark, self.y.low);
            line(out, [x, y], [x, y + 4.0], "axis");
            text(out, [x, y + 17.0], "tick middle", &self.x.label(mark));
        }
        line(out, [self.left, self.bottom], [self.right, self.bottom], "axis");
        let below = self.bottom + 33.0;
        text(out, [self.right, below], "title end", x_title);
        text(out, [4.0, 13.0], "title", y_title);
    }
}

/// Approximate number of steps of the x and y axis.
pub fn steps(width: Width) -> [f64; 2] {
    match width {
        Width::Wide => [8.0, 5.0],
        Width::Narrow => [4.0, 5.0],
    }
}
