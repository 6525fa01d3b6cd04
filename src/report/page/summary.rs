//! What the match came to, who played, and how.

use std::fmt::Write as _;

use crate::arena::SourceIdentity;
use crate::chart::escape;
use crate::report::markup::{self, counted, shell, signed};
use crate::report::{Document, State};
use crate::stats::{Decision, Undefined};

/// `mine against fabchess`: the results are those of the first named.
pub fn heading(document: &Document) -> String {
    let [a, b] = &document.contenders;
    format!("{} against {}", b.player.name, a.player.name)
}

/// The result in a sentence.
pub fn verdict(document: &Document) -> String {
    let [a, b] = &document.contenders;
    let report = &document.statistics;
    let games = report.results.number_of_games();
    let (a, b) = (escape(&a.player.name), escape(&b.player.name));
    let mut text = format!(
        "<strong class=\"b\">{b}</strong> scored {} of {} against <strong class=\"a\">{a}</strong>. ",
        report.results.points(),
        counted(games, "game")
    );
    if let Some((sprt, _)) = report.test {
        let (elo0, elo1, unit) = (sprt.elo0(), sprt.elo1(), sprt.model().unit());
        text += &match report.decision() {
            Some(Decision::H1) => format!("The test accepted H1: {b} is stronger by {elo1} {unit} or more. "),
            Some(Decision::H0) => format!("The test accepted H0: {b} is stronger by {elo0} {unit} or less. "),
            _ => format!("The test of {elo0} against {elo1} {unit} is not decided. "),
        };
    } else if let Ok(los) = report.strength.los {
        text += match los {
            los if los >= 0.975 => "It is the stronger one, beyond the usual doubt of 5 %. ",
            los if los <= 0.025 => "It is the weaker one, beyond the usual doubt of 5 %. ",
            _ => "Which of the two is stronger these games do not tell. ",
        };
    }
    if document.head.state == State::Interrupted {
        let _ = write!(
            text,
            "The match was interrupted after {games} of {} games.",
            document.head.games_planned
        );
    }
    text
}

/// The most important numbers.
pub fn tiles(document: &Document) -> String {
    let report = &document.statistics;
    let strength = &report.strength;
    let mut out = String::new();
    let elo = strength.elo.map(|elo| signed(elo.value, 1));
    let interval = strength.elo.and_then(|elo| elo.interval);
    let interval = interval.map(|(low, high)| format!("95 %: {} to {}", signed(low, 1), signed(high, 1)));
    tile(&mut out, "Elo", elo, interval);
    let nelo_error = strength.nelo_error.map(|error| format!("± {error:.1}"));
    tile(
        &mut out,
        "Normalised Elo",
        strength.nelo.map(|nelo| signed(nelo, 1)),
        nelo_error,
    );
    let los = strength.los.map(|los| format!("{:.1} %", 100.0 * los));
    tile(&mut out, "LOS", los, Ok("chance of being stronger".to_owned()));
    let games = report.results.games();
    let score = games.map(|games| format!("+{} ={} \u{2212}{}", games.wins, games.draws, games.losses));
    let number = report.results.number_of_games();
    let share = match number {
        0 => Ok("no game".to_owned()),
        _ => Ok(format!(
            "{:.1} % of {number} games",
            100.0 * report.results.points() / number as f64
        )),
    };
    tile(&mut out, "Won, drawn, lost", score, share);
    let pairs = report
        .draw_ratio_of_pairs()
        .map(|share| format!("{:.1} % of pairs even", 100.0 * share));
    let drawn = report
        .draw_ratio_of_games()
        .map(|share| format!("{:.1} %", 100.0 * share));
    tile(&mut out, "Games drawn", drawn, pairs);
    if let Some((sprt, llr)) = report.test {
        let bounds = format!("{} to {}", signed(sprt.lower(), 2), signed(sprt.upper(), 2));
        tile(
            &mut out,
            "LLR of the test",
            llr.map(|llr| signed(llr, 2)),
            Ok(format!("bounds {bounds}")),
        );
    }
    out
}

/// A number; where it is not defined, why.
fn tile(out: &mut String, name: &str, value: Result<String, Undefined>, more: Result<String, Undefined>) {
    let (value, more) = match (value, more) {
        (Err(why), _) => ("\u{2013}".to_owned(), why.to_string()),
        (Ok(value), more) => (value, more.unwrap_or_else(|why| format!("no interval: {why}"))),
    };
    *out += &markup::tile(name, &value, &more);
}

/// The rows of the table of contenders.
pub fn contenders(document: &Document) -> String {
    let mut out = String::new();
    for contender in &document.contenders {
        let (source, id) = match &contender.player.source {
            SourceIdentity::Profile { profile, id } => (profile, id.clone()),
            SourceIdentity::External {
                engine,
                command,
                options,
            } => (engine, format!("{command} {options}")),
        };
        let _ = writeln!(
            out,
            "<tr><td><strong class=\"{}\">{}</strong></td><td>{}</td><td>{}</td><td><code>{}</code></td>\
             <td>{}</td><td>{} MiB</td></tr>",
            contender.letter.class(),
            contender.letter.name(),
            escape(&contender.player.name),
            escape(source),
            escape(id.trim_end()),
            escape(&contender.player.limit),
            contender.player.hash_mib
        );
    }
    out
}

/// Commands, options and the report as the terminal has it.
pub fn played(document: &Document) -> String {
    let head = &document.head;
    let mut out = String::new();
    if !head.command.is_empty() {
        let _ = writeln!(
            out,
            "<pre class=\"command\">{}</pre>",
            escape(&shell(&head.command))
        );
    }
    if let Some(resumed) = &head.resumed {
        let _ = writeln!(
            out,
            "<p class=\"note\">Resumed with</p>\n<pre class=\"command\">{}</pre>",
            escape(&shell(resumed))
        );
    }
    let openings = &head.openings;
    let rows = [
        (
            "Program",
            format!("{} {}", head.program.name, head.program.version),
        ),
        ("Begun", head.date.clone()),
        ("Games asked for", head.games_planned.to_string()),
        (
            "Openings",
            format!(
                "{}, {} of them{} (id {})",
                openings.source,
                openings.count,
                if openings.chess960 { ", Chess960" } else { "" },
                openings.id
            ),
        ),
    ];
    out += "<dl>\n";
    for (name, value) in rows {
        let _ = writeln!(out, "<dt>{name}</dt><dd>{}</dd>", escape(&value));
    }
    out += "</dl>\n";
    let options = format!("{:#}", head.options);
    let _ = writeln!(
        out,
        "<details><summary>All options</summary>\n<pre>{}</pre></details>",
        escape(&options)
    );
    let statistics = document.statistics.to_string();
    let _ = writeln!(out, "<pre>{}</pre>", escape(statistics.trim_end()));
    out
}
