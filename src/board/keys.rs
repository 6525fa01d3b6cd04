//! What the key of a position will be after a move, before the move is made: so that memory can be asked early for
//! what is known about that position.

use std::sync::LazyLock;

use cozy_chess::BoardBuilder;

use super::{Action, COLORS, Color, KINDS, PIECES, Piece, Position, Square};

/// What pieces on squares, and the side to move, contribute to a key.
///
/// Found out from the keys of positions that differ in one piece, since the board does not tell. Those of kings are
/// known but for a number that is common to all squares, which moves cancel.
#[derive(Debug)]
pub struct KeyParts {
    /// By colour, one more than the kind of piece, and square; what is first, no piece, contributes nothing.
    pieces: [[[u64; Square::NUM]; KINDS]; Color::NUM],
    turn: u64,
}

/// Computed when first needed; the same in every position and for every profile.
pub static KEY_PARTS: LazyLock<KeyParts> = LazyLock::new(KeyParts::new);

/// Where kings may stand while the keys of others are found out: whatever square is taken or attacked, two of these
/// serve.
const KING_SQUARES: [Square; 6] = [
    Square::A1,
    Square::H8,
    Square::A8,
    Square::H1,
    Square::D1,
    Square::E8,
];

impl KeyParts {
    fn new() -> Self {
        let mut pieces = [[[0; Square::NUM]; KINDS]; Color::NUM];
        for color in COLORS {
            for piece in PIECES {
                for square in Square::ALL {
                    let part = match piece {
                        Piece::King => king_part(color, square),
                        _ => piece_part(color, piece, square),
                    };
                    // No position has a pawn on the first or the last rank, so nobody asks for its part.
                    pieces[color as usize][piece as usize + 1][square as usize] = part.unwrap_or(0);
                }
            }
        }
        let turn = COLORS.map(|stm| key_of([Square::A1, Square::H8], stm, None).unwrap_or(0));
        Self {
            pieces,
            turn: turn[0] ^ turn[1],
        }
    }

    /// A guess at the key after a legal move: right unless it castles, promotes, captures en passant, or changes which
    /// castling or en passant is possible.
    #[inline(always)]
    pub fn after(&self, position: &Position, action: Action) -> u64 {
        let stm = position.stm();
        let (from, to) = (action.from() as usize, action.to() as usize);
        let own = &self.pieces[stm as usize][(action.piece_index() + 1) % KINDS];
        let taken = self.pieces[!stm as usize][action.captured_index()][to];
        position.key() ^ own[from] ^ own[to] ^ taken ^ self.turn
    }

    /// A guess at the key after passing: right unless an en passant capture was possible.
    #[inline(always)]
    pub fn after_null(&self, position: &Position) -> u64 {
        position.key() ^ self.turn
    }
}

/// What a piece other than a king contributes: the difference of two positions with and without it.
fn piece_part(color: Color, piece: Piece, square: Square) -> Option<u64> {
    king_squares().find_map(|kings| {
        // Whatever the piece attacks, its side has just moved.
        let with = key_of(kings, !color, Some((piece, color, square)))?;
        Some(with ^ key_of(kings, !color, None)?)
    })
}

/// The difference between a king on a square and on another, always the same one.
fn king_part(color: Color, square: Square) -> Option<u64> {
    const FIRST: Square = Square::B3;
    KING_SQUARES.into_iter().find_map(|other| {
        let key = |square| {
            let mut kings = [other; 2];
            kings[color as usize] = square;
            key_of(kings, color, None)
        };
        Some(key(square)? ^ key(FIRST)?)
    })
}

fn king_squares() -> impl Iterator<Item = [Square; 2]> {
    KING_SQUARES
        .into_iter()
        .flat_map(|white| KING_SQUARES.map(|black| [white, black]))
}

/// The key of a position with two kings, White's first, and perhaps one piece more; `None` if it is not legal.
fn key_of(kings: [Square; 2], stm: Color, piece: Option<(Piece, Color, Square)>) -> Option<u64> {
    if kings[0] == kings[1] || piece.is_some_and(|(.., square)| kings.contains(&square)) {
        return None;
    }
    let mut builder = BoardBuilder::empty();
    for (color, king) in COLORS.into_iter().zip(kings) {
        *builder.square_mut(king) = Some((Piece::King, color));
    }
    if let Some((piece, color, square)) = piece {
        *builder.square_mut(square) = Some((piece, color));
    }
    builder.side_to_move = stm;
    Some(Position::from_board(builder.build().ok()?, false).key())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls `visit` with each position of a small tree, a move in it, and the position after.
    fn walk(position: &Position, depth: u32, visit: &mut impl FnMut(&Position, Action, &Position)) {
        for mv in position.legal_moves() {
            let after = position.after(mv);
            visit(position, position.action(mv), &after);
            if depth > 1 {
                walk(&after, depth - 1, visit);
            }
        }
    }

    #[test]
    fn plain_moves_are_guessed_right_and_few_are_not_plain() {
        let rights = |position: &Position| {
            COLORS.map(|color| (position.castles_short(color), position.castles_long(color)))
        };
        let (mut right, mut all) = (0, 0);
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ] {
            walk(
                &Position::from_fen(fen).unwrap(),
                2,
                &mut |before, action, after| {
                    let is_right = KEY_PARTS.after(before, action) == after.key();
                    let is_plain = action.promotion().is_none()
                        && !action.is_castling(before)
                        && rights(before) == rights(after)
                        && [before, after].iter().all(|p| p.en_passant_square().is_none());
                    assert!(is_right || !is_plain, "{before} {}", action.mv());
                    right += u32::from(is_right);
                    all += 1;
                },
            );
        }
        assert!(right * 10 > all * 8, "{right} of {all}");
    }
}
