//! The charts of a match.

use maud::{Markup, html};

use crate::chart::{Band, Bar, BarChart, Curve, Level, LineChart};
use crate::report::evaluation::MoveScores;
use crate::report::markup::figure;
use crate::report::{Document, Letter};
use temperament_matches::arena::GameResult;

/// Moves that a smaller share of the games reached are not drawn: the mean of a few long games is noisy.
const MIN_SHARE: f64 = 0.1;

/// All charts that there are data for.
pub fn figures(document: &Document) -> Markup {
    let [a, b] = document.contenders.each_ref().map(|one| &one.player.name);
    let timeline = &document.timeline;
    html! {
        @if !timeline.half_points.is_empty() {
            (figure(
                &html! { "Elo after each pair" },
                &html! { span.b { (b) } " against " span.a { (a) } ", with the 95 % interval." },
                &elo(document),
            ))
            @if !timeline.llr.is_empty() {
                (figure(
                    &html! { "SPRT after each pair" },
                    &html! { "Log-likelihood ratio: at the upper bound H1 is accepted, at the lower one H0." },
                    &llr(document),
                ))
            }
            (figure(
                &html! { "Pentanomial" },
                &html! {
                    "Pairs of games by the points of " span.b { (b) } ". Each opening is played with both colours; one \
                     point is two draws, or a win and a loss."
                },
                &pentanomial(document),
            ))
            (figure(
                &html! { "Scores by move" },
                &html! {
                    "Each player\u{2019}s own score, move by move after the opening: the mean, and a band for the middle \
                     half of the games. "
                    span.legend { span { span.key.a {} (a) } " " span { span.key.b {} (b) } }
                },
                &evaluation(document),
            ))
        }
        div.box { h2 { "Terminations" } (terminations(document)) }
    }
}

/// Values by the number of the pair, from 1.
fn by_pair<T: Copy>(values: impl Iterator<Item = T>) -> Vec<(f64, T)> {
    (1..).map(f64::from).zip(values).collect()
}

fn elo(document: &Document) -> LineChart {
    let timeline = &document.timeline;
    let ends = timeline.elo_low.iter().zip(&timeline.elo_high);
    LineChart {
        description: format!(
            "Elo after each of {} pairs of games, with its 95 % interval",
            timeline.half_points.len()
        ),
        x_title: "pairs".to_owned(),
        y_title: "Elo".to_owned(),
        bands: vec![Band { class: "b", points: by_pair(ends.map(|(low, high)| (*low).zip(*high))) }],
        lines: vec![Curve { class: "b", points: by_pair(timeline.elo.iter().copied()) }],
        levels: vec![Level { value: 0.0, label: String::new() }],
        ..LineChart::default()
    }
}

fn llr(document: &Document) -> LineChart {
    let test = document.statistics.test.map(|(sprt, _)| sprt);
    let levels = test.map(|sprt| {
        [("H0", sprt.lower()), ("H1", sprt.upper())]
            .map(|(name, value)| Level { value, label: name.to_owned() })
    });
    LineChart {
        description: format!(
            "Log-likelihood ratio of the test after each of {} pairs of games, between its bounds",
            document.timeline.llr.len()
        ),
        x_title: "pairs".to_owned(),
        y_title: "LLR".to_owned(),
        lines: vec![Curve { class: "b", points: by_pair(document.timeline.llr.iter().copied()) }],
        levels: levels.into_iter().flatten().collect(),
        ..LineChart::default()
    }
}

fn pentanomial(document: &Document) -> BarChart {
    let counts = document.statistics.results.pairs().map_or([0; 5], |pairs| pairs.counts());
    let all: u32 = counts.iter().sum();
    let labels = ["0", "\u{bd}", "1", "1\u{bd}", "2"];
    let classes = ["a", "a half", "even", "b half", "b"];
    let bars = counts.iter().zip(labels).zip(classes);
    let described: Vec<String> =
        counts.iter().zip(labels).map(|(count, label)| format!("{label}: {count}")).collect();
    BarChart {
        description: format!("Pairs by points: {}", described.join(", ")),
        x_title: "points of the pair".to_owned(),
        bars: bars
            .map(|((&count, label), class)| Bar {
                label: label.to_owned(),
                value: f64::from(count),
                value_label: format!("{count} ({:.0} %)", 100.0 * f64::from(count) / f64::from(all.max(1))),
                class,
            })
            .collect(),
    }
}

fn evaluation(document: &Document) -> LineChart {
    let sides = [(Letter::A, &document.evaluation.a), (Letter::B, &document.evaluation.b)];
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
            .map(|(class, moves)| Curve {
                class,
                points: moves.iter().map(|m| (m.number as f64, Some(pawns(m.mean)))).collect(),
            })
            .collect(),
        levels: vec![Level { value: 0.0, label: String::new() }],
        ..LineChart::default()
    }
}

/// The moves that enough games reached.
fn common(moves: &[MoveScores]) -> &[MoveScores] {
    let most = moves.first().map_or(0, |first| first.games) as f64;
    let end = moves.partition_point(|m| m.games as f64 >= most * MIN_SHARE);
    &moves[..end]
}

/// Games by reason of their end, and results of B by colour.
fn terminations(document: &Document) -> Markup {
    let mut reasons: Vec<_> = document.reasons.iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let count = |white: Option<Letter>, result: GameResult| {
        let games = document.games.iter().filter(|game| game.facts.verdict.result == result);
        games.filter(|game| white.is_none_or(|white| game.white == white)).count()
    };
    let name = &document.contenders[1].player.name;
    let row = |label: Markup, white: Option<Letter>, [won, lost]: [GameResult; 2]| {
        html! {
            tr {
                td { (label) }
                @for result in [won, GameResult::Draw, lost] { td.number { (count(white, result)) } }
            }
        }
    };
    let white_wins = [GameResult::WhiteWins, GameResult::BlackWins];
    let black_wins = [GameResult::BlackWins, GameResult::WhiteWins];
    html! {
        div.tables {
            table {
                tbody {
                    @for (reason, count) in reasons { tr { td { (reason) } td.number { (count) } } }
                }
            }
            table {
                thead { tr { th {} th.number { "won" } th.number { "drawn" } th.number { "lost" } } }
                tbody {
                    (row(html! { span.b { (name) } " as White" }, Some(Letter::B), white_wins))
                    (row(html! { span.b { (name) } " as Black" }, Some(Letter::A), black_wins))
                    (row(html! { "White" }, None, white_wins))
                }
            }
        }
    }
}
