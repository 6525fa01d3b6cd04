//! Heat maps in a terminal: the stages of a piece side by side.

use super::boards::Board;
use super::colour;

/// Between two boards.
const GAP: &str = "   ";
/// Columns of the number of a rank, with a blank.
const RANK: usize = 2;

/// All boards as text, those of a piece beside each other as far as there are columns for them; with the escape
/// sequences of a terminal if it is to be coloured.
pub(super) fn text(title: &str, boards: &[Board], columns: usize, is_coloured: bool) -> String {
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
    let mut text = lines(&|board, width| {
        let title = format!("{} {}", board.piece, board.stage.title());
        format!("  {title:<0$}", 8 * width)
    });
    for rank in (0..8).rev() {
        text += &lines(&|board, width| {
            let squares = rank * 8..rank * 8 + 8;
            let cells: String = squares
                .map(|square| cell(board, square, width, is_coloured))
                .collect();
            format!("{} {cells}", rank + 1)
        });
    }
    text + &lines(&|_, width| {
        let files: String = ('a'..='h').map(|file| format!("{file:>width$}")).collect();
        format!("  {files}")
    })
}

/// Columns of a square: its number and a blank on the left.
fn width(board: &Board) -> usize {
    (0..64).map(|square| board.label(square).len()).max().unwrap_or(1) + 1
}

fn cell(board: &Board, square: usize, width: usize, is_coloured: bool) -> String {
    let label = match board.is_real(square) {
        true => board.label(square),
        false => ".".to_owned(),
    };
    let label = format!("{label:>width$}");
    if !is_coloured || !board.is_real(square) {
        return label;
    }
    let background = colour::of(board.strength(square));
    let [r, g, b] = colour::of_text(background);
    let [br, bg, bb] = background;
    format!("\x1b[38;2;{r};{g};{b};48;2;{br};{bg};{bb}m{label}\x1b[0m")
}

#[cfg(test)]
mod tests {
    use super::super::boards::boards;
    use super::*;
    use crate::profile::Library;

    #[test]
    fn colours_are_all_that_a_terminal_adds() {
        let (profile, _) = Library::of(Vec::new()).load("fabchess").unwrap();
        let boards = boards(&profile, false);
        let wide = |is_coloured| text("x", &boards, usize::MAX, is_coloured);
        let (plain, coloured) = (wide(false), wide(true));
        let mut parts = coloured.split('\x1b');
        let mut stripped = parts.next().unwrap().to_owned();
        for part in parts {
            stripped += part.split_once('m').unwrap().1;
        }
        assert_eq!(stripped, plain);
        // Every square of the five pieces and 48 of the pawn, three times.
        assert_eq!(coloured.matches("\x1b[0m").count(), 3 * (5 * 64 + 48));
    }
    #[test]
    fn boards_that_do_not_fit_beside_each_other_stand_below() {
        let (profile, _) = Library::of(Vec::new()).load("fabchess").unwrap();
        let boards = boards(&profile, false);
        for columns in [60, 80, 100, 200] {
            let longest = text("x", &boards, columns, false).lines().map(str::len).max();
            assert!(
                longest.is_some_and(|longest| longest <= columns),
                "{longest:?} of {columns}"
            );
        }
    }
}
