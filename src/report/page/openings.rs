//! Results by opening: a square for each, and a table.

use std::fmt::Write as _;

use crate::chart::escape;
use crate::report::Document;
use crate::report::markup::counted;
use crate::report::openings::OpeningLine;

/// More openings than this are not shown one by one.
const MOST: usize = 2000;

/// Which squares there are: what they are called, from the point of view of B.
const STEPS: [&str; 5] = [
    "all points lost",
    "more lost than won",
    "even",
    "more won than lost",
    "all points won",
];

/// The section.
pub fn openings(document: &Document) -> String {
    let lines = &document.by_opening;
    let name = escape(&document.contenders[1].player.name);
    let mut counts = [0; STEPS.len()];
    for line in lines {
        counts[step(line)] += 1;
    }
    let mut out = format!(
        "<p>{} of {} {} played. From the point of view of <span class=\"b\">{name}</span>:</p>\n<p class=\"legend\">",
        lines.len(),
        counted(document.head.openings.count as u64, "opening"),
        if lines.len() == 1 { "was" } else { "were" }
    );
    for (index, (words, count)) in STEPS.iter().zip(counts).enumerate() {
        let _ = write!(out, "<span><i class=\"s{index}\"></i>{words}: {count}</span> ");
    }
    out += "</p>\n";
    let shown = &lines[..lines.len().min(MOST)];
    if shown.len() < lines.len() {
        let _ = writeln!(out, "<p class=\"note\">The first {MOST} are shown.</p>");
    }
    out += "<div class=\"cells\" role=\"img\" aria-label=\"A square for each opening; the table below says the same\">\n";
    for line in shown {
        let _ = write!(
            out,
            "<i class=\"s{}\" title=\"{}: +{} ={} \u{2212}{}\"></i>",
            step(line),
            escape(&place(line)),
            line.wins,
            line.draws,
            line.losses
        );
    }
    out + "\n</div>\n" + &table(shown)
}

fn table(lines: &[OpeningLine]) -> String {
    let mut out = String::from(
        "<details><summary>All results as a table</summary>\n<div class=\"scroll\"><table>\n<thead><tr>\
         <th class=\"number\">Opening</th><th>Position or moves</th><th class=\"number\">won</th>\
         <th class=\"number\">drawn</th><th class=\"number\">lost</th></tr></thead>\n<tbody>\n",
    );
    for line in lines {
        let _ = writeln!(
            out,
            "<tr><td class=\"number\">{}</td><td><code>{}</code></td><td class=\"number\">{}</td>\
             <td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
            line.opening,
            escape(&moves_or_fen(line)),
            line.wins,
            line.draws,
            line.losses
        );
    }
    out + "</tbody>\n</table></div></details>\n"
}

fn place(line: &OpeningLine) -> String {
    format!("{}. {}", line.opening, moves_or_fen(line))
}

fn moves_or_fen(line: &OpeningLine) -> String {
    match line.moves.is_empty() {
        true => line.fen.clone(),
        false => line.moves.join(" "),
    }
}

/// An index into [`STEPS`].
fn step(line: &OpeningLine) -> usize {
    match line.score() {
        score if score <= 0.0 => 0,
        score if score < 0.5 => 1,
        score if score <= 0.5 => 2,
        score if score < 1.0 => 3,
        _ => 4,
    }
}
