//! Move notation: UCI and standard algebraic notation (SAN).

use cozy_chess::util;

use super::written::{self, Written};
use super::{COLORS, File, Move, Piece, Position, Square, castling, side_name};

/// Returns `true` if castling in a position needs the king-takes-rook spelling: a king off the e-file or
/// a rook off the corners may castle.
pub fn is_chess960(position: &Position) -> bool {
    let fen = position.fen(true);
    let rights = fen.split(' ').nth(2).unwrap_or("-");
    COLORS.into_iter().any(|color| {
        let king_moved = position.king(color).file() != File::E;
        position.can_ever_castle(color) && king_moved
    }) || rights.chars().any(|c| !"AHah-".contains(c))
}

/// Returns a move in UCI notation. Castling is `e1g1` in ordinary chess and king-takes-rook if `chess960` is set, or
/// if the other notation would be ambiguous: with a king or rook that started on another square.
pub fn uci(position: &Position, mv: Move, chess960: bool) -> String {
    let is_usual = mv.from.file() == File::E && matches!(mv.to.file(), File::A | File::H);
    if chess960 || position.is_castling(mv) && !is_usual {
        mv.to_string()
    } else {
        util::display_uci_move(&position.board, mv).to_string()
    }
}

/// Parses UCI notation, with either notation of castling in any mode. `None` if it is not a legal move of the
/// position.
pub fn parse_uci(position: &Position, text: &str) -> Option<Move> {
    let exact: Move = text.to_ascii_lowercase().parse().ok()?;
    if position.is_legal(exact) {
        return Some(exact);
    }
    util::parse_uci_move(&position.board, text).ok().filter(|&mv| position.is_legal(mv))
}

/// A legal move in standard algebraic notation, with `+` or `#`.
pub fn san(position: &Position, mv: Move) -> String {
    util::display_san_move(&position.board, mv).to_string()
}

/// Parses a move in SAN, UCI or long algebraic notation. SAN may name more of the start square than it needs to (`Nge7`
/// where another knight is pinned, `Ng1xf3`), and be written in other ways that mean one move only: [`written`] has them.
/// `None` if it is not a legal move here, or ambiguous.
pub fn parse_any(position: &Position, text: &str) -> Option<Move> {
    match *meant(position, text) {
        [mv] => Some(mv),
        // Some programs print UCI in upper case. `B2b3` is a bishop's move.
        _ if !text.contains(|c: char| c.is_ascii_lowercase()) => parse_uci(position, text.trim()),
        _ => None,
    }
}

/// Says why [`parse_any`] finds no move, as in "`Nd2` may be Nbd2 or Nfd2" or "`Nd2` is not a legal move", from the verb on.
pub fn refusal(position: &Position, text: &str) -> String {
    match meant(position, text).as_slice() {
        [] | [_] => {
            let obstacle = castling::obstacle(position, text);
            let check = || position.in_check().then(|| format!("{} is in check", side_name(position.stm())));
            let reason =
                obstacle.or_else(check).map_or_else(String::new, |reason| format!(" because {reason}"));
            format!("is not a legal move{reason}")
        }
        moves => {
            let sans: Vec<String> = moves.iter().map(|&mv| san(position, mv)).collect();
            format!("may be {}", sans.join(" or "))
        }
    }
}

/// The legal moves that a text may mean.
fn meant(position: &Position, text: &str) -> Vec<Move> {
    let text = text.trim();
    let Some((written, length)) = written::parse(text) else {
        return Vec::new();
    };
    if text[length..].contains(|c: char| !"!?+#".contains(c)) {
        return Vec::new();
    }
    let legal = || position.legal_moves().into_iter();
    let is_castling = |mv: &Move| position.is_castling(*mv);
    match written {
        Written::Castling { is_short } => {
            legal().filter(|mv| is_castling(mv) && (mv.to.file() > mv.from.file()) == is_short).collect()
        }
        Written::Move { piece, from: (Some(file), Some(rank)), to, promotion } => {
            let from = Square::new(file, rank);
            let mv = Move { from, to, promotion };
            let is_piece = piece.is_none_or(|piece| position.piece_on(from) == Some(piece));
            parse_uci(position, &mv.to_string()).filter(|_| is_piece).into_iter().collect()
        }
        Written::Move { piece, from: (file, rank), to, promotion } => {
            let piece = piece.unwrap_or(Piece::Pawn);
            // A pawn that captures names its file.
            let file = file.or((piece == Piece::Pawn).then(|| to.file()));
            let is_meant = |mv: &Move| {
                position.piece_on(mv.from) == Some(piece)
                    && mv.to == to
                    && mv.promotion == promotion
                    && file.is_none_or(|file| mv.from.file() == file)
                    && rank.is_none_or(|rank| mv.from.rank() == rank)
                    && !is_castling(mv)
            };
            legal().filter(is_meant).collect()
        }
    }
}

/// A line of legal moves from a position, in standard algebraic notation, separated by spaces.
pub fn san_line(position: &Position, line: &[Move]) -> String {
    let mut position = position.clone();
    let mut words = Vec::with_capacity(line.len());
    for &mv in line {
        words.push(san(&position, mv));
        position.play(mv);
    }
    words.join(" ")
}
