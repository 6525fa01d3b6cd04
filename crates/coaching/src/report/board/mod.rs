//! Boards, and a viewer that steps through games: elements, style sheet and script that HTML reports share.

use maud::{Markup, PreEscaped, html};

use temperament_engine::board::{Bitboard, Square};

/// Style sheet of boards and viewers.
pub const STYLE: &str = include_str!("viewer.css");
/// The class `Viewer`. All positions are in the data of the page.
pub const SCRIPT: &str = include_str!("viewer.js");
/// The pieces, one unit wide, for `use` elements anywhere on a page.
pub const PIECES: &str = include_str!("pieces.svg");

/// Length of the head of an arrow, in squares.
const ARROW_HEAD: f64 = 0.35;

/// Pieces and squares, before the first board of a page: all boards refer to them.
pub fn shared() -> Markup {
    html! {
        (PreEscaped(PIECES))
        svg.pieces aria-hidden="true" width="0" height="0" {
            defs {
                g id="squares" {
                    rect.light width="8" height="8" {}
                    @let dark = (0..64).map(|i| (i % 8, i / 8)).filter(|(x, y)| (x + y) % 2 == 1);
                    path.dark d=(dark.map(|(x, y)| format!("M{x} {y}h1v1h-1z")).collect::<String>()) {}
                }
                g.names id="names" {
                    @for (index, file) in ('a'..='h').enumerate() {
                        text x="0.04" y=(index as f64 + 0.22) { (8 - index) }
                        text x=(index as f64 + 0.84) y="7.95" { (file) }
                    }
                }
            }
        }
    }
}

/// Buttons that step through a game; `key` describes the one that shows the key position. The script shows them.
pub fn controls(key: &str) -> Markup {
    html! {
        div.controls hidden="hidden" {
            button type="button" data-step="first" aria-label="To the start" { "\u{ab}" }
            button type="button" data-step="back" aria-label="Back one move" { "\u{2039}" }
            button type="button" data-step="key" aria-label=(key) { "\u{25c6}" }
            button type="button" data-step="on" aria-label="Forward one move" { "\u{203a}" }
            button type="button" data-step="last" aria-label="To the end" { "\u{bb}" }
        }
    }
}

/// The board of a FEN as SVG, White at the bottom, with the squares of the last move (UCI) marked. The script replaces
/// the pieces and moves the marks.
pub fn board(fen: &str, last: Option<&str>, description: &str) -> Markup {
    let marks = html! {
        @for end in 0..2 {
            @let [x, y] = square(last.and_then(|last| last.get(2 * end..2 * end + 2)));
            rect.last x=(x) y=(y) width="1" height="1" {}
        }
    };
    draw(fen, &marks, &html! {}, description)
}

/// The same, with arrows from square to square, of the class `good` or `bad`.
pub fn board_with_arrows(fen: &str, arrows: &[((Square, Square), &str)], description: &str) -> Markup {
    let arrows = html! { @for &((from, to), class) in arrows { (arrow(from, to, class)) } };
    draw(fen, &html! {}, &arrows, description)
}

/// An arrow: a line and a head whose point is near the centre of the square.
fn arrow(from: Square, to: Square, class: &str) -> Markup {
    let centre =
        |square: Square| [square.file() as u8, 7 - square.rank() as u8].map(|at| f64::from(at) + 0.5);
    let ([x, y], [to_x, to_y]) = (centre(from), centre(to));
    let length = (to_x - x).hypot(to_y - y).max(1.0);
    let [along_x, along_y] = [(to_x - x) / length, (to_y - y) / length];
    let [neck_x, neck_y] = [to_x - ARROW_HEAD * along_x, to_y - ARROW_HEAD * along_y];
    let [side_x, side_y] = [-along_y * ARROW_HEAD / 2.0, along_x * ARROW_HEAD / 2.0];
    let points = format!(
        "{to_x:.2},{to_y:.2} {:.2},{:.2} {:.2},{:.2}",
        neck_x + side_x,
        neck_y + side_y,
        neck_x - side_x,
        neck_y - side_y
    );
    html! {
        g class={ "arrow " (class) } {
            line x1=(format!("{x:.2}")) y1=(format!("{y:.2}")) x2=(format!("{neck_x:.2}")) y2=(format!("{neck_y:.2}")) {}
            polygon points=(points) {}
        }
    }
}

/// The board of a FEN with squares of White and of Black marked in their colours.
pub fn board_with_squares(fen: &str, squares: [Bitboard; 2], description: &str) -> Markup {
    let marks = html! {
        @for (class, squares) in ["a", "b"].into_iter().zip(squares) {
            @for at in squares {
                rect class={ "counted " (class) } x=(at as usize % 8) y=(7 - at as usize / 8) width="1" height="1" {}
            }
        }
    };
    draw(fen, &marks, &html! {}, description)
}

/// `marks` are below the pieces, `above` above them.
fn draw(fen: &str, marks: &Markup, above: &Markup, description: &str) -> Markup {
    html! {
        svg.board viewBox="0 0 8 8" role="img" aria-label=(description) {
            use href="#squares" {}
            (marks)
            use href="#names" {}
            (men(fen, "white", char::is_ascii_uppercase))
            (men(fen, "black", char::is_ascii_lowercase))
            (above)
        }
    }
}

/// The pieces of a colour, whose letters `is_own` tells.
fn men(fen: &str, class: &str, is_own: fn(&char) -> bool) -> Markup {
    let own = pieces(fen).into_iter().enumerate().filter(|(_, piece)| is_own(piece));
    html! {
        g class=(class) {
            @for (index, piece) in own {
                use href={ "#" (piece.to_ascii_lowercase()) } x=(index % 8) y=(index / 8) {}
            }
        }
    }
}

/// The letters of a FEN from a8 to h1; empty squares are spaces.
fn pieces(fen: &str) -> Vec<char> {
    let placement = fen.split(' ').next().unwrap_or_default();
    let squares = placement.chars().filter(|c| *c != '/').flat_map(|c| match c.to_digit(10) {
        Some(empty) => vec![' '; empty as usize],
        None => vec![c],
    });
    squares.collect()
}

/// Coordinates of a square; outside of the board if there is none.
fn square(name: Option<&str>) -> [i32; 2] {
    match name.map(str::as_bytes) {
        Some(&[file @ b'a'..=b'h', rank @ b'1'..=b'8']) => {
            [i32::from(file - b'a'), 8 - i32::from(rank - b'0')]
        }
        _ => [-9, -9],
    }
}
