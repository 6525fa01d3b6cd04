//! Knights and bishops alike: outposts to reach, pawns to stand behind; and where bishops are good or bad.
//!
//! After `Evaluation::pieces` of Stockfish 11 and Ethereal 12.50, in definitions of our own.

use crate::board::attacks::{
    CENTRE_FILES, DARK, ahead, behind, beside, bishop_attacks, relative_rank, relative_ranks, squares,
};
use crate::board::{Bitboard, File, Piece};

use super::attack_map::AttackMap;
use super::info::{Info, PieceAttacks};
use super::pawn_cache::PawnEntry;
use super::sink::{Black, Side, Sink, White};
use super::vocabulary::{Decl, Shape, Slot, Terms, slot};

/// An outpost within reach.
pub const OUTPOST_REACHABLE: Decl = Decl::score(
    "outpost_reachable",
    Shape::One,
    "A piece of this kind that can go to an outpost.",
    "Once for each such piece that is not on an outpost and attacks one without an own piece. An outpost is a square \
     of the owner's ranks 4 to 6 that an own pawn guards, with no enemy pawn ahead of it on a neighbouring file.",
    "[12, 5]",
);
/// A pawn for a shield.
pub const BEHIND_PAWN: Decl = Decl::score(
    "behind_pawn",
    Shape::One,
    "A piece of this kind behind a pawn.",
    "Once for each such piece with a pawn of either colour on the square in front of it.",
    "[8, 2]",
);

/// Keys that bishops alone have, part of their section.
pub const BISHOP_DECLS: [Decl; 5] = [
    Decl::score(
        "outpost",
        Shape::ByRank,
        "A supported bishop that no enemy pawn can drive away.",
        "For each own bishop that an own pawn guards, with no enemy pawn ahead of it on a neighbouring file; by its \
         rank.",
        "[0, 0, 0, 15, 20, 20, 0, 0]",
    ),
    Decl::score(
        "own_pawns_on_colour",
        Shape::One,
        "A pawn on squares of the own bishop's colour.",
        "For each own bishop, once for each own pawn on a square of its colour.",
        "[-2, -5]",
    ),
    Decl::score(
        "own_pawns_on_colour_closed",
        Shape::One,
        "The same where the centre is closed.",
        "For each own bishop, the number of own pawns on squares of its colour times the number of own pawns on the \
         files c to f with a piece of either colour on the square in front.",
        "[-2, -2]",
    ),
    Decl::score(
        "long_diagonal",
        Shape::One,
        "A bishop that looks across the centre.",
        "Once for each own bishop that attacks, if pawns alone stand in its way, at least two of d4, e4, d5, e5.",
        "[25, 0]",
    ),
    Decl::score(
        "trapped",
        Shape::One,
        "A bishop shut in at the edge.",
        "Once for each own bishop on a7 or h7 (as the owner sees it) with an enemy pawn on b6 or g6, or on a6 or h6 \
         with an enemy pawn on b5 or g5.",
        "[-80, -80]",
    ),
];

const KNIGHT_REACHABLE: Slot = slot("knights.outpost_reachable");
const BISHOP_REACHABLE: Slot = slot("bishops.outpost_reachable");
const KNIGHT_BEHIND: Slot = slot("knights.behind_pawn");
const BISHOP_BEHIND: Slot = slot("bishops.behind_pawn");
const BISHOP_OUTPOST: Slot = slot("bishops.outpost");
const OWN_PAWNS: Slot = slot("bishops.own_pawns_on_colour");
const OWN_PAWNS_CLOSED: Slot = slot("bishops.own_pawns_on_colour_closed");
const LONG_DIAGONAL: Slot = slot("bishops.long_diagonal");
const TRAPPED: Slot = slot("bishops.trapped");

/// The keys of bishops alone.
const BISHOP_TERMS: Terms = Terms::of(&[
    BISHOP_OUTPOST,
    OWN_PAWNS,
    OWN_PAWNS_CLOSED,
    LONG_DIAGONAL,
    TRAPPED,
]);
/// The keys that need outposts.
pub const OUTPOST_TERMS: Terms = Terms::of(&[KNIGHT_REACHABLE, BISHOP_REACHABLE, BISHOP_OUTPOST]);
/// All keys of this module.
pub const TERMS: Terms = Terms::union(&[
    OUTPOST_TERMS,
    BISHOP_TERMS,
    Terms::of(&[KNIGHT_BEHIND, BISHOP_BEHIND]),
]);

/// The four squares in the middle.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// The only squares from which a bishop can see two of them.
const LONG_DIAGONALS: Bitboard = Bitboard(0x8142_2418_1824_4281);

/// Counts the minor pieces of both sides.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, map: &AttackMap, pawns: &PawnEntry, attacks: &PieceAttacks, sink: &mut K) {
    if sink.wants(TERMS) {
        count_side::<White, K>(info, map, pawns, attacks, sink);
        count_side::<Black, K>(info, map, pawns, attacks, sink);
    }
}

fn count_side<C: Side, K: Sink>(
    info: &Info,
    map: &AttackMap,
    pawns: &PawnEntry,
    attacks: &PieceAttacks,
    sink: &mut K,
) {
    let position = info.position;
    let (knights, bishops) = (
        position.colored(C::US, Piece::Knight),
        position.colored(C::US, Piece::Bishop),
    );
    let shielded = behind(position.pieces(Piece::Pawn), C::US);
    sink.add::<C>(KNIGHT_BEHIND, 0, (knights & shielded).len() as i32);
    sink.add::<C>(BISHOP_BEHIND, 0, (bishops & shielded).len() as i32);
    if sink.wants(OUTPOST_TERMS) {
        let supported = info.pawn_attacks::<C>() & !pawns.attack_span::<C::Them>();
        for bishop in squares(bishops & supported) {
            sink.add::<C>(BISHOP_OUTPOST, relative_rank(bishop, C::US), 1);
        }
        let outposts = supported & relative_ranks(3, 5, C::US);
        let free = outposts & !position.color(C::US);
        let mut reach = |key: Slot, piece: Piece, pieces: Bitboard| {
            if !map.by::<C>(piece).is_disjoint(free) {
                let able = squares(pieces & !outposts).filter(|&from| !attacks.from(from).is_disjoint(free));
                sink.add::<C>(key, 0, able.count() as i32);
            }
        };
        reach(KNIGHT_REACHABLE, Piece::Knight, knights);
        reach(BISHOP_REACHABLE, Piece::Bishop, bishops);
    }
    if !bishops.is_empty() && sink.wants(BISHOP_TERMS) {
        count_bishops::<C, K>(info, bishops, sink);
    }
}

#[inline(always)]
fn count_bishops<C: Side, K: Sink>(info: &Info, bishops: Bitboard, sink: &mut K) {
    let pawns = info.pawns::<C>();
    let of = |colour: Bitboard| ((bishops & colour).len() * (pawns & colour).len()) as i32;
    let alike = of(DARK) + of(!DARK);
    let closed = (pawns & CENTRE_FILES & behind(info.occupied, C::US)).len() as i32;
    sink.add::<C>(OWN_PAWNS, 0, alike);
    sink.add::<C>(OWN_PAWNS_CLOSED, 0, alike * closed);
    for bishop in squares(bishops & LONG_DIAGONALS) {
        let seen = bishop_attacks(bishop, info.position.pieces(Piece::Pawn));
        sink.add::<C>(LONG_DIAGONAL, 0, i32::from((seen & CENTRE).len() >= 2));
    }
    sink.add::<C>(
        TRAPPED,
        0,
        trapped::<C>(bishops, info.pawns::<C::Them>()).len() as i32,
    );
}

/// Bishops on the edge with an enemy pawn diagonally behind them.
fn trapped<C: Side>(bishops: Bitboard, enemy: Bitboard) -> Bitboard {
    let guards = ahead(enemy, C::US);
    let inner = File::B.bitboard() | File::G.bitboard();
    let far = relative_ranks(5, 6, C::US);
    let edge = File::A.bitboard() | File::H.bitboard();
    bishops & far & edge & beside(guards & inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::board::attacks::bishop_rays;

    #[test]
    fn two_squares_of_the_centre_are_seen_from_a_long_diagonal_alone() {
        for square in Square::ALL {
            let seen = bishop_rays(square) & CENTRE;
            assert!(seen.len() < 2 || LONG_DIAGONALS.has(square), "{square}");
        }
    }
}
