//! Why a side cannot castle.

use super::attacks::between;
use super::see::attackers_to;
use super::written::{self, Written};
use super::{File, Position, Square, piece_name, side_name};

/// Says what keeps the side to move from the castling that a text asks for (`O-O`, `0-0-0`, `e1g1`), as in "White is in
/// check". `None` if the text is no castling, or nothing does.
pub fn obstacle(position: &Position, text: &str) -> Option<String> {
    let is_short = asked_for(position, text)?;
    let side = position.stm();
    let (name, king) = (side_name(side), position.king(side));
    let rights = position.board.castle_rights(side);
    let (rook, king_file, rook_file, flank) = if is_short {
        (rights.short, File::G, File::F, "kingside")
    } else {
        (rights.long, File::C, File::D, "queenside")
    };
    let Some(rook) = rook else {
        return Some(format!("{name} no longer has the right to castle {flank}"));
    };
    if position.in_check() {
        return Some(format!("{name} is in check"));
    }
    let on_rank = |file| Square::new(file, king.rank());
    let (rook, king_to, rook_to) = (on_rank(rook), on_rank(king_file), on_rank(rook_file));
    let way = between(king, king_to) | king_to.bitboard();
    let needed = way | between(king, rook) | between(rook, rook_to) | rook_to.bitboard();
    let others = position.occupied() & !(king.bitboard() | rook.bitboard());
    if let Some(square) = (needed & others).next_square() {
        let piece = position.piece_on(square).map_or("piece", piece_name);
        return Some(format!("the {piece} on {square} is in the way"));
    }
    let without_king = position.occupied() & !king.bitboard();
    let is_attacked =
        |&at: &Square| !(attackers_to(position, at, without_king) & position.color(!side)).is_empty();
    let attacked = way.into_iter().find(is_attacked)?;
    Some(if attacked == king_to {
        format!("{name}'s king would be in check on {attacked}")
    } else {
        format!("the king would pass {attacked}, which is attacked")
    })
}

/// Returns `true` if a text asks for castling kingside, and `false` for queenside.
fn asked_for(position: &Position, text: &str) -> Option<bool> {
    let (from, to) = match (written::parse(text.trim()), text.trim().to_ascii_lowercase().as_str()) {
        (Some((Written::Castling { is_short }, _)), _) => return Some(is_short),
        (Some((Written::Move { from: (Some(file), Some(rank)), to, .. }, _)), _) => {
            (Square::new(file, rank), to)
        }
        // As people type it.
        (None, "oo") => return Some(true),
        (None, "ooo") => return Some(false),
        _ => return None,
    };
    let king = position.king(position.stm());
    let distance = (king.file() as i32 - to.file() as i32).abs();
    let is_castling = from == king && king.file() == File::E && king.rank() == to.rank() && distance == 2;
    is_castling.then_some(to.file() > king.file())
}
