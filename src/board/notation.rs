//! Move notation: UCI and standard algebraic notation (SAN).

use cozy_chess::util;

use super::{COLORS, File, Move, PIECES, Position, castling, side_name};

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

/// Parses a move in SAN, UCI or long algebraic notation (`e2-e4`, `Ng1xf3`); SAN may name more of the start square than it
/// needs to, as where another piece is pinned (`Nge7`). `None` if it is not a legal move here, or ambiguous.
pub fn parse_any(position: &Position, text: &str) -> Option<Move> {
    let text = bare(text);
    parse_uci(position, &text)
        .or_else(|| {
            let plain = |mv: Move| san(position, mv).trim_end_matches(['+', '#']).replace('=', "");
            let wanted = text.replace('=', "");
            position.legal_moves().into_iter().find(|&mv| plain(mv) == wanted)
        })
        .or_else(|| match *moves_of_piece(position, &text) {
            [mv] => Some(mv),
            _ => None,
        })
}

/// Says why [`parse_any`] finds no move, as in "`Nd2` may be Nbd2 or Nfd2" or "`Nd2` is not a legal move", from the verb on.
pub fn refusal(position: &Position, text: &str) -> String {
    match moves_of_piece(position, &bare(text)).as_slice() {
        [] | [_] => {
            let obstacle = castling::obstacle(position, &bare(text));
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

/// A move without marks, with castling in capital letters, and a pawn's move in long algebraic notation as in UCI.
fn bare(text: &str) -> String {
    let text = text.trim().trim_end_matches(['!', '?', '+', '#']).replace('0', "O");
    if text.eq_ignore_ascii_case("o-o") || text.eq_ignore_ascii_case("o-o-o") {
        return text.to_ascii_uppercase();
    }
    let is_long_pawn_move = matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8', b'-' | b'x', ..]);
    if is_long_pawn_move { text.replace(['-', 'x', '='], "") } else { text.replace('-', "") }
}

/// The moves of a piece that are meant by `Ne7`, `Nge7`, `N8e7` or `Ng8xe7`.
fn moves_of_piece(position: &Position, text: &str) -> Vec<Move> {
    let piece = PIECES.into_iter().find(|&piece| text.starts_with(char::from(piece).to_ascii_uppercase()));
    let squares = text.get(1..).unwrap_or_default().replace('x', "");
    let at = squares.len().checked_sub(2).filter(|&at| squares.is_char_boundary(at));
    let (Some(piece), Some(at)) = (piece, at) else {
        return Vec::new();
    };
    let (from, to) = squares.split_at(at);
    let is_it = |mv: &Move| {
        let start = mv.from.to_string();
        position.piece_on(mv.from) == Some(piece)
            && mv.to.to_string() == to
            && !position.is_castling(*mv)
            && ["", &start[..1], &start[1..], &start].contains(&from)
    };
    position.legal_moves().into_iter().filter(is_it).collect()
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
