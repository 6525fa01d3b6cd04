//! The games worth a look, each with a board.

use std::fmt::Write as _;

use super::board::board;
use crate::chart::{Level, Line, LineChart, Width, escape, single};
use crate::report::steps::Step;
use crate::report::telling::{Kind, Story, Why};
use crate::report::{Document, Letter, WON};

/// The section.
pub fn stories(document: &Document) -> String {
    if document.telling.is_empty() {
        return "<p>None stands out.</p>\n".to_owned();
    }
    let mut out = String::from(
        "<p class=\"note\">The board shows the moment that the game is told for. Buttons, the arrow keys and the moves \
         themselves step through it; scores are the mover\u{2019}s own.</p>\n<div class=\"stories\">\n",
    );
    for (index, story) in document.telling.iter().enumerate() {
        out += &card(document, index, story);
    }
    out + "</div>\n"
}

fn card(document: &Document, index: usize, story: &Story) -> String {
    let [white, black] = [story.white, story.white.other()].map(|letter| marked(document, letter));
    let at = story.why.first().map_or(0, |why| why.ply);
    let reasons: Vec<String> = story.why.iter().map(|why| told(document, why)).collect();
    let last = at.checked_sub(1).and_then(|index| story.moves.get(index));
    let fen = last.map_or(&story.fen, |step| &step.fen);
    let description = match last {
        Some(step) => format!("The position after {}", step.san),
        None => "The position in which the game begins".to_owned(),
    };
    format!(
        "<article class=\"story\" data-story=\"{index}\" data-at=\"{at}\" tabindex=\"0\" aria-label=\"Game {}; arrow keys \
         step through it\">\n<h3>Game {}: {white} \u{2013} {black} <span class=\"result\">{}</span></h3>\n<p class=\"why\">{} {}.</p>\n\
         <div class=\"game\">\n<div>\n{}<p class=\"now\" aria-live=\"polite\">{}</p>\n{CONTROLS}</div>\n\
         <div>\n{}<div class=\"moves\">{}</div>\n</div>\n</div>\n</article>\n",
        story.game,
        story.game,
        story.verdict.result.pgn(),
        reasons.join(" "),
        ended(story),
        board(fen, last.map(|step| step.uci.as_str()), &description),
        escape(&description),
        single(&scores(document, story), Width::Narrow),
        moves(story),
    )
}

const CONTROLS: &str = "<div class=\"controls\" hidden=\"hidden\">\
    <button type=\"button\" data-step=\"first\" aria-label=\"To the beginning\">\u{ab}</button>\
    <button type=\"button\" data-step=\"back\" aria-label=\"Back one move\">\u{2039}</button>\
    <button type=\"button\" data-step=\"key\" aria-label=\"To the moment the game is told for\">\u{25c6}</button>\
    <button type=\"button\" data-step=\"on\" aria-label=\"On by one move\">\u{203a}</button>\
    <button type=\"button\" data-step=\"last\" aria-label=\"To the end\">\u{bb}</button></div>\n";

/// A contender's name, in its colour.
fn marked(document: &Document, letter: Letter) -> String {
    let name = escape(&document.contenders[letter as usize].player.name);
    format!("<span class=\"{}\">{name}</span>", letter.class())
}

/// Why the game is told, in a sentence.
fn told(document: &Document, why: &Why) -> String {
    let (own, other) = (marked(document, why.side), marked(document, why.side.other()));
    let pawns = f64::from(why.size.abs()) / 100.0;
    let size = match why.size.abs() {
        WON => "a mate or a won game".to_owned(),
        _ => format!("{pawns:.2} pawns"),
    };
    match why.kind {
        Kind::ShortWin => format!(
            "Short: {own} wins in {} moves after the opening.",
            (why.size + 1) / 2
        ),
        Kind::Upset if why.size <= -WON => format!("Upset: {own} wins though it saw itself lost."),
        Kind::Upset => format!("Upset: {own} wins though it saw itself {size} behind."),
        Kind::MissedWin if why.size >= WON => format!("Missed: {own} saw itself winning, and it is a draw."),
        Kind::MissedWin => format!("Missed: {own} saw itself {size} ahead, and it is a draw."),
        Kind::Swing => {
            format!("Swing: from one move to the next {own} thinks {pawns:.2} pawns less of its position.")
        }
        Kind::Disagreement => {
            format!(
                "Disagreement: {own} and {other} both see themselves ahead, by {pawns:.2} pawns at least."
            )
        }
    }
}

fn ended(story: &Story) -> String {
    let mut reason = story.verdict.reason.to_string();
    if let Some(first) = reason.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    format!("{reason} after {} half-moves", story.moves.len())
}

/// Both opinions on the game, seen from B: where the lines are apart, so are the opinions.
fn scores(document: &Document, story: &Story) -> LineChart {
    let line = |letter: Letter| Line {
        class: letter.class(),
        points: (1..)
            .map(f64::from)
            .zip(&story.moves)
            .filter(|(_, step)| step.by == letter)
            .filter_map(|(ply, step)| Some((ply, Some(for_b(step)?))))
            .collect(),
    };
    LineChart {
        description: "The scores of both sides through the game".to_owned(),
        x_title: "half-moves".to_owned(),
        y_title: format!("pawns for {}", document.contenders[1].player.name),
        lines: Letter::BOTH.map(line).to_vec(),
        levels: vec![Level {
            value: 0.0,
            label: String::new(),
        }],
        is_small: true,
        ..LineChart::default()
    }
}

/// The score of a move in pawns, good for B where it is positive, within the bounds of a won game.
fn for_b(step: &Step) -> Option<f64> {
    let won = |moves: i32| if moves > 0 { WON } else { -WON };
    let own = step.cp.map(|cp| cp.clamp(-WON, WON)).or(step.mate.map(won))?;
    let own = f64::from(own) / 100.0;
    Some(if step.by == Letter::B { own } else { -own })
}

fn moves(story: &Story) -> String {
    let mut out = String::new();
    let mut before = &story.fen;
    for (index, step) in story.moves.iter().enumerate() {
        let (is_white, number) = turn(before);
        before = &step.fen;
        if is_white {
            let _ = write!(out, "<b>{number}.</b> ");
        } else if index == 0 {
            let _ = write!(out, "<b>{number}\u{2026}</b> ");
        }
        let class = if index < story.opening_plies {
            " class=\"book\""
        } else {
            ""
        };
        let without = if step.depth.is_none() {
            "opening"
        } else {
            "no score"
        };
        let title = step.score().unwrap_or_else(|| without.to_owned());
        let _ = write!(
            out,
            "<span data-ply=\"{}\"{class} title=\"{title}\">{}</span> ",
            index + 1,
            escape(&step.san)
        );
    }
    out + &format!("<span class=\"result\">{}</span>", story.verdict.result.pgn())
}

/// Whether White is to move in a FEN, and the number of the move.
fn turn(fen: &str) -> (bool, &str) {
    let mut fields = fen.split(' ');
    let side = fields.nth(1).unwrap_or("w");
    (side == "w", fields.next_back().unwrap_or("1"))
}
