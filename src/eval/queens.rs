//! Queens: the section and the queen that a discovered attack threatens; files, ranks and lines that rooks have as
//! well are counted in [`super::files`] and [`super::lines`].

use crate::board::Piece;
use crate::board::attacks::{between, bishop_rays, rook_rays, squares};

use super::info::Info;
use super::sink::{Black, Side, Sink, White};
use super::vocabulary::{Decl, Section, Shape, Slot, joined, slot};
use super::{files, pins};

/// Keys of queens alone; the exposed queen is the weak queen of Stockfish 11.
const OWN: [Decl; 2] = [
    Decl::score(
        "exposed",
        Shape::One,
        "A queen that an enemy bishop or rook looks at through one piece.",
        "Once for each own queen on a line with an enemy bishop or rook that moves along it and exactly one piece, of \
         any colour, between them.",
        "[-40, -15]",
    ),
    pins::PINNED,
];

/// The section of queens.
pub const SECTION: Section = Section {
    name: "queens",
    title: "Queens",
    meaning: "Where queens stand well.",
    decls: &joined::<{ OWN.len() + files::HEAVY_PIECE.len() }>(&[&OWN, files::HEAVY_PIECE]),
};

/// A queen under an x-ray.
pub const EXPOSED: Slot = slot("queens.exposed");

/// Counts exposed queens of both sides.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, sink: &mut K) {
    if sink.wants(EXPOSED.bit()) {
        count_side::<White, K>(info, sink);
        count_side::<Black, K>(info, sink);
    }
}

#[inline(always)]
fn count_side<C: Side, K: Sink>(info: &Info, sink: &mut K) {
    let enemy = |piece: Piece| info.position.colored(C::THEM, piece);
    for queen in squares(info.position.colored(C::US, Piece::Queen)) {
        let lookers = bishop_rays(queen) & enemy(Piece::Bishop) | rook_rays(queen) & enemy(Piece::Rook);
        let exposed = squares(lookers).any(|looker| (between(queen, looker) & info.occupied).len() == 1);
        sink.add::<C>(EXPOSED, 0, i32::from(exposed));
    }
}
