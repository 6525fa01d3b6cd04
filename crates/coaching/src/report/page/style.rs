//! Style of play: differences with their intervals.

use maud::{Markup, html};

use crate::chart::{Interval, IntervalChart};
use crate::report::Document;
use crate::report::markup::{responsive, signed};
use temperament_matches::style::Difference;

/// Limit of the axis: if one of two numbers is 0, they differ by 200 % of their mean.
const MAX_PERCENT: f64 = 200.0;

pub fn style(document: &Document) -> Markup {
    let style = &document.style;
    let sides = style.a.measures.iter().zip(&style.b.measures);
    let rows: Vec<Interval> =
        sides.filter_map(|(a, b)| row(&a.title, [a.value?, b.value?], style.difference(&a.key)?)).collect();
    if rows.is_empty() {
        return html! { p { "No games yet." } };
    }
    let chart = IntervalChart {
        description: "Differences of the measures of style with their 95 % intervals".to_owned(),
        x_title: "% of the mean of both".to_owned(),
        rows,
    };
    let differs = style.differences.iter().filter(|difference| difference.differs);
    html! {
        p {
            "Each row shows the means over all games, then in brackets and as a point the difference within pairs of \
             games, " span.b { (style.b.name) } " minus " span.a { (style.a.name) }
            ". The two can disagree if few games have the measure. Coloured: significant after correction for the number of measures ("
            (differs.count()) " of " (style.tested) ")."
        }
        figure { (responsive(&chart)) }
    }
}

/// `None` if the measure is 0 for both players or no pair of games has it for both.
pub fn row(title: &str, [a, b]: [f64; 2], difference: &Difference) -> Option<Interval> {
    let mean = f64::midpoint(a.abs(), b.abs());
    let value = difference.measured.value?;
    if mean <= 0.0 {
        return None;
    }
    let percent = |value: f64| (100.0 * value / mean).clamp(-MAX_PERCENT, MAX_PERCENT);
    let error = difference.measured.error;
    Some(Interval {
        label: title.to_owned(),
        value_label: format!("{} \u{2192} {} ({})", short(a), short(b), signed(value, 2)),
        value: percent(value),
        ends: error.map(|error| (percent(value - error), percent(value + error))),
        class: if difference.differs { "differs" } else { "same" },
    })
}

/// Short enough to fit beside its name on a narrow page.
fn short(value: f64) -> String {
    let decimals = if value.abs() < 10.0 { 2 } else { 1 };
    format!("{value:.decimals$}")
}
