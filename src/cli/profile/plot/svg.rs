//! Heat maps as SVG, alone or in a page.

use super::boards::Board;
use super::colour::{self, NOWHERE};
use crate::chart::escape;

/// Side of a square.
const SQUARE: usize = 44;
/// Room for the names of ranks and files.
const MARGIN: usize = 22;
/// Room for the title.
const HEAD: usize = 30;
/// Width and height of a board with its names.
const WIDTH: usize = 8 * SQUARE + 2 * MARGIN;
const HEIGHT: usize = 8 * SQUARE + HEAD + MARGIN + 30;

const STYLE: &str = "body{font-family:system-ui,sans-serif;margin:1.5em;color:#222;background:#fff}\
    main{display:flex;flex-direction:column;gap:1em}section{display:flex;flex-wrap:wrap;gap:1em}\
    svg{max-width:100%;height:auto}";

/// One board as a file.
pub(super) fn file(title: &str, board: &Board) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}",
        svg(title, board)
    )
}

/// All boards, a row for each piece, in one page that needs nothing else.
pub(super) fn page(title: &str, boards: &[Board]) -> String {
    let heading = escape(title);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width\"/>\n<title>{heading}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{heading}</h1>\n<main>\n"
    );
    for row in boards.chunk_by(|a, b| a.piece == b.piece) {
        text += "<section>\n";
        for board in row {
            text += &svg(title, board);
        }
        text += "</section>\n";
    }
    text + "</main>\n</body>\n</html>\n"
}

fn svg(title: &str, board: &Board) -> String {
    let heading = format!("{} {}", board.piece, board.stage.title());
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"system-ui, sans-serif\" text-anchor=\"middle\" role=\"img\">\n\
         <title>{}: {heading}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        escape(title)
    );
    text += &label(WIDTH / 2, HEAD / 2, 16, "#222222", &heading);
    for square in 0..64 {
        text += &cell(board, square);
    }
    for i in 0..8 {
        let letter = char::from(b'a' + i as u8).to_string();
        let middle = i * SQUARE + SQUARE / 2;
        let rank = HEAD + 8 * SQUARE - middle;
        text += &label(
            MARGIN + middle,
            HEAD + 8 * SQUARE + MARGIN / 2,
            13,
            "#555555",
            &letter,
        );
        text += &label(MARGIN / 2, rank, 13, "#555555", &(i + 1).to_string());
    }
    text + &legend(board) + "</svg>\n"
}

fn cell(board: &Board, square: usize) -> String {
    let (x, y) = (MARGIN + square % 8 * SQUARE, HEAD + (7 - square / 8) * SQUARE);
    let is_real = board.is_real(square);
    let colour = match is_real {
        true => colour::of(board.strength(square)),
        false => NOWHERE,
    };
    let mut text = format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{}\" stroke=\"#ffffff\"/>\n",
        colour::hex(colour)
    );
    if is_real {
        let number = board.label(square);
        let size = if number.len() > 4 { 12 } else { 14 };
        let ink = colour::hex(colour::of_text(colour));
        text += &label(x + SQUARE / 2, y + SQUARE / 2, size, &ink, &number);
    }
    text
}

/// The scale below a board: its least, its centre and its most.
fn legend(board: &Board) -> String {
    const STEPS: usize = 32;
    let (top, width) = (HEIGHT - 26, 8 * SQUARE / STEPS);
    let mut text = String::new();
    for step in 0..STEPS {
        let strength = (step as f64 + 0.5) / STEPS as f64 * 2.0 - 1.0;
        let (x, fill) = (MARGIN + step * width, colour::hex(colour::of(strength)));
        text += &format!("<rect x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"8\" fill=\"{fill}\"/>\n");
    }
    let marks = [
        (MARGIN + 2 * width, board.centre - board.reach),
        (WIDTH / 2, board.centre),
        (WIDTH - MARGIN - 2 * width, board.centre + board.reach),
    ];
    for (x, n) in marks {
        text += &label(x, HEIGHT - 9, 11, "#555555", &format!("{}", n.round() + 0.0));
    }
    text
}

fn label(x: usize, y: usize, size: usize, fill: &str, text: &str) -> String {
    // A third of the size lower, the middle of a figure is at the place.
    let y = y + size * 35 / 100;
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\">{}</text>\n",
        escape(text)
    )
}
