//! The explanation of an evaluation as one self-contained HTML page.

use maud::{Markup, PreEscaped, html};

use super::board::{self, board, board_with_squares};
use super::markup::{Page, signed};
use crate::chart::{Cell, HeatMap, Width, single};
use crate::number::VISIBLE;
use crate::position::verdict::verdicts;
use crate::position::{Described, Explained, TopicGroup, capitalised, is_imbalance};
use crate::why::BestLine;
use temperament_engine::board::{Bitboard, Color, Piece, Square, notation};
use temperament_engine::escape::shell;
use temperament_engine::eval::keys::topic::Topic;

const STYLE: &str = include_str!("page.css");
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";
/// Worth of a piece in pawns with the strongest colour.
const STRONGEST: f64 = 10.0;
/// Number of sentences at the top.
const MOST_REASONS: usize = 6;

/// Renders the HTML file. `searched` is the best line of a short search, scored for the side to move; `None` if the game
/// is over.
pub fn page(explained: &Explained, searched: Option<&BestLine>, command: &[String]) -> String {
    let position = explained.position;
    let fen = position.fen(notation::is_chess960(position));
    let groups = explained.topics();
    let verdicts = verdicts(position, explained.pawns(), searched);
    let main = html! {
        section.top {
            (board(&fen, None, "The position"))
            div.scroll { (overview(&groups)) }
        }
        section { h2 { "What matters most" } (reasons(explained, &groups)) }
        section {
            h2 { "What each piece is worth here" }
            p.note {
                "The evaluation with the piece minus the evaluation without it, in pawns, from the side of its owner. Empty where \
                 the position without the piece would be illegal."
            }
            figure.heat { (PreEscaped(single(&worth(explained), Width::Wide))) }
        }
        @for group in groups.iter().filter(|group| group.keys.iter().any(|key| key.pawns.differs())) {
            (section(explained, &fen, group))
        }
        section { h2 { "How it was made" } pre.command { (shell(command)) } }
    };
    let page = Page {
        policy: POLICY,
        style: &format!("{}{STYLE}", board::STYLE),
        title: &verdicts[0],
        kind: format!("Evaluation by {}", explained.weights.name()),
        verdict: html! { @for verdict in &verdicts[1..] { (verdict) br; } (fen) },
        main,
        before: board::shared(),
        after: html! {},
    };
    page.render()
}

/// All topics with the shares of both sides, most decisive first.
fn overview(groups: &[TopicGroup]) -> Markup {
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
fn reasons(explained: &Explained, groups: &[TopicGroup]) -> Markup {
    let mut all: Vec<(f64, String)> = Vec::new();
    for group in groups.iter().filter(|group| !group.topic.corrects_sum()) {
        if group.topic == Topic::Material {
            all.push((group.sum.difference(), "Material and how the pieces go together".to_owned()));
            continue;
        }
        let described = group.keys.iter().map(|key| explained.describe(&key.entry));
        let telling = described.filter(|key| !key.is_surprise);
        all.extend(telling.filter_map(|key| Some((key.pawns.difference(), key.sentence?))));
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
fn section(explained: &Explained, fen: &str, group: &TopicGroup) -> Markup {
    let telling = group.keys.iter().filter(|key| key.pawns.differs());
    let (pairs, others): (Vec<_>, Vec<_>) =
        telling.map(|key| explained.describe(&key.entry)).partition(|key| is_imbalance(&key.entry));
    let of_pairs: f64 = pairs.iter().map(|key| key.pawns.difference()).sum();
    html! {
        section {
            h2 { (capitalised(group.topic.title())) " " span.number { (signed(group.sum.difference(), 2)) } }
            div.keys {
                @for key in others { (one_key(fen, group, &key)) }
            }
            @if !pairs.is_empty() {
                details {
                    summary { "How the pieces of each side go together (imbalance): " (signed(of_pairs, 2)) }
                    div.keys {
                        @for key in pairs { (one_key(fen, group, &key)) }
                    }
                }
            }
        }
    }
}

fn one_key(fen: &str, group: &TopicGroup, key: &Described) -> Markup {
    let Described { entry, pawns, squares, sentence, .. } = key;
    let name = entry.key();
    let known = squares.iter().flatten().any(|set| !set.is_empty());
    html! {
        div.one {
            @if known {
                (board_with_squares(fen, squares.map(|set| set.unwrap_or(Bitboard::EMPTY)), &format!("Squares of {name}")))
            }
            div {
                p { strong { (signed(pawns.difference(), 2)) } " " code { (name) } }
                @if let Some(sentence) = sentence { p { (sentence) "." } }
                p.note { (entry.decl.meaning) }
                @if !group.topic.corrects_sum() {
                    p.note {
                        span.a { "White " (format!("{:.2}", pawns.white)) } ", "
                        span.b { "Black " (format!("{:.2}", pawns.black)) }
                    }
                }
            }
        }
    }
}

/// What the evaluation loses without each piece.
fn worth(explained: &Explained) -> HeatMap {
    let position = explained.position;
    let cell = |number: usize| {
        let square = Square::index(number);
        let own = explained.piece_worth(square)?.pawns;
        let (owner, piece) = (position.color_on(square)?, position.piece_on(square)?);
        let strength = (own / STRONGEST).clamp(0.0, 1.0);
        Some(Cell {
            label: format!("{} {own:.1}", letter(piece, owner)),
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
