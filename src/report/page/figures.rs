//! The charts of a match.

use std::fmt::Write as _;

use crate::arena::GameResult;
use crate::chart::{Band, Bar, BarChart, Level, Line, LineChart, escape};
use crate::report::evaluation::MoveScores;
use crate::report::markup::figure;
use crate::report::{Document, Letter};

/// A move is shown if this share of the games has it: of a few long games the mean jumps about.
const LEAST_SHARE: f64 = 0.1;

/// All charts that there is something to draw for.
pub fn figures(document: &Document) -> String {
    let [a, b] = [0, 1].map(|number| escape(&document.contenders[number].player.name));
    let mut out = String::new();
    let course = &document.course;
    if !course.half_points.is_empty() {
        figure(
            &mut out,
            "Elo, pair by pair",
            &format!(
                "Of <span class=\"b\">{b}</span> against <span class=\"a\">{a}</span>, with the 95 % interval."
            ),
            &elo(document),
        );
        if !course.llr.is_empty() {
            figure(
                &mut out,
                "The test, pair by pair",
                "Log-likelihood ratio: at the upper bound H1 is accepted, at the lower one H0.",
                &llr(document),
            );
        }
        figure(
            &mut out,
            "Pairs of games by points",
            &format!(
                "Each opening is played with both colours; these are the points of <span class=\"b\">{b}</span>. \
                 One point is two draws, or a win and a loss."
            ),
            &pentanomial(document),
        );
        figure(
            &mut out,
            "What they thought of their games",
            &format!(
                "Each side\u{2019}s own score, move by move after the opening: the mean, and a band for the middle half of the \
                 games. <span class=\"legend\"><span><span class=\"key a\"></span>{a}</span> \
                 <span><span class=\"key b\"></span>{b}</span></span>"
            ),
            &evaluation(document),
        );
    }
    let _ = write!(
        out,
        "<div class=\"box\">\n<h2>How games ended</h2>\n{}</div>\n",
        endings(document)
    );
    out
}

/// Values by the number of the pair, from 1.
fn by_pair<T: Copy>(values: impl Iterator<Item = T>) -> Vec<(f64, T)> {
    (1..).map(f64::from).zip(values).collect()
}

fn elo(document: &Document) -> LineChart {
    let course = &document.course;
    let ends = course.elo_low.iter().zip(&course.elo_high);
    LineChart {
        description: format!(
            "Elo after each of {} pairs of games, with its 95 % interval",
            course.half_points.len()
        ),
        x_title: "pairs".to_owned(),
        y_title: "Elo".to_owned(),
        bands: vec![Band {
            class: "b",
            points: by_pair(ends.map(|(low, high)| (*low).zip(*high))),
        }],
        lines: vec![Line {
            class: "b",
            points: by_pair(course.elo.iter().copied()),
        }],
        levels: vec![Level {
            value: 0.0,
            label: String::new(),
        }],
        ..LineChart::default()
    }
}

fn llr(document: &Document) -> LineChart {
    let test = document.statistics.test.map(|(sprt, _)| sprt);
    let levels = test.map(|sprt| {
        [("H0", sprt.lower()), ("H1", sprt.upper())].map(|(name, value)| Level {
            value,
            label: name.to_owned(),
        })
    });
    LineChart {
        description: format!(
            "Log-likelihood ratio of the test after each of {} pairs of games, between its bounds",
            document.course.llr.len()
        ),
        x_title: "pairs".to_owned(),
        y_title: "LLR".to_owned(),
        lines: vec![Line {
            class: "b",
            points: by_pair(document.course.llr.iter().copied()),
        }],
        levels: levels.into_iter().flatten().collect(),
        ..LineChart::default()
    }
}

fn pentanomial(document: &Document) -> BarChart {
    let counts = document
        .statistics
        .results
        .pairs()
        .map_or([0; 5], |pairs| pairs.counts());
    let all: u32 = counts.iter().sum();
    let labels = ["0", "\u{bd}", "1", "1\u{bd}", "2"];
    let classes = ["a", "a half", "even", "b half", "b"];
    let bars = counts.iter().zip(labels).zip(classes);
    let described: Vec<String> = counts
        .iter()
        .zip(labels)
        .map(|(count, label)| format!("{label}: {count}"))
        .collect();
    BarChart {
        description: format!("Pairs by points: {}", described.join(", ")),
        x_title: "points of the pair".to_owned(),
        bars: bars
            .map(|((&count, label), class)| Bar {
                label: label.to_owned(),
                value: f64::from(count),
                value_label: format!(
                    "{count} ({:.0} %)",
                    100.0 * f64::from(count) / f64::from(all.max(1))
                ),
                class,
            })
            .collect(),
    }
}

fn evaluation(document: &Document) -> LineChart {
    let sides = [
        (Letter::A, &document.evaluation.a),
        (Letter::B, &document.evaluation.b),
    ];
    let pawns = |cp: f64| cp / 100.0;
    let shown = sides.map(|(letter, moves)| (letter.class(), common(moves)));
    LineChart {
        description: "Mean and quartiles of the score of either side by number of the move".to_owned(),
        x_title: "moves after the opening".to_owned(),
        y_title: "pawns, for itself".to_owned(),
        bands: shown
            .iter()
            .map(|(class, moves)| Band {
                class,
                points: moves
                    .iter()
                    .map(|m| (m.number as f64, Some((pawns(m.quartile1), pawns(m.quartile3)))))
                    .collect(),
            })
            .collect(),
        lines: shown
            .iter()
            .map(|(class, moves)| Line {
                class,
                points: moves
                    .iter()
                    .map(|m| (m.number as f64, Some(pawns(m.mean))))
                    .collect(),
            })
            .collect(),
        levels: vec![Level {
            value: 0.0,
            label: String::new(),
        }],
        ..LineChart::default()
    }
}

/// The moves that enough games have.
fn common(moves: &[MoveScores]) -> &[MoveScores] {
    let most = moves.first().map_or(0, |first| first.games) as f64;
    let end = moves.partition_point(|m| m.games as f64 >= most * LEAST_SHARE);
    &moves[..end]
}

/// Reasons, and results by colour.
fn endings(document: &Document) -> String {
    let mut out = String::from("<div class=\"tables\">\n<table>\n<tbody>\n");
    let mut reasons: Vec<_> = document.reasons.iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (reason, count) in reasons {
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td class=\"number\">{count}</td></tr>",
            escape(reason)
        );
    }
    let name = escape(&document.contenders[1].player.name);
    out += "</tbody>\n</table>\n<table>\n<thead><tr><th></th><th class=\"number\">won</th>\
            <th class=\"number\">drawn</th><th class=\"number\">lost</th></tr></thead>\n<tbody>\n";
    let games = &document.games;
    let with = |result: GameResult, color: &str| {
        let white = if color == "White" { Letter::B } else { Letter::A };
        let found = games
            .iter()
            .filter(|game| game.white == white && game.facts.verdict.result == result);
        found.count()
    };
    for (color, won, lost) in [
        ("White", GameResult::WhiteWins, GameResult::BlackWins),
        ("Black", GameResult::BlackWins, GameResult::WhiteWins),
    ] {
        let [won, drawn, lost] = [won, GameResult::Draw, lost].map(|result| with(result, color));
        row(
            &mut out,
            &format!("<span class=\"b\">{name}</span> as {color}"),
            [won, drawn, lost],
        );
    }
    let all = |result| {
        games
            .iter()
            .filter(|game| game.facts.verdict.result == result)
            .count()
    };
    let results = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins].map(all);
    row(&mut out, "White, whoever it was", results);
    out + "</tbody>\n</table>\n</div>\n"
}

/// `label` is markup.
fn row(out: &mut String, label: &str, numbers: [usize; 3]) {
    let cells = numbers.map(|number| format!("<td class=\"number\">{number}</td>"));
    let _ = writeln!(out, "<tr><td>{label}</td>{}</tr>", cells.concat());
}
