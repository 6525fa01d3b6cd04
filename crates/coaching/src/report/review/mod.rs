//! Reviewed games as one self-contained HTML page.
//!
//! Boards, charts and comments are in the page itself; the script only steps through the games.

use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use super::board::{self, board, board_with_arrows, controls};
use super::markup::{Page, counted, responsive, tile};
use super::page::json_in_html;
use super::rounded;
use crate::chart::{Band, Curve, Level, LineChart};
use crate::line::numbered;
use crate::review::annotate::{MAX_LINE, answer, claim, numbered_line, pawns, remark};
use crate::review::lessons::{Lesson, lessons};
use crate::review::{Mark, PlayerSummary, Review};
use crate::why::{Which, Why};
use temperament_engine::board::{COLORS, Color, notation, side_name};
use temperament_engine::escape::shell;
use temperament_matches::arena::PgnGame;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// Circumstances of a review.
#[derive(Debug, Clone)]
pub struct ReviewInfo {
    /// Name of the profile.
    pub profile: String,
    /// Limits of a search: `100000 nodes`.
    pub limits: String,
    /// The command line, word by word.
    pub command: Vec<String>,
    /// What could not be read, one line each.
    pub faults: Vec<String>,
}

/// Renders the HTML file. `text` is what the games were read from.
pub fn page(text: &str, games: &[(PgnGame, Review)], info: &ReviewInfo) -> String {
    let games: &[Reviewed] =
        &games.iter().map(|(read, review)| Reviewed { read, review, text }).collect::<Vec<_>>();
    let data = json!({ "games": games.iter().map(Reviewed::data).collect::<Vec<_>>() });
    let title = match games {
        [only] => format!("{}, {}", names(only.read), result(only.read)),
        _ => format!("Review of {}", counted(games.len() as u64, "game")),
    };
    let main = html! {
        @if games.len() > 1 { section { h2 { "Games" } div.scroll { (overview(games)) } } }
        @for (index, reviewed) in games.iter().enumerate() { (game(index, games.len() > 1, reviewed)) }
        @if !info.faults.is_empty() {
            section {
                h2 { "Not reviewed" }
                p { "These games have errors:" }
                ul { @for fault in &info.faults { li { (fault) } } }
            }
        }
        section { h2 { "How it was made" } (explanation(info)) }
    };
    let page = Page {
        policy: POLICY,
        style: &format!("{}{STYLE}", board::STYLE),
        title: &title,
        kind: "Game review".to_owned(),
        verdict: html! {
            "Every position searched with the profile " strong { (info.profile) } ", " (info.limits) " each."
        },
        main,
        before: board::shared(),
        after: html! {
            script type="application/json" id="data" { (PreEscaped(json_in_html(&data.to_string()))) }
            script { (PreEscaped(board::SCRIPT)) (PreEscaped(SCRIPT)) }
        },
    };
    page.render()
}

/// A game with its review and the text that it was read from.
struct Reviewed<'a> {
    read: &'a PgnGame,
    review: &'a Review,
    text: &'a str,
}

/// `White – Black`.
fn names(read: &PgnGame) -> String {
    let [white, black] = COLORS.map(|side| player_name(read, side));
    format!("{white} \u{2013} {black}")
}

/// The name of a player, or that of the side.
pub fn player_name(read: &PgnGame, side: Color) -> &str {
    let known = read.player(side).filter(|name| !matches!(name.trim(), "" | "?"));
    known.unwrap_or(side_name(side))
}

fn result(read: &PgnGame) -> &'static str {
    read.result.map_or("*", |result| result.pgn())
}

impl Reviewed<'_> {
    /// Positions and comments for the script.
    fn data(&self) -> Value {
        let game = &self.read.game;
        let chess960 = notation::is_chess960(game.start());
        let moves = game.played().enumerate().map(|(index, (position, mv))| {
            json!({
                "uci": notation::uci(position, mv, chess960),
                "fen": position.after(mv).fen(chess960),
                "text": self.caption(index),
            })
        });
        json!({ "fen": game.start().fen(chess960), "moves": moves.collect::<Vec<_>>() })
    }

    /// The words below the board after a move.
    fn caption(&self, index: usize) -> String {
        let Some((position, mv)) = self.read.game.played().nth(index) else {
            return String::new();
        };
        let score = self.review.white_score(&self.read.game, index + 1).map_or("mate".to_owned(), pawns);
        let symbol = self.review.moves[index].mark.map_or("", Mark::symbol);
        let remark = self.remark(index).map_or(String::new(), |remark| format!(" {remark}"));
        let comment = self.comment(index).map_or(String::new(), |comment| format!(" {comment}"));
        format!("{}{symbol} ({score}){remark}{comment}", numbered_line(position, &[mv], 1))
    }

    fn remark(&self, index: usize) -> Option<String> {
        remark(&self.read.game, self.review, index)
    }

    /// What the game itself says about a move.
    fn comment(&self, index: usize) -> Option<String> {
        self.read.comment(self.text, index).map(|comment| format!("Comment in the game: {comment}"))
    }
}

/// A table of all games.
fn overview(games: &[Reviewed]) -> Markup {
    let percent = |player: &PlayerSummary| {
        player.accuracy.map_or("\u{2013}".to_owned(), |accuracy| format!("{accuracy:.1}"))
    };
    html! {
        table {
            thead { tr { th {} th { "White" } th.number { "accuracy" } th { "Black" } th.number { "accuracy" } th { "Result" } } }
            tbody {
                @for Reviewed { read, review, .. } in games {
                    tr {
                        td { a href={ "#game-" (read.number) } { (read.number) } }
                        @for (side, player) in COLORS.into_iter().zip(&review.players) {
                            td { (player_name(read, side)) }
                            td.number { (percent(player)) }
                        }
                        td { (result(read)) }
                    }
                }
            }
        }
    }
}

/// One game, with its title unless that is the page's; `index` is its place on the page, from 0.
fn game(index: usize, is_titled: bool, reviewed: &Reviewed) -> Markup {
    let Reviewed { read, review, .. } = reviewed;
    let turning: Vec<usize> =
        (0..review.moves.len()).filter(|&index| is_turning_point(review, index)).collect();
    let place = ["Event", "Site", "Date"].into_iter().filter_map(|tag| read.tag(tag));
    // Unknown parts of a date are question marks.
    let place = place.map(|value| value.trim_end_matches(".??"));
    let place: Vec<&str> = place.filter(|value| !value.is_empty() && !value.starts_with('?')).collect();
    html! {
        section id={ "game-" (read.number) } {
            @if is_titled { h2 { (names(read)) " " span.result { (result(read)) } } }
            @if !place.is_empty() { p.note { (place.join(", ")) } }
            ul.tiles {
                @for (side, player) in COLORS.into_iter().zip(&review.players) { (tiles(player_name(read, side), player)) }
            }
            (viewer(index, turning.first().map_or(0, |first| first + 1), reviewed))
            @if !turning.is_empty() {
                h3 { "Turning points" }
                div.turns { @for &index in &turning { (turning_point(reviewed, index)) } }
            }
            (lessons_of(reviewed))
        }
    }
}

fn is_turning_point(review: &Review, index: usize) -> bool {
    review.moves[index].mark.is_some_and(Mark::is_turning_point)
}

fn tiles(name: &str, player: &PlayerSummary) -> Markup {
    let number = |value: Option<f64>, unit: &str| {
        value.map_or("\u{2013}".to_owned(), |value| format!("{value:.1}{unit}"))
    };
    let bad = Mark::ALL.into_iter().zip(player.marks).filter(|(mark, _)| mark.is_bad());
    let counts: Vec<String> = bad.map(|(mark, count)| format!("{count}\u{a0}{}", mark.symbol())).collect();
    let remark = format!("mean loss {}", number(player.mean_loss, " centipawns"));
    html! {
        (tile(&format!("{name}: accuracy"), &number(player.accuracy, " %"), &remark))
        (tile(&format!("{name}: mistakes"), &counts.join(", "), &counted(player.moves as u64, "move")))
    }
}

/// Board, graph and moves.
fn viewer(index: usize, at: usize, reviewed: &Reviewed) -> Markup {
    let Reviewed { read, review, .. } = reviewed;
    let chess960 = notation::is_chess960(read.game.start());
    let last = at.checked_sub(1).and_then(|index| read.game.played().nth(index));
    let position = last.map_or(read.game.start().clone(), |(position, mv)| position.after(mv));
    let last_move = last.map(|(position, mv)| notation::uci(position, mv, chess960));
    let words = at.checked_sub(1).map_or("The start position".to_owned(), |i| reviewed.caption(i));
    html! {
        article.story data-story=(index) data-at=(at) tabindex="0"
            aria-label={ "Game " (read.number) "; arrow keys step through it" } {
            div.game {
                div {
                    (board(&position.fen(chess960), last_move.as_deref(), &words))
                    (controls("To the first turning point"))
                }
                div {
                    p.caption { "White\u{2019}s winning chances in percent. Dots: mistakes and blunders." }
                    (responsive(&chances(review)))
                    p.now aria-live="polite" { (words) }
                    div.moves { (moves(reviewed)) }
                }
            }
        }
    }
}

/// White's winning chances after each ply.
fn chances(review: &Review) -> LineChart {
    let after = |ply: usize| rounded(review.white_chances(ply), 1);
    let points = || (0..=review.moves.len()).map(|ply| (ply as f64, after(ply)));
    let dot =
        |index: usize| Curve { class: "bad", points: vec![((index + 1) as f64, Some(after(index + 1)))] };
    let curve = Curve { class: "a", points: points().map(|(ply, y)| (ply, Some(y))).collect() };
    let turning = (0..review.moves.len()).filter(|&index| is_turning_point(review, index));
    let level = |value: f64| Level { value, label: String::new() };
    LineChart {
        description: "White\u{2019}s winning chances through the game".to_owned(),
        x_title: "half-moves".to_owned(),
        y_title: "%".to_owned(),
        bands: vec![Band {
            class: "a",
            points: points().map(|(ply, y)| (ply, Some((y.min(50.0), y.max(50.0))))).collect(),
        }],
        lines: [curve].into_iter().chain(turning.map(dot)).collect(),
        levels: [0.0, 50.0, 100.0].map(level).to_vec(),
        is_small: true,
        is_whole: true,
    }
}

fn moves(reviewed: &Reviewed) -> Markup {
    let Reviewed { read, review, .. } = reviewed;
    html! {
        @for (index, (position, mv)) in read.game.played().enumerate() {
            @if position.stm() == Color::White { b { (position.fullmove_number()) "." } " " }
            @else if index == 0 { b { (position.fullmove_number()) "\u{2026}" } " " }
            @let mark = review.moves[index].mark;
            span data-ply=(index + 1) class=[mark.map(mark_class)] title=[reviewed.comment(index)] {
                (notation::san(position, mv)) (read.mark(reviewed.text, index).or(mark.map(Mark::symbol)).unwrap_or_default())
            }
            " "
        }
        span.result { (result(read)) }
    }
}

/// The class of a mark: `good`, `inaccuracy` or `bad`.
pub const fn mark_class(mark: Mark) -> &'static str {
    match mark {
        Mark::Good | Mark::Only => "good",
        Mark::Inaccuracy => "inaccuracy",
        Mark::Mistake | Mark::Blunder => "bad",
    }
}

/// A mistake with its board, the reason and the best line.
fn turning_point(reviewed: &Reviewed, index: usize) -> Markup {
    let Reviewed { read, review, .. } = reviewed;
    let Some((position, mv)) = read.game.played().nth(index) else {
        return html! {};
    };
    let chess960 = notation::is_chess960(read.game.start());
    let played = numbered(position, mv);
    let symbol = review.moves[index].mark.map_or("", Mark::symbol);
    let best = &review.analysis.positions[index].line;
    let after = position.after(mv);
    let answer = answer(review, index);
    let about_better =
        claim(review, index, Which::Other).filter(|_| claim(review, index, Which::Move).is_none());
    // What the better move does is shown before the move, what refutes the move after it.
    let (shown, words, arrows) = if let Some(claim) = about_better {
        let arrows = claim.arrows.iter().map(|&arrow| (arrow, "good")).chain([((mv.from, mv.to), "bad")]);
        (position.clone(), "before", arrows.collect::<Vec<_>>())
    } else {
        let first = || answer.first().map(|mv| (mv.from, mv.to)).into_iter().collect();
        let arrows = claim(review, index, Which::Move).map_or_else(first, |claim| claim.arrows.clone());
        (after.clone(), "after", arrows.into_iter().map(|arrow| (arrow, "bad")).collect())
    };
    html! {
        div.turn {
            (board_with_arrows(&shown.fen(chess960), &arrows, &format!("The position {words} {played}")))
            div {
                h4 { (played) span.bad { (symbol) } }
                p { (reviewed.remark(index).unwrap_or_default()) }
                @if let Some(comment) = reviewed.comment(index) { p { (comment) } }
                @if !answer.is_empty() { p.note { "Answer: " (numbered_line(&after, answer, MAX_LINE)) } }
                p.note { "Best: " (numbered_line(position, best, MAX_LINE)) }
                @if let Some(why) = &review.reasons[index] { (details(why)) }
            }
        }
    }
}

/// How the terms of the evaluation differ, folded.
fn details(why: &Why) -> Markup {
    html! {
        @if !why.sentences.is_empty() {
            details {
                summary { "Details" }
                ul { @for sentence in &why.sentences { li { (sentence.text) } } }
            }
        }
    }
}

/// What each player can work on.
fn lessons_of(reviewed: &Reviewed) -> Markup {
    let Reviewed { read, review, .. } = reviewed;
    let of = |side| lessons(&read.game, review, side);
    html! {
        @if COLORS.into_iter().any(|side| !of(side).is_empty()) {
            h3 { "To work on" }
            div.turns {
                @for side in COLORS {
                    @let lessons = of(side);
                    @if !lessons.is_empty() {
                        div.lessons {
                            h4 { (player_name(read, side)) }
                            ol { @for Lesson { text, moves, .. } in lessons { li { (text) ": " (moves.join(", ")) } } }
                        }
                    }
                }
            }
        }
    }
}

/// Definitions and the command.
fn explanation(info: &ReviewInfo) -> Markup {
    html! {
        p {
            "Scores are for White, in pawns of the profile; #3 is mate in three. Winning chances and accuracy follow the formulas of \
             Lichess. A move is an inaccuracy (?!), a mistake (?) or a blunder (??) if it loses 5, 10 or 15 percentage points of \
             winning chances. \u{25a1} marks an only move: all others lose at least 10 more. ! is an only move that is hard to see."
        }
        pre.command { (shell(&info.command)) }
    }
}
