//! The explanation of an evaluation as one self-contained HTML page.

pub mod json;
mod rows;
pub mod screen;

use maud::{Markup, PreEscaped, html};

use super::board::{self, board, board_with_squares};
use super::markup::{Page, signed};
use crate::chart::{Cell, HeatMap, Width, single};
use crate::why::{BestLine, Described, capitalised, describe};
use temperament_engine::board::{Bitboard, COLORS, Color, Piece, Position, Square, notation};
use temperament_engine::escape::shell;
use temperament_engine::eval::explain::Explanation;
use temperament_engine::eval::groups::{Group, Line, VISIBLE, groups};
use temperament_engine::eval::keys::topic::Topic;
use temperament_engine::eval::worth::without;
use temperament_engine::eval::{Weights, evaluate};

const STYLE: &str = include_str!("page.css");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";
/// Worth of a piece in pawns with the strongest colour.
const STRONGEST: f64 = 10.0;
/// Number of sentences at the top.
const MOST_REASONS: usize = 6;

/// Renders the HTML file. `searched` is the best line of a short search, scored for the side to move; `None` if the game
/// is over.
pub fn page(
    w: &Weights,
    position: &Position,
    explanation: &Explanation,
    searched: Option<&BestLine>,
    command: &[String],
) -> String {
    let fen = position.fen(notation::is_chess960(position));
    let pawns = f64::from(w.centipawns(explanation.eval())) / 100.0;
    let groups = groups(w, explanation);
    let verdicts = screen::verdicts(position, pawns, searched);
    let main = html! {
        section.top {
            (board(&fen, None, "The position"))
            div.scroll { (overview(&groups)) }
        }
        section { h2 { "What matters most" } (reasons(w, position, &groups)) }
        section {
            h2 { "What each piece is worth here" }
            p.note {
                "The evaluation with the piece minus the evaluation without it, in pawns, from the side of its owner. Empty where \
                 the position without the piece would be illegal."
            }
            figure.heat { (PreEscaped(single(&worth(w, position, explanation.eval()), Width::Wide))) }
        }
        @for group in groups.iter().filter(|group| group.lines.iter().any(|line| line.pawns.differs())) {
            (section(w, position, &fen, group))
        }
        section { h2 { "How it was made" } pre.command { (shell(command)) } }
    };
    let page = Page {
        policy: POLICY,
        style: &format!("{}{STYLE}", board::STYLE),
        title: &verdicts[0],
        kind: format!("Evaluation by {}", w.name()),
        verdict: html! { @for verdict in &verdicts[1..] { (verdict) br; } (fen) },
        main,
        before: PreEscaped(board::PIECES.to_owned()),
        after: html! {},
    };
    page.render()
}

/// All topics with the shares of both sides, most decisive first.
fn overview(groups: &[Group]) -> Markup {
    html! {
        table {
            thead {
                tr { th { "In pawns" } th.number { "White" } th.number { "Black" } th.number { "+/\u{2212}" } }
            }
            tbody {
                @for group in groups {
                    tr {
                        td { (capitalised(group.topic.title())) }
                        @if group.topic.corrects_sum() { td {} td {} } @else {
                            td.number { (format!("{:.2}", group.sum.white)) }
                            td.number { (format!("{:.2}", group.sum.black)) }
                        }
                        td.number { strong { (signed(group.sum.difference(), 2)) } }
                    }
                }
            }
        }
    }
}

/// The largest differences of all topics as sentences. Material is one of them: its keys mean something together only.
fn reasons(w: &Weights, position: &Position, groups: &[Group]) -> Markup {
    let mut all: Vec<(f64, String)> = Vec::new();
    for group in groups.iter().filter(|group| !group.topic.corrects_sum()) {
        if group.topic == Topic::Material {
            all.push((group.sum.difference(), "Material and how the pieces go together".to_owned()));
            continue;
        }
        let described = describe(w, position, group.lines.iter().map(|line| line.entry));
        let rows = group.lines.iter().zip(described).filter(|(_, described)| !described.is_surprise);
        all.extend(rows.filter_map(|(line, described)| Some((line.pawns.difference(), described.sentence?))));
    }
    all.retain(|(pawns, _)| pawns.abs() >= VISIBLE);
    all.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    html! {
        ul.reasons {
            @for (pawns, sentence) in all.iter().take(MOST_REASONS) {
                li { strong.number { (signed(*pawns, 2)) } " " (sentence) }
            }
        }
    }
}

/// The keys of a topic that differ, each with its squares. Imbalances are folded.
fn section(w: &Weights, position: &Position, fen: &str, group: &Group) -> Markup {
    let lines: Vec<&Line> = group.lines.iter().filter(|line| line.pawns.differs()).collect();
    let described = describe(w, position, lines.iter().map(|line| line.entry));
    let (pairs, others): (Vec<_>, Vec<_>) =
        lines.into_iter().zip(described).partition(|(line, _)| rows::is_imbalance(&line.entry));
    let of_pairs: f64 = pairs.iter().map(|(line, _)| line.pawns.difference()).sum();
    html! {
        section {
            h2 { (capitalised(group.topic.title())) " " span.number { (signed(group.sum.difference(), 2)) } }
            div.keys {
                @for (line, described) in others { (key(fen, group, line, described)) }
            }
            @if !pairs.is_empty() {
                details {
                    summary { "How the pieces of each side go together (imbalance): " (signed(of_pairs, 2)) }
                    div.keys {
                        @for (line, described) in pairs { (key(fen, group, line, described)) }
                    }
                }
            }
        }
    }
}

fn key(fen: &str, group: &Group, line: &Line, Described { squares, sentence, .. }: Described) -> Markup {
    let name = line.entry.key();
    let known = squares.iter().flatten().any(|set| !set.is_empty());
    html! {
        div.one {
            @if known {
                (board_with_squares(fen, squares.map(|set| set.unwrap_or(Bitboard::EMPTY)), &format!("Squares of {name}")))
            }
            div {
                p { strong { (signed(line.pawns.difference(), 2)) } " " code { (name) } }
                @if let Some(sentence) = sentence { p { (sentence) "." } }
                p.note { (line.entry.decl.meaning) }
                @if !group.topic.corrects_sum() {
                    p.note {
                        span.a { "White " (format!("{:.2}", line.pawns.white)) } ", "
                        span.b { "Black " (format!("{:.2}", line.pawns.black)) }
                    }
                }
            }
        }
    }
}

/// What the evaluation loses without each piece.
fn worth(w: &Weights, position: &Position, eval: i32) -> HeatMap {
    let cell = |number: usize| {
        let square = Square::index(number);
        let owner = COLORS.into_iter().find(|&side| position.color(side).has(square))?;
        let without = without(position, square)?;
        let difference = f64::from(w.centipawns(eval - evaluate(w, &without))) / 100.0;
        let own = if owner == Color::White { difference } else { -difference };
        let symbol = position.piece_on(square).map_or(' ', |piece| letter(piece, owner));
        let strength = (own / STRONGEST).clamp(0.0, 1.0);
        Some(Cell {
            label: format!("{symbol} {own:.1}"),
            strength: if owner == Color::White { -strength } else { strength },
            is_marked: false,
        })
    };
    HeatMap::board("What each piece is worth".to_owned(), cell)
}

fn letter(piece: Piece, owner: Color) -> char {
    let letter = char::from(piece);
    if owner == Color::White { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}
