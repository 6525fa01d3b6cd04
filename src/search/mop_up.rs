//! A lone king against enough to mate it: who may be mated has to be driven to an edge, for two knights and bishops to
//! the right corner, by both. The search finds the mate itself once it is near; until then few evaluations tell one
//! move from another, and a profile is not asked to.

use crate::board::{Bitboard, COLORS, Color, LIGHT_SQUARES, Piece, Position, Square};

use super::params::{LONE_KING_CLOSE, LONE_KING_CORNER, LONE_KING_EDGE};
use super::score::Value;

/// What is added to the evaluation of a position for its side to move, in centipawns: more than nothing if the other
/// side has a king alone and can be mated by pieces, less if it is our own king. At most 448 either way.
///
/// Chess 4.5 drove kings so: the farther from the centre and the closer the kings the better (Slate and Atkin, *Chess
/// Skill in Man and Machine*, 1977).
#[inline(always)]
pub fn drive(position: &Position) -> Value {
    COLORS
        .into_iter()
        .find(|&alone| is_single(position.color(alone)))
        .map_or(0, |alone| drive_of(position, alone))
}

#[inline(always)]
fn is_single(set: Bitboard) -> bool {
    set.0 & set.0.wrapping_sub(1) == 0
}

#[cold]
fn drive_of(position: &Position, alone: Color) -> Value {
    let Some(place) = place_to_be_mated(position, !alone) else {
        return 0;
    };
    let [king, hunter] = [alone, !alone].map(|color| position.king(color));
    let value = place(king) + LONE_KING_CLOSE * (14 - distance(king, hunter));
    if position.stm() == alone { -value } else { value }
}

/// How well the lone king stands for being mated, if it can be.
fn place_to_be_mated(position: &Position, by: Color) -> Option<fn(Square) -> Value> {
    let has = |piece| !position.colored(by, piece).is_empty();
    let bishops = position.colored(by, Piece::Bishop);
    let has_light = !bishops.is_disjoint(LIGHT_SQUARES);
    let has_dark = !bishops.is_subset(LIGHT_SQUARES);
    if has(Piece::Queen) || has(Piece::Rook) || has_light && has_dark {
        Some(|king| LONE_KING_EDGE * from_centre(king))
    } else if !has(Piece::Knight) {
        None
    } else if has_light {
        Some(|king| LONE_KING_CORNER * (file_and_rank(king)[0] - file_and_rank(king)[1]).abs())
    } else if has_dark {
        Some(|king| LONE_KING_CORNER * (7 - file_and_rank(king)[0] - file_and_rank(king)[1]).abs())
    } else {
        None
    }
}

/// From 0 to 7 each.
fn file_and_rank(square: Square) -> [i32; 2] {
    [square.file() as i32, square.rank() as i32]
}

/// Steps along files and ranks from the four squares in the middle: 0 to 6.
fn from_centre(square: Square) -> i32 {
    file_and_rank(square).map(|at| (3 - at).max(at - 4)).iter().sum()
}

/// Steps along files and ranks between two squares: 0 to 14.
fn distance(a: Square, b: Square) -> i32 {
    let [a, b] = [a, b].map(file_and_rank);
    (a[0] - b[0]).abs() + (a[1] - b[1]).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str) -> Value {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(drive(&position), drive(&position.mirrored()), "{fen}");
        drive(&position)
    }

    #[test]
    fn a_king_is_driven_to_the_edge_where_it_can_be_mated() {
        for pieces in ["Q7", "R7", "BB6"] {
            let edge = of(&format!("{pieces}/8/8/8/8/3K4/8/3k4 w - - 0 1"));
            let centre = of(&format!("{pieces}/8/8/8/3k4/8/3K4/8 w - - 0 1"));
            let far = of(&format!("{pieces}/8/8/8/3K4/8/8/3k4 w - - 0 1"));
            assert!(edge > centre && edge > far && centre > 0, "{pieces}");
            assert_eq!(of(&format!("{pieces}/8/8/8/8/3K4/8/3k4 b - - 0 1")), -edge);
        }
    }

    #[test]
    fn knight_and_bishop_mate_in_the_corners_of_the_bishop() {
        // Light squares, then dark ones; a8 is light, h8 dark.
        for (bishop, right, wrong) in [("5B2", "k7", "7k"), ("2B5", "7k", "k7")] {
            let [right, wrong] =
                [right, wrong].map(|corner| of(&format!("{corner}/8/8/8/4K3/4N3/8/{bishop} w - - 0 1")));
            assert!(right > wrong + 100, "{bishop}");
        }
    }

    #[test]
    fn nothing_is_driven_by_too_little_or_from_a_side_that_has_more() {
        for fen in [
            "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1",
            "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
            "4k3/7p/8/8/8/8/8/R3K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ] {
            assert_eq!(of(fen), 0, "{fen}");
        }
    }
}
