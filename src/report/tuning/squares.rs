//! Tables by square as heat maps: before, after, and the difference.

use std::fmt::Write as _;

use super::{Changed, OfStage, Tuning, whole};
use crate::chart::{Cell, HeatMap, Width, escape, single};
use crate::eval::keys::Shape;
use crate::profile::is_read;
use crate::report::markup::signed;

/// The section, if any such table has changed.
pub fn squares(tuning: &Tuning<'_>) -> String {
    let tables = Changed::all(tuning, |shape| shape == Shape::BySquare);
    if tables.is_empty() {
        return String::new();
    }
    let mut out = String::from(
        "<section>\n<h2>Tables by square</h2>\n<p>From White\u{2019}s side of the board. Before and after have the same \
         colours, <span class=\"a\">less</span> and <span class=\"b\">more</span> than the mean of both.</p>\n",
    );
    for table in tables {
        let key = table.entry.key();
        let _ = writeln!(
            out,
            "<h3><code>{}</code></h3>\n<div class=\"boards\">",
            escape(&key)
        );
        for stage in table.stages(tuning) {
            boards(&mut out, tuning, &table, &stage);
        }
        out += "</div>\n";
    }
    out + "</section>\n"
}

/// A board that is shown.
struct Shown<'a> {
    what: &'static str,
    /// From a1 over b1 to h8.
    numbers: &'a [f64],
    /// The number without a colour.
    centre: f64,
    /// How far from it colours are at their strongest.
    reach: f64,
    /// A number as it is written.
    word: fn(f64) -> String,
}

fn boards(out: &mut String, tuning: &Tuning<'_>, table: &Changed, OfStage { title, values }: &OfStage) {
    let key = table.entry.key();
    let seen: Vec<usize> = (0..64).filter(|square| is_read(&key, *square)).collect();
    let [before, after] = values
        .each_ref()
        .map(|values| -> Vec<f64> { values.iter().map(|n| f64::from(*n)).collect() });
    let all = || seen.iter().flat_map(|at| [before[*at], after[*at]]);
    let centre = all().sum::<f64>() / all().count().max(1) as f64;
    let reach = all().map(|n| (n - centre).abs()).fold(0.0, f64::max);
    let difference: Vec<f64> = after.iter().zip(&before).map(|(a, b)| a - b).collect();
    let furthest = seen.iter().map(|at| difference[*at].abs()).fold(0.0, f64::max);
    let shown = [
        Shown {
            what: "before",
            numbers: &before,
            centre,
            reach,
            word: whole,
        },
        Shown {
            what: "after",
            numbers: &after,
            centre,
            reach,
            word: whole,
        },
        Shown {
            what: "difference",
            numbers: &difference,
            centre: 0.0,
            reach: furthest,
            word: |n| signed(n, 0),
        },
    ];
    for one in shown {
        let cell = |square: usize| {
            seen.contains(&square).then(|| Cell {
                label: (one.word)(one.numbers[square]),
                strength: (one.numbers[square] - one.centre) / one.reach.max(f64::MIN_POSITIVE),
                is_marked: table.is_few(tuning, square),
            })
        };
        let map = HeatMap {
            description: format!("{key}, {title}, {}", one.what),
            rows: (1..=8).rev().map(|rank| rank.to_string()).collect(),
            columns: ('a'..='h').map(String::from).collect(),
            cells: (0..8)
                .rev()
                .flat_map(|rank| 8 * rank..8 * rank + 8)
                .map(cell)
                .collect(),
        };
        let _ = write!(
            out,
            "<figure class=\"heat\">\n<figcaption>{title}, {}</figcaption>\n{}</figure>\n",
            one.what,
            single(&map, Width::Wide)
        );
    }
}
