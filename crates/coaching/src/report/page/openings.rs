//! Results by opening: a coloured cell for each, and a table.

use maud::{Markup, html};

use crate::report::Document;
use crate::report::document::OpeningLine;
use crate::report::markup::counted;

/// Only this many openings are listed.
const MAX_LISTED: usize = 2000;

/// Legend of the cells, from the point of view of B.
const LEGEND: [&str; 5] =
    ["all points lost", "more lost than won", "even", "more won than lost", "all points won"];

pub fn openings(document: &Document) -> Markup {
    let lines = &document.by_opening;
    let listed = &lines[..lines.len().min(MAX_LISTED)];
    let count = |class: usize| lines.iter().filter(|line| result_class(line) == class).count();
    html! {
        p {
            (lines.len()) " of " (counted(document.metadata.openings.count as u64, "opening"))
            @if lines.len() == 1 { " was" } @else { " were" }
            " played. From the point of view of " span.b { (document.contenders[1].player.name) } ":"
        }
        p.legend {
            @for (class, meaning) in LEGEND.iter().enumerate() {
                span { i class={ "s" (class) } {} (meaning) ": " (count(class)) } " "
            }
        }
        @if listed.len() < lines.len() {
            p.note { "The first " (MAX_LISTED) " are shown." }
        }
        div.cells role="img" aria-label="Results by opening; the table below has the same data" {
            @for line in listed {
                i class={ "s" (result_class(line)) }
                    title={ (line.opening) ". " (moves_or_fen(line)) ": +" (line.wins) " =" (line.draws) " \u{2212}" (line.losses) } {}
            }
        }
        details {
            summary { "All results as a table" }
            div.scroll {
                table {
                    thead {
                        tr {
                            th.number { "Opening" } th { "Position or moves" }
                            th.number { "won" } th.number { "drawn" } th.number { "lost" }
                        }
                    }
                    tbody {
                        @for line in listed {
                            tr {
                                td.number { (line.opening) }
                                td { code { (moves_or_fen(line)) } }
                                td.number { (line.wins) }
                                td.number { (line.draws) }
                                td.number { (line.losses) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn moves_or_fen(line: &OpeningLine) -> String {
    if line.moves.is_empty() { line.fen.clone() } else { line.moves.join(" ") }
}

/// Index into [`LEGEND`], and number of the CSS class.
fn result_class(line: &OpeningLine) -> usize {
    match line.score() {
        score if score <= 0.0 => 0,
        score if score < 0.5 => 1,
        score if score <= 0.5 => 2,
        score if score < 1.0 => 3,
        _ => 4,
    }
}
