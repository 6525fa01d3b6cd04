//! Notable games, each with a board.

use maud::{Markup, PreEscaped, html};

use crate::chart::{Curve, Level, LineChart, Width, single};
use crate::report::board::{board, controls};
use crate::report::games::Step;
use crate::report::notable_games::{Highlight, HighlightKind, NotableGame};
use crate::report::{Document, Letter, WON};

pub fn section(document: &Document) -> Markup {
    if document.notable_games.is_empty() {
        return html! { p { "None." } };
    }
    html! {
        p.note {
            "Each board shows the notable moment. Buttons, arrow keys and the moves themselves step through the game; scores \
             are the mover\u{2019}s."
        }
        div.stories {
            @for (index, game) in document.notable_games.iter().enumerate() { (card(document, index, game)) }
        }
    }
}

fn card(document: &Document, index: usize, game: &NotableGame) -> Markup {
    let at = game.highlights.first().map_or(0, |highlight| highlight.ply);
    let last = at.checked_sub(1).and_then(|index| game.moves.get(index));
    let description = match last {
        Some(step) => format!("The position after {}", step.san),
        None => "The start position".to_owned(),
    };
    let reason = game.verdict.reason.to_string();
    html! {
        article.story data-story=(index) data-at=(at) tabindex="0"
            aria-label={ "Game " (game.game) "; arrow keys step through it" } {
            h3 {
                "Game " (game.game) ": " (name(document, game.white)) " \u{2013} " (name(document, game.white.other())) " "
                span.result { (game.verdict.result.pgn()) }
            }
            p.why {
                @for highlight in &game.highlights { (sentence(document, highlight)) " " }
                (reason[..1].to_ascii_uppercase()) (reason[1..]) " after " (game.moves.len()) " half-moves."
            }
            div.game {
                div {
                    (board(last.map_or(&game.fen, |step| &step.fen), last.map(|step| step.uci.as_str()), &description))
                    p.now aria-live="polite" { (description) }
                    (controls("To the notable moment"))
                }
                div {
                    (PreEscaped(single(&scores(document, game), Width::Narrow)))
                    div.moves { (moves(game)) }
                }
            }
        }
    }
}

/// A player's name in its colour.
fn name(document: &Document, letter: Letter) -> Markup {
    html! { span class=(letter.class()) { (document.contenders[letter as usize].player.name) } }
}

fn sentence(document: &Document, highlight: &Highlight) -> Markup {
    let (own, other) = (name(document, highlight.side), name(document, highlight.side.other()));
    let size = highlight.size;
    let pawns = format!("{:.2} pawns", f64::from(size.abs()) / 100.0);
    match highlight.kind {
        HighlightKind::ShortWin => {
            html! { "Short: " (own) " wins in " ((size + 1) / 2) " moves after the opening." }
        }
        HighlightKind::Upset if size <= -WON => {
            html! { "Upset: " (own) " wins from a lost position by its own score." }
        }
        HighlightKind::Upset => html! { "Upset: " (own) " wins after a score of \u{2212}" (pawns) "." },
        HighlightKind::MissedWin if size >= WON => {
            html! { "Missed win: " (own) " draws a won position by its own score." }
        }
        HighlightKind::MissedWin => html! { "Missed win: " (own) " draws after a score of +" (pawns) "." },
        HighlightKind::Swing => {
            html! { "Swing: the score of " (own) " drops by " (pawns) " from one move to the next." }
        }
        HighlightKind::Disagreement => {
            html! { "Disagreement: " (own) " and " (other) " both claim an advantage of at least " (pawns) "." }
        }
    }
}

/// Scores of both players, from B's side: where the lines are apart, they disagree.
fn scores(document: &Document, game: &NotableGame) -> LineChart {
    let line = |letter: Letter| Curve {
        class: letter.class(),
        points: (1..)
            .map(f64::from)
            .zip(&game.moves)
            .filter(|(_, step)| step.by == letter)
            .filter_map(|(ply, step)| Some((ply, Some(for_b(step)?))))
            .collect(),
    };
    LineChart {
        description: "Scores of both players through the game".to_owned(),
        x_title: "half-moves".to_owned(),
        y_title: format!("pawns for {}", document.contenders[1].player.name),
        lines: Letter::BOTH.map(line).to_vec(),
        levels: vec![Level { value: 0.0, label: String::new() }],
        is_small: true,
        ..LineChart::default()
    }
}

/// Score of a move in pawns from B's side, clamped to ±[`WON`].
fn for_b(step: &Step) -> Option<f64> {
    let won = |moves: i32| if moves > 0 { WON } else { -WON };
    let own = step.cp.map(|cp| cp.clamp(-WON, WON)).or(step.mate.map(won))?;
    let own = f64::from(own) / 100.0;
    Some(if step.by == Letter::B { own } else { -own })
}

fn moves(game: &NotableGame) -> Markup {
    // The position before each move says its number and side.
    let before = std::iter::once(&game.fen).chain(game.moves.iter().map(|step| &step.fen));
    html! {
        @for (index, (step, fen)) in game.moves.iter().zip(before).enumerate() {
            @let (is_white, number) = turn(fen);
            @if is_white { b { (number) "." } " " } @else if index == 0 { b { (number) "\u{2026}" } " " }
            @let no_score = if step.depth.is_none() { "opening" } else { "no score" };
            span data-ply=(index + 1) class=[(index < game.opening_plies).then_some("book")]
                title=(step.score().as_deref().unwrap_or(no_score)) { (step.san) }
            " "
        }
        span.result { (game.verdict.result.pgn()) }
    }
}

/// Whether White is to move in a FEN, and the number of the move.
fn turn(fen: &str) -> (bool, &str) {
    let mut fields = fen.split(' ');
    let side = fields.nth(1).unwrap_or("w");
    (side == "w", fields.next_back().unwrap_or("1"))
}
