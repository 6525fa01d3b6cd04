//! A match as one self-contained HTML page: no network, no font, no other file.
//!
//! Charts and boards are drawn here, so the page can be read and printed without its script, which only steps through
//! games. Names come from untrusted files; `maud` and [`crate::chart::escape`] escape them.

mod figures;
#[doc(hidden)]
pub mod notable_games;
mod openings;
#[doc(hidden)]
pub mod style;

use maud::{Markup, PreEscaped, html};

use super::markup::{Page, counted, signed, tile};
use super::{Document, State, board};
use temperament_engine::escape::shell;
use temperament_engine::profile::diff;
use temperament_matches::arena::SourceIdentity;
use temperament_matches::stats::Undefined;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// A list of at most this many differences between the profiles is shown unfolded.
const MAX_UNFOLDED: usize = 12;

/// Renders the HTML file.
///
/// # Errors
/// If the document cannot be written as JSON.
pub fn page(document: &Document) -> Result<String, serde_json::Error> {
    let data = json_in_html(&serde_json::to_string(document)?);
    // Results are those of the first one named.
    let [a, b] = &document.contenders;
    let main = html! {
        section aria-label="Result" {
            ul.tiles { (tiles(document)) }
            div.scroll { (contenders(document)) }
        }
        section.figures aria-label="Charts" { (figures::figures(document)) }
        section { h2 { "Openings" } (openings::openings(document)) }
        section { h2 { "Style" } (style::style(document)) }
        section { h2 { "Notable games" } (notable_games::section(document)) }
        section { h2 { "Differences between the profiles" } (changes(document)) }
        section { h2 { "How it was played" } (setup(document)) }
    };
    let page = Page {
        policy: POLICY,
        style: &format!("{}{STYLE}", board::STYLE),
        title: &format!("{} against {}", b.player.name, a.player.name),
        kind: format!("Match, {}", document.metadata.run_info.date),
        verdict: verdict(document),
        main,
        before: board::shared(),
        after: html! {
            script type="application/json" id="data" { (PreEscaped(data)) }
            script { (PreEscaped(board::SCRIPT)) (PreEscaped(SCRIPT)) }
        },
    };
    Ok(page.render())
}

/// Escapes JSON for a script element, so that nothing in it ends the element or begins a comment.
pub fn json_in_html(json: &str) -> String {
    // These three only occur within strings.
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// The result in a sentence.
fn verdict(document: &Document) -> Markup {
    let [a, b] = document.contenders.each_ref().map(|one| &one.player.name);
    let report = &document.statistics;
    let games = report.results.number_of_games();
    let conclusion = if let Some((sprt, _)) = report.test {
        let (elo0, elo1, unit) = (sprt.elo0(), sprt.elo1(), sprt.model().unit());
        report.conclusion(&format!("{b} is "), &format!(" than {a}")).map_or_else(
            || format!("The test of {elo0} against {elo1} {unit} is not decided. "),
            |conclusion| format!("{conclusion}. "),
        )
    } else {
        let conclusion = match report.strength.los {
            Ok(los) if los >= 0.975 => "It is significantly stronger (5 % level). ",
            Ok(los) if los <= 0.025 => "It is significantly weaker (5 % level). ",
            Ok(_) => "The difference is not significant. ",
            Err(_) => "",
        };
        conclusion.to_owned()
    };
    html! {
        strong.b { (b) } " scored " (report.results.points()) " of " (counted(games, "game")) " against "
        strong.a { (a) } ". " (conclusion)
        @if document.metadata.state == State::Interrupted {
            "The match was interrupted after " (games) " of " (document.metadata.games_planned) " games."
        }
    }
}

fn tiles(document: &Document) -> Markup {
    let report = &document.statistics;
    let strength = &report.strength;
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let interval = strength.elo.and_then(|elo| elo.interval);
    let number = report.results.number_of_games();
    let share = match number {
        0 => "no game".to_owned(),
        _ => format!("{} of {number} games", percent(report.results.points() / number as f64)),
    };
    html! {
        (defined_tile(
            "Elo",
            strength.elo.map(|elo| signed(elo.value, 1)),
            interval.map(|(low, high)| format!("95 %: {} to {}", signed(low, 1), signed(high, 1))),
        ))
        (defined_tile(
            "Normalised Elo",
            strength.nelo.map(|nelo| signed(nelo, 1)),
            strength.nelo_error.map(|error| format!("± {error:.1}")),
        ))
        (defined_tile("LOS", strength.los.map(percent), Ok("likelihood of superiority".to_owned())))
        (defined_tile(
            "Won, drawn, lost",
            report.results.games().map(|n| format!("+{} ={} \u{2212}{}", n.wins, n.draws, n.losses)),
            Ok(share),
        ))
        (defined_tile(
            "Games drawn",
            report.draw_ratio_of_games().map(percent),
            report.draw_ratio_of_pairs().map(|share| format!("{} of pairs even", percent(share))),
        ))
        @if let Some((sprt, llr)) = report.test {
            (defined_tile(
                "LLR",
                llr.map(|llr| signed(llr, 2)),
                Ok(format!("bounds {} to {}", signed(sprt.lower(), 2), signed(sprt.upper(), 2))),
            ))
        }
    }
}

/// A number with a remark, or the reason why it is undefined.
fn defined_tile(name: &str, value: Result<String, Undefined>, remark: Result<String, Undefined>) -> Markup {
    match (value, remark) {
        (Err(why), _) => tile(name, "\u{2013}", &why.to_string()),
        (Ok(value), Ok(remark)) => tile(name, &value, &remark),
        (Ok(value), Err(why)) => tile(name, &value, &format!("no interval: {why}")),
    }
}

fn contenders(document: &Document) -> Markup {
    html! {
        table.contenders {
            thead {
                tr {
                    th {} th { "Player" } th { "Profile or engine" } th { "Id or command" } th { "Limit" } th { "Hash" }
                }
            }
            tbody {
                @for contender in &document.contenders {
                    @let (source, id) = match SourceIdentity::new(&contender.player.source) {
                        SourceIdentity::Profile { profile, id } => (profile, id),
                        SourceIdentity::External { engine, command, options } => {
                            (engine, format!("{command} {options}").trim_end().to_owned())
                        }
                    };
                    tr {
                        td { strong class=(contender.letter.class()) { (contender.letter.name()) } }
                        td { (contender.player.name) }
                        td { (source) }
                        td { code { (id) } }
                        td { (contender.player.limit) }
                        td { (contender.player.hash_mib) " MiB" }
                    }
                }
            }
        }
    }
}

fn changes(document: &Document) -> Markup {
    let Some(changes) = &document.metadata.run_info.changes else {
        return html! {
            p { "Not available: one side is an engine, or its profile has changed since the match." }
        };
    };
    if changes.is_empty() {
        return html! { p { "None: they evaluate alike." } };
    }
    let [a, b] = document.contenders.each_ref().map(|one| &one.player.name);
    html! {
        p {
            "From " span.a { (a) } " to " span.b { (b) } ", " (counted(changes.len() as u64, "difference")) ":"
        }
        details open[changes.len() <= MAX_UNFOLDED] {
            summary { "Key by key" }
            pre { (diff::text(changes).trim()) }
        }
    }
}

/// Commands, options, and the report as printed in the terminal.
fn setup(document: &Document) -> Markup {
    let metadata = &document.metadata;
    let run_info = &metadata.run_info;
    let openings = &metadata.openings;
    html! {
        @if !run_info.command.is_empty() {
            pre.command { (shell(&run_info.command)) }
        }
        @if let Some(resumed) = &run_info.resumed {
            p.note { "Resumed with" }
            pre.command { (shell(resumed)) }
        }
        dl {
            dt { "Program" } dd { (metadata.program.name) " " (metadata.program.version) }
            dt { "Started" } dd { (run_info.date) }
            dt { "Requested games" } dd { (metadata.games_planned) }
            dt { "Openings" }
            dd {
                (openings.source) ", " (openings.count) " of them"
                @if openings.chess960 { ", Chess960" }
                " (id " (openings.id) ")"
            }
        }
        details {
            summary { "All options" }
            pre { (format!("{:#}", run_info.options)) }
        }
        pre { (document.statistics.to_string().trim_end()) }
    }
}
