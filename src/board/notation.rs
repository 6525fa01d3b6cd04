//! Move notation: UCI and standard algebraic notation (SAN).

use cozy_chess::util;

use super::{COLORS, File, Move, Position};

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

/// Parses a move in SAN or UCI notation. `None` if it is not a legal move here, or ambiguous.
pub fn parse_any(position: &Position, text: &str) -> Option<Move> {
    let text = text.trim().trim_end_matches(['!', '?', '+', '#']).replace('0', "O");
    let text = if text.eq_ignore_ascii_case("o-o") || text.eq_ignore_ascii_case("o-o-o") {
        text.to_ascii_uppercase()
    } else {
        text
    };
    parse_uci(position, &text).or_else(|| {
        let plain = |mv: Move| san(position, mv).trim_end_matches(['+', '#']).replace('=', "");
        let wanted = text.replace('=', "");
        position.legal_moves().into_iter().find(|&mv| plain(mv) == wanted)
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect(fen)
    }

    #[test]
    fn castling_is_written_for_its_mode_and_read_in_both() {
        let p = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let short: Move = "e1h1".parse().unwrap();
        assert_eq!(uci(&p, short, false), "e1g1");
        assert_eq!(uci(&p, short, true), "e1h1");
        assert_eq!(parse_uci(&p, "e1g1"), Some(short));
        assert_eq!(parse_uci(&p, "e1h1"), Some(short));
        assert_eq!(parse_any(&p, "0-0"), Some(short));
        assert_eq!(san(&p, short), "O-O");
    }

    #[test]
    fn doubtful_moves_are_refused() {
        let p = position("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1");
        for text in ["", "e1", "e1e9", "a7a8", "a7a8k", "e1e3", "O-O-O-O", "e2e4", "Raa1", "é1e2"] {
            assert_eq!(parse_any(&p, text), None, "{text}");
        }
        assert!(parse_any(&p, "a8=Q").is_some() && parse_any(&p, "a8Q+").is_some());
        assert!(parse_any(&p, "a7a8Q").is_some(), "some programs print promotions in upper case");
    }

    #[test]
    fn every_legal_move_survives_both_notations() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
            "4k3/8/8/8/8/8/8/1R1K4 w B - 0 1",
            "r3k1r1/8/8/8/8/8/8/R3K1R1 w GAga - 0 1",
        ] {
            let p = position(fen);
            for mv in p.legal_moves() {
                assert_eq!(parse_any(&p, &san(&p, mv)), Some(mv), "{fen}");
                assert_eq!(parse_uci(&p, &uci(&p, mv, false)), Some(mv), "{fen}");
            }
        }
    }

    #[test]
    fn chess960_follows_from_the_castling_rights() {
        let is_960 = |fen| is_chess960(&Position::from_fen(fen).unwrap());
        assert!(!is_960(crate::board::START_FEN));
        assert!(!is_960("rk6/8/8/8/8/8/8/RK6 w - - 0 1"), "nobody can castle");
        assert!(is_960("1k5r/8/8/8/8/8/8/1K5R w Hh - 0 1"));
        assert!(is_960("4k1r1/8/8/8/8/8/8/4K1R1 w Gg - 0 1"));
    }
}
