//! Charts as SVG elements of an HTML page: lines with bands, bars, intervals, heat maps.
//!
//! Elements have CSS classes; colours come from the style sheet of the page. Scaling a wide chart to a telephone would make
//! its text illegible, so each chart is drawn for two widths ([`responsive`]) and the style sheet shows the one that fits.

#[doc(hidden)]
pub mod axis;
mod bars;
#[doc(hidden)]
pub mod heat;
mod intervals;
#[doc(hidden)]
pub mod lines;

use std::fmt::Write as _;

pub use bars::{Bar, BarChart};
pub use heat::{Cell, HeatMap};
pub use intervals::{Interval, IntervalChart};
pub use lines::{Band, Curve, Level, LineChart};

/// Page width a chart is drawn for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    Wide,
    Narrow,
}

pub trait Chart {
    fn description(&self) -> &str;

    /// Width and height in pixels.
    fn size(&self, width: Width) -> [f64; 2];

    fn draw(&self, width: Width, out: &mut String);
}

/// A chart in both widths: elements of the classes `wide` and `narrow`, of which the style sheet hides one.
pub fn responsive(chart: &dyn Chart) -> String {
    let widths = [(Width::Wide, "wide"), (Width::Narrow, "narrow")];
    widths.map(|(width, class)| svg(chart, width, &format!("chart {class}"))).concat()
}

/// A chart in one width.
pub fn single(chart: &dyn Chart, width: Width) -> String {
    svg(chart, width, "chart")
}

fn svg(chart: &dyn Chart, width: Width, class: &str) -> String {
    let [w, h] = chart.size(width);
    let description = escape(chart.description());
    let mut out = format!(
        "<svg class=\"{class}\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" \
         aria-label=\"{description}\">\n"
    );
    chart.draw(width, &mut out);
    out + "</svg>\n"
}

/// Escapes a string for HTML and SVG, including attributes in double quotes.
pub fn escape(text: &str) -> String {
    maud::html! { (text) }.into_string()
}

/// A coordinate with one decimal: a tenth of a pixel is enough, and a page has thousands.
fn px(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}

fn text(out: &mut String, [x, y]: [f64; 2], class: &str, words: &str) {
    let (x, y) = (px(x), px(y));
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{}</text>", escape(words));
}

fn line(out: &mut String, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], class: &str) {
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(px);
    let _ = writeln!(out, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" class=\"{class}\"/>");
}
