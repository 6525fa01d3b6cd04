//! Space: safe squares in the own half of the centre files.

use crate::board::attacks::{CENTRE_FILES, behind, relative_ranks};

use super::info::Info;
use super::sink::{Black, Side, Sink, White};
use super::vocabulary::{Decl, Section, Shape, Slot, Terms, slot};

/// The largest number of pieces that has an entry of its own.
const MOST_PIECES: usize = 16;

const fn space(name: &'static str, meaning: &'static str, definition: &'static str) -> Decl {
    Decl::score(
        name,
        Shape::ByCount { last: MOST_PIECES },
        meaning,
        definition,
        "{ start = [-4, 0], step = [1, 0] }",
    )
}

/// The section of space.
pub const SECTION: Section = Section {
    name: "space",
    title: "Space",
    meaning: "Room in the own half of the centre, which is worth the more the more pieces must share it. After \
              Stockfish 11: its area is that of `safe_squares`; it squares the number of pieces, here a table says it.",
    decls: &[
        space(
            "safe_squares",
            "A safe square in the own half of the centre.",
            "For each square of the files c to f on the owner's ranks 2 to 4 that holds no own pawn and that no enemy \
             pawn attacks; by the number of own pieces and pawns, king included.",
        ),
        space(
            "behind_pawns",
            "Such a square behind an own pawn.",
            "For each of these squares that is one to three ranks behind an own pawn on its file and that the enemy \
             does not attack at all; by the same number.",
        ),
    ],
};

const SAFE: Slot = slot("space.safe_squares");
const BEHIND: Slot = slot("space.behind_pawns");
/// All keys of this section.
pub const TERMS: Terms = Terms::of(&[SAFE, BEHIND]);

/// Counts the space of both sides.
#[inline(always)]
pub fn count<K: Sink>(info: &Info, sink: &mut K) {
    if sink.wants(TERMS) {
        count_side::<White, K>(info, sink);
        count_side::<Black, K>(info, sink);
    }
}

#[inline(always)]
fn count_side<C: Side, K: Sink>(info: &Info, sink: &mut K) {
    let pawns = info.pawns::<C>();
    let area = CENTRE_FILES & relative_ranks(1, 3, C::US);
    let safe = area & !(pawns | info.pawn_attacks::<C::Them>());
    let one = behind(pawns, C::US);
    let two = behind(one, C::US);
    let in_rear = one | two | behind(two, C::US);
    let pieces = (info.position.color(C::US).len() as usize).min(MOST_PIECES);
    sink.add::<C>(SAFE, pieces, safe.len() as i32);
    let quiet = safe & in_rear & !info.all_attacks::<C::Them>();
    sink.add::<C>(BEHIND, pieces, quiet.len() as i32);
}
