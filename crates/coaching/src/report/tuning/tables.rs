//! Changed numbers: as a list, as heat maps for tables by square, as lines for other tables.

use maud::{Markup, PreEscaped, html};

use super::{Changed, Moved, OfStage, Tuning, change, plain};
use crate::chart::{self, Cell, Curve, HeatMap, LineChart, Width, single};
use crate::report::markup::figure;
use temperament_engine::eval::keys::Shape;
use temperament_engine::profile::{index_words, is_read};
use temperament_matches::tune::FEW;

/// This many changed numbers are listed unfolded.
const MAX_UNFOLDED: usize = 20;

/// The changed numbers of the file, largest change first.
pub fn changed_numbers(tuning: &Tuning<'_>) -> Markup {
    if tuning.moved.is_empty() {
        return html! { p { "None: nothing has changed after rounding." } };
    }
    let (largest, rest) = tuning.moved.split_at(tuning.moved.len().min(MAX_UNFOLDED));
    html! {
        @if tuning.few > 0 {
            p.note {
                span.few {} "marks what occurs in fewer than " (FEW) " positions, here and below: such values are unreliable."
            }
        }
        (number_table(largest))
        @if !rest.is_empty() {
            details { summary { "The other " (rest.len()) " changes" } (number_table(rest)) }
        }
    }
}

fn number_table(moved: &[Moved]) -> Markup {
    html! {
        div.scroll {
            table.moved {
                thead {
                    tr {
                        th { "Number" } th.number { "Line" } th.number { "Before" } th.number { "After" }
                        th.number { "Change" } th.number { "Positions" }
                    }
                }
                tbody {
                    @for one in moved {
                        tr {
                            td { code { (breakable(&one.name)) } }
                            td.number { (one.place.0) }
                            td.number { (plain(one.before)) }
                            td.number { (plain(one.after)) }
                            td.number { (change(one.by())) }
                            td.number { @if one.positions < FEW { span.few {} } (one.positions) }
                        }
                    }
                }
            }
        }
    }
}

/// A key that may be wrapped after its dots and underscores.
fn breakable(name: &str) -> Markup {
    let name = chart::escape(name);
    PreEscaped(name.replace('.', ".<wbr>").replace('_', "_<wbr>"))
}

/// The section of tables by square, if any has changed.
pub fn square_tables(tuning: &Tuning<'_>) -> Markup {
    let tables = Changed::all(tuning, |shape| shape == Shape::BySquare);
    html! {
        @if !tables.is_empty() {
            section {
                h2 { "Tables by square" }
                p {
                    "From White\u{2019}s side of the board. Before and after share one colour scale, "
                    span.a { "less" } " and " span.b { "more" } " than their common mean."
                }
                @for table in tables {
                    h3 { code { (table.entry.key()) } }
                    div.boards { @for stage in table.stages(tuning) { (boards(tuning, &table, &stage)) } }
                }
            }
        }
    }
}

/// The heat maps of one stage: before, after, difference.
fn boards(tuning: &Tuning<'_>, table: &Changed, OfStage { title, values }: &OfStage) -> Markup {
    let key = table.entry.key();
    let seen: Vec<usize> = (0..64).filter(|square| is_read(&key, *square)).collect();
    let [before, after] = values;
    let difference: Vec<f64> = after.iter().zip(before).map(|(a, b)| a - b).collect();
    let both = || seen.iter().flat_map(|at| [before[*at], after[*at]]);
    let mean = both().sum::<f64>() / both().count().max(1) as f64;
    let reach = both().map(|n| (n - mean).abs()).fold(0.0, f64::max);
    let reach_of_difference = seen.iter().map(|at| difference[*at].abs()).fold(0.0, f64::max);
    let board = |what: &str, numbers: &[f64], centre: f64, reach: f64, label: fn(f64) -> String| {
        let cell = |square: usize| {
            seen.contains(&square).then(|| Cell {
                label: label(numbers[square]),
                strength: (numbers[square] - centre) / reach.max(f64::MIN_POSITIVE),
                is_marked: table.is_few(tuning, square),
            })
        };
        let map = HeatMap::board(format!("{key}, {title}, {what}"), cell);
        html! {
            figure.heat { figcaption { (title) ", " (what) } (PreEscaped(single(&map, Width::Wide))) }
        }
    };
    html! {
        (board("before", before, mean, reach, plain))
        (board("after", after, mean, reach, plain))
        (board("difference", &difference, 0.0, reach_of_difference, change))
    }
}

/// The section of tables by count, rank, file or distance, if any has changed.
pub fn other_tables(tuning: &Tuning<'_>) -> Markup {
    let tables = Changed::all(tuning, |shape| !matches!(shape, Shape::One | Shape::BySquare));
    html! {
        @if !tables.is_empty() {
            section {
                h2 { "Other tables" }
                p.legend { span { span.key.a {} "before" } " " span { span.key.b {} "after" } }
                div.figures {
                    @for table in tables {
                        @for stage in table.stages(tuning) {
                            (figure(
                                &html! { code { (table.entry.key()) } ", " (stage.title) },
                                &caption(tuning, &table),
                                &chart(&table, &stage),
                            ))
                        }
                    }
                }
            }
        }
    }
}

/// The index of the table, and the entries that are unreliable.
fn caption(tuning: &Tuning<'_>, table: &Changed) -> Markup {
    let few: Vec<i32> = (0..table.shape.len())
        .filter(|index| table.is_few(tuning, *index))
        .map(|index| place(table.shape, index))
        .collect();
    html! {
        (index_words(table.shape))
        @if !few.is_empty() { ". " span.few {} "in fewer than " (FEW) " positions: " (runs(&few)) }
    }
}

/// Ascending numbers with ranges: `0, 7–9`.
pub fn runs(numbers: &[i32]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let words: Vec<String> = runs
        .map(|run| match run {
            [first, .., last] => format!("{first}\u{2013}{last}"),
            _ => run[0].to_string(),
        })
        .collect();
    words.join(", ")
}

/// Coordinate of an entry; files and ranks are counted from 1.
fn place(shape: Shape, index: usize) -> i32 {
    let first = match shape {
        Shape::ByFile | Shape::ByRank => 1,
        _ => shape.first_index(),
    };
    first + index as i32
}

fn chart(table: &Changed, stage: &OfStage) -> LineChart {
    let lines = stage.values.iter().zip(["a", "b"]);
    let lines = lines.map(|(values, class)| Curve {
        class,
        points: values
            .iter()
            .enumerate()
            .map(|(index, value)| (f64::from(place(table.shape, index)), Some(*value)))
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
