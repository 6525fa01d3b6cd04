//! Tables by count, rank, file or distance as lines, before and after.

use super::{Changed, OfStage, Tuning};
use crate::chart::{Line, LineChart, escape};
use crate::eval::keys::Shape;
use crate::profile::index_words;
use crate::report::markup::figure;
use crate::tune::FEW;

/// The section, if any such table has changed.
pub fn tables(tuning: &Tuning<'_>) -> String {
    let tables = Changed::all(tuning, |shape| !matches!(shape, Shape::One | Shape::BySquare));
    if tables.is_empty() {
        return String::new();
    }
    let mut out = String::from(
        "<section>\n<h2>Other tables</h2>\n<p class=\"legend\"><span><span class=\"key a\"></span>before</span> \
         <span><span class=\"key b\"></span>after</span></p>\n<div class=\"figures\">\n",
    );
    for table in tables {
        for stage in table.stages(tuning) {
            let title = format!("<code>{}</code>, {}", escape(&table.entry.key()), stage.title);
            figure(&mut out, &title, &caption(tuning, &table), &chart(&table, &stage));
        }
    }
    out + "</div>\n</section>\n"
}

/// By what the table is, and how much of it is not to be trusted.
fn caption(tuning: &Tuning<'_>, table: &Changed) -> String {
    let few: Vec<i32> = (0..table.shape.len())
        .filter(|index| table.is_few(tuning, *index))
        .map(|index| place(table.shape, index))
        .collect();
    let words = escape(&index_words(table.shape));
    match runs(&few) {
        runs if runs.is_empty() => words,
        runs => format!("{words}. <span class=\"few\"></span>in fewer than {FEW} positions: {runs}"),
    }
}

/// Numbers in rising order with neighbours drawn together: `0, 7–9`.
fn runs(numbers: &[i32]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let words: Vec<String> = runs
        .map(|run| match run {
            [first, .., last] => format!("{first}\u{2013}{last}"),
            _ => run[0].to_string(),
        })
        .collect();
    words.join(", ")
}

/// Where an entry stands on the axis; files and ranks are counted from 1.
fn place(shape: Shape, index: usize) -> i32 {
    let first = match shape {
        Shape::ByFile | Shape::ByRank => 1,
        _ => shape.first_index(),
    };
    first + index as i32
}

fn chart(table: &Changed, stage: &OfStage) -> LineChart {
    let lines = stage.values.iter().zip(["a", "b"]);
    let lines = lines.map(|(values, class)| Line {
        class,
        points: values
            .iter()
            .enumerate()
            .map(|(index, value)| (f64::from(place(table.shape, index)), Some(f64::from(*value))))
            .collect(),
    });
    LineChart {
        description: format!("{}, {}, before and after", table.entry.key(), stage.title),
        x_title: match table.shape {
            Shape::ByFile => "file",
            Shape::ByRank => "rank",
            Shape::ByDistance { .. } => "distance",
            _ => "count",
        }
        .to_owned(),
        lines: lines.collect(),
        is_small: true,
        is_whole: true,
        ..LineChart::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_drawn_together() {
        assert_eq!(runs(&[-3, -2, 0, 4, 5, 6, 9]), "-3\u{2013}-2, 0, 4\u{2013}6, 9");
        assert_eq!(runs(&[]), "");
    }
}
