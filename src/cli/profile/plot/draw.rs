//! Heat maps of piece-square tables as SVG, as an HTML page, and for a terminal.

use maud::{Markup, PreEscaped, html};

use super::Board;
use temperament_coaching::chart::{Cell, HeatMap, Width, single, standalone};
use temperament_coaching::report::markup::Page;

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";
/// Style sheet of an SVG file.
const SVG_STYLE: &str = "svg{background:#fff;font-family:system-ui,sans-serif;font-size:13px;fill:#000}\
    .middle{text-anchor:middle}.low{fill:#2166ac}.high{fill:#b35806}.none{fill:#ccc}";

/// A board as an SVG file.
pub(super) fn svg_file(title: &str, board: &Board) -> String {
    let svg = standalone(&heat_map(title, board), SVG_STYLE);
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{svg}")
}

/// All boards as a self-contained HTML page, one row per piece.
pub(super) fn html_page(title: &str, boards: &[Board]) -> String {
    let figure = |board: &Board| {
        html! { figure.heat { (PreEscaped(single(&heat_map(title, board), Width::Wide))) } }
    };
    let page = Page {
        policy: POLICY,
        style: "",
        title,
        kind: "Piece-square tables".to_owned(),
        verdict: Markup::default(),
        main: html! {
            @for of_piece in boards.chunk_by(|a, b| a.piece == b.piece) {
                section.boards { @for board in of_piece { (figure(board)) } }
            }
        },
        before: Markup::default(),
        after: Markup::default(),
    };
    page.render()
}

fn heat_map(title: &str, board: &Board) -> HeatMap {
    let [low, high] = [-board.reach, board.reach].map(|reach| (board.centre + reach).round() + 0.0);
    HeatMap {
        title: format!("{}, colours from {low} to {high}", board.title()),
        ..HeatMap::board(format!("{title}: {}", board.title()), |square| {
            board.is_real(square).then(|| Cell {
                label: board.label(square),
                strength: board.strength(square),
                is_marked: false,
            })
        })
    }
}

/// Gap between two boards.
const GAP: &str = "   ";
/// Width of a rank number with its blank.
const RANK: usize = 2;

/// All boards as text, those of a piece side by side as far as they fit into `columns`, with ANSI colours if
/// `is_coloured`.
pub fn terminal_text(title: &str, boards: &[Board], columns: usize, is_coloured: bool) -> String {
    let mut text = format!("{title}\n");
    for of_piece in boards.chunk_by(|a, b| a.piece == b.piece) {
        let widest = of_piece.iter().map(|b| RANK + 8 * width(b)).max().unwrap_or(RANK);
        let fitting = columns.saturating_add(GAP.len()) / (widest + GAP.len());
        for row in of_piece.chunks(fitting.max(1)) {
            text.push('\n');
            text += &side_by_side(row, is_coloured);
        }
    }
    text
}

fn side_by_side(boards: &[Board], is_coloured: bool) -> String {
    let lines = |line: &dyn Fn(&Board, usize) -> String| -> String {
        let parts: Vec<String> = boards.iter().map(|b| line(b, width(b))).collect();
        format!("{}\n", parts.join(GAP).trim_end())
    };
    let mut text = lines(&|board, width| format!("  {:<1$}", board.title(), 8 * width));
    for rank in (0..8).rev() {
        text += &lines(&|board, width| {
            let squares = rank * 8..rank * 8 + 8;
            let cells: String =
                squares.map(|square| terminal_cell(board, square, width, is_coloured)).collect();
            format!("{} {cells}", rank + 1)
        });
    }
    text + &lines(&|_, width| {
        let files: String = ('a'..='h').map(|file| format!("{file:>width$}")).collect();
        format!("  {files}")
    })
}

/// Width of a square: its number and a blank.
fn width(board: &Board) -> usize {
    (0..64).map(|square| board.label(square).len()).max().unwrap_or(1) + 1
}

fn terminal_cell(board: &Board, square: usize, width: usize, is_coloured: bool) -> String {
    let label = if board.is_real(square) { board.label(square) } else { ".".to_owned() };
    let label = format!("{label:>width$}");
    if !is_coloured || !board.is_real(square) {
        return label;
    }
    let background = colour_of(board.strength(square));
    let [r, g, b] = text_colour(background);
    let [br, bg, bb] = background;
    format!("\x1b[38;2;{r};{g};{b};48;2;{br};{bg};{bb}m{label}\x1b[0m")
}

/// Red, green and blue, 0 to 255 each.
type Rgb = [u8; 3];

/// Colour of the minimum. Blue and orange are distinguishable with all colour vision deficiencies, and in print.
pub const LOW: Rgb = [33, 102, 172];
pub const MIDDLE: Rgb = [247, 247, 247];
pub const HIGH: Rgb = [179, 88, 6];

/// Colour of a strength from -1 to 1.
pub fn colour_of(strength: f64) -> Rgb {
    let end = if strength < 0.0 { LOW } else { HIGH };
    let part = strength.abs();
    std::array::from_fn(|i| {
        let (from, to) = (f64::from(MIDDLE[i]), f64::from(end[i]));
        (from + (to - from) * part).round() as u8
    })
}

/// Text colour with the better contrast.
pub fn text_colour(background: Rgb) -> Rgb {
    // Contrast as WCAG 2 defines it: (lighter + 0.05) / (darker + 0.05).
    let light = luminance(background) + 0.05;
    if light * light >= 1.05 * 0.05 { [0, 0, 0] } else { [255, 255, 255] }
}

/// Relative luminance as WCAG 2 defines it, 0 to 1.
pub fn luminance(colour: Rgb) -> f64 {
    let linear = |c: u8| {
        let c = f64::from(c) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
}
