//! A board with its pieces.

use std::fmt::Write as _;

use crate::chart::escape;

/// The board of a FEN as SVG, White at the bottom, with the two squares of the last move (UCI) marked. The script of the
/// page finds 64 `use` elements in it, those of a8 to h1.
pub fn board(fen: &str, last: Option<&str>, description: &str) -> String {
    let mut out = format!(
        "<svg class=\"board\" viewBox=\"0 0 8 8\" role=\"img\" aria-label=\"{}\">\n\
         <rect class=\"light\" width=\"8\" height=\"8\"/><path class=\"dark\" d=\"",
        escape(description)
    );
    for rank in 0..8 {
        for file in (0..8).filter(|file| (rank + file) % 2 == 1) {
            let _ = write!(out, "M{file} {rank}h1v1h-1z");
        }
    }
    out += "\"/>\n";
    for end in 0..2 {
        let [x, y] = square(last.and_then(|last| last.get(2 * end..2 * end + 2)));
        let _ = write!(
            out,
            "<rect class=\"last\" x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\"/>"
        );
    }
    for index in 0..8 {
        let (rank, file) = (8 - index, char::from(b'a' + index as u8));
        let y = f64::from(index) + 0.22;
        let x = f64::from(index) + 0.84;
        let _ = write!(
            out,
            "<text x=\"0.04\" y=\"{y}\">{rank}</text><text x=\"{x}\" y=\"7.95\">{file}</text>"
        );
    }
    out.push('\n');
    for (index, piece) in pieces(fen).into_iter().enumerate() {
        let (x, y) = (index % 8, index / 8);
        let class = if piece.is_ascii_lowercase() {
            "black"
        } else {
            "white"
        };
        let href = match piece {
            ' ' => String::new(),
            piece => format!("#{}", piece.to_ascii_lowercase()),
        };
        let _ = write!(
            out,
            "<use href=\"{href}\" class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\"/>"
        );
    }
    out + "\n</svg>\n"
}

/// The letters of a FEN from a8 to h1, a space where nothing stands.
fn pieces(fen: &str) -> Vec<char> {
    let placement = fen.split(' ').next().unwrap_or_default();
    let squares = placement
        .chars()
        .filter(|c| *c != '/')
        .flat_map(|c| match c.to_digit(10) {
            Some(empty) => vec![' '; empty as usize],
            None => vec![c],
        });
    squares.collect()
}

/// Where a square is drawn; outside if there is none.
fn square(name: Option<&str>) -> [i32; 2] {
    match name.map(str::as_bytes) {
        Some(&[file @ b'a'..=b'h', rank @ b'1'..=b'8']) => {
            [i32::from(file - b'a'), 8 - i32::from(rank - b'0')]
        }
        _ => [-9, -9],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::START_FEN;

    #[test]
    fn a_board_has_all_squares_and_marks_the_move() {
        let svg = board(START_FEN, Some("e7e8q"), "start");
        assert_eq!(svg.matches("<use ").count(), 64);
        assert!(svg.contains("<use href=\"#r\" class=\"black\" x=\"0\" y=\"0\""));
        assert!(svg.contains("<use href=\"#k\" class=\"white\" x=\"4\" y=\"7\""));
        assert!(
            svg.contains("<rect class=\"last\" x=\"4\" y=\"1\"")
                && svg.contains("<rect class=\"last\" x=\"4\" y=\"0\"")
        );
        assert!(board(START_FEN, None, "").contains("x=\"-9\""));
    }
}
