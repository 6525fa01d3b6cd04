//! How the two play: differences with their intervals.

use super::signed;
use crate::chart::{Interval, IntervalChart, escape, responsive};
use crate::report::{Document, StyleMeasure};

/// Two numbers of which one is zero differ by so many percent of their mean; nothing is drawn beyond.
const MOST: f64 = 200.0;

/// The section; empty if nothing was measured.
pub fn style(document: &Document) -> String {
    let Some(style) = &document.style else {
        return String::new();
    };
    let [a, b] = [0, 1].map(|number| escape(&document.contenders[number].name));
    let chart = IntervalChart {
        description: "Differences of the measures of style with their 95 % intervals".to_owned(),
        x_title: "% of the mean of both".to_owned(),
        rows: style.measures.iter().filter_map(row).collect(),
    };
    let marked = style.measures.iter().filter(|measure| measure.differs).count();
    format!(
        "<section>\n<h2>Style</h2>\n<p>How much more there is of each measure with <span class=\"b\">{b}</span> than with \
         <span class=\"a\">{a}</span>. Coloured: what differs beyond correction for the number of measures \
         ({marked} of {}).</p>\n<figure>\n{}</figure>\n</section>\n",
        style.measures.len(),
        responsive(&chart)
    )
}

/// `None` if there is none of it with either.
fn row(measure: &StyleMeasure) -> Option<Interval> {
    let [a, b] = measure.values;
    let mean = f64::midpoint(a.abs(), b.abs());
    if mean <= 0.0 {
        return None;
    }
    let percent = |value: f64| (100.0 * value / mean).clamp(-MOST, MOST);
    let difference = measure.difference;
    Some(Interval {
        label: measure.label.clone(),
        value_label: format!("{a:.2} \u{2192} {b:.2} ({})", signed(difference, 2)),
        value: percent(difference),
        ends: measure
            .error
            .map(|error| (percent(difference - error), percent(difference + error))),
        class: if measure.differs { "differs" } else { "same" },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_shares_of_the_mean_of_both() {
        let measure = StyleMeasure {
            label: "checks".to_owned(),
            values: [3.0, 5.0],
            difference: 2.0,
            error: Some(100.0),
            differs: true,
        };
        let row = row(&measure).unwrap();
        assert_eq!((row.value, row.ends), (50.0, Some((-200.0, 200.0))));
        assert_eq!(row.value_label, "3.00 \u{2192} 5.00 (+2.00)");
        let none = StyleMeasure {
            values: [0.0; 2],
            ..measure
        };
        assert!(super::row(&none).is_none());
    }
}
